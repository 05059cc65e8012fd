# SPDX-License-Identifier: Apache-2.0
"""Writes a scikit-learn MLPClassifier as ONNX, in FP32 and as INT8 by static quantisation of its layers."""
import io

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import (CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType,
                                      quantize_static)


class Rows(CalibrationDataReader):
    """Calibration rows, a hundred at a time."""

    def __init__(self, rows):
        self.parts = iter(np.array_split(rows, max(1, len(rows) // 100)))

    def get_next(self):
        part = next(self.parts, None)
        return None if part is None else {"input": part}


def build(mlp, steps=(), constants=None):
    """ONNX of softmax(layers(steps(input))): input float32 [N, d], probabilities float32 [N, classes].

    steps are (operator, inputs, output) before the first layer; the last output must be "features". A binary
    MLPClassifier has one logit z; it becomes the pair (0, z), whose softmax is (1 - sigmoid(z), sigmoid(z)).
    """
    tensors = {name: np.asarray(value, np.float32) for name, value in (constants or {}).items()}
    nodes = [helper.make_node(operator, inputs, [output]) for operator, inputs, output in steps]
    value = "features" if steps else "input"
    last = len(mlp.coefs_) - 1
    for layer, (weight, bias) in enumerate(zip(mlp.coefs_, mlp.intercepts_)):
        if layer == last and weight.shape[1] == 1:
            weight, bias = np.hstack([np.zeros_like(weight), weight]), np.array([0.0, bias[0]])
        tensors |= {f"weight{layer}": weight.astype(np.float32), f"bias{layer}": bias.astype(np.float32)}
        nodes.append(helper.make_node("Gemm", [value, f"weight{layer}", f"bias{layer}"], [f"sum{layer}"]))
        value = f"sum{layer}"
        if layer < last:
            nodes.append(helper.make_node("Relu", [value], [f"hidden{layer}"]))
            value = f"hidden{layer}"
    nodes.append(helper.make_node("Softmax", [value], ["probabilities"], axis=1))
    width = len(mlp.classes_)
    graph = helper.make_graph(
        nodes, "mlp",
        [helper.make_tensor_value_info("input", TensorProto.FLOAT, ["N", mlp.n_features_in_])],
        [helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, ["N", width])],
        [numpy_helper.from_array(array, name) for name, array in tensors.items()])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model, full_check=True)
    return model


def write(model, calibration, stem):
    """stem-fp32.onnx, and stem-int8.onnx: 8-bit weights and activations around every layer (QDQ form).

    Weights get 7 bits (reduce_range): without VNNI, 8-bit products saturate.
    """
    onnx.save(model, f"{stem}-fp32.onnx")
    quantize_static(model, f"{stem}-int8.onnx", Rows(calibration.astype(np.float32)), quant_format=QuantFormat.QDQ,
                    op_types_to_quantize=["Gemm"], activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8,
                    per_channel=False, reduce_range=True, calibrate_method=CalibrationMethod.MinMax)
