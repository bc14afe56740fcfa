#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes functions of products of bytes, of which layouts have four side by side.

  dot_products.py SEED NUMBER

Products of matrices and convolutions over channels, of any signs, with and without zero
points, extents that are no multiples of anything, and padding with any contents. The
names of the functions are f0, f1 and so on.
"""

import random
import sys


def draw_factor(rng):
    is_signed = rng.random() < 0.5
    zero = 0
    if rng.random() < 0.4:
        zero = rng.randint(-128, 127) if is_signed else rng.randint(0, 255)
    return "extsi" if is_signed else "extui", zero


def write_factor(name, factor):
    extension, zero = factor
    text = f"%{name}1 = arith.{extension} %{name}0 : i8 to i32\n"
    if zero == 0:
        return text, f"%{name}1"
    return text + (f"%{name}z = arith.constant {zero} : i32\n"
                   f"%{name}2 = arith.subi %{name}1, %{name}z : i32\n"), f"%{name}2"


def write_body(rng, a_access, b_access, c_access):
    left, a = write_factor("a", draw_factor(rng))
    right, b = write_factor("b", draw_factor(rng))
    factors = [a, b]
    rng.shuffle(factors)
    return (f"%a0 = affine.load {a_access}\n%b0 = affine.load {b_access}\n"
            f"%c0 = affine.load {c_access}\n{left}{right}"
            f"%p = arith.muli {factors[0]}, {factors[1]} : i32\n"
            f"%s = arith.addi %c0, %p : i32\naffine.store %s, {c_access}\n")


def write_function(number, rng):
    lanes = rng.choice([8, 16, 16, 32, 32, 48])
    rows = rng.choice([1, 2, 5, 7, 14, 17])
    columns = rng.choice([lanes, lanes, 2 * lanes, 2 * lanes - 3])
    sums = rng.choice([4, 8, 16, 32, 64, 3, 7, 33, 61, 70])
    pad = rng.choice(["undef", "0 : i8", "none"])
    window = rng.choice([0, 0, 0, 1, 3])
    b_shape = f"{window}x{sums}x{columns}xi8" if window else f"{sums}x{columns}xi8"
    a_rows = rows + window - 1 if window else rows
    blocks = f"#b{number} = #layout.buffer<index_map<(" + ("r, " if window else "") + \
        f"k, j) -> (j floordiv {lanes}, " + ("r, " if window else "") + \
        f"k floordiv 4, j mod {lanes}, k mod 4)>, pad<{pad}>>\n"
    results = f"#c{number} = #layout.buffer<index_map<(i, j) -> (j floordiv {lanes}, i, j mod {lanes})>, pad<undef>>\n"
    a_type, b_type, c_type = f"memref<{a_rows}x{sums}xi8>", f"memref<{b_shape}>", \
        f"memref<{rows}x{columns}xi32>"
    row = "%i + %r" if window else "%i"
    body = write_body(rng, f"%a[{row}, %k] : {a_type}",
                      f"%b[{'%r, ' if window else ''}%k, %j] : {b_type}",
                      f"%c[%i, %j] : {c_type}")
    loops = [("i", rows)] + ([("r", window)] if window else []) + [("k", sums), ("j", columns)]
    nest = "".join(f"affine.for %{name} = 0 to {extent} {{\n" for name, extent in loops)
    return blocks + results, (
        f"func.func @f{number}(%a: {a_type} {{llvm.noalias}}, %b: {b_type} {{layout.transform = #b{number}}}, "
        f"%c: {c_type} {{layout.transform = #c{number}}}) {{\n"
        f"{nest}{body}{'}' * len(loops)}\nreturn\n}}\n")


def main():
    seed, count = map(int, sys.argv[1:])
    rng = random.Random(seed)
    functions = [write_function(number, rng) for number in range(count)]
    print("".join(attributes for attributes, _ in functions))
    print("".join(text for _, text in functions))


main()
