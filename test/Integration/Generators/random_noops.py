#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random programs of overlapping stores, loads, locals and loops through
layout-remove-noop, and compares with the same program before, by layout-check.

The seed is printed; `--seed` repeats a run, `--keep` leaves a failing program
behind.
"""

import sys

import random_run

PIPELINES = ["layout-remove-noop", "layout-remove-noop",
             "layout-remove-noop,layout-remove-noop",
             "layout-partition-loops,layout-remove-noop",
             "layout-remove-noop,layout-simplify,layout-remove-noop",
             "canonicalize,layout-remove-noop,cse"]


class Program:
    """Two arguments, a global, up to two locals; statements in loops."""

    def __init__(self, rng):
        self.rng = rng
        self.lines = []
        self.values = 0
        self.size = rng.randint(2, 9)
        self.type = f"memref<{self.size}xi32>"
        self.noalias = rng.random() < 0.7
        self.budget = rng.randint(3, 12)
        self.buffers = ["%a", "%b"]

    def fresh(self):
        self.values += 1
        return f"%v{self.values}"

    def emit(self, depth, text):
        self.lines.append("  " * depth + text)

    def text(self):
        rng = self.rng
        attribute = " {llvm.noalias}" if self.noalias else ""
        self.emit(1, f"memref.global \"private\" @g : {self.type} = dense<7>")
        self.callees()
        self.emit(1, f"func.func @f(%a: {self.type}{attribute}, %b: {self.type}{attribute}, %n: index) {{")
        for k in range(10):
            self.emit(2, f"%c{k} = arith.constant {k} : index")
            self.emit(2, f"%w{k} = arith.constant {10 + k} : i32")
        for k in range(rng.randint(0, 2)):
            self.emit(2, f"%l{k} = memref.alloc{rng.choice(['', 'a'])}() : {self.type}")
            self.buffers.append(f"%l{k}")
            self.fill(2, f"%l{k}")
        if rng.random() < 0.2:
            self.emit(2, f"%g = memref.get_global @g : {self.type}")
            self.buffers.append("%g")
        self.statements(2, [], rng.randint(1, 6))
        self.emit(2, "return")
        self.emit(1, "}")
        return "\n".join(self.lines) + "\n"

    def callees(self):
        self.emit(1, f"func.func private @fill(%a: {self.type}) {{")
        self.emit(2, "%w = arith.constant 99 : i32")
        self.emit(2, f"affine.for %i = 0 to {self.size} {{")
        self.emit(3, f"affine.store %w, %a[%i] : {self.type}")
        self.emit(2, "}")
        self.emit(2, "return")
        self.emit(1, "}")
        self.emit(1, f"func.func private @bump(%a: {self.type}) {{")
        self.emit(2, "%w = arith.constant 1 : i32")
        self.emit(2, f"%x = affine.load %a[0] : {self.type}")
        self.emit(2, "%y = arith.addi %x, %w : i32")
        self.emit(2, f"affine.store %y, %a[0] : {self.type}")
        self.emit(2, "return")
        self.emit(1, "}")

    def fill(self, depth, buffer):
        # Only what was written may be read.
        variable = f"%f{self.values}"
        self.values += 1
        self.emit(depth, f"affine.for {variable} = 0 to {self.size} {{")
        self.emit(depth + 1, f"affine.store %w0, {buffer}[{variable}] : {self.type}")
        self.emit(depth, "}")

    def statements(self, depth, variables, count):
        for _ in range(count):
            if self.budget <= 0:
                return
            self.statement(depth, variables)

    def statement(self, depth, variables):
        rng = self.rng
        kind = rng.random()
        if kind < 0.3 and len(variables) < 3:
            self.loop(depth, variables)
        elif kind < 0.5 and variables:
            self.guard(depth, variables)
        elif kind < 0.55 and not variables:
            self.budget -= 1
            self.emit(depth, f"func.call @{rng.choice(['fill', 'bump'])}({rng.choice(self.buffers)}) : ({self.type}) -> ()")
        elif kind < 0.6:
            self.budget -= 1
            one, two = rng.sample(self.buffers, 2)
            self.emit(depth, f"memref.copy {one}, {two} : {self.type} to {self.type}")
        elif kind < 0.65 and depth < 6:
            self.local(depth, variables)
        elif kind < 0.68 and not variables:
            self.while_loop(depth, variables)
        else:
            self.store(depth, variables)

    def local(self, depth, variables):
        """A buffer that lives in one iteration."""
        buffer = f"%m{self.values}"
        self.values += 1
        self.emit(depth, f"{buffer} = memref.alloc() : {self.type}")
        self.fill(depth, buffer)
        self.buffers.append(buffer)
        self.statements(depth, variables, self.rng.randint(1, 3))
        self.buffers.remove(buffer)
        if self.rng.random() < 0.7:
            self.emit(depth, f"memref.dealloc {buffer} : {self.type}")

    def while_loop(self, depth, variables):
        result, inner, more, after = self.fresh(), self.fresh(), self.fresh(), self.fresh()
        self.emit(depth, f"{result} = scf.while ({inner} = %c0) : (index) -> index {{")
        self.statements(depth + 1, variables, 1)
        self.emit(depth + 1, f"{more} = arith.cmpi slt, {inner}, %c3 : index")
        self.emit(depth + 1, f"scf.condition({more}) {inner} : index")
        self.emit(depth, "} do {")
        self.emit(depth, f"^bb0({after}: index):")
        self.statements(depth + 1, variables, 2)
        step = self.fresh()
        self.emit(depth + 1, f"{step} = arith.addi {after}, %c1 : index")
        self.emit(depth + 1, f"scf.yield {step} : index")
        self.emit(depth, "}")

    def loop(self, depth, variables):
        rng = self.rng
        kind = rng.random()
        variable = f"%{'s' if kind > 0.75 else 'i'}{self.values}"
        self.values += 1
        low, high = rng.randint(0, 2), rng.randint(1, self.size)
        affine = [v for v in variables if v[1] == "i"]
        if affine and kind < 0.2:
            self.emit(depth, f"affine.for {variable} = 0 to affine_map<(d0) -> (d0 + {rng.randint(-1, 1)})>({rng.choice(affine)}) {{")
        elif kind <= 0.75:
            step = rng.choice([1, 1, 1, 2])
            self.emit(depth, f"affine.for {variable} = {low} to {high} step {step} {{")
        else:
            self.emit(depth, f"scf.for {variable} = %c{low} to {rng.choice([f'%c{high}', '%n'])} step %c1 {{")
        self.statements(depth + 1, variables + [variable], rng.choice([1, 1, 2, 3]))
        self.emit(depth, "}")

    def guard(self, depth, variables):
        rng = self.rng
        if rng.random() < 0.75:
            lhs = rng.choice(variables)
            condition = self.fresh()
            predicate = rng.choice(["eq", "ne", "slt", "sle", "sgt", "sge"])
            rhs = rng.choice([f"%c{rng.randint(0, 9)}", "%n", rng.choice(variables)])
            self.emit(depth, f"{condition} = arith.cmpi {predicate}, {lhs}, {rhs} : index")
            if rng.random() < 0.3:
                other, both = self.fresh(), self.fresh()
                self.emit(depth, f"{other} = arith.cmpi {rng.choice(['slt', 'sge'])}, {rng.choice(variables)}, %c{rng.randint(0, 9)} : index")
                self.emit(depth, f"{both} = arith.{rng.choice(['andi', 'ori', 'xori'])} {condition}, {other} : i1")
                condition = both
        else: # by what is in memory
            loaded, condition = self.fresh(), self.fresh()
            self.emit(depth, f"{loaded} = memref.load {rng.choice(self.buffers)}[%c{rng.randint(0, self.size - 1)}] : {self.type}")
            self.emit(depth, f"{condition} = arith.cmpi slt, {loaded}, %w5 : i32")
        self.emit(depth, f"scf.if {condition} {{")
        self.statements(depth + 1, variables, rng.choice([0, 1, 1, 2]))
        if rng.random() < 0.4:
            self.emit(depth, "} else {")
            self.statements(depth + 1, variables, rng.choice([0, 1, 1, 2]))
        self.emit(depth, "}")

    def index(self, depth, variables):
        """An index inside the buffer, whatever the variables are."""
        rng = self.rng
        kind = rng.random()
        if not variables or kind < 0.3:
            return f"%c{rng.randint(0, self.size - 1)}"
        one, two = rng.choice(variables), rng.choice(variables)
        result = self.fresh()
        maps = [f"d0 mod {self.size}", f"(d0 + {rng.randint(1, 4)}) mod {self.size}",
                f"(2 * d0 + d1) mod {self.size}", f"(d0 floordiv 2) mod {self.size}",
                f"({self.size * 4} - d0 - 1) mod {self.size}",
                f"(d0 + d1) mod {self.size}", "CLAMP"]
        text = rng.choice(maps)
        if text == "CLAMP":
            low = self.fresh()
            self.emit(depth, f"{low} = affine.min affine_map<(d0) -> (d0 + {rng.randint(0, 2)}, {self.size - 1})>({one})")
            return low
        self.emit(depth, f"{result} = affine.apply affine_map<(d0, d1) -> ({text})>({one}, {two})")
        return result

    def load(self, depth, variables):
        loaded = self.fresh()
        index = self.index(depth, variables)
        self.emit(depth, f"{loaded} = memref.load {self.rng.choice(self.buffers)}[{index}] : {self.type}")
        return loaded

    def store(self, depth, variables):
        self.budget -= 1
        rng = self.rng
        value = f"%w{rng.randint(0, 9)}"
        kind = rng.random()
        if kind < 0.35:
            loaded, summed = self.load(depth, variables), self.fresh()
            self.emit(depth, f"{summed} = arith.addi {loaded}, {value} : i32")
            value = summed
        elif kind < 0.45:
            value = self.load(depth, variables)
        elif kind < 0.55 and variables:
            value = self.fresh()
            self.emit(depth, f"{value} = arith.index_cast {rng.choice(variables)} : index to i32")
        index = self.index(depth, variables)
        buffer = rng.choice(self.buffers)
        if kind > 0.9: # read, then written back
            value = self.fresh()
            self.emit(depth, f"{value} = memref.load {buffer}[{index}] : {self.type}")
            if kind > 0.95:
                self.emit(depth, f"memref.store %w1, {rng.choice(self.buffers)}[{self.index(depth, variables)}] : {self.type}")
        self.emit(depth, f"memref.store {value}, {buffer}[{index}] : {self.type}")


def run(args, rng, number):
    text = Program(rng).text()
    pipeline = rng.choice(PIPELINES)
    return random_run.check(args, number, text, [
        f"--arg=2:{rng.randint(-2, 8)}", f"--pipeline=builtin.module({pipeline})"])


if __name__ == "__main__":
    sys.exit(random_run.main(__doc__, run))
