# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a network as ONNX, images as (1, channels, height, width). Needs python3-onnx."""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from graph import is_quantized

# Ops that only ONNX Runtime has.
RUNTIME = "com.microsoft"


class Writer:
    element = TensorProto.FLOAT

    def __init__(self, graph):
        self.graph = graph
        self.nodes, self.weights = [], []

    def write(self):
        graph = self.graph
        names = {"input": "input"}
        for node in graph.nodes:
            inputs = (names[x.name] for x in node.inputs)
            names[node.name] = getattr(self, f"write_{node.kind}")(node, *inputs)
        shape = graph.input.shape
        if len(shape) == 4:
            shape = (shape[0], shape[3], *shape[1:3])
        value = helper.make_tensor_value_info
        model = helper.make_model(
            helper.make_graph(
                self.nodes, graph.name, [value("input", self.element, shape)],
                [value(names[graph.result.name], self.element, graph.result.shape)],
                self.weights),
            opset_imports=[helper.make_opsetid(domain, version)
                           for domain, version in (("", 17), (RUNTIME, 1))])
        model.ir_version = 8
        onnx.checker.check_model(model)
        return model.SerializeToString()

    def new(self, kind, *inputs, **attributes):
        name = f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def constant(self, array):
        name = f"w{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(np.asarray(array, order="C"), name))
        return name

    def scalar(self, value):
        return self.constant(np.float32(value))

    def get_window(self, node):
        window, stride = node.options["window"], node.options["stride"]
        return {"kernel_shape": [window] * 2, "strides": [stride] * 2, "pads": [window // 2] * 4}

    def convolve(self, node, x, factor, group):
        return self.new("Conv", x, self.constant(factor), self.constant(node.weights["bias"]),
                        group=group, **self.get_window(node))

    def write_convolution(self, node, x):
        return self.convolve(node, x, node.weights["factor"].transpose(3, 2, 0, 1), 1)

    def write_depthwise(self, node, x):
        factor = node.weights["factor"].transpose(2, 0, 1)[:, None]
        return self.convolve(node, x, factor, len(factor))

    def write_pool(self, node, x):
        return self.new("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4)

    def write_average(self, node, x):
        return self.new("Flatten", self.new("GlobalAveragePool", x))

    def write_clamp(self, node, x):
        if node.options["most"] is None:
            return self.new("Relu", x)
        return self.new("Clip", x, self.scalar(0), self.scalar(node.options["most"]))

    def write_sum(self, node, x, y):
        return self.new("Add", x, y)

    def write_dense(self, node, x):
        return self.new("Gemm", x, self.constant(node.weights["factor"]),
                        self.constant(node.weights["bias"]))

    def write_normalize(self, node, x):
        return self.new("LayerNormalization", x, self.constant(node.weights["factor"]),
                        self.constant(node.weights["bias"]), epsilon=node.options["epsilon"])

    def reshape(self, x, shape):
        return self.new("Reshape", x, self.constant(np.array(shape, np.int64)))

    def write_split(self, node, x):
        heads, rows, width = node.shape
        return self.new("Transpose", self.reshape(x, (rows, heads, width)), perm=[1, 0, 2])

    def write_join(self, node, x):
        return self.reshape(self.new("Transpose", x, perm=[1, 0, 2]), node.shape)

    def write_product(self, node, x, y):
        if node.options["is_transposed"]:
            y = self.new("Transpose", y, perm=[0, 2, 1])
        result = self.new("MatMul", x, y)
        factor = node.options["factor"]
        return result if factor == 1.0 else self.new("Mul", result, self.scalar(factor))

    def write_softmax(self, node, x):
        return self.new("Softmax", x, axis=-1)

    def write_gelu(self, node, x):
        error = self.new("Erf", self.new("Div", x, self.scalar(2 ** 0.5)))
        return self.new("Mul", self.new("Mul", x, self.new("Add", error, self.scalar(1))),
                        self.scalar(0.5))


def write_onnx(graph, qlinear=False):
    """The bytes of a model. A quantized one has ops on floats between conversions of bytes, or
    with `qlinear`, ops on bytes."""
    if not is_quantized(graph):
        return Writer(graph).write()
    from onnx_quantized import ByteWriter, QuantizedWriter
    return (ByteWriter if qlinear else QuantizedWriter)(graph).write()
