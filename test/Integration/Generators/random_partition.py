#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs layout-partition-loops on random loops with many conditions: the program
does the same, by layout-check, also after a second run, which finds what the
bounds on rounds and loops have left.

The seed is printed; `--seed` repeats a run, `--keep` leaves a failing program
behind.
"""

import sys

import random_run

ENDS = [-2**63, -2**63 + 1, -2**62, 2**62, 2**63 - 9, 2**63 - 2, 2**63 - 1]


class Program:
    """One or two loops, over indices or numbers of a fixed width, with several
    conditions on their variables."""

    def __init__(self, rng):
        self.rng = rng
        self.lines = []
        self.depth = 1
        self.values = 0
        self.shape = [rng.choice([3, 8, 16, 30]) for _ in range(rng.choice([1, 1, 2]))]
        self.is_dynamic = rng.random() < 0.4
        self.type = f"memref<{'x'.join(map(str, self.shape))}xi32>"
        self.index = ", ".join(f"%i{k}" for k in range(len(self.shape)))

    def emit(self, text):
        self.lines.append("  " * self.depth + text)

    def open(self, text):
        self.emit(text)
        self.depth += 1

    def close(self):
        self.depth -= 1
        self.emit("}")

    def text(self):
        rng = self.rng
        self.open(f"func.func @f(%a: {self.type}, %b: {self.type}, %n: index, %m: index) {{")
        for k in range(10):
            self.emit(f"%w{k} = arith.constant {10 + k} : i32")
        is_affine = rng.random() < 0.4
        number_type = "index" if is_affine else rng.choice(["index", "i64", "i32"])
        for k, size in enumerate(self.shape):
            step = rng.choice([1, 1, 2, 3])
            low = rng.choice([0, 0, 1])
            if is_affine:
                upper = size
                if self.is_dynamic and rng.random() < 0.3:
                    upper = f"min affine_map<()[n] -> ({size}, n)>()[%n]"
                self.open(f"affine.for %i{k} = {low} to {upper} step {step} {{")
                continue
            bounds = []
            for number in (low, size, step):
                bounds.append(self.fresh())
                self.emit(f"{bounds[-1]} = arith.constant {number} : {number_type}")
            if number_type == "index":
                self.open(f"scf.for %i{k} = {bounds[0]} to {bounds[1]} step {bounds[2]} {{")
                continue
            if self.is_dynamic:
                upper, least = self.fresh(), self.fresh()
                self.emit(f"{upper} = arith.index_cast %n : index to {number_type}")
                self.emit(f"{least} = arith.minsi {upper}, {bounds[1]} : {number_type}")
                bounds[1] = least
            self.open(f"scf.for %k{k} = {bounds[0]} to {bounds[1]} step {bounds[2]} : {number_type} {{")
            self.emit(f"%i{k} = arith.index_cast %k{k} : {number_type} to index")
        for _ in range(rng.randint(1, 5)):
            self.statement(rng.randint(0, 1))
        for _ in self.shape:
            self.close()
        self.emit("return")
        self.close()
        return "\n".join(self.lines) + "\n"

    def fresh(self):
        self.values += 1
        return f"%v{self.values}"

    def statement(self, nesting):
        rng = self.rng
        condition = self.condition()
        if rng.random() < 0.2:
            chosen = self.fresh()
            self.emit(f"{chosen} = arith.select {condition}, %w{rng.randint(0, 9)}, %w{rng.randint(0, 9)} : i32")
            return self.store(chosen)
        self.open(f"scf.if {condition} {{")
        self.statement(nesting - 1) if nesting > 0 else self.store()
        if rng.random() < 0.4:
            self.depth -= 1
            self.open("} else {")
            self.store()
        self.close()

    def store(self, value=None):
        value = value or f"%w{self.rng.randint(0, 9)}"
        buffer = self.rng.choice("ab")
        loaded, added = self.fresh(), self.fresh()
        self.emit(f"{loaded} = memref.load %{buffer}[{self.index}] : {self.type}")
        self.emit(f"{added} = arith.addi {loaded}, {value} : i32")
        self.emit(f"memref.store {added}, %{buffer}[{self.index}] : {self.type}")

    def affine(self):
        """In one loop's variable, or in both; divided by chance."""
        rng = self.rng
        variables = list(range(len(self.shape)))
        used = variables if rng.random() < 0.4 else [rng.choice(variables)]
        text = " + ".join([f"{rng.choice([-3, -2, -1, 1, 1, 1, 2, 3])} * d{k}" for k in used]
                          + [str(rng.randint(-12, 12))])
        kind = rng.random()
        if kind < 0.15:
            text = f"({text}) mod {rng.randint(2, 5)} - {rng.randint(0, 2)}"
        elif kind < 0.45:
            text = f"({text}) {rng.choice(['floordiv', 'ceildiv'])} {rng.randint(2, 5)} - {rng.randint(0, 4)}"
            if rng.random() < 0.4:
                text = f"-({text})"
        return text

    def condition(self):
        rng = self.rng
        lhs, result = self.fresh(), self.fresh()
        dims = ", ".join(f"d{k}" for k in range(len(self.shape)))
        self.emit(f"{lhs} = affine.apply affine_map<({dims}) -> ({self.affine()})>({self.index})")
        rhs = "%n" if rng.random() < 0.5 else "%m"
        if not self.is_dynamic or rng.random() < 0.5:
            rhs = self.fresh()
            self.emit(f"{rhs} = arith.constant {rng.randint(-4, 18)} : index")
        predicate = rng.choice(["eq", "ne", "slt", "sle", "sgt", "sge"])
        self.emit(f"{result} = arith.cmpi {predicate}, {lhs}, {rhs} : index")
        return result


def run(args, rng, number):
    text = Program(rng).text()
    numbers = [rng.choice([rng.randint(-2, 18)] * 3 + [rng.choice(ENDS)]) for _ in "nm"]
    passes = ",".join(["layout-partition-loops"] * rng.randint(1, 2))
    return random_run.check(args, number, text, [
        f"--arg=2:{numbers[0]}", f"--arg=3:{numbers[1]}",
        f"--pipeline=builtin.module({passes})"])


def add_more(parser):
    parser.add_argument("--opt", default="layout-opt")


if __name__ == "__main__":
    sys.exit(random_run.main(__doc__, run, add_more))
