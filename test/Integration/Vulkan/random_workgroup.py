# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a module of random kernels that pass data on in laid-out workgroup memory.

Usage: random_workgroup.py SEED COUNT

Each thread of a block stores an element of a workgroup buffer of random shape, swizzle or
pad, waits for all others, and loads an element that another thread stored. The host
computes the same without a buffer: @main prints in how many places the two differ, for
each kernel.
"""

import random
import sys


def choose_layout(rng, rows, columns):
    """The text of a layout of [2, rows, columns], and None for no layout."""
    kind = rng.choice(["flat", "row", "pad", "steps", "none"])
    if kind == "none":
        return None
    bits, base = rng.randint(0, 3), rng.randint(0, 3)
    if kind == "flat":
        shift = rng.choice([-1, 1]) * rng.randint(max(bits, 1), 4)
        offset = f"{rows * columns} * s + {columns} * i + j"
        return f"index_map<(s, i, j) -> (swizzle<{bits}, {base}, {shift}>({offset}))>"
    if kind == "row":
        unit = 1 << base
        low = f", j mod {unit}" if rng.random() < 0.7 else f", j mod {unit}, s"
        first = "s, " if low.count("s") == 0 else ""
        return (f"index_map<(s, i, j) -> ({first}i, (j floordiv {unit}) xor "
                f"((i floordiv {rng.randint(1, 3)}) mod {1 << bits}){low})>")
    if kind == "pad":
        return (f"index_map<(s, i, j) -> (s, i, j)>, "
                f"extent<[?, ? + {rng.randint(0, 2)}, ? + {rng.randint(1, 9)}]>")
    return (f"index_map<(s, i, j) -> (s, {rng.randint(0, 2)} + i, j)>, "
            f"index_map<(s, i, j) -> (j xor (i mod {1 << bits}), s, i)>")


def kernel(rng, number):
    rows, columns = rng.randint(1, 16), rng.randint(1, 16)
    layout = choose_layout(rng, rows, columns)
    # Rotations and a reflection: each element is loaded once.
    down, right = rng.randrange(rows), rng.randrange(columns)
    turn = rng.random() < 0.5
    row = f"({rows - 1} - y + {down}) mod {rows}" if turn else f"(y + {down}) mod {rows}"
    column = f"(x + y + {right}) mod {columns}"
    shape = f"2x{rows}x{columns}xi32"
    stated = f"#layout.buffer<{layout}>, " if layout else ""
    memory = f"memref<{shape}, {stated}#gpu.address_space<workgroup>>"
    plain = f"memref<{rows}x{columns}xi32>"
    attribution, allocation = f"workgroup(%w : {memory}) ", ""
    if rng.random() < 0.5:
        attribution, allocation = "", f"%w = memref.alloc() : {memory}\n    "
    return f"""
func.func @test{number}() {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = arith.constant {rows} : index
  %columns = arith.constant {columns} : index
  %none = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %factor = arith.constant {rng.randrange(1, 1 << 30)} : i32
  %a = memref.alloc() : {plain}
  %b = memref.alloc() : {plain}
  affine.for %y = 0 to {rows} {{
    affine.for %x = 0 to {columns} {{
      %k = affine.apply affine_map<(y, x) -> (y * {columns} + x)>(%y, %x)
      %i = arith.index_cast %k : index to i32
      %v = arith.muli %i, %factor : i32
      affine.store %v, %a[%y, %x] : {plain}
      affine.store %i, %b[%y, %x] : {plain}
    }}
  }}
  gpu.launch blocks(%gx, %gy, %gz) in (%sx = %c1, %sy = %c1, %sz = %c1)
             threads(%x, %y, %z) in (%bx = %columns, %by = %rows, %bz = %c1)
             {attribution}{{
    {allocation}%v = memref.load %a[%y, %x] : {plain}
    %o = arith.xori %v, %factor : i32
    %r = affine.apply affine_map<(y, x) -> ({row})>(%y, %x)
    %c = affine.apply affine_map<(y, x) -> ({column})>(%y, %x)
    memref.store %o, %w[%c0, %y, %x] : {memory}
    memref.store %v, %w[%c1, %y, %x] : {memory}
    gpu.barrier
    %t = memref.load %w[%c1, %r, %c] : {memory}
    %u = memref.load %w[%c0, %r, %c] : {memory}
    %d = arith.xori %t, %u : i32
    %f = arith.addi %d, %t : i32
    memref.store %f, %b[%y, %x] : {plain}
    gpu.terminator
  }}
  %wrong = affine.for %y = 0 to {rows} iter_args(%n = %none) -> i64 {{
    %m = affine.for %x = 0 to {columns} iter_args(%p = %n) -> i64 {{
      %t = affine.load %a[{row.replace('y', '%y')}, {column.replace('x', '%x').replace('y', '%y')}] : {plain}
      %f = arith.addi %factor, %t : i32
      %found = affine.load %b[%y, %x] : {plain}
      %is = arith.cmpi ne, %f, %found : i32
      %i = arith.extui %is : i1 to i64
      %q = arith.addi %p, %i : i64
      affine.yield %q : i64
    }}
    affine.yield %m : i64
  }}
  call @printI64(%wrong) : (i64) -> ()
  call @printNewline() : () -> ()
  memref.dealloc %a : {plain}
  memref.dealloc %b : {plain}
  return
}}"""


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(seed)
    print(f"// Seed {seed}.")
    print("func.func private @printI64(i64)\nfunc.func private @printNewline()")
    for number in range(count):
        print(kernel(rng, number))
    print("func.func @main() {")
    for number in range(count):
        print(f"  call @test{number}() : () -> ()")
    print("  return\n}")


if __name__ == "__main__":
    main()
