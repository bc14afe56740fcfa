#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a module on which layout-apply and upstream's --normalize-memrefs do
the same work: plain affine_map layouts, affine loads and stores, nothing else.

  generate.py functions N   N functions of two laid-out arguments, one loop nest
                            in each
  generate.py nests N       one function with N loop nests over two laid-out buffers
"""

import sys

HEADER = "#tile = affine_map<(i, j) -> (i floordiv 4, j floordiv 8, i mod 4, j mod 8)>\n"
TYPE = "memref<16x32xf32, #tile>"


def nest(source, target):
    return f"""  affine.for %i = 0 to 16 {{
    affine.for %j = 0 to 32 {{
      %x = affine.load {source}[%i, %j] : {TYPE}
      %y = arith.addf %x, %x : f32
      affine.store %y, {target}[%i, %j] : {TYPE}
    }}
  }}
"""


def functions(count):
    yield HEADER
    for n in range(count):
        yield f"func.func @f{n}(%a: {TYPE}, %b: {TYPE}) {{\n"
        yield nest("%a", "%b")
        yield "  return\n}\n"


def nests(count):
    yield HEADER
    yield f"func.func @f(%a: {TYPE}, %b: {TYPE}) {{\n"
    for n in range(count):
        yield nest("%a", "%b") if n % 2 == 0 else nest("%b", "%a")
    yield "  return\n}\n"


def main():
    shapes = {"functions": functions, "nests": nests}
    if len(sys.argv) != 3 or sys.argv[1] not in shapes:
        sys.exit(__doc__)
    sys.stdout.writelines(shapes[sys.argv[1]](int(sys.argv[2])))


if __name__ == "__main__":
    main()
