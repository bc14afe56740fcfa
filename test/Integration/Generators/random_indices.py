#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random indices of swizzled and tiled buffers, lowered to shifts and masks, and folded.

Each program accesses buffers with and without layouts in nests whose variables
start below and above 0, with extents that are known or not. Indices are random
affine expressions, some computed by `affine.apply` of others. A remainder, with
an offset where it is short of the extent, keeps them inside of the buffer.
"""

import sys

from random_run import check, main

DIVISORS = [2, 4, 8, 16, 32]


class Program:
    def __init__(self, rng):
        self.rng = rng
        self.lines = []
        self.counter = 0
        self.dynamic = rng.random() < 0.3
        self.shapes = [(rng.randint(2, 40), rng.randint(2, 40)) for _ in range(3)]
        self.types = [self.memref(shape) for shape in self.shapes]

    def fresh(self):
        self.counter += 1
        return f"%v{self.counter}"

    def layout(self):
        rng = self.rng
        tile = rng.choice([2, 3, 4, 8])
        maps = [f"(i, j) -> (i, j xor i mod {tile if tile != 3 else 4})",
                f"(i, j) -> (i, (j floordiv {tile}) xor (i mod 8), j mod {tile})",
                "(i, j) -> (i, (j floordiv 8) xor ((i floordiv 2) mod 4), j mod 8)",
                f"(i, j) -> (i floordiv {tile}, j floordiv 4, i mod {tile}, j mod 4)",
                "(i, j) -> (swizzle<2, 1, 3>(64 * i + j))",
                "(i, j) -> (swizzle<3, 3, 3>(64 * i + j))",
                f"(i, j) -> ((i + {tile}) floordiv 4, j xor (i mod 2), (i + {tile}) mod 4)",
                f"(i, j) -> (j mod {tile}, j floordiv {tile}, i)"]
        pad = rng.choice(["", ", pad<undef>", ", pad<0 : i32>"])
        return f"#layout.buffer<index_map<{rng.choice(maps)}>{pad}>"

    def memref(self, shape):
        sizes = f"{'?' if self.dynamic else shape[0]}x{shape[1]}xi32"
        return f"memref<{sizes}{', ' + self.layout() if self.rng.random() < 0.8 else ''}>"

    def expr(self, names, depth):
        """In the language of maps, of operands in `names`."""
        rng = self.rng
        kind = rng.choice(["name", "digit", "digit", "sum", "difference", "bits"])
        if depth == 0 or kind == "name":
            return rng.choice(names)
        a, b = self.expr(names, depth - 1), self.expr(names, depth - 1)
        divisor = rng.choice(DIVISORS if rng.random() < 0.8 else [3, 5, 6])
        if kind == "digit":
            op = rng.choice(["floordiv", "mod", "ceildiv"])
            return f"(({a}) {op} {divisor})"
        if kind == "bits":
            bit = rng.randint(0, 3)
            return (f"(({a}) mod {2 << bit} + ((({a}) floordiv {2 << bit} + "
                    f"({b}) floordiv {1 << bit}) mod 2) * {2 << bit})")
        factor = rng.choice([1, 2, 4, 8, 3])
        return f"({a} {'+' if kind == 'sum' else '-'} ({b}) * {factor})"

    def index(self, names, extent):
        """An expression in [0, extent)."""
        rng = self.rng
        size = rng.randint(1, extent)
        if rng.random() < 0.7:
            size = 1 << (size.bit_length() - 1)
        offset = rng.randint(0, extent - size)
        return f"({self.expr(names, 3)}) mod {size}" + (f" + {offset}" if offset else "")

    def operands(self, names, depth):
        """Some of the names, and perhaps one that is computed."""
        names = list(names)
        for _ in range(self.rng.randint(0, 2)):
            value = self.fresh()
            of = self.rng.sample(names, min(len(names), 2))
            dims = [f"d{k}" for k in range(len(of))]
            self.lines.append(f"{depth}{value} = affine.apply affine_map<({', '.join(dims)}) -> "
                              f"({self.expr(dims, 2)})>({', '.join(of)})")
            names.append(value)
        return names

    def computed(self, names, extent, depth):
        """A value in [0, extent) by shifts, masks and remainders of others."""
        rng = self.rng
        value = rng.choice(names)
        for _ in range(rng.randint(1, 3)):
            op, number = rng.choice([("andi", rng.choice([1, 3, 7, 15, 12, 31])),
                                     ("shrui", rng.randint(1, 3)), ("shli", 1), ("addi", 5),
                                     ("subi", 9), ("muli", 3), ("remsi", 6), ("xori", 5)])
            value = self.arith(op, value, number, depth)
        if extent & (extent - 1) == 0 and rng.random() < 0.7:
            return self.arith("andi", value, extent - 1, depth)
        return self.arith("remui", self.arith("andi", value, 127, depth), extent, depth)

    def arith(self, op, value, number, depth):
        constant, result = self.fresh(), self.fresh()
        operands = f"{value}, {constant}"
        if op == "subi" and self.rng.random() < 0.5:
            operands = f"{constant}, {value}"
        self.lines += [f"{depth}{constant} = arith.constant {number} : index",
                       f"{depth}{result} = arith.{op} {operands} : index"]
        return result

    def computed_access(self, names, depth):
        """Of an element whose row, and perhaps column, `arith` computes."""
        a, b = self.rng.sample(range(3), 2)
        at = [", ".join(self.computed(names, extent, depth) for extent in self.shapes[k])
              for k in (a, b)]
        x = self.fresh()
        self.lines += [f"{depth}{x} = memref.load %a{a}[{at[0]}] : {self.types[a]}",
                       f"{depth}memref.store {x}, %a{b}[{at[1]}] : {self.types[b]}"]

    def access(self, names, depth):
        rng = self.rng
        names = self.operands(names, depth)
        a, b = rng.sample(range(3), 2)
        at = [", ".join(self.index(names, extent) for extent in self.shapes[k])
              for k in (a, b)]
        x, y = self.fresh(), self.fresh()
        if rng.random() < 0.3:
            self.computed_access(names, depth)
        self.lines += [f"{depth}{x} = affine.load %a{a}[{at[0]}] : {self.types[a]}",
                       f"{depth}affine.store {x}, %a{b}[{at[1]}] : {self.types[b]}"]
        if rng.random() < 0.3:
            # A value of other ops, and an operand of a bound.
            self.lines += [f"{depth}{y} = arith.index_cast {names[-1]} : index to i32",
                           f"{depth}affine.store {y}, %a{a}[{at[0]}] : {self.types[a]}"]
        if rng.random() < 0.3:
            k, z = self.fresh(), self.fresh()
            self.lines += [f"{depth}affine.for {k} = 0 to min affine_map<(d0) -> (d0 mod 4, 3)>({names[-1]}) {{",
                           f"{depth}  {z} = affine.load %a{a}[{self.index([k, *names], self.shapes[a][0])}, 0] : {self.types[a]}",
                           f"{depth}  affine.store {z}, %a{b}[0, {self.index([k, *names], self.shapes[b][1])}] : {self.types[b]}",
                           f"{depth}}}"]

    def text(self):
        rng = self.rng
        args = ", ".join(f"%a{k}: {t}" for k, t in enumerate(self.types))
        self.lines.append(f"func.func @f({args}) {{")
        high = ["", ""]
        if self.dynamic:
            self.lines += ["  %c0 = arith.constant 0 : index",
                           f"  %n = memref.dim %a0, %c0 : {self.types[0]}"]
        for _ in range(rng.randint(1, 3)):
            i, j = self.fresh(), self.fresh()
            low = [rng.choice([0, 0, -5, 3]) for _ in range(2)]
            high = [bound + rng.choice([4, 7, 8, 16]) for bound in low]
            outer = "%n" if self.dynamic and rng.random() < 0.7 else high[0]
            step = rng.choice(["", "", " step 2"])
            self.lines += [f"  affine.for {i} = {low[0]} to {outer} {{",
                           f"    affine.for {j} = {low[1]} to {high[1]}{step} {{"]
            for _ in range(rng.randint(1, 2)):
                self.access([i, j], "      ")
            self.lines += ["    }", "  }"]
        self.lines += ["  return", "}"]
        return "\n".join(self.lines) + "\n"


PIPELINES = ["layout-apply,layout-finalize,layout-lower-indices",
             "layout-apply,layout-lower-indices,layout-finalize",
             "layout-apply,layout-flatten,layout-finalize,layout-lower-indices,cse",
             "layout-apply,layout-finalize,layout-lower-indices,lower-affine,cse",
             "layout-apply,layout-legalize{only=remainders},canonicalize,layout-finalize",
             "layout-apply,layout-optimize,layout-finalize",
             # As layout-to-gpu does in kernels.
             "layout-apply,layout-finalize,layout-lower-indices,lower-affine,"
             "arith-int-range-narrowing{int-bitwidths-supported=32},cse"]


def run(args, rng, number):
    program = Program(rng)
    options = [f"--pipeline=builtin.module({rng.choice(PIPELINES)})"]
    if program.dynamic:
        options += [f"--dim=arg{k}.dim0:{shape[0]}" for k, shape in enumerate(program.shapes)]
    return check(args, number, program.text(), options)


if __name__ == "__main__":
    sys.exit(main(__doc__, run))
