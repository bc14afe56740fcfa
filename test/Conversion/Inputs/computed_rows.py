# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes kernels for count_integers.py: computed rows and columns in swizzled buffers.

  computed_rows.py

Each kernel stores to row r and column %x of a buffer with a layout, or to row %y and column
c, and has a twin `.._by_hand`, which computes r and c the same way, and places in the
physical buffer by shifts and `xor` of r and c.
"""

BLOCK = "{known_block_size = array<i32: 32, 32, 1>, known_grid_size = array<i32: 8, 1, 1>}"

# Name -> an index map for affine accesses, or the arithmetic of the row; its ids, and what
# computes it by hand.
AFFINE_ROWS = {
    "reversed": ("(y) -> (31 - y)", "%y", ["arith.subi %c31, %y"]),
    "remainder": ("(y) -> (y mod 20)", "%y", ["arith.remui %y, %c20"]),
    "odd": ("(y) -> (y * 2 + 1)", "%y", ["arith.shli %y, %c1", "arith.ori #0, %c1"]),
    "two_ids": ("(y, x) -> (y + x floordiv 8)", "%y, %x",
                ["arith.shrui %x, %c3", "arith.addi %y, #0"]),
    "offset": ("(y) -> (y + 5)", "%y", ["arith.addi %y, %c5"]),
    "block": ("(y, b) -> (y + b * 3 + 1)", "%y, %b",
              ["arith.muli %b, %c3", "arith.addi %y, #0", "arith.addi #1, %c1"]),
    "steps": ("(y, b) -> (y floordiv 8 + b * 4)", "%y, %b",
              ["arith.shrui %y, %c3", "arith.shli %b, %c2", "arith.addi #0, #1"]),
    "linear": ("(y, x) -> ((y * 32 + x) floordiv 20)", "%y, %x",
               ["arith.shli %y, %c5", "arith.addi #0, %x", "arith.divui #1, %c20"]),
}
# Both ways the same.
ARITH_ROWS = {
    "shift": ["arith.shli %y, %c5", "arith.ori #0, %x", "arith.shrui #1, %c4"],
    "lane": ["arith.shli %y, %c5", "arith.ori #0, %x", "arith.andi #1, %c31"],
    "rest": ["arith.shli %y, %c5", "arith.ori #0, %x", "arith.remui #1, %c20"],
    "down": ["arith.subi %c31, %y"],
}

# As rows, of columns.
COLUMNS = {
    "chunk": ("(y, x) -> ((y * 32 + x) mod 6 * 4)", "%y, %x",
              ["arith.shli %y, %c5", "arith.ori #0, %x", "arith.remui #1, %c6",
               "arith.shli #2, %c2"]),
    "column": ("(y, x) -> ((y * 32 + x) mod 20)", "%y, %x",
               ["arith.shli %y, %c5", "arith.ori #0, %x", "arith.remui #1, %c20"]),
    "mirrored": ("(x) -> (31 - x)", "%x", ["arith.subi %c31, %x"]),
}

# Name -> layout, physical shape, and the place of row #r and column #c.
LAYOUTS = {
    "chunks": ("index_map<(i, j) -> (i, (j floordiv 4) xor (i mod 8), j mod 4)>", "64x8x4",
               ["arith.shrui #c, %c2", "arith.andi #r, %c7", "arith.xori #0, #1",
                "arith.andi #c, %c3"], "#r, #2, #3"),
    "phases": ("index_map<(i, j) -> (i, (j floordiv 8) xor ((i floordiv 2) mod 4), j mod 8)>",
               "64x4x8",
               ["arith.shrui #c, %c3", "arith.shrui #r, %c1", "arith.andi #1, %c3",
                "arith.xori #0, #2", "arith.andi #c, %c7"], "#r, #3, #4"),
    "whole": ("index_map<(i, j) -> (i, j xor (i mod 32))>", "64x32",
              ["arith.andi #r, %c31", "arith.xori #c, #0"], "#r, #1"),
    "bytes64": ("index_map<(i, j) -> (swizzle<2, 3, 3>(32 * i + j))>", "2048",
                ["arith.shli #r, %c5", "arith.ori #0, #c", "arith.shrui #1, %c3",
                 "arith.andi #2, %c24", "arith.xori #1, #3"], "#4"),
    "padded": ("index_map<(i, j) -> (i, j)>, extent<[?, ? + 8]>", "64x40", [], "#r, #c"),
}


def number(ops, prefix, row="", column="%x"):
    """Ops as lines, and what `#k`, `#r` and `#c` stand for."""
    lines = []

    def resolve(text):
        text = text.replace("#r", row).replace("#c", column)
        for k in reversed(range(len(ops))):
            text = text.replace(f"#{k}", f"%{prefix}{k}")
        return text

    for k, op in enumerate(ops):
        lines.append(f"    %{prefix}{k} = {resolve(op)} : index")
    return lines, resolve


def kernel(name, memref, lines, store):
    constants = [f"    %c{n} = arith.constant {n} : index"
                 for n in (1, 2, 3, 4, 5, 6, 7, 8, 20, 24, 31)]
    return "\n".join(
        [f"  gpu.func @{name}(%v: f16) workgroup(%a: {memref}) kernel attributes {BLOCK} {{",
         "    %x = gpu.thread_id x", "    %y = gpu.thread_id y", "    %b = gpu.block_id x",
         *constants, *lines, f"    {store} : {memref}", "    gpu.return", "  }"])


def main():
    aliases, kernels = [], []
    for which, (layout, (text, shape, ops, place)) in enumerate(LAYOUTS.items()):
        aliases.append(f"#{layout} = #layout.buffer<{text}>")
        laid_out = f"memref<64x32xf16, #{layout}, #gpu.address_space<workgroup>>"
        physical = f"memref<{shape}xf16, #gpu.address_space<workgroup>>"
        for other, name in enumerate([*AFFINE_ROWS, *ARITH_ROWS]):
            by_hand = AFFINE_ROWS[name][2] if name in AFFINE_ROWS else ARITH_ROWS[name]
            row_lines, _ = number(by_hand, "r")
            row = f"%r{len(by_hand) - 1}"
            if name in AFFINE_ROWS:
                row_map, ids, _ = AFFINE_ROWS[name]
                lines = [f"    %r = affine.apply affine_map<{row_map}>({ids})"]
                # Of the second one, each physical index is computed apart.
                dialect = "affine" if (which + other) % 2 else "memref"
                store = f"{dialect}.store %v, %a[%r, %x]"
            else:
                lines, store = row_lines, f"memref.store %v, %a[{row}, %x]"
            kernels.append(kernel(f"{layout}_{name}", laid_out, lines, store))
            place_lines, resolve = number(ops, "p", row)
            kernels.append(kernel(f"{layout}_{name}_by_hand", physical, row_lines + place_lines,
                                  f"memref.store %v, %a[{resolve(place)}]"))
        for name, (column_map, ids, by_hand) in COLUMNS.items():
            column_lines, _ = number(by_hand, "q")
            kernels.append(kernel(
                f"{layout}_{name}", laid_out,
                [f"    %q = affine.apply affine_map<{column_map}>({ids})"],
                "memref.store %v, %a[%y, %q]"))
            place_lines, resolve = number(ops, "p", "%y", f"%q{len(by_hand) - 1}")
            kernels.append(kernel(f"{layout}_{name}_by_hand", physical,
                                  column_lines + place_lines,
                                  f"memref.store %v, %a[{resolve(place)}]"))
    print("\n".join([*aliases, "gpu.module @kernels {", *kernels, "}"]))


main()
