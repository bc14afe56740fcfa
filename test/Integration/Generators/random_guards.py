#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random nests of guarded stores through the passes that remove or move
conditions, and compares with the same program before, by layout-check.

The seed is printed; `--seed` repeats a run, `--keep` leaves a failing program
behind.
"""

import sys

import random_run

PASSES = ["layout-simplify", "layout-partition-loops", "layout-partition-loops",
          "layout-hoist-conditions", "layout-remove-noop",
          "layout-hoist-conditions{split=false}", "canonicalize", "cse"]

ENDS = [-2**63, -2**63 + 1, -2**62, 2**62, 2**63 - 9, 2**63 - 2, 2**63 - 1]


class Program:
    """Loops over one array, with conditions in and between them."""

    def __init__(self, rng):
        self.rng = rng
        self.lines = []
        self.values = 0
        self.shape = [rng.randint(1, 7) for _ in range(rng.randint(1, 3))]
        self.type = f"memref<{'x'.join(map(str, self.shape))}xi32>"

    def fresh(self):
        self.values += 1
        return f"%v{self.values}"

    def emit(self, depth, text):
        self.lines.append("  " * depth + text)

    def text(self):
        self.emit(1, f"func.func @f(%a: {self.type}, %b: {self.type}, %n: index) {{")
        for k in range(10):
            self.emit(2, f"%c{k} = arith.constant {k} : index")
            self.emit(2, f"%w{k} = arith.constant {10 + k} : i32")
            for width in (32, 64):
                self.emit(2, f"%n{width}_{k} = arith.constant {k} : i{width}")
        self.emit(2, "%true = arith.constant true")
        for _ in range(self.rng.randint(1, 3)):
            self.loops(2, [])
        self.emit(2, "return")
        self.emit(1, "}")
        return "\n".join(self.lines) + "\n"

    def loops(self, depth, variables):
        dim = len(variables)
        if dim == len(self.shape):
            return self.body(depth, variables, 0)
        rng = self.rng
        size = self.shape[dim]
        low = rng.choice([0, 0, 0, min(1, size - 1)])
        step = rng.choice([1, 1, 1, 2])
        is_affine = rng.random() < 0.6
        # affine.if takes variables of affine loops only.
        variable = f"%{'a' if is_affine else 's'}{self.values}_{dim}"
        self.values += 1
        if is_affine:
            upper = size
            if rng.random() < 0.2:
                upper = f"min affine_map<()[n] -> ({size}, n)>()[%n]"
            self.emit(depth, f"affine.for {variable} = {low} to {upper} step {step} {{")
        elif rng.random() < 0.5:
            upper = f"%c{size}"
            if rng.random() < 0.3:
                upper = self.fresh()
                self.emit(depth, f"{upper} = arith.minsi %n, %c{size} : index")
            self.emit(depth, f"scf.for {variable} = %c{low} to {upper} step %c{step} {{")
        else:
            width, number = rng.choice([32, 64]), self.fresh()
            bounds = [f"%n{width}_{k}" for k in (low, size, step)]
            if rng.random() < 0.3:
                narrow, bounds[1] = self.fresh(), self.fresh()
                self.emit(depth, f"{narrow} = arith.index_cast %n : index to i{width}")
                self.emit(depth, f"{bounds[1]} = arith.minsi {narrow}, %n{width}_{size} : i{width}")
            self.emit(depth, f"scf.for {number} = {bounds[0]} to {bounds[1]} step {bounds[2]} : i{width} {{")
            self.emit(depth + 1, f"{variable} = arith.index_cast {number} : i{width} to index")
        if rng.random() < 0.2:
            self.store(depth + 1, variables + [variable])
        if rng.random() < 0.25 and variables + [variable]:
            self.guard(depth + 1, variables + [variable],
                       lambda d: self.loops(d, variables + [variable]),
                       rng.random() < 0.3)
        else:
            self.loops(depth + 1, variables + [variable])
        self.emit(depth, "}")

    def body(self, depth, variables, nesting):
        for _ in range(self.rng.choice([1, 1, 2, 3])):
            if nesting < 3 and self.rng.random() < 0.75:
                self.guard(depth, variables,
                           lambda d: self.body(d, variables, nesting + 1),
                           self.rng.random() < 0.5)
            else:
                self.store(depth, variables)

    def store(self, depth, variables):
        rng = self.rng
        index = list(variables) + ["%c0"] * (len(self.shape) - len(variables))
        place = ", ".join(index)
        value = f"%w{rng.randint(0, 9)}"
        kind = rng.random()
        if kind < 0.25:
            loaded, summed = self.fresh(), self.fresh()
            self.emit(depth, f"{loaded} = memref.load %{rng.choice('ab')}[{place}] : {self.type}")
            self.emit(depth, f"{summed} = arith.addi {loaded}, {value} : i32")
            value = summed
        elif kind < 0.5:
            chosen = self.fresh()
            condition = self.condition(depth, variables)
            self.emit(depth, f"{chosen} = arith.select {condition}, {value}, %w{rng.randint(0, 9)} : i32")
            value = chosen
        elif kind < 0.7:
            condition, chosen, read = self.condition(depth, variables), self.fresh(), self.fresh()
            self.emit(depth, f"{chosen} = scf.if {condition} -> i32 {{")
            self.emit(depth + 1, f"{read} = memref.load %{rng.choice('ab')}[{place}] : {self.type}")
            self.emit(depth + 1, f"scf.yield {read} : i32")
            self.emit(depth, "} else {")
            self.emit(depth + 1, f"scf.yield {value} : i32")
            self.emit(depth, "}")
            value = chosen
        elif kind < 0.8:
            value = self.sum(depth, variables)
        elif kind < 0.87:
            condition, wide = self.condition(depth, variables), self.fresh()
            self.emit(depth, f"{wide} = arith.extui {condition} : i1 to i32")
            value = wide
        self.emit(depth, f"memref.store {value}, %{rng.choice('aaab')}[{place}] : {self.type}")

    def sum(self, depth, variables):
        """A loop that carries a value, with a choice in it."""
        rng = self.rng
        variable, carried, result = self.fresh(), self.fresh(), self.fresh()
        self.emit(depth, f"{result} = scf.for {variable} = %c0 to %c{rng.randint(0, 5)} step %c1 "
                         f"iter_args({carried} = %w{rng.randint(0, 9)}) -> i32 {{")
        condition = self.condition(depth + 1, variables + rng.choice([[], [variable]]))
        chosen, added = self.fresh(), self.fresh()
        self.emit(depth + 1, f"{chosen} = arith.select {condition}, {carried}, %w{rng.randint(0, 9)} : i32")
        self.emit(depth + 1, f"{added} = arith.addi {chosen}, %w{rng.randint(0, 9)} : i32")
        self.emit(depth + 1, f"scf.yield {added} : i32")
        self.emit(depth, "}")
        return result

    @staticmethod
    def is_affine(variables):
        return all(v[1] == "a" for v in variables)

    def affine(self, variables):
        rng = self.rng
        names = [v[1:] for v in variables]
        terms = [f"{rng.randint(-3, 4)} * d{k}" for k in range(len(names))]
        text = " + ".join(terms + [str(rng.randint(-9, 12))])
        if rng.random() < 0.25:
            text = f"({text}) {rng.choice(['floordiv', 'mod'])} {rng.randint(2, 5)} - {rng.randint(0, 2)}"
        return text

    def guard(self, depth, variables, inside, with_else):
        rng = self.rng
        if self.is_affine(variables) and rng.random() < 0.5:
            dims = ", ".join(f"d{k}" for k in range(len(variables)))
            constraints = ", ".join(
                f"{self.affine(variables)} {rng.choice(['>=', '>=', '>=', '=='])} 0"
                for _ in range(rng.choice([1, 1, 2])))
            operands = ", ".join(variables)
            self.emit(depth, f"affine.if affine_set<({dims}) : ({constraints})>({operands}) {{")
        else:
            condition = self.condition(depth, variables)
            self.emit(depth, f"scf.if {condition} {{")
        inside(depth + 1)
        if with_else:
            self.emit(depth, "} else {")
            self.body(depth + 1, variables, 3)
        self.emit(depth, "}")

    def condition(self, depth, variables, nesting=0):
        rng = self.rng
        kind = rng.random()
        if nesting < 2 and kind < 0.45:
            one = self.condition(depth, variables, nesting + 1)
            op = rng.choice(["andi", "andi", "ori", "xori", "not"])
            other = "%true" if op == "not" else self.condition(depth, variables, nesting + 1)
            result = self.fresh()
            self.emit(depth, f"{result} = arith.{'xori' if op == 'not' else op} {one}, {other} : i1")
            return result
        lhs = rng.choice(variables)
        if rng.random() < 0.5:
            lhs, text = self.fresh(), self.affine(variables)
            dims = ", ".join(f"d{k}" for k in range(len(variables)))
            self.emit(depth, f"{lhs} = affine.apply affine_map<({dims}) -> ({text})>({', '.join(variables)})")
        elif rng.random() < 0.2:
            both, op = self.fresh(), rng.choice(["minsi", "maxsi"])
            self.emit(depth, f"{both} = arith.{op} {lhs}, {rng.choice(variables + ['%n', '%c3'])} : index")
            lhs = both
        rhs = rng.choice([f"%c{rng.randint(0, 9)}", "%n", rng.choice(variables)])
        result = self.fresh()
        predicate = rng.choice(["eq", "ne", "slt", "sle", "sgt", "sge"])
        kind = "index"
        if rng.random() < 0.25:
            kind = rng.choice(["i32", "i64"])
            lhs, rhs = self.cast(depth, lhs, kind), self.cast(depth, rhs, kind)
        if rng.random() < 0.25:
            lhs = self.bits(depth, lhs, kind)
        self.emit(depth, f"{result} = arith.cmpi {predicate}, {lhs}, {rhs} : {kind}")
        return result

    def cast(self, depth, value, kind):
        result = self.fresh()
        self.emit(depth, f"{result} = arith.index_cast {value} : index to {kind}")
        return result

    def bits(self, depth, value, kind):
        rng = self.rng
        amount, result = self.fresh(), self.fresh()
        op, constant = rng.choice([("shli", rng.randint(0, 4)), ("shrsi", rng.randint(0, 3)),
                                   ("andi", rng.choice([1, 3, 7, 5]))])
        self.emit(depth, f"{amount} = arith.constant {constant} : {kind}")
        self.emit(depth, f"{result} = arith.{op} {value}, {amount} : {kind}")
        return result


def run(args, rng, number):
    text = Program(rng).text()
    number_n = rng.choice([rng.randint(-2, 8)] * 3 + [rng.choice(ENDS)])
    pipeline = ",".join(rng.choice(PASSES) for _ in range(rng.randint(1, 4)))
    return random_run.check(args, number, text, [
        f"--arg=2:{number_n}", f"--pipeline=builtin.module({pipeline})"])


if __name__ == "__main__":
    sys.exit(random_run.main(__doc__, run))
