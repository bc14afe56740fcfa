# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a network of quantized.py as ONNX, with bytes without sign: 128 more than in linalg."""

import numpy as np
from onnx import TensorProto

from onnx_model import RUNTIME, Writer


class QuantizedWriter(Writer):
    """Ops on floats, between DequantizeLinear and QuantizeLinear ("QDQ"). What saturates at zero
    needs no Relu."""
    element = TensorProto.UINT8

    def get_scale(self, node):
        """And the zero."""
        return [self.scalar(node.options["scale"]),
                self.constant(np.uint8(node.options["zero"] + 128))]

    def quantize(self, node, x):
        return self.new("QuantizeLinear", x, *self.get_scale(node))

    def dequantize(self, node, x):
        return self.new("DequantizeLinear", x, *self.get_scale(node))

    def get_weights(self, node, factor, axis):
        """And the bias, as floats."""
        weights, scales = node.weights, node.weights["scales"]
        return (self.new("DequantizeLinear", self.constant(factor), self.constant(scales),
                         self.constant(np.zeros(len(scales), np.int8)), axis=axis),
                self.new("DequantizeLinear", self.constant(weights["bias"]),
                         self.constant(node.inputs[0].options["scale"] * scales), axis=0))

    def write_convolution(self, node, x):
        return self.quantize(node, self.new(
            "Conv", self.dequantize(node.inputs[0], x),
            *self.get_weights(node, node.weights["factor"].transpose(3, 2, 0, 1), 0),
            **self.get_window(node)))

    def write_dense(self, node, x):
        return self.quantize(node, self.new(
            "Gemm", self.dequantize(node.inputs[0], x),
            *self.get_weights(node, node.weights["factor"], 1)))

    def write_average(self, node, x):
        return self.new("Flatten", self.quantize(node, self.new(
            "GlobalAveragePool", self.dequantize(node.inputs[0], x))))

    def write_sum(self, node, *names):
        return self.quantize(node, self.new("Add", *map(self.dequantize, node.inputs, names)))


class ByteWriter(QuantizedWriter):
    """Ops on bytes, those of ONNX and of ONNX Runtime."""

    def write_convolution(self, node, x):
        weights, scales = node.weights, node.weights["scales"]
        return self.new(
            "QLinearConv", x, *self.get_scale(node.inputs[0]),
            self.constant(weights["factor"].transpose(3, 2, 0, 1)), self.constant(scales),
            self.constant(np.zeros(len(scales), np.int8)), *self.get_scale(node),
            self.constant(weights["bias"]), **self.get_window(node))

    def write_dense(self, node, x):
        weights, scales = node.weights, node.weights["scales"]
        return self.new(
            "QGemm", x, *self.get_scale(node.inputs[0]), self.constant(weights["factor"]),
            self.constant(scales), self.constant(np.zeros(len(scales), np.int8)),
            self.constant(weights["bias"]), *self.get_scale(node), domain=RUNTIME)

    def write_average(self, node, x):
        return self.new("Flatten", self.new(
            "QLinearGlobalAveragePool", x, *self.get_scale(node.inputs[0]),
            *self.get_scale(node), domain=RUNTIME))

    def write_sum(self, node, *names):
        operands = [each for x, name in zip(node.inputs, names)
                    for each in (name, *self.get_scale(x))]
        return self.new("QLinearAdd", *operands, *self.get_scale(node), domain=RUNTIME)
