#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random programs of blocks, with regions in them, and compares with numpy.

Each op is written twice, in MLIR and in Python, where no array is changed once it is
made. Loops and diamonds of blocks contain scf.if, scf.for, scf.index_switch and
scf.execute_region; tensors that were overwritten stay in use, and what is written may
be used by nothing. Programs are compiled with and without `keep-arguments`, each in a
process of its own, so that a crash is a failure, too. `--first` skips programs, `--keep`
leaves the failing program behind.
"""

import argparse
import os
import random
import resource
import sys
import traceback
from contextlib import contextmanager

import mlir_layout
import numpy as np

PIPELINES = ["layout-compile", "layout-compile{keep-arguments=true}"]
LAYOUTS = ["(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>", "(i) -> (i mod 3, i floordiv 3)>",
           "(i) -> (i + 1)>, pad<0 : i32>", "(i) -> (i)>"]
ROWS = 2
LIMIT = 30  # seconds

HELPERS = """
def insert(tensor, place, value):
    new = tensor.copy()
    new[place] = value
    return new
"""


class Program:
    """`kind`s are `row`, `laid` (a row with a layout), `matrix` and `number`."""

    def __init__(self, rng):
        self.rng = rng
        self.size = rng.choice([4, 6, 9])
        layout = rng.choice(LAYOUTS).replace("(i) ->", "index_map<(i) ->", 1)
        self.types = {"row": f"tensor<{self.size}xi32>", "number": "i32",
                      "laid": f"tensor<{self.size}xi32, #layout.buffer<{layout}>>",
                      "matrix": f"tensor<{ROWS}x{self.size}xi32>"}
        self.counter = 0
        self.depth = 1
        self.mlir = []
        self.python = [HELPERS]
        self.has_callees = False
        self.writer()
        self.global_reader()
        self.has_callees = True
        self.main()

    def fresh(self, kinds):
        """New names, one for each kind."""
        self.counter += len(kinds)
        return [f"v{self.counter - i}" for i in range(len(kinds))]

    def emit(self, mlir, python=None):
        if mlir:
            self.mlir.append("  " + mlir)
        if python:
            self.python.append("  " * self.depth + python)

    def define(self, pool, kind, mlir, python):
        name, = self.fresh([kind])
        self.emit(f"%{name} = {mlir}", f"{name} = {python}")
        pool.append((name, kind))
        return name

    @contextmanager
    def indented(self, python):
        self.emit(None, python)
        self.depth += 1
        self.emit(None, "pass")
        yield
        self.depth -= 1

    def assign(self, names, values):
        if names:
            self.emit(None, f"{', '.join(names)}, = {', '.join(values)},")

    def list_types(self, kinds):
        return ", ".join(self.types[kind] for kind in kinds)

    def operands(self, names, kinds):
        """What a branch hands to a block."""
        return f"({list_names(names)} : {self.list_types(kinds)})" if names else ""

    def parameters(self, names, kinds):
        return ", ".join(f"%{n}: {self.types[k]}" for n, k in zip(names, kinds))

    def random_kinds(self, least):
        kinds = ["row", "row", "laid", "matrix"]
        return [self.rng.choice(kinds) for _ in range(self.rng.randint(least, 2))]

    def pick(self, pool, kind):
        fitting = [name for name, other in pool if other == kind]
        if fitting:
            return self.rng.choice(fitting)
        if kind == "number":
            return self.constant(pool)
        row = self.pick(pool, "row")
        return self.define(pool, "laid", f"layout.convert %{row} : {self.types['row']} to "
                           f"{self.types['laid']}", row)

    def pick_all(self, pool, kinds):
        return [self.pick(pool, kind) for kind in kinds]

    def constant(self, pool):
        value = self.rng.randint(-5, 9)
        return self.define(pool, "number", f"arith.constant {value} : i32", f"{value}")

    def index(self, value):
        return self.define([], "", f"arith.constant {value} : index", f"{value}")

    def condition(self, pool):
        a, b = self.pick(pool, "number"), self.constant([])
        return self.define([], "", f"arith.cmpi slt, %{a}, %{b} : i32", f"{a} < {b}")

    # Statements: each adds a value to the pool.

    def insert(self, pool):
        tensor, value = self.pick(pool, "row"), self.pick(pool, "number")
        place = self.index(self.rng.randrange(self.size))
        self.define(pool, "row", f"tensor.insert %{value} into %{tensor}[%{place}] : "
                    f"{self.types['row']}", f"insert({tensor}, {place}, {value})")

    def extract(self, pool):
        tensor, place = self.pick(pool, "row"), self.index(self.rng.randrange(self.size))
        self.define(pool, "number", f"tensor.extract %{tensor}[%{place}] : "
                    f"{self.types['row']}", f"int({tensor}[{place}])")

    def fill(self, pool, old=None):
        kind = "row" if old else self.random_kinds(1)[0]
        old = old or self.pick(pool, kind)
        value, type = self.pick(pool, "number"), self.types[kind]
        self.define(pool, kind, f"linalg.fill ins(%{value} : i32) outs(%{old} : {type}) -> "
                    f"{type}", f"np.full_like({old}, {value})")

    def add(self, pool):
        kind = self.random_kinds(1)[0]
        a, b, old = self.pick_all(pool, [kind] * 3)
        type = self.types[kind]
        self.define(pool, kind, f"linalg.add ins(%{a}, %{b} : {type}, {type}) "
                    f"outs(%{old} : {type}) -> {type}", f"{a} + {b}")

    def select(self, pool):
        kind = self.random_kinds(1)[0]
        condition, (a, b) = self.condition(pool), self.pick_all(pool, [kind] * 2)
        self.define(pool, kind, f"arith.select %{condition}, %{a}, %{b} : {self.types[kind]}",
                    f"{a} if {condition} else {b}")

    def extract_slice(self, pool):
        matrix, row = self.pick(pool, "matrix"), self.rng.randrange(ROWS)
        self.define(pool, "row", f"tensor.extract_slice %{matrix}[{row}, 0] [1, {self.size}] "
                    f"[1, 1] : {self.types['matrix']} to {self.types['row']}",
                    f"{matrix}[{row}]")

    def insert_slice(self, pool):
        tensor, matrix = self.pick_all(pool, ["row", "matrix"])
        row = self.rng.randrange(ROWS)
        self.define(pool, "matrix", f"tensor.insert_slice %{tensor} into %{matrix}[{row}, 0] "
                    f"[1, {self.size}] [1, 1] : {self.types['row']} into "
                    f"{self.types['matrix']}", f"insert({matrix}, {row}, {tensor})")

    def convert(self, pool):
        kinds = self.rng.sample(["row", "laid"], 2)
        tensor = self.pick(pool, kinds[0])
        self.define(pool, kinds[1], f"layout.convert %{tensor} : {self.types[kinds[0]]} to "
                    f"{self.types[kinds[1]]}", tensor)

    def call(self, pool):
        type = self.types["row"]
        if self.rng.random() < 0.5:
            self.define(pool, "row", f"func.call @reader() : () -> {type}", "reader()")
        else:
            tensor = self.pick(pool, "row")
            self.define(pool, "row", f"func.call @writer(%{tensor}) : ({type}) -> {type}",
                        f"writer({tensor})")

    # Ops with regions.

    def region(self, pool, python, results, kinds, level):
        pool = list(pool)
        with self.indented(python):
            self.statements(pool, self.rng.randint(0, 3), level + 1)
            values = self.pick_all(pool, kinds)
            self.assign(results, values)
        self.emit(f"scf.yield {list_names(values)} : {self.list_types(kinds)}"
                  if values else "scf.yield")

    def scf(self, pool, level):
        """An scf.if, scf.index_switch or scf.execute_region, maybe without results."""
        op = self.rng.choice(["if", "if", "index_switch", "execute_region"])
        kinds = self.random_kinds(0)
        results = self.fresh(kinds)
        condition = "" if op == "execute_region" else self.condition(pool)
        arms = {"if": [("{", f"if {condition}:"), ("} else {", "else:")],
                "index_switch": [("case 1 {", f"if {condition}:"), ("} default {", "else:")],
                "execute_region": [("{", "if True:")]}[op]
        if op == "index_switch":
            cast = self.define([], "", f"arith.index_castui %{condition} : i1 to index",
                               condition)
            condition = cast
        types = self.list_types(kinds)
        types = types if op == "index_switch" else f"({types})"
        self.emit((f"{list_names(results)} = " if results else "") + f"scf.{op} " +
                  (f"%{condition} " if condition else "") + (f"-> {types}" if kinds else ""))
        for mlir, python in arms:
            self.emit(mlir)
            self.region(pool, python, results, kinds, level)
        self.emit("}")
        pool.extend(zip(results, kinds))

    def write_in_vain(self, pool, row):
        condition = self.condition(pool)
        self.emit(f"scf.if %{condition} {{")
        with self.indented(f"if {condition}:"):
            self.fill(list(pool), row)
        self.emit("}")

    def scf_for(self, pool, level):
        kinds = self.random_kinds(1)
        initial, results = self.pick_all(pool, kinds), self.fresh(kinds)
        low, high, step = self.index(0), self.index(self.rng.randint(0, 3)), self.index(1)
        carried = ", ".join(f"%{r}_it = %{i}" for r, i in zip(results, initial))
        iterated = [f"{name}_it" for name in results]
        self.emit(f"{list_names(results)} = scf.for %{results[0]}_iv = %{low} to %{high} "
                  f"step %{step} iter_args({carried}) -> ({self.list_types(kinds)}) {{")
        self.assign(iterated, initial)
        self.region(pool + list(zip(iterated, kinds)), f"for _ in range({high}):", iterated,
                    kinds, level)
        self.emit("}")
        self.assign(results, iterated)
        pool.extend(zip(results, kinds))

    def statements(self, pool, count, level=0):
        leaves = [self.insert, self.extract, self.fill, self.add, self.select,
                  self.extract_slice, self.insert_slice, self.convert]
        leaves += [self.call] if self.has_callees else []
        for _ in range(count):
            if level < 2 and self.rng.random() < 0.35:
                self.rng.choice([self.scf, self.scf, self.scf_for])(pool, level)
            else:
                self.rng.choice(leaves)(pool)

    # Blocks.

    def loop(self, pool):
        """Blocks in a circle; those behind it use what the first of them makes, and a
        row from before that others write in vain."""
        row, kinds = self.pick(pool, "row"), ["number"] + self.random_kinds(0)
        if self.rng.random() < 0.5:
            type = self.types["row"]
            row = self.define(pool, "row", f"linalg.add ins(%{row}, %{row} : {type}, {type}) "
                              f"outs(%{row} : {type}) -> {type}", f"{row} + {row}")
        initial = [self.constant([])] + self.pick_all(pool, kinds[1:])
        carried, one = self.fresh(kinds), self.define([], "", "arith.constant 1 : i32", "1")
        bound, label = self.constant([]), carried[0]
        self.emit(f"cf.br ^head{label}{self.operands(initial, kinds)}")
        self.emit(f"^head{label}({self.parameters(carried, kinds)}):")
        self.assign(carried, initial)
        left = ["row"] + self.random_kinds(0)
        results = self.fresh(left)
        with self.indented("while True:"):
            pool.extend(zip(carried, kinds))
            self.statements(pool, self.rng.randint(0, 2))
            again = self.define([], "", f"arith.cmpi slt, %{label}, %{bound} : i32",
                                f"{label} < {bound}")
            values = [row] + self.pick_all(pool, left[1:])
            self.emit(f"cf.cond_br %{again}, ^body{label}, ^exit{label}"
                      f"{self.operands(values, left)}")
            with self.indented(f"if not {again}:"):
                self.assign(results, values)
                self.emit(None, "break")
            self.emit(f"^body{label}:")
            inner = list(pool)
            self.statements(inner, self.rng.randint(0, 3))
            if self.rng.random() < 0.5:
                self.write_in_vain(inner, row)
            following = [self.define([], "", f"arith.addi %{label}, %{one} : i32",
                                     f"{label} + 1")] + self.pick_all(inner, kinds[1:])
            self.emit(f"cf.br ^head{label}{self.operands(following, kinds)}")
            self.assign(carried, following)
        self.emit(f"^exit{label}({self.parameters(results, left)}):".replace("()", ""))
        pool.extend(zip(results, left))

    def diamond(self, pool):
        kinds, condition = self.random_kinds(0), self.condition(pool)
        results = self.fresh(kinds)
        self.emit(f"cf.cond_br %{condition}, ^left{condition}, ^right{condition}")
        for label, python in (("left", f"if {condition}:"), ("right", "else:")):
            self.emit(f"^{label}{condition}:")
            with self.indented(python):
                inner = list(pool)
                self.statements(inner, self.rng.randint(0, 3))
                values = self.pick_all(inner, kinds)
                self.assign(results, values)
            self.emit(f"cf.br ^join{condition}{self.operands(values, kinds)}")
        self.emit(f"^join{condition}({self.parameters(results, kinds)}):".replace("()", ""))
        pool.extend(zip(results, kinds))

    # Functions.

    @contextmanager
    def function(self, name, kinds, results, visibility=""):
        names = self.fresh(kinds)
        pool = list(zip(names, kinds))
        self.mlir.append(f"func.func {visibility}@{name}({self.parameters(names, kinds)}) -> "
                         f"({self.list_types(results)}) {{")
        self.python.append(f"def {name}({', '.join(names)}):")
        yield pool
        values = self.pick_all(pool, results)
        self.emit(f"return {list_names(values)} : {self.list_types(results)}",
                  f"return {', '.join(values)}" + ("," if name == "main" else ""))
        self.mlir.append("}")

    def writer(self):
        """Writes its argument, and returns that or what was there."""
        with self.function("writer", ["row"], ["row"], "private ") as pool:
            self.insert(pool)

    def global_reader(self):
        type = self.types["row"]
        buffer = type.replace("tensor", "memref")
        self.mlir.append(f'memref.global "private" constant @w : {buffer} = dense<3>')
        with self.function("reader", [], ["row"], "private ") as pool:
            self.emit(f"%b = memref.get_global @w : {buffer}")
            self.define(pool, "row", f"bufferization.to_tensor %b restrict : {buffer} to {type}",
                        f"np.full({self.size}, 3, np.int32)")

    def main(self):
        self.kinds = ["number", "row", "row", "matrix"]
        results = [self.rng.choice(["row", "row", "matrix"]) for _ in range(3)]
        with self.function("main", self.kinds, results) as pool:
            for _ in range(self.rng.randint(1, 3)):
                self.statements(pool, self.rng.randint(0, 3))
                self.rng.choice([self.loop, self.diamond])(pool)
            self.statements(pool, self.rng.randint(0, 2))

    def arguments(self):
        shapes = {"row": self.size, "matrix": (ROWS, self.size)}
        numbers = np.random.default_rng(self.rng.randrange(1000))
        return [self.rng.randint(-5, 9) if kind == "number" else
                numbers.integers(-9, 9, shapes[kind]).astype(np.int32) for kind in self.kinds]


def list_names(names):
    return ", ".join("%" + name for name in names)


def check(program):
    """Raises an exception if a result is not that of numpy."""
    space = {"np": np}
    exec("\n".join(program.python), space)
    module = mlir_layout.parse("\n".join(program.mlir))
    data = [program.arguments() for _ in range(3)]
    for pipeline in PIPELINES:
        compiled = module.compile("main", pipeline=pipeline)
        for arguments in data:
            # Without keep-arguments, the function may write them.
            results = compiled(*[np.copy(a) if np.ndim(a) else a for a in arguments])
            for number, wanted in enumerate(space["main"](*arguments)):
                np.testing.assert_array_equal(results[number], wanted,
                                              f"result {number}, {pipeline}")


def run(program):
    """The status of a process that checks the program."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        try:
            check(program)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--keep", help="where to leave a failing program")
    options = parser.parse_args()
    failures = 0
    for number in range(options.first, options.first + options.count):
        program = Program(random.Random(options.seed * 1000003 + number))
        status = run(program)
        if status == 0:
            continue
        failures += 1
        text = "\n".join(program.mlir) + "\n"
        print(f"program {number} fails with {status}:\n{text}")
        if options.keep:
            with open(options.keep, "w") as kept:
                kept.write(text)
    print(f"{options.count} programs, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
