# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a module of random kernels, to be run on a device and on the host.

Usage: random_kernels.py SEED COUNT

Each kernel computes one number per thread from what it reads, by random integer
arithmetic of several widths, on extreme numbers too, branches, switches, loops with results that may have no
iteration, vectors and local memory. The same code runs on the host in a loop:
@main prints in how many places the two differ, for each kernel.
"""

import random
import sys

THREADS = 32


class Body:
    """Code of one thread: `values` are names of i32, in scope."""

    def __init__(self, rng, number):
        self.rng, self.lines, self.count = rng, [], 0
        self.prefix = f"k{number}_"
        self.budget = rng.randint(6, 22)

    def name(self):
        self.count += 1
        return f"%{self.prefix}{self.count}"

    def add(self, text):
        """Appends `text`, of which {} is a new name, and yields that."""
        name = self.name()
        self.lines.append(text.format(name))
        return name

    def number(self, value, type="i32"):
        return self.add(f"{{}} = arith.constant {value} : {type}")

    def masked(self, value, mask):
        return self.add(f"{{}} = arith.andi {value}, {self.number(mask)} : i32")

    def index(self, value, mask):
        return self.add(f"{{}} = arith.index_cast {self.masked(value, mask)} : i32 to index")

    def condition(self, values):
        predicate = self.rng.choice(["eq", "ne", "slt", "sle", "sgt", "uge", "ult"])
        a, b = self.rng.choice(values), self.rng.choice(values)
        return self.add(f"{{}} = arith.cmpi {predicate}, {a}, {b} : i32")

    def statement(self, values, depth):
        kinds = [self.binary, self.binary, self.narrow, self.wide, self.divide, self.divide,
                 self.extreme, self.shift,
                 self.select, self.floats, self.vectors, self.local]
        if depth < 3:
            kinds += [self.branch, self.choice, self.loop, self.loop, self.repeat]
        return self.rng.choice(kinds)(values, depth)

    def block(self, values, depth):
        """Some statements; a value that is one of theirs, or an old one."""
        values = list(values)
        for _ in range(self.rng.randint(1, 3)):
            if self.budget > 0:
                self.budget -= 1
                values.append(self.statement(values, depth))
        return self.rng.choice(values[-3:])

    def pick(self, values):
        return self.rng.choice(values)

    def binary(self, values, depth):
        op = self.rng.choice(["addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minsi",
                              "maxui", "minui"])
        return self.add(f"{{}} = arith.{op} {self.pick(values)}, {self.pick(values)} : i32")

    def narrow(self, values, depth):
        type = self.rng.choice(["i8", "i16"])
        a, b = (self.add(f"{{}} = arith.trunci {self.pick(values)} : i32 to {type}")
                for _ in range(2))
        op = self.rng.choice(["addi", "subi", "muli", "xori", "maxsi", "minui"])
        c = self.add(f"{{}} = arith.{op} {a}, {b} : {type}")
        extend = self.rng.choice(["extsi", "extui"])
        return self.add(f"{{}} = arith.{extend} {c} : {type} to i32")

    def wide(self, values, depth):
        extend = self.rng.choice(["extsi", "extui"])
        a, b = (self.add(f"{{}} = arith.{extend} {self.pick(values)} : i32 to i64")
                for _ in range(2))
        c = self.add(f"{{}} = arith.muli {a}, {b} : i64")
        d = self.add(f"{{}} = arith.shrui {c}, {self.number(16, 'i64')} : i64")
        return self.add(f"{{}} = arith.trunci {d} : i64 to i32")

    def divide(self, values, depth):
        """Of any number, by a constant or by what is no 0 and no -1."""
        width = self.rng.choice([8, 16, 32, 32])
        op = self.rng.choice(["divui", "remui", "divsi", "remsi", "floordivsi", "ceildivsi",
                              "ceildivui"])
        a, b = self.pick(values), self.pick(values)
        if self.rng.random() < 0.5:
            a = self.select([a, self.extreme(values, depth)], depth)
        b = self.add(f"{{}} = arith.ori {self.masked(b, ~2)}, {self.number(1)} : i32")
        if self.rng.random() < 0.3:
            b = self.number(self.rng.choice([2, 3, 7, 64, -2, -3, 100]))
        if width == 32:
            return self.add(f"{{}} = arith.{op} {a}, {b} : i32")
        a, b = (self.add(f"{{}} = arith.trunci {v} : i32 to i{width}") for v in (a, b))
        c = self.add(f"{{}} = arith.{op} {a}, {b} : i{width}")
        return self.add(f"{{}} = arith.extsi {c} : i{width} to i32")

    def extreme(self, values, depth):
        """One of the numbers where signs and carries change, of some width."""
        least = -1 << self.rng.choice([7, 15, 31])
        return self.number(self.rng.choice([least, least, least + 1, ~least, 0, -1]))

    def shift(self, values, depth):
        op = self.rng.choice(["shli", "shrsi", "shrui"])
        by = self.masked(self.pick(values), 31)
        return self.add(f"{{}} = arith.{op} {self.pick(values)}, {by} : i32")

    def select(self, values, depth):
        condition = self.condition(values)
        return self.add(f"{{}} = arith.select {condition}, {self.pick(values)}, "
                        f"{self.pick(values)} : i32")

    def floats(self, values, depth):
        a, b = (self.add(f"{{}} = arith.sitofp {self.masked(self.pick(values), 1023)} "
                         ": i32 to f32") for _ in range(2))
        op = self.rng.choice(["addf", "subf", "mulf", "maximumf", "minnumf"])
        c = self.add(f"{{}} = arith.{op} {a}, {b} : f32")
        return self.add(f"{{}} = arith.fptosi {c} : f32 to i32")

    def vectors(self, values, depth):
        v = self.add(f"{{}} = vector.from_elements "
                     f"{', '.join(self.pick(values) for _ in range(4))} : vector<4xi32>")
        w = self.add(f"{{}} = vector.broadcast {self.pick(values)} : i32 to vector<4xi32>")
        op = self.rng.choice(["addi", "muli", "xori", "maxsi"])
        u = self.add(f"{{}} = arith.{op} {v}, {w} : vector<4xi32>")
        if self.rng.random() < 0.5:
            u = self.add(f"{{}} = arith.select {self.condition(values)}, {u}, {v} : vector<4xi32>")
        if self.rng.random() < 0.3:
            return self.add(f"{{}} = vector.reduction <add>, {u} : vector<4xi32> into i32")
        if self.rng.random() < 0.5:
            place = self.index(self.pick(values), 3)
            return self.add(f"{{}} = vector.extract {u}[{place}] : i32 from vector<4xi32>")
        return self.add(f"{{}} = vector.extract {u}[{self.rng.randrange(4)}] : i32 "
                        "from vector<4xi32>")

    def local(self, values, depth):
        type = "memref<4xi32>"
        memory = self.add(f"{{}} = memref.alloca() : {type}")
        for place in range(4):
            at = self.number(place, "index")
            self.lines.append(f"memref.store {self.pick(values)}, {memory}[{at}] : {type}")
        at = self.index(self.pick(values), 3)
        self.lines.append(f"memref.store {self.pick(values)}, {memory}[{at}] : {type}")
        at = self.index(self.pick(values), 3)
        return self.add(f"{{}} = memref.load {memory}[{at}] : {type}")

    def branch(self, values, depth):
        result = self.name()
        self.lines.append(f"{result} = scf.if {self.condition(values)} -> i32 {{")
        self.lines.append(f"scf.yield {self.block(values, depth + 1)} : i32")
        self.lines.append("} else {")
        self.lines.append(f"scf.yield {self.block(values, depth + 1)} : i32")
        self.lines.append("}")
        return result

    def choice(self, values, depth):
        """A switch with no case, or several."""
        result, by = self.name(), self.index(self.pick(values), 3)
        self.lines.append(f"{result} = scf.index_switch {by} -> i32")
        for case in self.rng.sample([0, 1, 2, 3, -1], self.rng.randint(0, 4)):
            self.lines.append(f"case {case} {{")
            self.lines.append(f"scf.yield {self.block(values, depth + 1)} : i32")
            self.lines.append("}")
        self.lines.append("default {")
        self.lines.append(f"scf.yield {self.block(values, depth + 1)} : i32")
        self.lines.append("}")
        return result

    def loop(self, values, depth):
        """Its bounds may meet or cross: then it has no iteration."""
        result, i, carried = self.name(), self.name(), self.name()
        first = self.index(self.pick(values), 3)
        last = self.index(self.pick(values), 7)
        step = self.number(self.rng.choice([1, 1, 2]), "index")
        start = self.pick(values)
        self.lines.append(f"{result} = scf.for {i} = {first} to {last} step {step} "
                          f"iter_args({carried} = {start}) -> i32 {{")
        number = self.add(f"{{}} = arith.index_cast {i} : index to i32")
        self.lines.append(
            f"scf.yield {self.block(values + [carried, number], depth + 1)} : i32")
        self.lines.append("}")
        return result

    def repeat(self, values, depth):
        """Counts down from what may be zero at once."""
        result, left, carried = self.name(), self.name(), self.name()
        times, start = self.masked(self.pick(values), 7), self.pick(values)
        self.lines.append(f"{result}:2 = scf.while ({left} = {times}, {carried} = {start}) "
                          ": (i32, i32) -> (i32, i32) {")
        more = self.add(f"{{}} = arith.cmpi sgt, {left}, {self.number(0)} : i32")
        self.lines.append(f"scf.condition({more}) {left}, {carried} : i32, i32")
        left, carried = self.name(), self.name()
        self.lines += ["} do {", f"^bb0({left}: i32, {carried}: i32):"]
        less = self.add(f"{{}} = arith.subi {left}, {self.number(1)} : i32")
        self.lines.append(
            f"scf.yield {less}, {self.block(values + [carried, left], depth + 1)} : i32, i32")
        self.lines.append("}")
        return result + "#1"


def function(rng, number):
    body = Body(rng, number)
    values = ["%a", "%b", "%c"]
    while body.budget > 0:
        body.budget -= 1
        values.append(body.statement(values, 0))
    total = values[-1]
    for value in values[-4:-1]:
        total = body.add(f"{{}} = arith.xori {total}, {value} : i32")
    buffer, two = f"memref<{THREADS}xi32>", "memref<?x?xi32>"
    code = [
        f"%a = memref.load %in[%i] : {buffer}",
        "%rows = arith.divui %i, %c8 : index",
        "%columns = arith.remui %i, %c8 : index",
        f"%b = memref.load %grid[%rows, %columns] : {two}",
        "%extent = memref.dim %grid, %c1 : " + two,
        "%c = arith.index_cast %extent : index to i32",
        *body.lines]
    code = "\n".join("      " + line for line in code)
    return f"""
func.func private @test{number}(%in: {buffer}, %grid: {two}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %n = arith.constant {THREADS} : index
  %expected = memref.alloc() : {buffer}
  %got = memref.alloc() : {buffer}
  scf.for %i = %c0 to %n step %c1 {{
{code}
      memref.store {total}, %expected[%i] : {buffer}
  }}
  gpu.launch blocks(%x, %y, %z) in (%gx = %c8, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%bx = %four, %by = %c1, %bz = %c1) {{
      %first = arith.muli %x, %bx : index
      %i = arith.addi %first, %tx : index
{code}
      memref.store {total}, %got[%i] : {buffer}
      gpu.terminator
  }}
  %none = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %differ = scf.for %i = %c0 to %n step %c1 iter_args(%d = %none) -> i64 {{
    %e = memref.load %expected[%i] : {buffer}
    %g = memref.load %got[%i] : {buffer}
    %ne = arith.cmpi ne, %e, %g : i32
    %more = arith.select %ne, %one, %none : i64
    %sum = arith.addi %d, %more : i64
    scf.yield %sum : i64
  }}
  call @printI64(%differ) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}}""".replace("  %n = arith", "  %four = arith.constant 4 : index\n  %n = arith", 1)


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(seed)
    print(f"// Seed {seed}.")
    print("func.func private @printI64(i64)\nfunc.func private @printNewline()")
    for number in range(count):
        print(function(rng, number))
    calls = "\n".join(
        f"  call @test{n}(%in, %grid) : (memref<{THREADS}xi32>, memref<?x?xi32>) -> ()"
        for n in range(count))
    print(f"""
func.func @main() {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %four = arith.constant {THREADS // 8} : index
  %n = arith.constant {THREADS} : index
  %in = memref.alloc() : memref<{THREADS}xi32>
  %grid = memref.alloc(%four, %c8) : memref<?x?xi32>
  %factor = arith.constant 2654435761 : i32
  scf.for %i = %c0 to %n step %c1 {{
    %k = arith.index_cast %i : index to i32
    %v = arith.muli %k, %factor : i32
    memref.store %v, %in[%i] : memref<{THREADS}xi32>
    %r = arith.divui %i, %c8 : index
    %c = arith.remui %i, %c8 : index
    %w = arith.subi %k, %v : i32
    memref.store %w, %grid[%r, %c] : memref<?x?xi32>
  }}
{calls}
  return
}}""")


if __name__ == "__main__":
    main()
