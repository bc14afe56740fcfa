# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A network in bytes: a graph of graph.py, with numbers that are bytes times a scale.

Each node has the options `scale` and `zero`: a byte q with a sign says scale * (q - zero). Where
ReLU made a result, it has no negative numbers, and `zero` is -128, so that ReLU is what saturation
does; other results have 0. Weights are bytes with a scale for each column or output channel, and
no zero. Products are summed up in 32 bits, with a bias of the scale of the products; to become
bytes again, sums are multiplied by one float, rounded to the nearest number, of two equally near
ones to the even one, and saturated.
"""

import numpy as np

from graph import Graph

# The greatest number that does not saturate, in standard deviations.
RANGE = 4


def round_scale(scale, bits):
    """To so many significant bits.

    With few of them, a sum of two quantized tensors is exact in floats, whatever the order of its
    ops is, and rounds alike everywhere.
    """
    mantissa, exponent = np.frexp(scale)
    return np.float32(np.ldexp(np.rint(np.ldexp(mantissa, bits)), exponent - bits))


def quantize_weights(node, x_scale, y_scale):
    """Symmetric, each output channel by its greatest number.

    `scales` are those of the weights, `factors` make the sums bytes of the result."""
    factor = node.weights["factor"]
    scales = np.abs(factor).reshape(-1, factor.shape[-1]).max(axis=0) / np.float32(127)
    return {"factor": np.rint(factor / scales).astype(np.int8),
            "bias": np.rint(node.weights["bias"] / (x_scale * scales)).astype(np.int32),
            "scales": scales,
            "factors": x_scale * scales / y_scale}


def quantize(graph):
    """Scales are chosen by what the mean squares of results are with random weights."""
    result = Graph(graph.name, graph.input.shape)
    result.input = graph.input._replace(
        options={"scale": round_scale(RANGE / 127, 8), "zero": 0})
    clamped = {node.inputs[0].name for node in graph.nodes if node.kind == "clamp"}
    made = {"input": (result.input, 1.0)}  # and its mean square
    for node in graph.nodes:
        inputs, squares = zip(*(made[x.name] for x in node.inputs))
        scale, zero = (inputs[0].options[name] for name in ("scale", "zero"))
        if node.kind == "clamp" and node.options["most"] is None:
            made[node.name] = made[node.inputs[0].name]  # which saturates at zero
            continue
        if node.kind in ("convolution", "dense", "sum"):
            square = sum(squares) if node.kind == "sum" else 2 * squares[0]
            zero = -128 if node.name in clamped else 0
            scale = round_scale(RANGE * square ** 0.5 / (127 - zero),
                                1 if node.kind == "sum" else 8)
            square *= 0.5 if zero else 1.0
        elif node.kind == "pool":
            square = 2 * squares[0]
        elif node.kind == "average":
            scale, square = scale / 2, squares[0] / 2
        else:
            raise SystemExit(f"{node.kind}: no quantized form is known; see quantized.py")
        weights = quantize_weights(node, inputs[0].options["scale"], scale) if node.weights else {}
        made[node.name] = (result.add(node.kind, inputs, node.shape, weights, **dict(
            node.options, scale=scale, zero=zero)), square)
    return result
