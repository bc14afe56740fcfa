# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a network as front ends do: linalg on tensors, weights as constants, no layouts.

The function is @network; its second argument is what the result is written to.
"""

import copy
import math

import numpy as np

from graph import is_quantized

ELEMENTS = {"float32": "f32", "int32": "i32", "int8": "i8", "uint8": "i8"}


def get_type(shape, element="f32", kind="tensor"):
    return f"{kind}<{'x'.join(map(str, (*shape, element)))}>"


def get_maps(*maps):
    return "[" + ", ".join(f"affine_map<{text}>" for text in maps) + "]"


def write_dims(rank):
    return ", ".join(f"d{i}" for i in range(rank))


def put_channels_first(graph):
    """The same graph with images as (1, channels, height, width)."""
    nodes = {}

    def get_node(node):
        if node.name not in nodes:
            weights = dict(node.weights)
            if node.kind in ("convolution", "depthwise"):
                factor = weights["factor"]  # (.., channels, results), or (.., channels)
                weights["factor"] = np.moveaxis(factor, (-1, -2)[:factor.ndim - 2],
                                                (0, 1)[:factor.ndim - 2])
            shape = node.shape
            if len(shape) == 4:
                shape = (shape[0], shape[3], *shape[1:3])
            nodes[node.name] = node._replace(inputs=tuple(map(get_node, node.inputs)),
                                             shape=shape, weights=weights)
        return nodes[node.name]

    result = copy.copy(graph)
    result.nodes = [get_node(node) for node in graph.nodes]
    result.input = get_node(graph.input)
    return result


class Writer:
    element = "f32"  # of images, and of what lies between the layers

    def __init__(self, graph, as_resources, channels_first):
        self.graph = put_channels_first(graph) if channels_first else graph
        self.as_resources = as_resources
        self.channels_first = channels_first
        self.lines, self.resources = [], []
        self.number = 0

    def write(self):
        graph = self.graph
        names = {"input": "%input"}
        for node in graph.nodes:
            inputs = (names[x.name] for x in node.inputs)
            names[node.name] = getattr(self, f"write_{node.kind}")(node, *inputs)
        x, y = (get_type(node.shape, self.element) for node in (graph.input, graph.result))
        source, out = (get_type(node.shape, self.element, "memref")
                       for node in (graph.input, graph.result))
        body = "\n".join(f"  {line}" for line in self.lines)
        text = (f"func.func @network(%in: {source}, %out: {out}) {{\n"
                f"  %input = bufferization.to_tensor %in restrict : {source} to {x}\n"
                f"{body}\n"
                f"  bufferization.materialize_in_destination {names[graph.result.name]} in restrict "
                f"writable %out : ({y}, {out}) -> ()\n  return\n}}\n")
        if self.resources:
            text += "{-#\n  dialect_resources: {\n    builtin: {\n      " + \
                ",\n      ".join(self.resources) + "\n    }\n  }\n#-}\n"
        return text

    # Parts.

    def new(self, text):
        self.number += 1
        self.lines.append(f"%{self.number} = {text}")
        return f"%{self.number}"

    def constant(self, array):
        data = array.tobytes().hex().upper()
        kind = get_type(array.shape, ELEMENTS[array.dtype.name])
        if not self.as_resources:
            return self.new(f'arith.constant dense<"0x{data}"> : {kind}')
        name = f"weights{len(self.resources)}"
        # The alignment of the data comes first.
        self.resources.append(f'{name}: "0x40000000{data}"')
        return self.new(f"arith.constant dense_resource<{name}> : {kind}")

    def number_constant(self, value, element="f32"):
        if element != "f32":
            return self.new(f"arith.constant {value} : {element}")
        return self.new(f"arith.constant {value:e} : f32" if math.isfinite(value) else
                        "arith.constant 0xFF800000 : f32")

    def empty(self, shape, element="f32"):
        return self.new(f"tensor.empty() : {get_type(shape, element)}")

    def fill(self, shape, value, element="f32"):
        kind = get_type(shape, element)
        return self.new(f"linalg.fill ins({self.number_constant(value, element)} : {element}) "
                        f"outs({self.empty(shape, element)} : {kind}) -> {kind}")

    def get_channels(self, shape):
        """The dimension with the channels, or the columns."""
        return 1 if self.channels_first and len(shape) == 4 else len(shape) - 1

    def get_sides(self, shape):
        """Those of rows and columns of an image."""
        return [d for d in range(1, 4) if d != self.get_channels(shape)]

    def spread(self, bias, shape):
        """A bias for the channels, over the other dimensions."""
        others = ", ".join(str(d) for d in range(len(shape)) if d != self.get_channels(shape))
        element = ELEMENTS[bias.dtype.name]
        return self.new(f"linalg.broadcast ins({self.constant(bias)} : "
                        f"{get_type(bias.shape, element)}) outs({self.empty(shape, element)} : "
                        f"{get_type(shape, element)}) dimensions = [{others}]")

    def pad(self, x, shape, low, high, value):
        """Of rows and columns."""
        sides = self.get_sides(shape)
        wide = tuple(extent + low + high if d in sides else extent
                     for d, extent in enumerate(shape))
        if low == high == 0:
            return x, wide
        zero = self.number_constant(value, self.element)
        lows, highs = (", ".join(str(size if d in sides else 0) for d in range(4))
                       for size in (low, high))
        return self.new(
            f"tensor.pad {x} low[{lows}] high[{highs}] {{\n"
            f"  ^bb0(%a0: index, %a1: index, %a2: index, %a3: index):\n"
            f"    tensor.yield {zero} : {self.element}\n"
            f"  }} : {get_type(shape, self.element)} to {get_type(wide, self.element)}"), wide

    def generic(self, inputs, out, maps, iterators, body, shape, element="f32"):
        """inputs: name, shape, and the element unless it is f32; the body names them %a0, .. and
        the destination, of `element`, %o."""
        names = ", ".join(each[0] for each in inputs)
        kinds = ", ".join(get_type(*each[1:]) for each in inputs)
        elements = [*((*each, "f32")[2] for each in inputs), element]
        arguments = ", ".join(f"%{name}: {each}" for name, each in zip(
            [*(f"a{i}" for i in range(len(inputs))), "o"], elements))
        kind = get_type(shape, element)
        quoted = ", ".join(f'"{iterator}"' for iterator in iterators)
        lines = "\n".join(f"    {line}" for line in body)
        return self.new(
            f"linalg.generic {{indexing_maps = {get_maps(*maps)}, iterator_types = [{quoted}]}} "
            f"ins({names} : {kinds}) outs({out} : {kind}) {{\n"
            f"  ^bb0({arguments}):\n{lines}\n    linalg.yield %r : {element}\n  }} -> {kind}")

    def elementwise(self, inputs, shape, body):
        dims = write_dims(len(shape))
        same = f"({dims}) -> ({dims})"
        return self.generic([(x, shape) for x in inputs], self.empty(shape),
                            [same] * (len(inputs) + 1), ["parallel"] * len(shape), body, shape)

    def reduce_rows(self, x, shape, start, body):
        """Along the last dimension."""
        dims, rest = write_dims(len(shape)), write_dims(len(shape) - 1)
        return self.generic([(x, shape)], self.fill(shape[:-1], start),
                            [f"({dims}) -> ({dims})", f"({dims}) -> ({rest})"],
                            ["parallel"] * (len(shape) - 1) + ["reduction"], body, shape[:-1])

    def with_rows(self, x, rows, shape, body):
        """%a0 of each element, %a1 of its row."""
        dims, rest = write_dims(len(shape)), write_dims(len(shape) - 1)
        maps = [f"({dims}) -> ({dims})", f"({dims}) -> ({rest})", f"({dims}) -> ({dims})"]
        return self.generic([(x, shape), (rows, shape[:-1])], self.empty(shape), maps,
                            ["parallel"] * len(shape), body, shape)

    # Nodes.

    def convolve(self, node, x, name):
        source = node.inputs[0].shape
        window, stride = node.options["window"], node.options["stride"]
        border = window // 2
        x, wide = self.pad(x, source, border, border, 0.0)
        factor = node.weights["factor"]
        start = self.spread(node.weights["bias"], node.shape)
        weights = self.constant(factor)
        return self.new(
            f"linalg.{name} {{dilations = dense<1> : tensor<2xi64>, "
            f"strides = dense<{stride}> : tensor<2xi64>}} "
            f"ins({x}, {weights} : {get_type(wide)}, {get_type(factor.shape)}) "
            f"outs({start} : {get_type(node.shape)}) -> {get_type(node.shape)}")

    def write_convolution(self, node, x):
        return self.convolve(node, x, "conv_2d_nchw_fchw" if self.channels_first else
                             "conv_2d_nhwc_hwcf")

    def write_depthwise(self, node, x):
        return self.convolve(node, x, "depthwise_conv_2d_nchw_chw" if self.channels_first else
                             "depthwise_conv_2d_nhwc_hwc")

    def write_pool(self, node, x):
        return self.pool(node, x, -math.inf)

    def pool(self, node, x, least, suffix=""):
        """The greatest number of each window; `least` is less than none."""
        x, wide = self.pad(x, node.inputs[0].shape, 1, 1, least)
        name = ("pooling_nchw_max" if self.channels_first else "pooling_nhwc_max") + suffix
        window = self.empty((3, 3), self.element)
        kind = get_type(node.shape, self.element)
        return self.new(
            f"linalg.{name} {{dilations = dense<1> : tensor<2xi64>, "
            f"strides = dense<2> : tensor<2xi64>}} ins({x}, {window} : "
            f"{get_type(wide, self.element)}, {get_type((3, 3), self.element)}) "
            f"outs({self.fill(node.shape, least, self.element)} : {kind}) -> {kind}")

    def sum_image(self, node, x, body, element):
        """Of each channel; `body` adds %a0 to %o, which has this element and is 0 at first."""
        shape, sums = node.inputs[0].shape, node.shape
        order = "n, c, h, w" if self.channels_first else "n, h, w, c"
        iterators = ["reduction" if dim in "hw" else "parallel" for dim in order.split(", ")]
        return self.generic(
            [(x, shape, self.element)], self.fill(sums, 0.0 if element == "f32" else 0, element),
            [f"({order}) -> ({order})", f"({order}) -> (n, c)"], iterators, body, sums, element)

    def write_average(self, node, x):
        h, w = (node.inputs[0].shape[d] for d in self.get_sides(node.inputs[0].shape))
        total = self.sum_image(node, x, ["%r = arith.addf %a0, %o : f32"], "f32")
        size = self.number_constant(h * w)
        return self.elementwise([total], node.shape, [f"%r = arith.divf %a0, {size} : f32"])

    def write_clamp(self, node, x):
        zero = self.number_constant(0.0)
        body = [f"%r = arith.maximumf %a0, {zero} : f32"]
        if node.options["most"] is not None:
            most = self.number_constant(node.options["most"])
            body = [f"%l = arith.maximumf %a0, {zero} : f32",
                    f"%r = arith.minimumf %l, {most} : f32"]
        return self.elementwise([x], node.shape, body)

    def write_sum(self, node, x, y):
        return self.elementwise([x, y], node.shape, ["%r = arith.addf %a0, %a1 : f32"])

    def write_dense(self, node, x):
        factor = node.weights["factor"]
        kind = get_type(node.shape)
        start = self.spread(node.weights["bias"], node.shape)
        return self.new(f"linalg.matmul ins({x}, {self.constant(factor)} : "
                        f"{get_type(node.inputs[0].shape)}, {get_type(factor.shape)}) "
                        f"outs({start} : {kind}) -> {kind}")

    def write_normalize(self, node, x):
        rows, width = shape = node.shape
        size = self.number_constant(width)
        sums = self.reduce_rows(x, shape, 0.0, ["%r = arith.addf %a0, %o : f32"])
        centred = self.with_rows(x, sums, shape, [f"%m = arith.divf %a1, {size} : f32",
                                                  "%r = arith.subf %a0, %m : f32"])
        squares = self.reduce_rows(centred, shape, 0.0, ["%q = arith.mulf %a0, %a0 : f32",
                                                         "%r = arith.addf %q, %o : f32"])
        epsilon = self.number_constant(node.options["epsilon"])
        scales = self.elementwise([squares], (rows,), [
            f"%v = arith.divf %a0, {size} : f32", f"%e = arith.addf %v, {epsilon} : f32",
            "%r = math.rsqrt %e : f32"])
        weights = [(self.constant(node.weights[name]), (width,)) for name in ("factor", "bias")]
        return self.generic(
            [(centred, shape), (scales, (rows,)), *weights], self.empty(shape),
            ["(i, j) -> (i, j)", "(i, j) -> (i)", "(i, j) -> (j)", "(i, j) -> (j)",
             "(i, j) -> (i, j)"], ["parallel"] * 2,
            ["%n = arith.mulf %a0, %a1 : f32", "%s = arith.mulf %n, %a2 : f32",
             "%r = arith.addf %s, %a3 : f32"], shape)

    def transpose(self, x, source, shape):
        return self.new(f"linalg.transpose ins({x} : {get_type(source)}) outs("
                        f"{self.empty(shape)} : {get_type(shape)}) permutation = [1, 0, 2]")

    def write_split(self, node, x):
        heads, rows, width = node.shape
        parts = (rows, heads, width)
        x = self.new(f"tensor.expand_shape {x} [[0], [1, 2]] output_shape [{rows}, {heads}, "
                     f"{width}] : {get_type((rows, heads * width))} into {get_type(parts)}")
        return self.transpose(x, parts, node.shape)

    def write_join(self, node, x):
        heads, rows, width = node.inputs[0].shape
        parts = (rows, heads, width)
        x = self.transpose(x, node.inputs[0].shape, parts)
        return self.new(f"tensor.collapse_shape {x} [[0], [1, 2]] : {get_type(parts)} into "
                        f"{get_type(node.shape)}")

    def write_product(self, node, x, y):
        left, right = (each.shape for each in node.inputs)
        if node.options["is_transposed"]:
            source, right = right, (right[0], right[2], right[1])
            y = self.new(f"linalg.transpose ins({y} : {get_type(source)}) outs("
                         f"{self.empty(right)} : {get_type(right)}) permutation = [0, 2, 1]")
        kind = get_type(node.shape)
        result = self.new(f"linalg.batch_matmul ins({x}, {y} : {get_type(left)}, "
                          f"{get_type(right)}) outs({self.fill(node.shape, 0.0)} : {kind}) "
                          f"-> {kind}")
        if node.options["factor"] == 1.0:
            return result
        factor = self.number_constant(node.options["factor"])
        return self.elementwise([result], node.shape, [f"%r = arith.mulf %a0, {factor} : f32"])

    def write_softmax(self, node, x):
        shape = node.shape
        most = self.reduce_rows(x, shape, -math.inf, ["%r = arith.maximumf %a0, %o : f32"])
        powers = self.with_rows(x, most, shape, ["%d = arith.subf %a0, %a1 : f32",
                                                 "%r = math.exp %d : f32"])
        sums = self.reduce_rows(powers, shape, 0.0, ["%r = arith.addf %a0, %o : f32"])
        return self.with_rows(powers, sums, shape, ["%r = arith.divf %a0, %a1 : f32"])

    def write_gelu(self, node, x):
        root, one, half = (self.number_constant(value) for value in (0.5 ** 0.5, 1.0, 0.5))
        return self.elementwise([x], node.shape, [
            f"%s = arith.mulf %a0, {root} : f32", "%e = math.erf %s : f32",
            f"%p = arith.addf %e, {one} : f32", "%h = arith.mulf %a0, %p : f32",
            f"%r = arith.mulf %h, {half} : f32"])


def write_linalg(graph, as_resources=True, channels_first=False, unsigned=False):
    """The text of a module. With `channels_first`, images are (1, channels, height, width) and
    ops are those on such images, as torch-mlir writes them. With `unsigned`, what is not negative
    in a quantized network is bytes without sign."""
    if not is_quantized(graph):
        return Writer(graph, as_resources, channels_first).write()
    from linalg_quantized import QuantizedWriter
    return QuantizedWriter(graph, as_resources, channels_first, unsigned).write()
