#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random loops of scf with arithmetic on index, i8 and i32 in their bounds,
subscripts and conditions through layout-raise-loops, and compares with the same program
before, by layout-check.

The seed is printed; `--seed` repeats a run, `--keep` leaves a failing program
behind. `--layout-opt` has rewritten programs counted.
"""

import sys

import random_run

LATER = ["canonicalize", "cse", "layout-simplify", "layout-optimize", "lower-affine",
         "func.func(affine-simplify-structures)", "layout-tile-loops,layout-vectorize-loops"]
ENDS = {"i8": (-128, 127), "i32": (-2**31, 2**31 - 1)}


class Program:
    def __init__(self, rng):
        self.rng = rng
        self.lines = []
        self.values = 0
        self.constants = {}
        # Name, type, extents, the values that dim() yields.
        self.buffers = {"%A": ("memref<7x5xi32>", [7, 5]), "%B": ("memref<?xi32>", [9])}

    def fresh(self):
        self.values += 1
        return f"%v{self.values}"

    def emit(self, depth, text):
        self.lines.append("  " * depth + text)

    def constant(self, value, type="index"):
        return self.constants.setdefault(
            (value, type), f"%c{value if value >= 0 else f'm{-value}'}_{type}")

    def op(self, depth, name, lhs, rhs, type="index", flags=""):
        result = self.fresh()
        self.emit(depth, f"{result} = arith.{name} {lhs}, {rhs}{flags} : {type}")
        return result

    def text(self):
        for _ in range(self.rng.randint(1, 2)):
            self.nest(2, ["%n", "%m"], self.rng.randint(1, 3))
        constants = [f"    {name} = arith.constant {value} : {type}"
                     for (value, type), name in self.constants.items()]
        return "\n".join([
            "  func.func @f(%A: memref<7x5xi32>, %B: memref<?xi32>, %n: index, %m: index, "
            "%p: i8, %q: i32) {", *constants, *self.lines, "    return", "  }", ""])

    #===------------------------------------------------------------------===#
    # Numbers
    #===------------------------------------------------------------------===#

    def number(self, depth, variables, size=3):
        rng = self.rng
        kind = rng.random()
        if size == 0 or kind < 0.25:
            return rng.choice(variables) if rng.random() < 0.8 else self.constant(rng.randint(-3, 9))
        if kind < 0.3:
            result = self.fresh()
            self.emit(depth, f"{result} = memref.dim %B, {self.constant(0)} : memref<?xi32>")
            return result
        lhs = self.number(depth, variables, size - 1)
        if kind < 0.55:
            rhs = self.number(depth, variables, size - 1)
            return self.op(depth, rng.choice(["addi", "subi"]), lhs, rhs)
        if kind < 0.65:
            return self.cast(depth, variables, lhs)
        if kind < 0.75:
            text, k = rng.choice(["mod", "floordiv", "ceildiv"]), rng.choice([1, 2, 3, 4, 8])
            result = self.fresh()
            self.emit(depth, f"{result} = affine.apply affine_map<(d) -> (d {text} {k})>({lhs})"
                      if lhs in variables and lhs.startswith("%a") else
                      f"{result} = arith.remsi {lhs}, {self.constant(k)} : index")
            return result
        name, rhs = rng.choice([
            ("muli", [-2, -1, 2, 3]), ("floordivsi", [1, 2, 3, 4]), ("ceildivsi", [2, 3, 4]),
            ("divsi", [2, 3, 4, -2]), ("remsi", [2, 3, 4]), ("remui", [4, 8]), ("shli", [1, 2]),
            ("shrsi", [1, 2]), ("andi", [1, 3, 7, 5]), ("minsi", [0, 2, 5]),
            ("maxsi", [0, 2, -1])])
        return self.op(depth, name, lhs, self.constant(rng.choice(rhs)))

    def cast(self, depth, variables, value):
        """Arithmetic on a fixed width, which may wrap around."""
        rng = self.rng
        type = rng.choice(["i8", "i32"])
        narrow = "%p" if type == "i8" else "%q"
        if rng.random() < 0.6:
            narrow = self.fresh()
            self.emit(depth, f"{narrow} = arith.index_cast {value} : index to {type}")
        name, rhs = rng.choice([("addi", 100), ("addi", 1), ("muli", 3), ("shli", 1), ("subi", 5)])
        narrow = self.op(depth, name, narrow, self.constant(rhs, type), type)
        if rng.random() < 0.5:
            narrow = self.op(depth, "remsi", narrow, self.constant(7, type), type)
        result = self.fresh()
        self.emit(depth, f"{result} = arith.index_cast{rng.choice(['', 'ui'])} {narrow} : {type} to index")
        return result

    def clamp(self, depth, value, low, high):
        value = self.op(depth, "maxsi", value, self.constant(low))
        return self.op(depth, "minsi", value, self.constant(high))

    #===------------------------------------------------------------------===#
    # Loops
    #===------------------------------------------------------------------===#

    def bounds(self, depth, variables):
        """Few iterations, whatever the numbers are."""
        rng = self.rng
        low = self.number(depth, variables) if rng.random() < 0.4 else self.constant(rng.choice([0, 0, 1, -2]))
        high = self.number(depth, variables) if rng.random() < 0.5 else self.constant(rng.randint(0, 7))
        low = self.op(depth, "maxsi", low, self.constant(-3))
        return low, self.op(depth, "minsi", high, self.constant(6))

    def nest(self, depth, variables, levels):
        rng = self.rng
        low, high = self.bounds(depth, variables)
        kind, step = rng.random(), rng.choice([1, 1, 1, 2, 3])
        variable = self.fresh()
        if kind < 0.12:
            return self.parallel(depth, variables, variable, low, high)
        if kind < 0.3:
            inner = self.narrow(depth, variable, low, high, step)
        elif kind < 0.4:
            high = self.op(depth, "maxsi", high, self.constant(0))
            self.emit(depth, f"scf.for unsigned {variable} = {low} to {high} step {self.constant(step)} {{")
            inner = variable
        elif kind < 0.45:
            self.emit(depth, f"affine.for %a{variable[1:]} = -2 to 5 step {step} {{")
            inner = f"%a{variable[1:]}"
        else:
            steps = self.constant(step)
            if rng.random() < 0.1:
                steps = self.clamp(depth, self.number(depth, variables), 1, 3)
            if kind > 0.9:
                return self.reduction(depth, variables, variable, low, high, steps)
            self.emit(depth, f"scf.for {variable} = {low} to {high} step {steps} {{")
            inner = variable
        self.body(depth + 1, [*variables, inner], levels)
        self.emit(depth, "}")

    def narrow(self, depth, variable, low, high, step):
        """A loop over i8, also one close to the end of the type."""
        rng = self.rng
        ends = []
        for bound in low, high:
            ends.append(self.fresh())
            self.emit(depth, f"{ends[-1]} = arith.index_cast {bound} : index to i8")
        if rng.random() < 0.2:
            ends, step = [self.constant(121, "i8"), self.constant(rng.choice([124, 127]), "i8")], 1
        self.emit(depth, f"scf.for {variable} = {ends[0]} to {ends[1]} step "
                         f"{self.constant(step, 'i8')} : i8 {{")
        index = self.fresh()
        self.emit(depth + 1, f"{index} = arith.index_cast {variable} : i8 to index")
        return index

    def parallel(self, depth, variables, variable, low, high):
        """Stores to an element of its own in each iteration."""
        other = self.fresh()
        one = self.constant(1)
        low = self.op(depth, "maxsi", low, self.constant(0))
        self.emit(depth, f"scf.parallel ({variable}, {other}) = ({low}, {self.constant(0)}) to "
                         f"({high}, {self.constant(5)}) step ({one}, {one}) {{")
        value = self.value(depth + 1, [*variables, variable, other], "%B")
        self.emit(depth + 1, f"memref.store {value}, %A[{variable}, {other}] : memref<7x5xi32>")
        self.emit(depth, "}")

    def reduction(self, depth, variables, variable, low, high, steps):
        result, sum = self.fresh(), self.fresh()
        self.emit(depth, f"{result} = scf.for {variable} = {low} to {high} step {steps} "
                         f"iter_args({sum} = {self.constant(1, 'i32')}) -> (i32) {{")
        value = self.value(depth + 1, [*variables, variable])
        both = self.op(depth + 1, "muli", sum, self.constant(3, "i32"), "i32")
        both = self.op(depth + 1, "addi", both, value, "i32")
        self.emit(depth + 1, f"scf.yield {both} : i32")
        self.emit(depth, "}")
        self.store(depth, variables, result)

    def body(self, depth, variables, levels):
        rng = self.rng
        if levels > 1:
            self.nest(depth, variables, levels - 1)
        if levels == 1 or rng.random() < 0.3:
            if rng.random() < 0.4:
                return self.guard(depth, variables)
            self.store(depth, variables, self.value(depth, variables))

    #===------------------------------------------------------------------===#
    # Statements
    #===------------------------------------------------------------------===#

    def guard(self, depth, variables):
        """A branch, which may make an access legal."""
        rng = self.rng
        number = self.number(depth, variables)
        if rng.random() < 0.5:
            conditions = [self.compare(depth, p, number, c)
                          for p, c in [("sge", 0), ("slt", 9)]]
        elif rng.random() < 0.3:
            conditions = [self.compare(depth, "ult", number, 9)]
        else:
            other = self.compare(depth, rng.choice(["eq", "ne", "sgt", "sle", "uge"]),
                                 self.number(depth, variables), rng.randint(-1, 4))
            self.emit(depth, f"scf.if {other} {{")
            self.store(depth + 1, variables, self.value(depth + 1, variables))
            if rng.random() < 0.4:
                self.emit(depth, "} else {")
                self.store(depth + 1, variables, self.value(depth + 1, variables))
            return self.emit(depth, "}")
        condition = conditions[0]
        for other in conditions[1:]:
            condition = self.op(depth, "andi", condition, other, "i1")
        self.emit(depth, f"scf.if {condition} {{")
        value = self.value(depth + 1, variables)
        self.emit(depth + 1, f"memref.store {value}, %B[{number}] : memref<?xi32>")
        self.emit(depth, "}")

    def compare(self, depth, predicate, lhs, rhs):
        result = self.fresh()
        self.emit(depth, f"{result} = arith.cmpi {predicate}, {lhs}, {self.constant(rhs)} : index")
        return result

    def subscripts(self, depth, buffer, variables):
        """In the buffer, whatever the numbers are."""
        results = []
        for extent in self.buffers[buffer][1]:
            number = self.number(depth, variables)
            kind = self.rng.random()
            if kind < 0.3:
                results.append(self.clamp(depth, number, 0, extent - 1))
            elif kind < 0.5:
                results.append(self.op(depth, "remui", number, self.constant(extent)))
            else:
                results.append(self.remainder(depth, number, extent))
        return ", ".join(results)

    def remainder(self, depth, number, extent):
        """What lower-affine makes of `mod`."""
        rest = self.op(depth, "remsi", number, self.constant(extent))
        below = self.compare(depth, "slt", rest, 0)
        more = self.op(depth, "addi", rest, self.constant(extent))
        result = self.fresh()
        self.emit(depth, f"{result} = arith.select {below}, {more}, {rest} : index")
        return result

    def value(self, depth, variables, source=None):
        source = source or self.rng.choice(list(self.buffers))
        at = self.subscripts(depth, source, variables)
        loaded, number = self.fresh(), self.fresh()
        self.emit(depth, f"{loaded} = memref.load {source}[{at}] : {self.buffers[source][0]}")
        self.emit(depth, f"{number} = arith.index_cast {self.number(depth, variables)} : index to i32")
        return self.op(depth, "addi", loaded, number, "i32")

    def store(self, depth, variables, value):
        to = self.rng.choice(list(self.buffers))
        at = self.subscripts(depth, to, variables)
        self.emit(depth, f"memref.store {value}, {to}[{at}] : {self.buffers[to][0]}")


def run(args, rng, number):
    text = Program(rng).text()
    narrow = [rng.choice([rng.randint(-9, 9), rng.choice(ENDS[type])]) for type in ENDS]
    keeps = rng.choice(["", "", "{keep-parallel=true}"])
    passes = ["lower-affine", "layout-raise-loops" + keeps]
    passes += [rng.choice(LATER) for _ in range(rng.randint(0, 2))]
    return random_run.check(args, number, text, [
        "--dim=arg1.dim0:9", f"--arg=2:{rng.randint(-9, 20)}", f"--arg=3:{rng.randint(-3, 9)}",
        f"--arg=4:{narrow[0]}", f"--arg=5:{narrow[1]}",
        f"--pipeline=builtin.module({','.join(passes)})"])


if __name__ == "__main__":
    sys.exit(random_run.main(__doc__, run))
