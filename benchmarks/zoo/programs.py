# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs of the zoo: one table, from which `run.py` makes texts and arguments."""

import collections
import string

# A sum of products, or another op: `op` with its attributes, or lines that make %r of
# %data, %weights and %init, whose types are $data, $weights and $result; shapes of data,
# weights and result; whether the weights are a constant; the types of factors and of the
# result; and which dimension of data, of weights and of the result is unknown to the
# compiler, or None.
Program = collections.namedtuple(
    "Program", "op attributes data weights result constant element sum unknown")

SUMS = {"i8": "i32", "i16": "i32", "bf16": "f32"}


KNOWN = (None, None, None)
# Of data and result the first dimension: rows, images. The last of weights and result:
# columns. The steps of a sum.
ROWS, COLUMNS, STEPS = (0, None, 0), (None, 1, 1), (1, 0, None)
# The steps of a sum for each of several heads, which are known, and of one row of each.
LENGTH, LENGTH_OF_ROW = (2, 1, None), (1, 1, None)


def make(op, data, weights, result, constant=False, element="f32", attributes="",
         unknown=KNOWN):
    return Program(op, attributes, data, weights, result, constant, element,
                   SUMS.get(element, element), unknown)


def matmul(rows, depth, columns, **options):
    return make("linalg.matmul", (rows, depth), (depth, columns), (rows, columns), **options)


def transposed(rows, depth, columns, **options):
    maps = ", ".join(f"affine_map<(m, n, k) -> ({i})>" for i in ("m, k", "n, k", "m, n"))
    return make(f"linalg.matmul indexing_maps = [{maps}]", (rows, depth), (columns, depth),
                (rows, columns), **options)


def matvec(rows, depth, **options):
    return make("linalg.matvec", (depth,), (rows, depth), (rows,), **options)


def vecmat(depth, columns, **options):
    return make("linalg.vecmat", (depth,), (depth, columns), (columns,), **options)


def batch(number, rows, depth, columns, **options):
    return make("linalg.batch_matmul", (number, rows, depth), (number, depth, columns),
                (number, rows, columns), **options)


def decode(heads, length, depth, element):
    """One row of probabilities for each head, times its values, in the order of memory."""
    maps = ", ".join(f"affine_map<(h, s, d) -> ({i})>" for i in ("h, s", "h, s, d", "h, d"))
    lines = f"""  %r = linalg.generic {{indexing_maps = [{maps}],
      iterator_types = ["parallel", "reduction", "parallel"]}}
      ins(%data, %weights : $data, $weights) outs(%init : $result) {{
  ^bb0(%p: {element}, %v: {element}, %s: {element}):
    %m = arith.mulf %p, %v : {element}
    %y = arith.addf %s, %m : {element}
    linalg.yield %y : {element}
  }} -> $result"""
    return Program(lines, "", (heads, length), (heads, length, depth), (heads, depth), False,
                   element, element, LENGTH_OF_ROW)


def window(dims, stride):
    return (f"{{dilations = dense<1> : tensor<{dims}xi64>, "
            f"strides = dense<{stride}> : tensor<{dims}xi64>}}")


def conv(side, channels, results, size=1, stride=1, nchw=False, images=1, constant=True,
         **options):
    """Of an image that has its border already."""
    places = (side - size) // stride + 1
    if nchw:
        return make("linalg.conv_2d_nchw_fchw", (images, channels, side, side),
                    (results, channels, size, size), (images, results, places, places),
                    constant=constant, attributes=window(2, stride), **options)
    return make("linalg.conv_2d_nhwc_hwcf", (images, side, side, channels),
                (size, size, channels, results), (images, places, places, results),
                constant=constant, attributes=window(2, stride), **options)


def narrow_conv(images, channels, results, **options):
    """Three rows of an image that has eight columns."""
    return make("linalg.conv_2d_nchw_fchw", (images, channels, 32, 8), (results, channels, 3, 1),
                (images, results, 30, 8), attributes=window(2, 1), **options)


def depthwise(side, channels, stride=1, nchw=False, images=1, constant=True, **options):
    places = (side - 3) // stride + 1
    if nchw:
        return make("linalg.depthwise_conv_2d_nchw_chw", (images, channels, side, side),
                    (channels, 3, 3), (images, channels, places, places), constant=constant,
                    attributes=window(2, stride), **options)
    return make("linalg.depthwise_conv_2d_nhwc_hwc", (images, side, side, channels),
                (3, 3, channels), (images, places, places, channels), constant=constant,
                attributes=window(2, stride), **options)


def matvec_slice(layers, size):
    """One product of a matrix and a vector for each layer, as in decoders."""
    weights = f"tensor<{layers}x{size}x{size}xf32>"
    matrix, vector = f"tensor<{size}x{size}xf32>", f"tensor<{size}xf32>"
    lines = f"""  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.constant {layers} : index
  %r = scf.for %l = %c0 to %last step %c1 iter_args(%v = %data) -> ({vector}) {{
    %s = tensor.extract_slice %weights[%l, 0, 0] [1, {size}, {size}] [1, 1, 1]
        : {weights} to {matrix}
    %y = linalg.matvec ins(%s, %v : {matrix}, {vector}) outs(%init : {vector}) -> {vector}
    scf.yield %y : {vector}
  }}
"""
    return Program(lines.rstrip(), "", (size,), (layers, size, size), (size,), False, "f32", "f32",
                   KNOWN)


def resize(channels, side, results, is_centered=False):
    """Nearest neighbours, by an index that floats compute, as torch-mlir writes it."""
    result = f"tensor<{channels}x{results}x{results}xf32>"

    def get_index(d, name):
        centered = [f"%{name}2 = arith.addf %{name}1, %half : f32"] if is_centered else []
        last = 2 if is_centered else 1
        return [f"%i{name} = linalg.index {d} : index",
                f"%{name}0 = arith.index_cast %i{name} : index to i64",
                f"%{name}1 = arith.sitofp %{name}0 : i64 to f32", *centered,
                f"%{name}3 = arith.divf %{name}{last}, %scale : f32",
                f"%{name}4 = math.floor %{name}3 : f32",
                f"%{name}5 = arith.fptosi %{name}4 : f32 to i64",
                f"%{name} = arith.index_cast %{name}5 : i64 to index"]

    body = [*get_index(1, "h"), *get_index(2, "w"), "%c = linalg.index 0 : index",
            f"%v = tensor.extract %data[%c, %h, %w] : tensor<{channels}x{side}x{side}xf32>",
            "linalg.yield %v : f32"]
    lines = [f"  %scale = arith.constant {results / side:.6e} : f32",
             "  %half = arith.constant 0.5 : f32",
             "  %r = linalg.generic {indexing_maps = [affine_map<(c, h, w) -> (c, h, w)>], "
             'iterator_types = ["parallel", "parallel", "parallel"]} '
             f"outs(%init : {result}) {{", "  ^bb0(%o: f32):", *("    " + line for line in body),
             f"  }} -> {result}"]
    return Program("\n".join(lines), "", (channels, side, side), (1,),
                   (channels, results, results), False, "f32", "f32", KNOWN)


def softmax(*shape):
    """Of the last dimension."""
    data = get_tensor(shape, "f32")
    line = (f"  %r = linalg.softmax dimension({len(shape) - 1}) ins(%data : {data}) "
            f"outs(%init : {data}) -> {data}")
    return Program(line, "", shape, (1,), shape, False, "f32", "f32", KNOWN)


def zero_point_matvec(rows, depth):
    """Weights of i8, widened with their zero point in front of the product."""
    matrix, narrow = f"tensor<{rows}x{depth}xi32>", f"tensor<{rows}x{depth}xi8>"
    maps = "indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>]"
    vector = "indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>]"
    lines = f"""  %point = arith.constant 3 : i32
  %we = tensor.empty() : {matrix}
  %wide = linalg.generic {{{maps}, iterator_types = ["parallel", "parallel"]}}
      ins(%weights : {narrow}) outs(%we : {matrix}) {{
  ^bb0(%a: i8, %o: i32):
    %b = arith.extsi %a : i8 to i32
    %c = arith.subi %b, %point : i32
    linalg.yield %c : i32
  }} -> {matrix}
  %xe = tensor.empty() : tensor<{depth}xi32>
  %x = linalg.generic {{{vector}, iterator_types = ["parallel"]}}
      ins(%data : tensor<{depth}xi8>) outs(%xe : tensor<{depth}xi32>) {{
  ^bb0(%a: i8, %o: i32):
    %b = arith.extsi %a : i8 to i32
    linalg.yield %b : i32
  }} -> tensor<{depth}xi32>
  %r = linalg.matvec ins(%wide, %x : {matrix}, tensor<{depth}xi32>)
      outs(%init : tensor<{rows}xi32>) -> tensor<{rows}xi32>"""
    return Program(lines, "", (depth,), (rows, depth), (rows,), False, "i8", "i32", KNOWN)


def make_table():
    table = {}
    table["resize-96x80x80-160"] = resize(96, 80, 160)
    table["resize-96x80x80-120-centers"] = resize(96, 80, 120, is_centered=True)
    table["softmax-40x6625"] = softmax(40, 6625)
    table["softmax-12x128x128"] = softmax(12, 128, 128)
    table["matvec-4096x4096-i8-zero-point"] = zero_point_matvec(4096, 4096)
    for rows in (1, 4, 16, 64, 127):
        table[f"matmul-{rows}x2048x2048"] = matmul(rows, 2048, 2048)
        table[f"matmul-{rows}x2048x2048-constant"] = matmul(rows, 2048, 2048, constant=True)
        table[f"matmul-?x2048x2048-{rows}"] = matmul(rows, 2048, 2048, unknown=ROWS)
        table[f"matmul-{rows}x768x768"] = matmul(rows, 768, 768)
        table[f"matmul-{rows}x768x768-constant"] = matmul(rows, 768, 768, constant=True)
        table[f"transposed-{rows}x768x768"] = transposed(rows, 768, 768)
        table[f"transposed-{rows}x768x768-constant"] = transposed(rows, 768, 768,
                                                                  constant=True)
    for rows in (1, 8, 128):
        table[f"matmul-?x768x768-constant-{rows}"] = matmul(rows, 768, 768, constant=True,
                                                            unknown=ROWS)
        table[f"matmul-{rows}x64x64"] = matmul(rows, 64, 64)
        table[f"matmul-{rows}x256x256"] = matmul(rows, 256, 256)
        for element in ("bf16", "i8", "i32", "f64"):
            table[f"matmul-{rows}x768x768-{element}"] = matmul(rows, 768, 768, element=element)
            table[f"matmul-{rows}x768x768-{element}-constant"] = matmul(
                rows, 768, 768, element=element, constant=True)
    table["matvec-4096x4096"] = matvec(4096, 4096)
    table["matvec-768x768"] = matvec(768, 768)
    table["matvec-768x768-constant"] = matvec(768, 768, constant=True)
    table["matvec-768x768-i8"] = matvec(768, 768, element="i8")
    table["matvec-768x768-bf16"] = matvec(768, 768, element="bf16")
    table["vecmat-768x768"] = vecmat(768, 768)
    table["vecmat-768x768-constant"] = vecmat(768, 768, constant=True)
    table["matvec-20x640"] = matvec(20, 640)
    table["decode-1x1536x8960"] = matmul(1, 1536, 8960)
    table["matvec-slice-6x768x768"] = matvec_slice(6, 768)
    table["attention-scores-12x127x64x127"] = batch(12, 127, 64, 127)
    table["attention-values-12x127x127x64"] = batch(12, 127, 127, 64)
    table["attention-1-row-12x1x64x128"] = batch(12, 1, 64, 128)
    for heads, depth in ((2, 128), (12, 1024)):
        table[f"attention-1-row-{heads}x1x{depth}x1000"] = batch(heads, 1, depth, 1000)
    # Fewer columns than a register has elements.
    for element in ("f16", "bf16", "i8", "f32"):
        for rows, depth, columns in ((10, 65, 28), (7, 144, 11)):
            table[f"matmul-{rows}x{depth}x{columns}-{element}"] = matmul(rows, depth, columns,
                                                                         element=element)
    table["matmul-?x500x31-f16-constant-64"] = matmul(64, 500, 31, element="f16", constant=True,
                                                      unknown=ROWS)
    table["matmul-?x512x20-constant-64"] = matmul(64, 512, 20, constant=True, unknown=ROWS)
    table["batch-2x14x256x17-f16"] = batch(2, 14, 256, 17, element="f16")
    table["conv-5x5-30-24-16-nchw-f16"] = conv(30, 24, 16, 5, nchw=True, element="f16",
                                               constant=False)
    table["transposed-10x192x30"] = transposed(10, 192, 30)
    table["transposed-14x320x17-f64-constant"] = transposed(14, 320, 17, element="f64",
                                                            constant=True)
    for element in ("f32", "f64"):
        for heads, rows, length, depth in ((32, 1, 2048, 128), (12, 1, 33, 128), (12, 4, 1000, 96),
                                           (12, 64, 512, 64)):
            table[f"attention-values-{heads}x{rows}x?x{depth}-{length}-{element}"] = batch(
                heads, rows, length, depth, element=element, unknown=LENGTH)
        for heads, length, depth in ((32, 2048, 128), (12, 1000, 96), (12, 5, 128)):
            table[f"attention-decode-{heads}x?x{depth}-{length}-{element}"] = decode(
                heads, length, depth, element)
    for form, nchw in (("nhwc", False), ("nchw", True)):
        table[f"conv-1x1-160-16-96-{form}"] = conv(160, 16, 96, nchw=nchw)
        table[f"conv-1x1-160-12-96-{form}"] = conv(160, 12, 96, nchw=nchw)
        table[f"conv-1x1-56-64-64-{form}"] = conv(56, 64, 64, nchw=nchw)
        table[f"conv-1x1-14-256-256-{form}"] = conv(14, 256, 256, nchw=nchw)
        table[f"conv-1x1-56-144-24-{form}"] = conv(56, 144, 24, nchw=nchw)
        table[f"conv-3x3-58-64-64-{form}"] = conv(58, 64, 64, 3, nchw=nchw)
        table[f"conv-3x3-16-256-256-{form}"] = conv(16, 256, 256, 3, nchw=nchw)
        table[f"conv-3x3-16-256-256-{form}-argument"] = conv(16, 256, 256, 3, nchw=nchw,
                                                             constant=False)
        table[f"conv-3x3-225-3-32-{form}"] = conv(225, 3, 32, 3, 2, nchw=nchw)
        table[f"conv-3x3-30-64-64-{form}-?-4"] = conv(30, 64, 64, 3, images=4, nchw=nchw,
                                                      unknown=ROWS)
        for images in (1, 8):
            table[f"depthwise-30-64-{form}-?-{images}"] = depthwise(
                30, 64, nchw=nchw, images=images, unknown=ROWS)
        table[f"depthwise-58-96-{form}"] = depthwise(58, 96, nchw=nchw)
        table[f"depthwise-9-960-{form}"] = depthwise(9, 960, nchw=nchw)
    for images in (1, 3, 8):
        table[f"conv-3x1-32x8-64-64-nchw-?-{images}"] = narrow_conv(images, 64, 64,
                                                                    unknown=ROWS)
    for extent in (8, 64, 500):
        table[f"matmul-64x768x?-{extent}"] = matmul(64, 768, extent, unknown=COLUMNS)
        table[f"matmul-64x?x768-{extent}"] = matmul(64, extent, 768, unknown=STEPS)
    for rows in (3, 8):
        table[f"matmul-?x768x768-{rows}"] = matmul(rows, 768, 768, unknown=ROWS)
    return table


def get_tensor(shape, element, unknown=None):
    extents = ["?" if d == unknown else str(extent) for d, extent in enumerate(shape)]
    return f"tensor<{'x'.join(extents + [element])}>"


def write_constant(program, array):
    """As a resource: other constants are read number by number."""
    text = (4).to_bytes(4, "little").hex() + array.tobytes().hex()
    return f'{{-#\n  dialect_resources: {{ builtin: {{ weights: "0x{text}" }} }}\n#-}}\n'


def write_program(program, weights):
    """The text, given the weights as an array if they are a constant."""
    of_data, of_weights, of_result = program.unknown
    data = get_tensor(program.data, program.element, of_data)
    matrix = get_tensor(program.weights, program.element, of_weights)
    result = get_tensor(program.result, program.sum, of_result)
    arguments = f"%data: {data}" + ("" if program.constant else f", %weights: {matrix}")
    lines = [f"func.func @f({arguments}) -> {result} {{"]
    if program.constant:
        lines.append(f"  %weights = arith.constant dense_resource<weights> : {matrix}")
    extent = ""
    if of_result is not None:
        source = ("%data", data, of_data) if of_data is not None else ("%weights", matrix,
                                                                       of_weights)
        lines += [f"  %d = arith.constant {source[2]} : index",
                  f"  %extent = tensor.dim {source[0]}, %d : {source[1]}"]
        extent = "%extent"
    zero = "0" if program.sum.startswith("i") else "0.0"
    lines += [f"  %zero = arith.constant {zero} : {program.sum}",
              f"  %empty = tensor.empty({extent}) : {result}",
              f"  %init = linalg.fill ins(%zero : {program.sum}) outs(%empty : {result}) "
              f"-> {result}"]
    if program.op.startswith("linalg."):
        factors = [("%data", data), ("%weights", matrix)]
        if program.op == "linalg.matvec":
            factors.reverse()
        names, types = zip(*factors)
        lines.append(f"  %r = {program.op} {program.attributes} ins({', '.join(names)} : "
                     f"{', '.join(types)}) outs(%init : {result}) -> {result}")
    else:
        lines.append(string.Template(program.op).safe_substitute(data=data, weights=matrix,
                                                                 result=result))
    lines += [f"  return %r : {result}", "}", ""]
    text = "\n".join(lines)
    return text + write_constant(program, weights) if program.constant else text


PROGRAMS = make_table()
