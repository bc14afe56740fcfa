#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes functions of products of the least and the greatest bytes.

  dot_extremes.py LANES [--unknown-zeros | --far-zeros | --middle-zeros] [STEPS ...]

Products of matrices with 1 to 9 steps, or as many as stated, of all signs, with zero points of either side, and
columns that are no multiple of anything. Rows and columns have the least byte only, the
greatest only, or both in turns. With --unknown-zeros, zero points are arguments, with
--far-zeros far from all bytes, and with --middle-zeros all bytes less one are those of the other sign; then
each signs meet all of these. The names of the functions are f0, f1 and so on; a line
"// check:" before each has the options of layout-check.
"""

import itertools
import sys

RANGES = {"extsi": (-128, 127), "extui": (0, 255)}
MIDDLES = {"extsi": -128, "extui": 128}


def write_fill(name, type, loops, kind, across, along):
    """Stores to all of a buffer, by (across mod 3): 0 the least, 1 the greatest, 2 in turns."""
    least, greatest = RANGES[kind]
    nest = "".join(f"affine.for %{loop} = 0 to {extent} {{\n" for loop, extent in loops)
    indices = ", ".join("%" + loop for loop, _ in loops)
    return (f"{nest}"
            f"%m = affine.apply affine_map<(d0) -> (d0 mod 3)>(%{across})\n"
            f"%t = affine.apply affine_map<(d0) -> (d0 mod 2)>(%{along})\n"
            "%two = arith.constant 2 : index\n%one = arith.constant 1 : index\n"
            "%both = arith.cmpi eq, %m, %two : index\n"
            "%which = arith.select %both, %t, %m : index\n"
            "%isGreatest = arith.cmpi eq, %which, %one : index\n"
            f"%low = arith.constant {least} : i8\n"
            f"%high = arith.constant {greatest if greatest < 128 else greatest - 256} : i8\n"
            "%byte = arith.select %isGreatest, %high, %low : i8\n"
            f"affine.store %byte, %{name}[{indices}] : {type}\n" + "}" * len(loops) + "\n")


def write_factor(name, kind, zero, is_unknown):
    text = f"%{name}1 = arith.{kind} %{name}0 : i8 to i32\n"
    if zero == 0 and not is_unknown:
        return text, f"%{name}1"
    constant = "" if is_unknown else f"%{name}z = arith.constant {zero} : i32\n"
    return text + constant + f"%{name}2 = arith.subi %{name}1, %{name}z : i32\n", f"%{name}2"


def write_function(number, lanes, steps, kinds, zeros, columns, pad, are_unknown):
    rows = 4
    a, b, c = f"memref<{rows}x{steps}xi8>", f"memref<{steps}x{columns}xi8>", \
        f"memref<{rows}x{columns}xi32>"
    blocks = f"#b{number} = #layout.buffer<index_map<(k, j) -> (j floordiv {lanes}, k floordiv 4, " \
        f"j mod {lanes}, k mod 4)>, pad<{pad}>>\n"
    panels = f"#c{number} = #layout.buffer<index_map<(i, j) -> (j floordiv {lanes}, i, j mod {lanes})>, " \
        "pad<undef>>\n"
    left, x = write_factor("a", kinds[0], zeros[0], are_unknown)
    right, y = write_factor("b", kinds[1], zeros[1], are_unknown)
    others, options = "", ""
    if are_unknown:
        others = ", %az: i32, %bz: i32"
        options = f" --arg=3:{zeros[0]} --arg=4:{zeros[1]}"
    return blocks + panels, (
        f"// check: --entry=f{number}{options}\n"
        f"func.func @f{number}(%a: {a} {{llvm.noalias}}, "
        f"%b: {b} {{layout.transform = #b{number}, llvm.noalias}}, "
        f"%c: {c} {{layout.transform = #c{number}, llvm.noalias}}{others}) {{\n"
        + write_fill("a", a, [("i", rows), ("k", steps)], kinds[0], "i", "k")
        + write_fill("b", b, [("k", steps), ("j", columns)], kinds[1], "j", "k") +
        f"affine.for %i = 0 to {rows} {{\naffine.for %k = 0 to {steps} {{\n"
        f"affine.for %j = 0 to {columns} {{\n"
        f"%a0 = affine.load %a[%i, %k] : {a}\n%b0 = affine.load %b[%k, %j] : {b}\n"
        f"%c0 = affine.load %c[%i, %j] : {c}\n{left}{right}"
        f"%p = arith.muli {x}, {y} : i32\n%s = arith.addi %c0, %p : i32\n"
        f"affine.store %s, %c[%i, %j] : {c}\n}}}}}}\nreturn\n}}\n")


def main():
    are_unknown, are_far = "--unknown-zeros" in sys.argv, "--far-zeros" in sys.argv
    are_middle = "--middle-zeros" in sys.argv
    lanes, *numbers = (int(text) for text in sys.argv[1:] if not text.startswith("--"))
    pads, columns = ["undef", "0 : i8", "none"], [lanes, 2 * lanes - 3, lanes + 1, 3]
    zeros = [(False, False), (True, False), (False, True), (True, True)]
    functions = []
    for steps, (number, kinds), which in itertools.product(
            numbers or range(1, 10), enumerate(itertools.product(RANGES, RANGES)),
            range(4 if are_middle else 1)):
        # Each signs meet each zero points and columns within four numbers of steps.
        zero = [(MIDDLES[kind] if are_middle else RANGES[kind][steps % 2]) if has else 0
                for has, kind in zip(zeros[(number + steps + which) % 4], kinds)]
        if are_far:
            zero = [(70001, 2 ** 31 - 300)[number % 2] + one if one else 0 for one in zero]
        functions.append(write_function(len(functions), lanes, steps, kinds, zero,
                                        columns[(2 * number + steps + which) % 4], pads[steps % 3], are_unknown))
    print("".join(attributes for attributes, _ in functions))
    print("".join(text for _, text in functions))


main()
