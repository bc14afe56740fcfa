# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a network computes, for whoever writes it down: linalg.py and onnx_model.py.

Images are (1, height, width, channels). Nothing here says how anything lies in memory.
"""

import collections
import math

import numpy as np

# A result: what makes it (see the methods below), from which results, with which numbers.
Node = collections.namedtuple("Node", "name kind inputs shape weights options")


class Graph:
    """A network that is built from its input to its end; the last node is the result."""

    def __init__(self, name, shape):
        self.name = name
        self.input = Node("input", "input", (), tuple(shape), {}, {})
        self.nodes = []

    def add(self, kind, inputs, shape, weights=None, **options):
        node = Node(f"{kind}{len(self.nodes)}", kind, tuple(inputs), tuple(shape), weights or {},
                    options)
        self.nodes.append(node)
        return node

    @property
    def result(self):
        return self.nodes[-1]

    def make_weights(self, shape, terms):
        """Such that sums of `terms` products are as large as what is multiplied."""
        random = np.random.default_rng(len(self.nodes))
        return (random.standard_normal(shape) * math.sqrt(2 / terms)).astype(np.float32)

    def make_bias(self, size):
        random = np.random.default_rng(1000 + len(self.nodes))
        return (random.standard_normal(size) * 0.1).astype(np.float32)

    def get_products(self):
        """Multiplications with weights, or of two tensors."""
        number = 0
        for node in self.nodes:
            if node.kind in ("convolution", "depthwise", "dense"):
                weights = node.weights["factor"]
                each = weights.size // (1 if node.kind == "depthwise" else weights.shape[-1])
                number += each * math.prod(node.shape) // (
                    weights.shape[-1] if node.kind == "depthwise" else 1)
            elif node.kind == "product":
                number += math.prod(node.shape) * node.inputs[0].shape[-1]
        return number

    # Of images.

    def convolve(self, x, channels, window, stride=1):
        """Zeros around so that with step 1 the image keeps its size; with a bias."""
        _, h, w, c = x.shape
        weights = {"factor": self.make_weights((window, window, c, channels),
                                               window * window * c),
                   "bias": self.make_bias(channels)}
        return self.add("convolution", [x], (1, -(-h // stride), -(-w // stride), channels),
                        weights, window=window, stride=stride)

    def convolve_depthwise(self, x, stride):
        _, h, w, c = x.shape
        weights = {"factor": self.make_weights((3, 3, c), 9), "bias": self.make_bias(c)}
        return self.add("depthwise", [x], (1, -(-h // stride), -(-w // stride), c), weights,
                        window=3, stride=stride)

    def pool(self, x):
        """The greatest number of 3 x 3, every other row and column."""
        _, h, w, c = x.shape
        return self.add("pool", [x], (1, -(-h // 2), -(-w // 2), c), window=3, stride=2)

    def average(self, x):
        """Of each channel: (1, channels)."""
        return self.add("average", [x], (1, x.shape[-1]))

    # Of anything.

    def clamp(self, x, most=None):
        """Not less than 0."""
        return self.add("clamp", [x], x.shape, most=most)

    def sum(self, x, y):
        return self.add("sum", [x, y], x.shape)

    def dense(self, x, size):
        """Each row times a matrix, with a bias."""
        rows, depth = x.shape
        weights = {"factor": self.make_weights((depth, size), depth),
                   "bias": self.make_bias(size)}
        return self.add("dense", [x], (rows, size), weights)

    # Of sequences.

    def normalize(self, x):
        """Each row to mean 0 and variance 1, then a factor and a bias for each column."""
        weights = {"factor": 1 + self.make_bias(x.shape[1]),
                   "bias": self.make_weights(x.shape[1], 200)}
        return self.add("normalize", [x], x.shape, weights, epsilon=1e-5)

    def split_heads(self, x, heads):
        """(rows, width) to (heads, rows, width / heads)."""
        rows, width = x.shape
        return self.add("split", [x], (heads, rows, width // heads))

    def join_heads(self, x):
        heads, rows, width = x.shape
        return self.add("join", [x], (rows, heads * width))

    def multiply(self, x, y, is_transposed=False, factor=1.0):
        """Of each head; with `is_transposed`, by rows of y. Then times the factor."""
        columns = y.shape[1 if is_transposed else 2]
        return self.add("product", [x, y], (*x.shape[:2], columns), is_transposed=is_transposed,
                        factor=factor)

    def softmax(self, x):
        return self.add("softmax", [x], x.shape)

    def gelu(self, x):
        """x * (1 + erf(x / sqrt(2))) / 2."""
        return self.add("gelu", [x], x.shape)


def is_quantized(graph):
    """Returns true if quantized.py made the graph."""
    return "scale" in graph.input.options


def make_input(graph):
    """Returns random numbers for the input: floats, or bytes with a sign."""
    x = np.random.default_rng(1).standard_normal(graph.input.shape).astype(np.float32)
    if not is_quantized(graph):
        return x
    return np.clip(np.rint(x / graph.input.options["scale"]), -128, 127).astype(np.int8)
