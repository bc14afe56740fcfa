# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of the zoo that are no single contraction: rows, images, blocks, narrow products."""

import collections
import re

# The body of @f over %a0, %a1, ..; the types of these and of the result, without `tensor<>`;
# and the limit of whole numbers that are indices.
Op = collections.namedtuple("Op", "body arguments result limit", defaults=(None,))

CONSTANTS = """\
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %one = arith.constant 1.0 : f32
  %small = arith.constant 1.0e-5 : f32
  %scale = arith.constant 0.25 : f32
  %zero_i32 = arith.constant 0 : i32
"""


def write_op(op):
    arguments = ", ".join(f"%a{i}: tensor<{t}>" for i, t in enumerate(op.arguments))
    return (f"func.func @f({arguments}) -> tensor<{op.result}> {{\n{CONSTANTS}{op.body}"
            f"  return %r : tensor<{op.result}>\n}}\n")


def shape(*extents, element="f32"):
    return "x".join(map(str, (*extents, element)))


def empty(name, result):
    return f"  {name} = tensor.empty() : tensor<{result}>\n"


def fill(name, result, value="%zero", element="f32"):
    return (empty(f"{name}e", result) +
            f"  {name} = linalg.fill ins({value} : {element}) outs({name}e : tensor<{result}>)"
            f" -> tensor<{result}>\n")


def generic(name, ins, init, result, dims, maps, kinds, body):
    """`ins`: (value, type); `maps`: "i, j" over `dims`, of `ins` and then of the result; of
    `kinds`, p is parallel and r a reduction. `body` makes %y of %x0, %x1, .. and %s."""
    all_maps = ", ".join(f"affine_map<({dims}) -> ({m})>" for m in maps)
    iterators = ", ".join('"parallel"' if kind == "p" else '"reduction"' for kind in kinds)
    values = ", ".join(value for value, _ in ins)
    types = ", ".join(f"tensor<{t}>" for _, t in ins)
    arguments = "".join(f"%x{i}: {t.split('x')[-1]}, " for i, (_, t) in enumerate(ins))
    element = result.split("x")[-1]
    lines = "".join(f"    {line}\n" for line in body.split("; "))
    return (f"  {name} = linalg.generic {{indexing_maps = [{all_maps}], iterator_types = "
            f"[{iterators}]}} ins({values} : {types}) outs({init} : tensor<{result}>) {{\n"
            f"  ^bb0({arguments}%s: {element}):\n{lines}    linalg.yield %y : {element}\n"
            f"  }} -> tensor<{result}>\n")


def elementwise(body, data, result=None, other=None, maps=("i, j", "i, j")):
    result = result or data
    arguments = [data] + ([other] if other else [])
    ins = [(f"%a{i}", t) for i, t in enumerate(arguments)]
    return Op(empty("%e", result) + generic("%r", ins, "%e", result, "i, j", maps, "pp", body),
              arguments, result)


SUM, GREATEST = "%y = arith.addf %s, %x0 : f32", "%y = arith.maximumf %s, %x0 : f32"
SQUARES = "%p = arith.mulf %x0, %x0 : f32; %y = arith.addf %s, %p : f32"


def reduce_rows(name, value, rows, columns, body, start="%zero"):
    """A number for each row of `value`."""
    return (fill(f"{name}f", shape(rows), start) +
            generic(name, [(value, shape(rows, columns))], f"{name}f", shape(rows), "i, j",
                    ("i, j", "i"), "pr", body))


def of_rows(name, ins, init, rows, columns, body):
    """`ins`: values of all elements, and with "i" or "j" in front those of rows or columns."""
    types = {"i": shape(rows), "j": shape(columns), "i, j": shape(rows, columns)}
    return generic(name, [(value, types[m]) for m, value in ins], init, shape(rows, columns),
                   "i, j", (*(m for m, _ in ins), "i, j"), "pp", body)


def softmax(rows, columns):
    whole = shape(rows, columns)
    body = (reduce_rows("%m", "%a0", rows, columns, GREATEST, "%lowest") + empty("%e", whole) +
            of_rows("%p", [("i, j", "%a0"), ("i", "%m")], "%e", rows, columns,
                    "%d = arith.subf %x0, %x1 : f32; %y = math.exp %d : f32") +
            reduce_rows("%q", "%p", rows, columns, SUM) +
            of_rows("%r", [("i, j", "%p"), ("i", "%q")], "%e", rows, columns,
                    "%y = arith.divf %x0, %x1 : f32"))
    return Op(body, [whole], whole)


def normalize(rows, columns, with_mean):
    whole = shape(rows, columns)
    body = reduce_rows("%v", "%a0", rows, columns, SQUARES) + empty("%e", whole)
    ins = [("i, j", "%a0"), ("i", "%v"), ("j", "%a1")]
    step = ("%w = arith.addf %x1, %small : f32; %q = math.rsqrt %w : f32; "
            "%n = arith.mulf {}, %q : f32; %y = arith.mulf %n, %x2 : f32")
    if not with_mean:
        return Op(body + of_rows("%r", ins, "%e", rows, columns, step.format("%x0")),
                  [whole, shape(columns)], whole)
    body += reduce_rows("%m", "%a0", rows, columns, SUM)
    body += of_rows("%r", [*ins, ("i", "%m")], "%e", rows, columns,
                    "%t = arith.mulf %x3, %scale : f32; %c = arith.subf %x0, %t : f32; " +
                    step.format("%c"))
    return Op(body, [whole, shape(columns)], whole)


def permute(extents, order):
    result = shape(*(extents[i] for i in order))
    return Op(empty("%e", result) +
              f"  %r = linalg.transpose ins(%a0 : tensor<{shape(*extents)}>) "
              f"outs(%e : tensor<{result}>) permutation = {list(order)}\n",
              [shape(*extents)], result)


def list_rows():
    """Of matrices of (rows, columns)."""
    for rows, columns in ((2000, 768), (32768, 128)):
        whole = shape(rows, columns)
        yield f"column-sum-by-rows-{rows}x{columns}", Op(
            fill("%f", shape(columns)) +
            generic("%r", [("%a0", whole)], "%f", shape(columns), "i, j", ("i, j", "j"), "rp",
                    SUM), [whole], shape(columns))
    for rows, columns in ((1, 4096), (8, 61), (12, 1021), (128, 768), (1000, 10), (4096, 3),
                          (64, 4096)):
        whole, size = shape(rows, columns), f"{rows}x{columns}"
        bytes_, words = shape(rows, columns, element="i8"), shape(rows, element="i32")
        yield f"row-sum-{size}", Op(reduce_rows("%r", "%a0", rows, columns, SUM), [whole],
                                    shape(rows))
        yield f"row-max-{size}", Op(reduce_rows("%r", "%a0", rows, columns, GREATEST, "%lowest"),
                                    [whole], shape(rows))
        yield f"column-sum-{size}", Op(
            fill("%f", shape(columns)) +
            generic("%r", [("%a0", whole)], "%f", shape(columns), "j, i", ("i, j", "j"), "pr",
                    SUM), [whole], shape(columns))
        yield f"row-sum-i8-{size}", Op(
            fill("%f", words, "%zero_i32", "i32") +
            generic("%r", [("%a0", bytes_)], "%f", words, "i, j", ("i, j", "i"), "pr",
                    "%w = arith.extsi %x0 : i8 to i32; %y = arith.addi %s, %w : i32"),
            [bytes_], words)
        yield f"softmax-{size}", softmax(rows, columns)
        yield f"layer-norm-{size}", normalize(rows, columns, with_mean=True)
        yield f"rms-norm-{size}", normalize(rows, columns, with_mean=False)
        yield f"transpose-{size}", permute((rows, columns), (1, 0))
        yield f"bias-relu-{size}", elementwise(
            "%t = arith.addf %x0, %x1 : f32; %y = arith.maximumf %t, %zero : f32", whole,
            other=shape(columns), maps=("i, j", "j", "i, j"))
        yield f"tanh-{size}", elementwise(
            "%t = math.tanh %x0 : f32; %u = arith.addf %t, %one : f32; "
            "%y = arith.mulf %u, %x0 : f32", whole)
        yield f"sigmoid-{size}", elementwise(
            "%t = arith.negf %x0 : f32; %u = math.exp %t : f32; %v = arith.addf %u, %one : f32; "
            "%y = arith.divf %one, %v : f32", whole)
        yield f"quantize-{size}", elementwise(
            "%t = arith.mulf %x0, %scale : f32; %y = arith.fptosi %t : f32 to i8", whole, bytes_)
        yield f"dequantize-{size}", elementwise(
            "%t = arith.sitofp %x0 : i8 to f32; %y = arith.mulf %t, %scale : f32", bytes_, whole)
        yield f"add-i8-{size}", elementwise("%y = arith.addi %x0, %x1 : i8", bytes_, other=bytes_,
                                            maps=("i, j",) * 3)
        yield f"mask-{size}", elementwise(
            "%i = linalg.index 0 : index; %j = linalg.index 1 : index; "
            "%c = arith.cmpi sge, %i, %j : index; %y = arith.select %c, %x0, %lowest : f32", whole)


def window(stride):
    return f"{{dilations = dense<1> : tensor<2xi64>, strides = dense<{stride}> : tensor<2xi64>}}"


def convolve(name, extents, taps, result, stride=1):
    data, weights, out = shape(*extents), shape(*taps), shape(*result)
    return Op(fill("%f", out) +
              f"  %r = linalg.{name} {window(stride)} ins(%a0, %a1 : tensor<{data}>, "
              f"tensor<{weights}>) outs(%f : tensor<{out}>) -> tensor<{out}>\n",
              [data, weights], out)


def pool(name, extents, size, result, stride, start="%zero"):
    data, out = shape(*extents), shape(*result)
    return Op(f"  %w = tensor.empty() : tensor<{shape(size, size)}>\n" + fill("%f", out, start) +
              f"  %r = linalg.{name} {window(stride)} ins(%a0, %w : tensor<{data}>, "
              f"tensor<{shape(size, size)}>) outs(%f : tensor<{out}>) -> tensor<{out}>\n",
              [data], out)


def list_images():
    for n, c, h, w in ((2, 7, 9, 5), (1, 56, 56, 64), (4, 3, 32, 32), (8, 12, 64, 64)):
        whole, size = shape(n, c, h, w), f"{n}x{c}x{h}x{w}"
        padded = shape(n, c, h + 2, w + 2)
        yield f"permute-0213-{size}", permute((n, c, h, w), (0, 2, 1, 3))
        yield f"pad-{size}", Op(
            "  %r = tensor.pad %a0 low[0, 0, 1, 1] high[0, 0, 1, 1] {\n"
            "  ^bb0(%i: index, %j: index, %k: index, %l: index):\n    tensor.yield %zero : f32\n"
            f"  }} : tensor<{whole}> to tensor<{padded}>\n", [whole], padded)
        for name, maps, result in (("nchw", "n, c, h, w", (n, c)), ("nhwc", "n, h, w, c", (n, w))):
            out = shape(*result)
            yield f"mean-{name}-{size}", Op(
                fill("%f", out) + generic("%r", [("%a0", whole)], "%f", out, "n, c, h, w",
                                          (maps, "n, c"), "pprr", SUM), [whole], out)
        yield f"channel-bias-{size}", Op(
            empty("%e", whole) +
            generic("%r", [("%a0", whole), ("%a1", shape(c))], "%e", whole, "n, c, h, w",
                    ("n, c, h, w", "c", "n, c, h, w"), "pppp", "%y = arith.addf %x0, %x1 : f32"),
            [whole, shape(c)], whole)
        yield f"max-pool-{size}", pool("pooling_nchw_max", (n, c, h, w), 2,
                                       (n, c, h // 2, w // 2), 2, "%lowest")
    for channels in (1, 2, 3, 4, 5, 6, 8, 12, 16):
        for side in (32, 224):
            planes, pixels = (1, channels, side, side), (1, side, side, channels)
            yield f"to-nhwc-{channels}-{side}", permute(planes, (0, 2, 3, 1))
            yield f"to-nchw-{channels}-{side}", permute(pixels, (0, 3, 1, 2))
    for n, h, w, c in ((1, 28, 28, 30), (1, 9, 9, 5), (2, 56, 56, 64)):
        size, result = f"{n}x{h}x{w}x{c}", (n, h - 2, w - 2)
        yield f"average-pool-{size}", pool("pooling_nhwc_sum", (n, h, w, c), 3, (*result, c), 1)
        yield f"depthwise-argument-{size}", convolve("depthwise_conv_2d_nhwc_hwc", (n, h, w, c),
                                                     (3, 3, c), (*result, c))
        yield f"conv-argument-{size}", convolve("conv_2d_nhwc_hwcf", (n, h, w, c), (3, 3, c, 19),
                                                (*result, 19))


def attend(heads, steps, depth):
    data, scores, each = shape(heads, steps, depth), shape(heads, steps, steps), shape(heads, steps)

    def over_scores(name, other, body):
        return generic(name, other, "%e", scores, "b, i, j",
                       ("b, i, j", "b, i", "b, i, j"), "ppp", body)

    def reduce(name, value, body, start):
        return fill(f"{name}f", each, start) + generic(
            name, [(value, scores)], f"{name}f", each, "b, i, j", ("b, i, j", "b, i"), "ppr", body)

    body = fill("%f", scores) + generic(
        "%k", [("%a0", data), ("%a1", data)], "%f", scores, "b, i, j, d",
        ("b, i, d", "b, j, d", "b, i, j"), "pppr",
        "%p = arith.mulf %x0, %x1 : f32; %y = arith.addf %s, %p : f32")
    body += reduce("%m", "%k", GREATEST, "%lowest") + empty("%e", scores)
    body += over_scores("%p", [("%k", scores), ("%m", each)],
                        "%d = arith.subf %x0, %x1 : f32; %y = math.exp %d : f32")
    body += reduce("%q", "%p", SUM, "%zero")
    body += over_scores("%w", [("%p", scores), ("%q", each)], "%y = arith.divf %x0, %x1 : f32")
    body += fill("%o", data) + (
        f"  %r = linalg.batch_matmul ins(%w, %a2 : tensor<{scores}>, tensor<{data}>) "
        f"outs(%o : tensor<{data}>) -> tensor<{data}>\n")
    return Op(body, [data] * 3, data)


def embed(words, depth, steps):
    result = shape(steps, depth)
    body = ("%n = arith.index_cast %x0 : i32 to index; %j = linalg.index 1 : index; "
            f"%y = tensor.extract %a0[%n, %j] : tensor<{shape(words, depth)}>")
    return Op(empty("%e", result) +
              generic("%r", [("%a1", shape(steps, element="i32"))], "%e", result, "i, j",
                      ("i", "i, j"), "pp", body),
              [shape(words, depth), shape(steps, element="i32")], result, words)


def list_blocks():
    for heads, steps, depth in ((1, 16, 64), (12, 128, 64), (8, 33, 48)):
        yield f"attention-{heads}-{steps}-{depth}", attend(heads, steps, depth)
    for words, depth, steps in ((1000, 64, 33), (5000, 768, 128)):
        yield f"embedding-{words}-{depth}-{steps}", embed(words, depth, steps)
    for rows, one, other in ((33, 17, 8), (128, 768, 768), (2, 7, 3)):
        types, result = [shape(rows, one), shape(rows, other)], shape(rows, one + other)
        yield f"concat-{rows}-{one}-{other}", Op(
            f"  %r = tensor.concat dim(1) %a0, %a1 : (tensor<{types[0]}>, tensor<{types[1]}>)"
            f" -> tensor<{result}>\n", types, result)


def list_narrow():
    """Products of which an extent is small."""
    for rows, columns, depth in ((3, 3, 3), (7, 5, 11), (2, 1000, 2), (1000, 2, 2), (64, 10, 300),
                                 (300, 1, 300), (1, 1, 5000), (16, 16, 16), (100, 100, 3)):
        left, right, out = shape(rows, depth), shape(depth, columns), shape(rows, columns)
        size = f"{rows}x{depth}x{columns}"
        yield f"narrow-{size}", Op(
            fill("%f", out) + f"  %r = linalg.matmul ins(%a0, %a1 : tensor<{left}>, "
            f"tensor<{right}>) outs(%f : tensor<{out}>) -> tensor<{out}>\n", [left, right], out)
        transposed = shape(columns, depth)
        yield f"narrow-transposed-{size}", Op(
            fill("%f", out) +
            generic("%r", [("%a0", left), ("%a1", transposed)], "%f", out, "i, j, k",
                    ("i, k", "j, k", "i, j"), "ppr",
                    "%p = arith.mulf %x0, %x1 : f32; %y = arith.addf %s, %p : f32"),
            [left, transposed], out)
        types = [shape(9, rows, depth), shape(9, depth, columns)]
        out = shape(9, rows, columns)
        yield f"narrow-batch-{size}", Op(
            fill("%f", out) + f"  %r = linalg.batch_matmul ins(%a0, %a1 : tensor<{types[0]}>, "
            f"tensor<{types[1]}>) outs(%f : tensor<{out}>) -> tensor<{out}>\n", types, out)


PRODUCT = "%p = arith.mulf %x0, %x1 : f32; %y = arith.addf %s, %p : f32"


def add_groups(rows, columns, weights, data, result, init=None):
    """A product of f32, each sum of which goes over groups and their elements."""
    row = "m, " if rows > 1 else ""
    out = shape(rows, columns) if rows > 1 else shape(columns)
    return (fill(f"{result}f", out) if init is None else "") + generic(
        result, [weights, data], init or f"{result}f", out, f"{row}n, g, k",
        ("n, g, k", f"{row}g, k", f"{row}n"), f"{'p' if row else ''}prr", PRODUCT)


def multiply_bytes(rows, columns, groups, size, scales="f32", has_zero_points=False):
    """Weights of a byte with a scale for each group, widened in front of the product."""
    bytes_, wide = (shape(columns, groups, size, element=e) for e in ("i8", "f32"))
    data = shape(rows, groups, size) if rows > 1 else shape(groups, size)
    arguments = [bytes_, shape(columns, groups, element=scales), data]
    ins, maps = list(zip(("%a0", "%a1"), arguments)), ["n, g, k", "n, g"]
    widen = "%w = arith.sitofp %x0 : i8 to f32; "
    if has_zero_points:
        arguments.append(shape(columns, groups, element="i8"))
        ins.append(("%a3", arguments[3]))
        maps.append("n, g")
        widen = ("%i = arith.extsi %x0 : i8 to i32; %z = arith.extsi %x2 : i8 to i32; "
                 "%d = arith.subi %i, %z : i32; %w = arith.sitofp %d : i32 to f32; ")
    widen += ("%y = arith.mulf %w, %x1 : f32" if scales == "f32" else
              f"%v = arith.extf %x1 : {scales} to f32; %y = arith.mulf %w, %v : f32")
    body = empty("%e", wide) + generic("%w", ins, "%e", wide, "n, g, k", (*maps, "n, g, k"), "ppp",
                                       widen)
    body += add_groups(rows, columns, ("%w", wide), ("%a2", data), "%r")
    return Op(body, arguments, shape(rows, columns) if rows > 1 else shape(columns))


def multiply_nibbles(columns, groups, size):
    """Two weights in a byte: lower halves are those of one vector, upper ones of another."""
    bytes_, wide = (shape(columns, groups, size, element=e) for e in ("i8", "f32"))
    scales, data = shape(columns, groups), shape(groups, size)
    body = empty("%e", wide)
    for name, half in (("%l", "%h = arith.constant 15 : i8; %b = arith.andi %x0, %h : i8"),
                       ("%u", "%h = arith.constant 4 : i8; %b = arith.shrui %x0, %h : i8")):
        body += generic(name, [("%a0", bytes_), ("%a1", scales)], "%e", wide, "n, g, k",
                        ("n, g, k", "n, g", "n, g, k"), "ppp",
                        f"{half}; %w = arith.uitofp %b : i8 to f32; %y = arith.mulf %w, %x1 : f32")
    body += add_groups(1, columns, ("%l", wide), ("%a2", data), "%q")
    body += add_groups(1, columns, ("%u", wide), ("%a3", data), "%r", "%q")
    return Op(body, [bytes_, scales, data, data], shape(columns))


def list_quantized():
    for rows in (1, 4):
        for size in (32, 128):
            yield f"bytes-{rows}-4096-{size}", multiply_bytes(rows, 4096, 4096 // size, size)
    for scales in ("f16", "bf16"):
        yield f"bytes-1-4096-64-{scales}", multiply_bytes(1, 4096, 64, 64, scales)
    yield "bytes-1-4096-64-zero-points", multiply_bytes(1, 4096, 64, 64, has_zero_points=True)
    yield "bytes-4-4096-64-zero-points", multiply_bytes(4, 4096, 64, 64, has_zero_points=True)
    yield "nibbles-1-4096-64", multiply_nibbles(4096, 64, 32)


def list_others():
    """Programs of a survey that nobody had in mind."""
    for n, h, w, c, taps in ((1, 32, 32, 24, 5), (1, 20, 20, 96, 7)):
        size = f"{taps}x{taps}-{n}x{h}x{w}x{c}"
        yield f"depthwise-nhwc-{size}", convolve(
            "depthwise_conv_2d_nhwc_hwc", (n, h, w, c), (taps, taps, c),
            (n, h - taps + 1, w - taps + 1, c))
        yield f"depthwise-nchw-{size}", convolve(
            "depthwise_conv_2d_nchw_chw", (n, c, h, w), (c, taps, taps),
            (n, c, h - taps + 1, w - taps + 1))
    for n, steps, c in ((8, 1024, 3), (1, 197, 768), (7, 61, 33)):
        yield f"middle-sum-{n}x{steps}x{c}", Op(
            fill("%f", shape(n, c)) +
            generic("%r", [("%a0", shape(n, steps, c))], "%f", shape(n, c), "i, j, k",
                    ("i, j, k", "i, k"), "prp", SUM), [shape(n, steps, c)], shape(n, c))
    for rows in (3, 8):
        for element in ("f32", "bf16", "f16"):
            left, right = shape(rows, 320, element=element), shape(200, 320, element=element)
            yield f"few-transposed-{rows}x320x200-{element}", Op(
                fill("%f", shape(rows, 200)) +
                "  %r = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, "
                "affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] "
                f"ins(%a0, %a1 : tensor<{left}>, tensor<{right}>) outs(%f : "
                f"tensor<{shape(rows, 200)}>) -> tensor<{shape(rows, 200)}>\n", [left, right],
                shape(rows, 200))
    types = [shape(6, 50, 32), shape(6, 32, 50)]
    out = shape(6, 50, 50)
    yield "odd-batch-6x50x32x50", Op(
        fill("%f", out) + f"  %r = linalg.batch_matmul ins(%a0, %a1 : tensor<{types[0]}>, "
        f"tensor<{types[1]}>) outs(%f : tensor<{out}>) -> tensor<{out}>\n", types, out)


def forget_rows(op, rows):
    """The same, with rows that the compiler does not know."""
    def rename(text):
        return re.sub(rf"(?<=[<x]){rows}(?=x)", "?", text)
    body = re.sub(r"tensor\.empty\(\) : (tensor<[^>]*\?)", r"tensor.empty(%rows) : \1",
                  rename(op.body))
    head = (f"  %at = arith.constant 0 : index\n"
            f"  %rows = tensor.dim %a0, %at : tensor<{rename('<' + op.arguments[0])[1:]}>\n")
    types = [rename("<" + t)[1:] for t in (*op.arguments, op.result)]
    return Op(head + body, types[:-1], types[-1], op.limit)


OPS = {**dict(list_rows()), **dict(list_images()), **dict(list_blocks()), **dict(list_narrow()),
       **dict(list_quantized()), **dict(list_others())}
# (program with known rows, the same without), of matrices.
UNKNOWN_ROWS = {f"{name}-?": (name, forget_rows(op, op.arguments[0].split("x")[0]))
                for name, op in list_rows()}
