#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the small ONNX models of tests/golden/onnx. Their weights are round numbers, so that a test can compute what
they must answer. Needs the packages of tools/train_requirements.txt.

    python3 tools/make_test_models.py tests/golden/onnx
"""
import pathlib
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

WEIGHTS = np.array([[1.0, -0.5], [0.25, 2.0], [-1.5, 0.75]], np.float32)  # 3 features, 2 classes
BIAS = np.array([0.5, -0.25], np.float32)


def node(operator, inputs, outputs, **attributes):
    return helper.make_node(operator, inputs.split(), outputs.split(), **attributes)


def port(name, kind, *dims):
    return helper.make_tensor_value_info(name, kind, list(dims))


def save(folder, name, nodes, inputs, outputs, tensors):
    tensors = [numpy_helper.from_array(np.asarray(value), key) for key, value in tensors.items()]
    graph = helper.make_graph(nodes, name, inputs, outputs, tensors)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, folder / f"{name}.onnx")


def main(folder):
    fp32, fp16, fp64 = TensorProto.FLOAT, TensorProto.FLOAT16, TensorProto.DOUBLE
    linear = {"weights": WEIGHTS, "bias": BIAS}
    classify = [node("Gemm", "x weights bias", "sums"), node("Softmax", "sums", "probabilities", axis=1)]

    # Scores first, and the class as a second output.
    save(folder, "softmax", classify + [node("ArgMax", "sums", "label", axis=1, keepdims=0)],
         [port("x", fp32, "N", 3)],
         [port("probabilities", fp32, "N", 2), port("label", TensorProto.INT64, "N")], linear)
    save(folder, "softmax_batch4", classify, [port("x", fp32, 4, 3)], [port("probabilities", fp32, 4, 2)], linear)
    save(folder, "double_output", [node("Cast", "x", "y", to=fp64)], [port("x", fp32, "N", 3)],
         [port("y", fp64, "N", 3)], {})
    save(folder, "two_inputs", [node("Add", "a b", "y")], [port("a", fp32, "N", 3), port("b", fp32, "N", 3)],
         [port("y", fp32, "N", 3)], {})
    # The output's second axis is only known once it runs.
    save(folder, "open_row", [node("Concat", "x x", "y", axis=1)], [port("x", fp32, "N", "M")],
         [port("y", fp32, "N", "K")], {})
    # One output for the whole batch; and as many as there are different numbers in it, known only once it runs.
    save(folder, "one_row", [node("ReduceSum", "x", "y", keepdims=1)], [port("x", fp32, "N", 3)],
         [port("y", fp32, "K", "M")], {})
    save(folder, "no_rows", [node("Unique", "x", "y")], [port("x", fp32, "N", 3)], [port("y", fp32, "K")], {})
    # Mean brightness of 4 x 4 pixels.
    save(folder, "brightness", [node("Cast", "pixels", "values", to=fp32),
                                node("ReduceMean", "values", "y", axes=[1, 2], keepdims=0)],
         [port("pixels", TensorProto.UINT8, "N", 4, 4)], [port("y", fp32, "N")], {})
    # A table of four values: other indices are errors at run time.
    save(folder, "lookup", [node("Gather", "table index", "y")], [port("index", TensorProto.INT64, "N", 1)],
         [port("y", fp32, "N", 1)], {"table": np.array([10, 20, 30, 40], np.float32)})
    # Steps of 1/2 for the input and 1/4 for the weights: exact for inputs that are multiples of 1/2.
    save(folder, "linear_int8",
         [node("QuantizeLinear", "x step zero", "x_q"), node("DequantizeLinear", "x_q step zero", "x_d"),
          node("DequantizeLinear", "weights weight_step zero", "weights_d"), node("MatMul", "x_d weights_d", "y")],
         [port("x", fp32, "N", 3)], [port("y", fp32, "N", 2)],
         {"step": np.float32(0.5), "zero": np.int8(0), "weight_step": np.float32(0.25),
          "weights": (WEIGHTS * 4).astype(np.int8)})
    half = [node("Cast", "x", "x_h", to=fp16), node("MatMul", "x_h weights", "y_h"), node("Cast", "y_h", "y0", to=fp32)]
    save(folder, "linear_fp16", half + [node("Identity", "y0", "y")], [port("x", fp32, "N", 3)],
         [port("y", fp32, "N", 2)], {"weights": WEIGHTS.astype(np.float16)})
    save(folder, "linear_mixed", half + [node("Add", "y0 bias", "y")], [port("x", fp32, "N", 3)],
         [port("y", fp32, "N", 2)], {"weights": WEIGHTS.astype(np.float16), "bias": BIAS})
    # The weights lie in the branches of an If only.
    branch = [helper.make_graph([helper.make_node("Constant", [], ["chosen"], value=numpy_helper.from_array(
        np.array([value], np.float64), "value"))], side, [], [port("chosen", fp64, 1)])
        for side, value in (("yes", 1.0), ("no", 2.0))]
    save(folder, "branches_fp64",
         [helper.make_node("If", ["condition"], ["chosen"], then_branch=branch[0], else_branch=branch[1]),
          node("Cast", "chosen", "addend", to=fp32), node("Add", "x addend", "y")],
         [port("x", fp32, "N", 3)], [port("y", fp32, "N", 3)], {"condition": np.array(True)})


if __name__ == "__main__":
    target = pathlib.Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    main(target)
