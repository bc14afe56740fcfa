# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Index maps, as text, in C: where benchmarks pack and unpack buffers by loops of their
own, which share nothing with the passes."""

import re


def split_map(text):
    dims, results = re.fullmatch(r"\((.*?)\) -> \((.*)\)", text).groups()
    return dims.split(", "), results.split(", ")


def to_c(expr):
    return expr.replace("floordiv", "/").replace("mod", "%")


def get_physical_shape(text, shape):
    dims, results = split_map(text)
    last = {dim: extent - 1 for dim, extent in zip(dims, shape)}
    sizes = []
    for expr in results:
        radix = re.search(r"mod (\d+)", expr)
        extent = eval(expr.replace("floordiv", "//"), {}, last) + 1 if not radix else int(radix[1])
        sizes.append(extent)
    return sizes


def write_offset(text, physical):
    offset = "0"
    for expr, extent in zip(split_map(text)[1], physical):
        offset = f"({offset}) * {extent} + ({to_c(expr)})"
    return offset
