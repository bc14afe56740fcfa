#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a module to compile. On the first two, layout-apply and upstream's
--normalize-memrefs do the same work: plain affine_map layouts, affine loads and
stores, nothing else. The others have padding, and guards that it makes needless.

  generate.py functions N   N functions of two laid-out arguments, one loop nest
                            in each
  generate.py nests N       one function with N loop nests over two laid-out buffers
  generate.py guarded-functions N, guarded-nests N
                            the same with padding and guards
  generate.py copies N      one function with N padded buffers of its own, each
                            filled by a guarded copy, read, and freed
  generate.py arguments N   one function with N guarded copies between 2 N arguments,
                            all of which may be the same memory
"""

import sys

HEADER = "#tile = affine_map<(i, j) -> (i floordiv 4, j floordiv 8, i mod 4, j mod 8)>\n"
TYPE = "memref<16x32xf32, #tile>"


PADDED_HEADER = """\
#tile = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j floordiv 8, i mod 4, j mod 8)>, pad<0.0 : f32>>
#inside = affine_set<(i, j) : (13 - i >= 0, 28 - j >= 0)>
"""
PADDED_TYPE = "memref<14x29xf32>"
REQUEST = "{layout.transform = #tile}"
OWN = "{llvm.noalias}"


def nest(source, target):
    return f"""  affine.for %i = 0 to 16 {{
    affine.for %j = 0 to 32 {{
      %x = affine.load {source}[%i, %j] : {TYPE}
      %y = arith.addf %x, %x : f32
      affine.store %y, {target}[%i, %j] : {TYPE}
    }}
  }}
"""


def guarded_nest(source, target, computation, seed=""):
    """A loop nest over whole tiles that touches only what is data."""
    return f"""  affine.for %i = 0 to 16 {{
    affine.for %j = 0 to 32 {{
      affine.if #inside(%i, %j) {{
        %x = affine.load {source}[%i, %j] : {PADDED_TYPE}
{seed}        %y = {computation} : f32
        affine.store %y, {target}[%i, %j] {{layout.sequential}} : {PADDED_TYPE}
      }}
    }}
  }}
"""


def guarded_sum(source, target):
    return guarded_nest(source, target, "arith.addf %x, %z fastmath<nsz>",
                        f"        %z = affine.load {target}[%i, %j] : {PADDED_TYPE}\n")


def guarded_functions(count):
    yield PADDED_HEADER
    for n in range(count):
        yield (f"func.func @f{n}(%a: {PADDED_TYPE} {REQUEST}, "
               f"%b: {PADDED_TYPE} {REQUEST}) {{\n")
        yield guarded_sum("%a", "%b")
        yield "  return\n}\n"


def guarded_nests(count):
    yield PADDED_HEADER
    yield (f"func.func @f(%a: {PADDED_TYPE} {REQUEST}, "
           f"%b: {PADDED_TYPE} {REQUEST}) {{\n")
    for n in range(count):
        yield guarded_sum("%a", "%b") if n % 2 == 0 else guarded_sum("%b", "%a")
    yield "  return\n}\n"


def copies(count):
    yield PADDED_HEADER
    yield f"func.func @f(%a: {PADDED_TYPE} {OWN}, %b: {PADDED_TYPE} {OWN}) {{\n"
    for n in range(count):
        yield f"  %m{n} = memref.alloc() {REQUEST} : {PADDED_TYPE}\n"
        yield guarded_nest("%a", f"%m{n}", "arith.addf %x, %x")
        yield guarded_sum(f"%m{n}", "%b")
        yield f"  memref.dealloc %m{n} : {PADDED_TYPE}\n"
    yield "  return\n}\n"


def arguments(count):
    yield PADDED_HEADER
    names = ", ".join(f"%a{n}: {PADDED_TYPE}, %b{n}: {PADDED_TYPE}"
                      for n in range(count))
    yield f"func.func @f({names}) {{\n"
    for n in range(count):
        yield guarded_nest(f"%a{n}", f"%b{n}", "arith.addf %x, %x")
    yield "  return\n}\n"


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
    shapes = {"functions": functions, "nests": nests,
              "guarded-functions": guarded_functions,
              "guarded-nests": guarded_nests, "copies": copies,
              "arguments": arguments}
    if len(sys.argv) != 3 or sys.argv[1] not in shapes:
        sys.exit(__doc__)
    sys.stdout.writelines(shapes[sys.argv[1]](int(sys.argv[2])))


if __name__ == "__main__":
    main()
