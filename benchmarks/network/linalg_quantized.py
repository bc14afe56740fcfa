# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a network of quantized.py as front ends do: products as named ops with zero points, in 32
bits, and what makes bytes of them as elementwise ops on floats.

With `unsigned`, what is not negative is bytes without sign, whose zero is 0; products of these
with weights are linalg.generic.
"""

from linalg import Writer, get_type, write_dims

# The least and the greatest byte with a sign, and without.
LIMITS = {True: (-128, 127), False: (0, 255)}


class QuantizedWriter(Writer):
    element = "i8"

    def __init__(self, graph, as_resources, channels_first, unsigned):
        if unsigned and channels_first:
            raise SystemExit("bytes without sign need channels last: there is no op "
                             "linalg.pooling_nchw_max_unsigned")
        super().__init__(graph, as_resources, channels_first)
        self.unsigned = unsigned

    # Parts.

    def has_sign(self, node):
        return not self.unsigned or node.options["zero"] == 0

    def get_zero(self, node):
        return node.options["zero"] if self.has_sign(node) else 0

    def float_constant(self, value):
        return self.new(f"arith.constant {value:.9e} : f32")

    def widen(self, node, name, result):
        """To 32 bits, in the body of an op."""
        extend = "extsi" if self.has_sign(node) else "extui"
        return f"%{result} = arith.{extend} %{name} : i8 to i32"

    def make_bytes(self, node, inputs, body):
        """An elementwise op; `body` leaves in %f the numbers, in units of its scale."""
        zero, (least, most) = self.get_zero(node), LIMITS[self.has_sign(node)]
        offset, least, most = map(self.float_constant, (zero, least, most))
        dims = write_dims(len(node.shape))
        maps = [f"({dims}) -> ({dims if len(shape) > 1 else f'd{self.get_channels(node.shape)}'})"
                for _, shape, *_ in inputs]
        conversion = "fptosi" if self.has_sign(node) else "fptoui"
        body = [*body, "%n = math.roundeven %f : f32", f"%z = arith.addf %n, {offset} : f32",
                f"%l = arith.maximumf %z, {least} : f32", f"%m = arith.minimumf %l, {most} : f32",
                f"%r = arith.{conversion} %m : f32 to i8"]
        return self.generic(inputs, self.empty(node.shape, "i8"),
                            [*maps, f"({dims}) -> ({dims})"], ["parallel"] * len(node.shape), body,
                            node.shape, "i8")

    def make_bytes_of_sums(self, node, sums):
        factors = node.weights["factors"]
        return self.make_bytes(
            node, [(sums, node.shape, "i32"), (self.constant(factors), factors.shape)],
            ["%s = arith.sitofp %a0 : i32 to f32", "%f = arith.mulf %s, %a1 : f32"])

    def multiply(self, node, x, wide, name, attributes, maps, iterators):
        """The named op, with the zero point of the source where there is one; of bytes without
        sign, what it does as linalg.generic."""
        source, factor = node.inputs[0], node.weights["factor"]
        start = self.spread(node.weights["bias"], node.shape)
        operands = [x, self.constant(factor)]
        kinds = [get_type(wide, "i8"), get_type(factor.shape, "i8")]
        kind = get_type(node.shape, "i32")
        if not self.has_sign(source):
            return self.generic(
                [(operands[0], wide, "i8"), (operands[1], factor.shape, "i8")], start, maps,
                iterators,
                [self.widen(source, "a0", "x"), "%w = arith.extsi %a1 : i8 to i32",
                 "%p = arith.muli %x, %w : i32", "%r = arith.addi %o, %p : i32"], node.shape,
                "i32")
        zero = self.get_zero(source)
        if zero:
            name = {"matmul": "quantized_matmul"}.get(name, f"{name}_q")
            operands += [self.number_constant(each, "i32") for each in (zero, 0)]
            kinds += ["i32", "i32"]
        return self.new(f"linalg.{name} {attributes}ins({', '.join(operands)} : "
                        f"{', '.join(kinds)}) outs({start} : {kind}) -> {kind}")

    # Nodes.

    def write_convolution(self, node, x):
        source = node.inputs[0]
        window, stride = node.options["window"], node.options["stride"]
        border = window // 2
        x, wide = self.pad(x, source.shape, border, border, self.get_zero(source))
        row, column = f"d1 * {stride} + d4", f"d2 * {stride} + d5"
        first = self.channels_first
        maps = [f"(d0, d1, d2, d3, d4, d5, d6) -> ({each})" for each in (
            f"d0, d6, {row}, {column}" if first else f"d0, {row}, {column}, d6",
            "d3, d6, d4, d5" if first else "d4, d5, d6, d3",
            "d0, d3, d1, d2" if first else "d0, d1, d2, d3")]
        sums = self.multiply(
            node, x, wide, "conv_2d_nchw_fchw" if first else "conv_2d_nhwc_hwcf",
            f"{{dilations = dense<1> : tensor<2xi64>, strides = dense<{stride}> : tensor<2xi64>}} ",
            maps, ["parallel"] * 4 + ["reduction"] * 3)
        return self.make_bytes_of_sums(node, sums)

    def write_dense(self, node, x):
        sums = self.multiply(
            node, x, node.inputs[0].shape, "matmul", "",
            ["(i, j, k) -> (i, k)", "(i, j, k) -> (k, j)", "(i, j, k) -> (i, j)"],
            ["parallel", "parallel", "reduction"])
        return self.make_bytes_of_sums(node, sums)

    def write_pool(self, node, x):
        has_sign = self.has_sign(node)
        return self.pool(node, x, LIMITS[has_sign][0], "" if has_sign else "_unsigned")

    def write_average(self, node, x):
        source = node.inputs[0]
        h, w = (source.shape[d] for d in self.get_sides(source.shape))
        sums = self.sum_image(node, x, [self.widen(source, "a0", "x"),
                                        "%r = arith.addi %x, %o : i32"], "i32")
        zero = self.number_constant(h * w * self.get_zero(source), "i32")
        factor = self.float_constant(
            source.options["scale"] / (node.options["scale"] * h * w))
        return self.make_bytes(node, [(sums, node.shape, "i32")], [
            f"%d = arith.subi %a0, {zero} : i32", "%s = arith.sitofp %d : i32 to f32",
            f"%f = arith.mulf %s, {factor} : f32"])

    def write_sum(self, node, *names):
        body = []
        for i, x in enumerate(node.inputs):
            zero = self.number_constant(self.get_zero(x), "i32")
            factor = self.float_constant(x.options["scale"] / node.options["scale"])
            body += [self.widen(x, f"a{i}", f"x{i}"), f"%d{i} = arith.subi %x{i}, {zero} : i32",
                     f"%s{i} = arith.sitofp %d{i} : i32 to f32",
                     f"%t{i} = arith.mulf %s{i}, {factor} : f32"]
        return self.make_bytes(node, [(name, node.shape, "i8") for name in names],
                               [*body, "%f = arith.addf %t0, %t1 : f32"])
