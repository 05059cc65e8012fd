#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Trains examples/fashion/fashion-{fp32,int8}.onnx on Fashion-MNIST's 60,000 training images.

Usage: build/train/bin/python tools/train_fashion.py     (Debian package dataset-fashion-mnist, about two minutes)

Input: pixels divided by 255, float32 [N, 784]. The 10,000 test images are read only to print what is reached on them;
the INT8 model is calibrated on training images. Deterministic for the versions of tools/train_requirements.txt.
"""
import gzip
import pathlib

import numpy as np
import onnxruntime
from sklearn.neural_network import MLPClassifier

import onnx_mlp

IMAGES = pathlib.Path("/usr/share/datasets/fashion-mnist")
FOLDER = pathlib.Path(__file__).resolve().parent.parent / "examples/fashion"
SEED = 20261129


def read(side):
    """IDX files: a 16-byte head before the pixels, an 8-byte head before the labels."""
    pixels = gzip.decompress((IMAGES / f"{side}-images-idx3-ubyte.gz").read_bytes())[16:]
    labels = gzip.decompress((IMAGES / f"{side}-labels-idx1-ubyte.gz").read_bytes())[8:]
    images = np.frombuffer(pixels, np.uint8).reshape(-1, 784).astype(np.float32) / np.float32(255)
    return images, np.frombuffer(labels, np.uint8)


if __name__ == "__main__":
    images, labels = read("train")
    mlp = MLPClassifier((256, 64), alpha=1e-4, batch_size=256, max_iter=12, random_state=SEED)
    mlp.fit(images, labels)
    onnx_mlp.write(onnx_mlp.build(mlp), images[:2000], FOLDER / "fashion")
    images, labels = read("t10k")
    for form in ("fp32", "int8"):
        session = onnxruntime.InferenceSession(FOLDER / f"fashion-{form}.onnx", providers=["CPUExecutionProvider"])
        scores = session.run(["probabilities"], {"input": images})[0]
        print(f"fashion-{form}: top-1 {(scores.argmax(1) == labels).mean():.4f} of {len(labels)}")
