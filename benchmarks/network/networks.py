# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The networks of this benchmark, at the size of practice and small."""

from graph import Graph
from quantized import quantize


def resnet18(name, side, widths, classes=1000):
    """Batch normalization is part of the weights, as whoever runs such a network has it."""
    graph = Graph(name, (1, side, side, 3))
    x = graph.clamp(graph.convolve(graph.input, widths[0], 7, 2))
    x = graph.pool(x)
    for stage, width in enumerate(widths):
        for block in range(2):
            stride = 2 if stage > 0 and block == 0 else 1
            y = graph.clamp(graph.convolve(x, width, 3, stride))
            y = graph.convolve(y, width, 3)
            if stride != 1 or x.shape[-1] != width:
                x = graph.convolve(x, width, 1, stride)
            x = graph.clamp(graph.sum(x, y))
    graph.dense(graph.average(x), classes)
    return graph


def mobilenet_v2(name, side, scale=1, stages=None, classes=1000):
    """stages: expansion, channels, repetitions, step of the first."""
    stages = stages or ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2),
                        (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1))
    graph = Graph(name, (1, side, side, 3))
    x = graph.clamp(graph.convolve(graph.input, 32 // scale, 3, 2), 6.0)
    for expansion, channels, repetitions, step in stages:
        for repetition in range(repetitions):
            y = x
            if expansion != 1:
                y = graph.clamp(graph.convolve(y, x.shape[-1] * expansion, 1), 6.0)
            y = graph.clamp(graph.convolve_depthwise(y, step if repetition == 0 else 1), 6.0)
            y = graph.convolve(y, channels, 1)
            x = graph.sum(x, y) if x.shape == y.shape else y
    x = graph.clamp(graph.convolve(x, 1280 // scale, 1), 6.0)
    graph.dense(graph.average(x), classes)
    return graph


def encoder(name, rows, width, heads):
    """One layer of a transformer, normalized behind the sums."""
    graph = Graph(name, (rows, width))
    x = graph.input
    query, key, value = (graph.split_heads(graph.dense(x, width), heads) for _ in range(3))
    scores = graph.multiply(query, key, is_transposed=True, factor=(width // heads) ** -0.5)
    y = graph.join_heads(graph.multiply(graph.softmax(scores), value))
    x = graph.normalize(graph.sum(x, graph.dense(y, width)))
    y = graph.dense(graph.gelu(graph.dense(x, 4 * width)), width)
    graph.normalize(graph.sum(x, y))
    return graph


NETWORKS = {
    "resnet18": lambda: resnet18("resnet18", 224, (64, 128, 256, 512)),
    "resnet18-odd": lambda: resnet18("resnet18-odd", 224, (61, 125, 253, 509)),
    "resnet18-int8": lambda: quantize(resnet18("resnet18-int8", 224, (64, 128, 256, 512))),
    "mobilenet-v2": lambda: mobilenet_v2("mobilenet-v2", 224),
    "encoder": lambda: encoder("encoder", 127, 768, 12),
    "small-resnet18": lambda: resnet18("small-resnet18", 16, (33, 37), classes=19),
    "small-resnet18-int8": lambda: quantize(
        resnet18("small-resnet18-int8", 16, (33, 37), classes=19)),
    "small-mobilenet-v2": lambda: mobilenet_v2(
        "small-mobilenet-v2", 16, 2, ((1, 17, 1, 1), (6, 34, 2, 2)), classes=19),
    "small-encoder": lambda: encoder("small-encoder", 19, 64, 2),
    # Heads are parts of blocks.
    "odd-encoder": lambda: encoder("odd-encoder", 19, 48, 3),
}
