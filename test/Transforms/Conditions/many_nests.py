# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a function of many nests with conditions.

  many_nests.py changing COUNT    each of 3 loops becomes 19, split where conditions change
  many_nests.py invariant COUNT   each of 2 loops becomes 18, a pair for each choice
  many_nests.py cases COUNT       one of them is executed; each of 2 loops becomes 4, a pair for each choice
"""

import sys

BUFFER = "memref<16x16x16xf32>"


def loops(variables, body):
    opened = "".join(f"affine.for %{i} = 0 to 16 {{\n" for i in variables)
    return opened + body + "}\n" * len(variables)


def store(value, buffer, place):
    return f"affine.store {value}, {buffer}[{place}] : {BUFFER}\n"


def choose(condition, operands, *arms):
    cases = "} else {\n".join(arms)
    return f"affine.if affine_set<{condition}>{operands} {{\n{cases}}}\n"


def choose_changing():
    straight, turned = "%i, %j, %k", "%k, %j, %i"
    return loops("ijk", choose(
        "(i, j, k)[s] : (i + j - 4 >= 0, s - i - k >= 0)", "(%i, %j, %k)[%n]",
        store("%x", "%a", straight), store("%y", "%a", straight)) + choose(
            "(i, j, k) : (j - 3 >= 0, 12 - k >= 0)", "(%i, %j, %k)",
            store("%y", "%b", turned), store("%x", "%b", turned)))


def choose_invariant():
    steps = "".join(f"%w{n} = arith.addf %v{n}, %x : f32\n"
                    f"%m{n} = arith.cmpi slt, %c{n}, %n : index\n"
                    f"%v{n + 1} = arith.select %m{n}, %w{n}, %v{n} : f32\n" for n in range(4))
    return loops("ij", f"%v0 = affine.load %a[%i, %j, 0] : {BUFFER}\n{steps}"
                 + store("%v4", "%a", "%i, %j, 0"))


def make_cases(count):
    """Each in the `else` of the one before."""
    place, text = "%o mod 16, %j, 0", ""
    for number in range(count, 0, -1):
        body = (f"%v = affine.load %a[{place}] : {BUFFER}\n%w = arith.addf %v, %x : f32\n"
                "%m = arith.cmpi slt, %c1, %n : index\n%s = arith.select %m, %w, %v : f32\n"
                + store("%s", "%a", place))
        nest = f"affine.for %o = 0 to {number} {{\n{loops('j', body)}}}\n"
        text = (f"%k{number} = arith.constant {number} : index\n"
                f"%e{number} = arith.cmpi eq, %n, %k{number} : index\n"
                f"scf.if %e{number} {{\n{nest}}} else {{\n{text}}}\n")
    return text


NESTS = {"changing": choose_changing, "invariant": choose_invariant}
CONSTANTS = "".join(f"%c{n} = arith.constant {n} : index\n" for n in range(4))
COUNT = int(sys.argv[2])
BODY = CONSTANTS + (make_cases(COUNT) if sys.argv[1] == "cases" else NESTS[sys.argv[1]]() * COUNT)

print(f"func.func @f(%a: {BUFFER} {{llvm.noalias}}, %b: {BUFFER} {{llvm.noalias}}, "
      f"%x: f32, %y: f32, %n: index) {{\n{BODY}return\n}}")
