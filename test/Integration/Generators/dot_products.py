#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes functions of products of bytes, of which layouts have four side by side.

  dot_products.py SEED NUMBER [--unknown-zeros]

Products of matrices and convolutions over channels, of any signs, with and without zero
points, extents that are no multiples of anything, and padding with any contents, for
several batches or an unknown number of rows or columns, too. With --unknown-zeros, zero
points are arguments: numbers, or one for each row, column or step. The names of the functions
are f0, f1 and so on; a line "// check:" before each has the options of layout-check.
"""

import random
import sys


def draw_factor(rng):
    is_signed = rng.random() < 0.5
    zero = 0
    if rng.random() < 0.4:
        zero = rng.randint(-128, 127) if is_signed else rng.randint(0, 255)
        if rng.random() < 0.4:
            zero = -128 if is_signed else 128  # as which the other sign has 0
    return "extsi" if is_signed else "extui", zero


def write_factor(name, factor):
    extension, zero = factor
    text = f"%{name}1 = arith.{extension} %{name}0 : i8 to i32\n"
    if zero == 0:
        return text, f"%{name}1"
    return text + (f"%{name}z = arith.constant {zero} : i32\n"
                   f"%{name}2 = arith.subi %{name}1, %{name}z : i32\n"), f"%{name}2"


def write_unknown_factor(rng, name, extents, arguments):
    """Minus an argument, which is a number or has one for each iteration of a loop."""
    extension, load = rng.choice(["extsi", "extui"]), ""
    loop = rng.choice(["", "", "i", "i", "j", "j", "j", "k"])
    element = rng.choice(["i32", "i8"]) if loop else "i32"
    extend = f"%{name}z = arith.{rng.choice(['extsi', 'extui'])} %z{name} : i8 to i32\n"
    type = f"memref<{extents[loop]}x{element}>" if loop else element
    arguments.append((f"%zs{name}" if loop else f"%{name}z", type, loop))
    if loop:
        value = f"%z{name}" if element == "i8" else f"%{name}z"
        load = f"{value} = affine.load %zs{name}[%{loop}] : {type}\n"
        load += extend if element == "i8" else ""
    return load + (f"%{name}1 = arith.{extension} %{name}0 : i8 to i32\n"
                   f"%{name}2 = arith.subi %{name}1, %{name}z : i32\n"), f"%{name}2"


def write_body(rng, a_access, b_access, c_access, extents, arguments):
    if arguments is None:
        left, a = write_factor("a", draw_factor(rng))
        right, b = write_factor("b", draw_factor(rng))
    else:
        (left, a), (right, b) = (
            write_factor(name, draw_factor(rng)) if rng.random() < 0.3 else
            write_unknown_factor(rng, name, extents, arguments) for name in "ab")
    factors = [a, b]
    rng.shuffle(factors)
    return (f"%a0 = affine.load {a_access}\n%b0 = affine.load {b_access}\n"
            f"%c0 = affine.load {c_access}\n{left}{right}"
            f"%p = arith.muli {factors[0]}, {factors[1]} : i32\n"
            f"%s = arith.addi %c0, %p : i32\naffine.store %s, {c_access}\n")


def write_function(number, rng, has_unknown_zeros):
    lanes = rng.choice([8, 16, 16, 32, 32, 48])
    rows = rng.choice([1, 2, 5, 7, 14, 17])
    columns = rng.choice([lanes, 2 * lanes, 2 * lanes - 3, 3 * lanes + 1])
    sums = rng.choice([4, 8, 16, 32, 64, 3, 7, 33, 61, 70])
    pad = rng.choice(["undef", "0 : i8", "none"])
    window = rng.choice([0, 0, 0, 1, 3])
    batches = rng.choice([0, 0, 0, 1, 3])
    unknown = rng.choice(["", "", "", "rows", "columns"])
    rows_text = "?" if unknown == "rows" and not window else str(rows)
    columns_text = "?" if unknown == "columns" else str(columns)
    b_shape = (f"{window}x" if window else "") + f"{sums}x{columns_text}xi8"
    a_rows = rows + window - 1 if window else rows_text
    batch, batch_dim, batch_index = (f"{batches}x", "n, ", "%n, ") if batches else ("", "", "")
    blocks = f"#b{number} = #layout.buffer<index_map<(" + ("r, " if window else "") + \
        f"k, j) -> (j floordiv {lanes}, " + ("r, " if window else "") + \
        f"k floordiv 4, j mod {lanes}, k mod 4)>, pad<{pad}>>\n"
    results = f"#c{number} = #layout.buffer<index_map<({batch_dim}i, j) -> ({batch_dim}j floordiv {lanes}, i, j mod {lanes})>, pad<undef>>\n"
    a_type, b_type, c_type = f"memref<{batch}{a_rows}x{sums}xi8>", f"memref<{b_shape}>", \
        f"memref<{batch}{rows_text}x{columns_text}xi32>"
    row = "%i + %r" if window else "%i"
    arguments = [] if has_unknown_zeros else None
    extents = {"i": rows_text, "j": columns_text, "k": sums}
    body = write_body(rng, f"%a[{batch_index}{row}, %k] : {a_type}",
                      f"%b[{'%r, ' if window else ''}%k, %j] : {b_type}",
                      f"%c[{batch_index}%i, %j] : {c_type}", extents, arguments)
    dims = "".join(
        f"%d{name} = arith.constant {place + bool(batches)} : index\n"
        f"%{name} = memref.dim %c, %d{name} : {c_type}\n"
        for place, (name, text) in enumerate((("rows", rows_text), ("columns", columns_text)))
        if text == "?")
    loops = [("i", "%rows" if rows_text == "?" else rows)] + \
        ([("r", window)] if window else []) + \
        [("k", sums), ("j", "%columns" if columns_text == "?" else columns)]
    if batches:
        loops.insert(0, ("n", batches))
    nest = "".join(f"affine.for %{name} = 0 to {extent} {{\n" for name, extent in loops)
    sizes = "".join(
        f" --dim=arg{argument}.dim{place}:{size}"
        for argument, (type, names) in enumerate(
            ((a_type, ("rows", "")), (b_type, ("", "columns")), (c_type, ("rows", "columns"))))
        for place, name in enumerate(names, type[7:].count("x") - 2)
        for size in [{"rows": rows, "columns": columns}.get(name)]
        if type[7:].split("x")[place] == "?")
    others = ""
    for argument, (name, type, loop) in enumerate(arguments or [], 3):
        others += f", {name}: {type}"
        if type == "i32":
            sizes += f" --arg={argument}:{rng.choice([-129, -128, -3, 0, 7, 127, 255, 70000])}"
        elif "?" in type:
            sizes += f" --dim=arg{argument}.dim0:{rows if loop == 'i' else columns}"
    return blocks + results, (
        f"// check: --entry=f{number}{sizes}\n"
        f"func.func @f{number}(%a: {a_type} {{llvm.noalias}}, %b: {b_type} {{layout.transform = #b{number}}}, "
        f"%c: {c_type} {{layout.transform = #c{number}}}{others}) {{\n"
        f"{dims}{nest}{body}{'}' * len(loops)}\nreturn\n}}\n")


def main():
    seed, count = map(int, sys.argv[1:3])
    rng = random.Random(seed)
    functions = [write_function(number, rng, "--unknown-zeros" in sys.argv[3:])
                 for number in range(count)]
    print("".join(attributes for attributes, _ in functions))
    print("".join(text for _, text in functions))


if __name__ == "__main__":
    main()
