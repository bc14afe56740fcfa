# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a module of random copies through textures, to be run on a device.

Usage: random_textures.py SEED COUNT

Each function packs a buffer of random shape into a texture of random layout, has
a kernel double it from there into another one or into a plain buffer, unpacks
that and compares with the host: @main prints how many elements differ in each.
"""

import random
import sys

NAMES = "abcde"
TYPES = ["f32", "f16", "i32", "i16", "i8"]


class Layout:
    """Four channels in a texel, all else in any order, cut into two or three axes."""

    def __init__(self, rng, shape):
        dims = NAMES[: len(shape)]
        channel = rng.randrange(len(shape))
        self.channel = channel
        axes = [f"{d} + 1" if rng.random() < 0.2 else d for d in dims]
        axes[channel] = f"{dims[channel]} floordiv 4"
        rng.shuffle(axes)
        axes.append(f"{dims[channel]} mod 4")
        # The channels of a texel are not cut off from the columns.
        cuts = list(range(1, len(axes) - 1))
        self.separators = sorted(rng.sample(cuts, min(len(cuts), rng.choice([1, 1, 2]))))
        self.map = f"({', '.join(dims)}) -> ({', '.join(axes)})"

    def __str__(self):
        return (
            f"#layout.buffer<index_map<{self.map}>, pad<undef>, "
            f"axis_separator<{self.separators}>>"
        )


def nest(shape, body, indent):
    lines = []
    for depth, extent in enumerate(shape):
        lines.append("  " * (indent + depth) + f"affine.for %{NAMES[depth]} = 0 to {extent} {{")
    lines += ["  " * (indent + len(shape)) + line for line in body]
    lines += ["  " * (indent + depth) + "}" for depth in reversed(range(len(shape)))]
    return lines


def convert(element, value):
    if element.startswith("f"):
        return f"%v = arith.sitofp {value} : i32 to {element}"
    if element == "i32":
        return f"%v = arith.addi {value}, %zero32 : i32"
    return f"%v = arith.trunci {value} : i32 to {element}"


def function(rng, number):
    while True:
        shape = [rng.randint(1, 5) for _ in range(rng.randint(1, 5))]
        source, target = Layout(rng, shape), Layout(rng, shape)
        shape[source.channel] = rng.randint(1, 11)
        if len(shape) > 1:  # a single axis leaves nothing to cut
            break
    # All four channels must be written at once: then there is no padding.
    writes = target.channel == source.channel and rng.random() < 0.6
    if writes:
        shape[target.channel] = rng.choice([4, 8])
    element = rng.choice(TYPES)
    extents = "x".join(map(str, shape))
    plain = f"memref<{extents}x{element}>"
    texture = f"memref<{extents}x{element}, {source}, #layout.texture<read>>"
    written = f"memref<{extents}x{element}, {target}, #layout.texture<write>>"
    add = "addf" if element.startswith("f") else "addi"
    dims = [f"%{name}" for name in NAMES[: len(shape)]]
    index = ", ".join(dims)
    weights = [rng.randint(1, 9) for _ in shape]
    number_of = " + ".join(f"{w} * {n}" for w, n in zip(weights, NAMES))
    lines = [
        f"// {extents}x{element} by {source.map} {source.separators}",
        f"func.func private @test{number}() {{",
        "  %zero32 = arith.constant 0 : i32",
        "  %none = arith.constant 0 : i64",
        "  %one = arith.constant 1 : i64",
        "  %c1 = arith.constant 1 : index",
        f"  %in = memref.alloc() : {plain}",
        f"  %out = memref.alloc() : {plain}",
        "  %count = memref.alloca() : memref<1xi64>",
        "  affine.store %none, %count[0] : memref<1xi64>",
    ]
    lines += nest(
        shape,
        [
            f"%k = affine.apply affine_map<({', '.join(NAMES[:len(shape)])}) -> ({number_of})>({index})",
            "%i = arith.index_cast %k : index to i32",
            convert(element, "%i"),
            f"affine.store %v, %in[{index}] : {plain}",
        ],
        1,
    )
    lines += [
        f"  %texture = memref.alloc() : {texture}",
        f"  layout.convert ins(%in : {plain}) outs(%texture : {texture})",
    ]
    result, result_type = "%out", plain
    if writes:
        result, result_type = "%written", written
        lines.append(f"  %written = memref.alloc() : {written}")
    # One block per element or texel, numbered over all.
    blocks = [extent // 4 if writes and d == target.channel else extent for d, extent in enumerate(shape)]
    total = 1
    for extent in blocks:
        total *= extent
    lines += [
        f"  %total = arith.constant {total} : index",
        "  gpu.launch blocks(%x, %y, %z) in (%gx = %total, %gy = %c1, %gz = %c1)",
        "             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {",
    ]
    stride = total
    for d, extent in enumerate(blocks):
        stride //= extent
        lines.append(
            f"    %{NAMES[d]} = affine.apply affine_map<()[x] -> ((x floordiv {stride}) mod {extent})>()[%x]"
        )
    at = list(dims)
    if writes:
        at[target.channel] = "%lane"
        lines += [
            "    affine.for %ci = 0 to 4 {",
            f"      %lane = affine.apply affine_map<(ci)[c] -> (4 * c + ci)>(%ci)[{dims[target.channel]}]",
        ]
    body = [
        f"      %old = memref.load %texture[{', '.join(at)}] : {texture}",
        f"      %new = arith.{add} %old, %old : {element}",
        f"      memref.store %new, {result}[{', '.join(at)}] : {result_type}",
    ]
    lines += body + (["    }"] if writes else []) + ["    gpu.terminator", "  }"]
    if writes:
        lines.append(f"  layout.convert ins(%written : {written}) outs(%out : {plain})")
    differ = (
        f"%ne = arith.cmpf une, %twice, %got : {element}"
        if element.startswith("f")
        else f"%ne = arith.cmpi ne, %twice, %got : {element}"
    )
    lines += nest(
        shape,
        [
            f"%old = affine.load %in[{index}] : {plain}",
            f"%twice = arith.{add} %old, %old : {element}",
            f"%got = affine.load %out[{index}] : {plain}",
            differ,
            "%one_more = arith.select %ne, %one, %none : i64",
            "%n = affine.load %count[0] : memref<1xi64>",
            "%m = arith.addi %n, %one_more : i64",
            "affine.store %m, %count[0] : memref<1xi64>",
        ],
        1,
    )
    lines += [
        "  %differ = affine.load %count[0] : memref<1xi64>",
        "  call @printI64(%differ) : (i64) -> ()",
        "  call @printNewline() : () -> ()",
        "  return",
        "}",
    ]
    return "\n".join(lines)


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(seed)
    print(f"// Seed {seed}.")
    print("func.func private @printI64(i64)\nfunc.func private @printNewline()")
    for number in range(count):
        print(function(rng, number))
    calls = "\n".join(f"  call @test{n}() : () -> ()" for n in range(count))
    print(f"func.func @main() {{\n{calls}\n  return\n}}")


if __name__ == "__main__":
    main()
