#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random loop nests over laid-out buffers, imperfect, with reductions,
offsets, guards and several buffers, through the passes that rewrite loops, and
compares with the same program before, by layout-check.

The seed is printed; `--seed` repeats a run, `--keep` leaves a failing program
behind. `--layout-opt` has rewritten programs counted.
"""

import sys

import random_run

PASSES = ["layout-sequential-access", "layout-merge-loops", "layout-simplify",
          "layout-partition-loops", "canonicalize", "cse"]
INTEGER_SUMS = ["addi", "muli", "maxsi", "xori", "subi", "andi"]


class Program:
    def __init__(self, rng, has_siblings):
        self.rng = rng
        self.has_siblings = has_siblings
        self.loaded = []  # between loops, for statements inside
        self.lines = []
        self.values = 0
        self.is_float = rng.random() < 0.2
        # Loops with equal ranges can be merged.
        self.is_uniform = rng.random() < 0.4
        self.element = "f32" if self.is_float else "i32"
        self.buffers = {}
        # Loops run over small ranges, so that dependences are near.
        for name in "ABC"[:rng.randint(1, 3)]:
            shape = [rng.choice([3, 4, 5, 6, 7]) for _ in range(rng.choice([1, 1, 2]))]
            self.buffers[name] = (shape, self.layout(shape))

    def fresh(self):
        self.values += 1
        return f"%v{self.values}"

    def emit(self, depth, text):
        self.lines.append("  " * depth + text)

    def layout(self, shape):
        rng = self.rng
        pad = rng.choice(["none", "undef", "0.0 : f32" if self.is_float else "0 : i32"])
        kind = rng.random()
        if len(shape) == 1:
            maps = ["(i) -> (i floordiv 4, i mod 4)", "(i) -> (i floordiv 2, i mod 2)",
                    "(i) -> (i + 2)", f"(i) -> ({shape[0] - 1} - i)",
                    "(i) -> ((i + 2) floordiv 4, (i + 2) mod 4)",
                    "(i) -> (i mod 4, i floordiv 4)",
                    "(i) -> (i floordiv 4, (i floordiv 2) mod 2, i mod 2)"]
        else:
            maps = ["(i, j) -> (j, i)", "(i, j) -> (i floordiv 2, j, i mod 2)",
                    "(i, j) -> (i floordiv 2, j floordiv 3, i mod 2, j mod 3)",
                    f"(i, j) -> ({shape[1]} * i + j)", "(i, j) -> (i, (j + i) mod 8)",
                    "(i, j) -> (j floordiv 4, i, j mod 4)"]
        if kind < 0.25:
            return None
        return f"#layout.buffer<index_map<{rng.choice(maps)}>, pad<{pad}>>"

    def type(self, name):
        shape, layout = self.buffers[name]
        text = "x".join(map(str, shape)) + "x" + self.element
        return f"memref<{text}, {layout}>" if layout else f"memref<{text}>"

    def text(self):
        rng = self.rng
        arguments = []
        for name in self.buffers:
            marks = []
            if rng.random() < 0.7:
                marks.append("layout.sequential")
            if self.buffers[name][1] is None:
                marks.append("llvm.noalias")
                layout = self.layout(self.buffers[name][0])
                if layout and rng.random() < 0.7:
                    marks.append(f"layout.cache = {layout}")
            arguments.append(f"%{name}: {self.type(name)}" + (f" {{{', '.join(marks)}}}" if marks else ""))
        self.emit(1, f"func.func @f({', '.join(arguments)}) {{")
        for k in range(8):
            self.emit(2, f"%c{k} = arith.constant {k} : index")
            value = f"{k}.0 : f32" if self.is_float else f"{k - 3} : i32"
            self.emit(2, f"%w{k} = arith.constant {value}")
        for _ in range(rng.choice([2, 3, 4] if self.is_uniform else [1, 1, 2, 3])):
            self.nest(2, {}, rng.randint(1, 3))
        self.emit(2, "return")
        self.emit(1, "}")
        return "\n".join(self.lines) + "\n"

    def nest(self, depth, ranges, levels):
        """A loop; `ranges` are the values of the variables around."""
        rng = self.rng
        low = rng.choice([0, 0, 0, 1, 2])
        step = rng.choice([1, 1, 1, 1, 2])
        high = low + rng.choice([2, 3, 4, 5, 6])
        if self.is_uniform:
            low, step, high = 0, 1, 4
        self.values += 1
        is_affine = rng.random() < 0.8 and all(v.startswith("%a") for v in ranges)
        variable = f"%{'a' if is_affine else 's'}{self.values}"
        outer = [v for v in ranges if v.startswith("%a")]
        if is_affine and outer and rng.random() < 0.1:
            other = rng.choice(outer)
            self.emit(depth, f"affine.for {variable} = affine_map<(d) -> (d)>({other}) to {max(ranges[other][1], high) + 1} {{")
            low, high, step = ranges[other][0], max(ranges[other][1], high) + 1, 1
        elif is_affine:
            self.emit(depth, f"affine.for {variable} = {low} to {high} step {step} {{")
        else:
            low, high = min(low, 7), min(high, 7)
            self.emit(depth, f"scf.for {variable} = %c{low} to %c{high} step %c{step} {{")
        inner = dict(ranges)
        inner[variable] = (low, max(high - 1, low))
        if rng.random() < 0.3:
            self.statement(depth + 1, inner)
        num_loaded = len(self.loaded)
        if levels > 1 and self.has_siblings:
            self.siblings(depth + 1, inner, levels - 1)
        elif levels > 1:
            if rng.random() < 0.15:
                self.guard(depth + 1, inner, lambda d: self.nest(d, inner, levels - 1))
            else:
                self.nest(depth + 1, inner, levels - 1)
        else:
            for _ in range(rng.choice([1, 1, 2])):
                if rng.random() < 0.25:
                    self.guard(depth + 1, inner, lambda d: self.statement(d, inner))
                else:
                    self.statement(depth + 1, inner)
        if rng.random() < 0.15:
            self.statement(depth + 1, inner)
        del self.loaded[num_loaded:]
        self.emit(depth, "}")

    def siblings(self, depth, ranges, levels):
        """Loops beside each other, with statements and loads between them."""
        rng = self.rng
        for _ in range(rng.choice([1, 2, 2, 3])):
            if rng.random() < 0.4:
                source = rng.choice(list(self.buffers))
                self.loaded.append(self.access(depth, source, self.index(depth, source, ranges)))
            self.nest(depth, ranges, rng.randint(1, levels))
            if rng.random() < 0.2:
                self.statement(depth, ranges)

    def guard(self, depth, ranges, inside):
        variables = [v for v in ranges if v.startswith("%a")]
        if len(variables) != len(ranges):
            return inside(depth)
        dims = ", ".join(f"d{k}" for k in range(len(variables)))
        terms = [f"{self.rng.choice([-1, 0, 1])} * d{k}" for k in range(len(variables))]
        text = " + ".join(terms + [str(self.rng.randint(-2, 5))])
        self.emit(depth, f"affine.if affine_set<({dims}) : ({text} >= 0)>({', '.join(variables)}) {{")
        inside(depth + 1)
        self.emit(depth, "}")

    def coordinate(self, ranges, extent):
        """An index that stays inside: text over dims, operands."""
        rng = self.rng
        choices = [("{}", 0)]
        names = list(ranges)
        for _ in range(12):
            terms = rng.sample(names, min(len(names), rng.choice([1, 1, 1, 2])))
            factors = [rng.choice([1, 1, 1, -1, 2]) for _ in terms]
            ends = [(f * ranges[t][0], f * ranges[t][1]) for t, f in zip(terms, factors)]
            low, high = sum(map(min, ends)), sum(map(max, ends))
            if high - low >= extent:
                continue
            shift = rng.randint(-low, extent - 1 - high)
            return terms, factors, shift
        return [], [], rng.randrange(extent)

    def index(self, depth, name, ranges):
        shape, _ = self.buffers[name]
        texts, operands = [], []
        for extent in shape:
            terms, factors, shift = self.coordinate(ranges, extent)
            parts = []
            for term, factor in zip(terms, factors):
                parts.append(f"{factor} * d{len(operands)}")
                operands.append(term)
            texts.append(" + ".join(parts + [str(shift)]))
        return texts, operands

    def access(self, depth, name, place, value=None):
        texts, operands = place
        dims = ", ".join(f"d{k}" for k in range(len(operands)))
        results = []
        for text in texts:
            result = self.fresh()
            self.emit(depth, f"{result} = affine.apply affine_map<({dims}) -> ({text})>({', '.join(operands)})")
            results.append(result)
        index = ", ".join(results)
        dialect = "affine" if all(o.startswith("%a") for o in operands) and self.rng.random() < 0.7 else "memref"
        if value is None:
            result = self.fresh()
            self.emit(depth, f"{result} = {dialect}.load %{name}[{index}] : {self.type(name)}")
            return result
        self.emit(depth, f"{dialect}.store {value}, %{name}[{index}] : {self.type(name)}")
        return None

    def statement(self, depth, ranges):
        rng = self.rng
        target = rng.choice(list(self.buffers))
        place = self.index(depth, target, ranges)
        if rng.random() < 0.4:
            value = f"%w{rng.randrange(8)}"
        elif self.loaded and rng.random() < 0.5:
            value = rng.choice(self.loaded)
        else:
            source = rng.choice(list(self.buffers))
            value = self.access(depth, source, self.index(depth, source, ranges))
        kind = rng.random()
        if kind < 0.45:
            # An update of one element.
            old, new = self.access(depth, target, place), self.fresh()
            op = rng.choice(["addf", "mulf", "maximumf"] if self.is_float else INTEGER_SUMS)
            operands = f"{old}, {value}" if op == "subi" or rng.random() < 0.5 else f"{value}, {old}"
            self.emit(depth, f"{new} = arith.{op} {operands} : {self.element}")
            value = new
        elif kind < 0.6:
            new = self.fresh()
            op = "addf" if self.is_float else "addi"
            self.emit(depth, f"{new} = arith.{op} {value}, %w{rng.randrange(8)} : {self.element}")
            value = new
        self.access(depth, target, place, value)


def run(args, rng, number):
    text = Program(rng, args.siblings).text()
    passes = [rng.choice(PASSES) for _ in range(rng.randint(1, 3))]
    if args.first not in passes:
        passes.insert(0, args.first)
    pipeline = ",".join(["layout-cache", "layout-assign", "layout-apply"] + passes)
    return random_run.check(args, number, text, [f"--pipeline=builtin.module({pipeline})"])


def add_more(parser):
    parser.add_argument("--first", default="layout-sequential-access",
                        help="a pass that is always among those that are run")
    parser.add_argument("--siblings", action="store_true",
                        help="loops beside each other inside of others")


if __name__ == "__main__":
    sys.exit(random_run.main(__doc__, run, add_more))
