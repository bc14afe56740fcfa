#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random programs whose buffers travel through control flow.

All buffers of a program have one shape and one layout, stated in their types or
requested of one of them. Loops carry them and let them change places, branches
and selects choose among them, blocks are handed them, functions return them and
call themselves with them. layout-check compares each program with itself without
layouts, and checks the padding contract. A program may be refused, but only for
passing one buffer twice, or for what only one layout of several can meet; the
number of those that ran is printed. The seed is printed; `--seed` repeats a run,
`--keep` leaves the failing program behind.
"""

import argparse
import random
import subprocess
import sys
import tempfile

from random_programs import ELEMENTS, Layout, product

REFUSALS = [
    "one buffer as operands",
    "all iterations of a parallel loop share",
    "whose type cannot change",
    "of which it would work on a local copy",
    "is requested for a buffer that also gets the layout",
]


class Program:
    def __init__(self, rng):
        self.rng = rng
        self.counter = 0
        self.lines = []
        self.element = rng.choice(["i32", "f32", "i64"])
        self.add = "arith.addf" if self.element == "f32" else "arith.addi"
        rank = rng.choice([1, 1, 2])
        self.shape = [rng.randint(3, 8 if rank == 1 else 5) for _ in range(rank)]
        self.layout = Layout(rng, self.shape, self.element)
        for _ in range(rng.choice([0, 6])):  # copying pads break most easily
            if "pad<(" in str(self.layout):
                break
            self.layout = Layout(rng, self.shape, self.element)
        plain = f"memref<{'x'.join(map(str, self.shape))}x{self.element}>"
        self.by_request = rng.random() < 0.4
        self.type = plain if self.by_request else f"{plain[:-1]}, {self.layout}>"
        self.request = f" {{layout.transform = {self.layout}}}"
        self.requested_arg = rng.randint(0, 3) if self.by_request else None

    def fresh(self):
        self.counter += 1
        return f"%v{self.counter}"

    def emit(self, text):
        self.lines.append("  " * self.depth + text)

    def inside(self, body):
        self.depth += 1
        result = body()
        self.depth -= 1
        return result

    # ---- Accesses ---------------------------------------------------------

    def nest(self, body, full):
        """A loop nest over all or some of the elements."""
        rng, ivs, depth = self.rng, [], self.depth
        affine = rng.random() < 0.6
        for size in self.shape:
            low = 0 if full else rng.randint(0, size - 1)
            high = size if full else rng.randint(low, size)
            iv = self.fresh()
            ivs.append(iv)
            if affine:
                self.emit(f"affine.for {iv} = {low} to {high} {{")
            else:
                lo, hi, step = self.fresh(), self.fresh(), self.fresh()
                self.emit(f"{lo} = arith.constant {low} : index")
                self.emit(f"{hi} = arith.constant {high} : index")
                self.emit(f"{step} = arith.constant 1 : index")
                self.emit(f"scf.for {iv} = {lo} to {hi} step {step} {{")
            self.depth += 1
        body(", ".join(ivs), "affine" if affine else "memref")
        while self.depth > depth:
            self.depth -= 1
            self.emit("}")

    def elementwise(self, names):
        x, y = self.rng.choice(names), self.rng.choice(names)
        kind = self.rng.choice(["copy", "add", "set"])

        def body(index, dialect):
            value = "%k"
            if kind != "set":
                value = self.fresh()
                self.emit(f"{value} = {dialect}.load {x}[{index}] : {self.type}")
            if kind == "add":
                old, value = value, self.fresh()
                self.emit(f"{value} = {self.add} {old}, %k : {self.element}")
            self.emit(f"{dialect}.store {value}, {y}[{index}] : {self.type}")
        self.nest(body, full=self.rng.random() < 0.6)

    def single(self, names):
        x, y = self.rng.choice(names), self.rng.choice(names)
        indices = [", ".join(str(self.rng.randint(0, s - 1)) for s in self.shape)
                   for _ in range(2)]
        value = self.fresh()
        self.emit(f"{value} = affine.load {x}[{indices[0]}] : {self.type}")
        self.emit(f"affine.store {value}, {y}[{indices[1]}] : {self.type}")

    def parallel(self, names):
        x, y = self.rng.choice(names), self.rng.choice(names)
        ivs = [self.fresh() for _ in self.shape]
        value = self.fresh()
        index = ", ".join(ivs)
        ranges = ", ".join("0" for _ in self.shape), ", ".join(map(str, self.shape))
        self.emit(f"affine.parallel ({index}) = ({ranges[0]}) to ({ranges[1]}) {{")
        self.depth += 1
        self.emit(f"{value} = affine.load {x}[{index}] : {self.type}")
        self.emit(f"affine.store {value}, {y}[{index}] : {self.type}")
        self.depth -= 1
        self.emit("}")

    def born(self, names):
        name = self.fresh()
        request = self.request if self.by_request and self.rng.random() < 0.3 else ""
        self.emit(f"{name} = memref.alloc(){request} : {self.type}")
        if self.rng.random() < 0.5:
            self.emit(f"linalg.fill ins(%k : {self.element}) outs({name} : {self.type})")
        else:
            source = self.rng.choice(names)
            self.emit(f"memref.copy {source}, {name} : {self.type} to {self.type}")
        return [name]

    # ---- Control flow -----------------------------------------------------

    def region(self, names, budget, close):
        """Statements, then what `close` says of the names that there are."""
        inner = list(names)

        def body():
            for _ in range(self.rng.randint(0, 2)):
                inner.extend(self.statement(inner, budget))
            close(inner)
        self.inside(body)

    def pick(self, names, count):
        """Names, of which the newer are the likelier."""
        return [names[max(self.rng.randrange(len(names)),
                          self.rng.randrange(len(names)))] for _ in range(count)]

    def types(self, count):
        return ", ".join([self.type] * count)

    def yielder(self, op, count):
        def close(names):
            values = ", ".join(self.pick(names, count))
            self.emit(f"{op} {values} : {self.types(count)}")
        return close

    def results(self, count):
        name = self.fresh()
        texts = [name] if count == 1 else [f"{name}#{i}" for i in range(count)]
        return (name if count == 1 else f"{name}:{count}"), texts

    def select(self, names):
        name = self.fresh()
        x, y = self.pick(names, 2)
        self.emit(f"{name} = arith.select %c, {x}, {y} : {self.type}")
        return [name]

    def branch(self, names, budget):
        count = self.rng.randint(1, 2)
        head, results = self.results(count)
        if self.rng.random() < 0.3:
            self.emit(f"{head} = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%n) -> "
                      f"({self.types(count)}) {{" if count > 1 else
                      f"{head} = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%n) -> "
                      f"{self.type} {{")
            op = "affine.yield"
        else:
            self.emit(f"{head} = scf.if %c -> ({self.types(count)}) {{")
            op = "scf.yield"
        self.region(names, budget - 1, self.yielder(op, count))
        self.emit("} else {")
        self.region(names, budget - 1, self.yielder(op, count))
        self.emit("}")
        return results

    def carry(self, names, count):
        carried = [self.fresh() for _ in range(count)]
        inits = self.pick(names, count)
        return carried, ", ".join(f"{c} = {i}" for c, i in zip(carried, inits))

    def loop(self, names, budget):
        count = self.rng.randint(1, 3)
        head, results = self.results(count)
        carried, inits = self.carry(names, count)
        iv = self.fresh()
        types = f"({self.types(count)})"
        if self.rng.random() < 0.3:
            self.emit(f"{head} = affine.for {iv} = 0 to {self.rng.randint(0, 3)} "
                      f"iter_args({inits}) -> {types} {{")
            op = "affine.yield"
        else:
            bound = self.rng.choice(["%n", "%n", "%one", "%zero"])
            self.emit(f"{head} = scf.for {iv} = %zero to {bound} step %one "
                      f"iter_args({inits}) -> {types} {{")
            op = "scf.yield"
        swap = self.rng.random() < 0.5

        def close(inner):
            if swap:
                values = carried[1:] + carried[:1]
                self.emit(f"{op} {', '.join(values)} : {self.types(count)}")
            else:
                self.yielder(op, count)(inner)
        self.region(names + carried, budget - 1, close)
        self.emit("}")
        return results

    def while_loop(self, names, budget):
        count = self.rng.randint(1, 2)
        head, results = self.results(count + 1)
        carried, inits = self.carry(names, count)
        i, c, j = self.fresh(), self.fresh(), self.fresh()
        types = f"(index, {self.types(count)})"
        self.emit(f"{head} = scf.while ({i} = %zero, {inits}) : {types} -> {types} {{")

        def condition(inner):
            values = ", ".join(self.pick(inner, count))
            self.emit(f"{c} = arith.cmpi slt, {i}, %n : index")
            self.emit(f"scf.condition({c}) {i}, {values} : index, {self.types(count)}")
        self.region(names + carried, budget - 1, condition)
        after = [self.fresh() for _ in range(count)]
        at = self.fresh()
        self.emit("} do {")
        arguments = ", ".join(f"{a}: {self.type}" for a in after)
        self.emit(f"^bb0({at}: index, {arguments}):")

        def close(inner):
            values = ", ".join(self.pick(inner, count))
            self.emit(f"{j} = arith.addi {at}, %one : index")
            self.emit(f"scf.yield {j}, {values} : index, {self.types(count)}")
        self.region(names + after, budget - 1, close)
        self.emit("}")
        return results[1:]

    def switch(self, names, budget):
        head, results = self.results(1)
        self.emit(f"{head} = scf.index_switch %n -> {self.type}")
        for label in ("case 0", "case 2", "default"):
            self.emit(f"{label} {{")
            self.region(names, budget - 1, self.yielder("scf.yield", 1))
            self.emit("}")
        return results

    def scope(self, names, budget):
        head, results = self.results(1)
        op, close = self.rng.choice([
            ("scf.execute_region", "scf.yield"),
            ("memref.alloca_scope", "memref.alloca_scope.return")])
        self.emit(f"{head} = {op} -> {'(' if 'alloca' in op else ''}{self.type}"
                  f"{')' if 'alloca' in op else ''} {{")
        self.region(names, budget - 1, self.yielder(close, 1))
        self.emit("}")
        return results

    def call(self, names):
        kind = self.rng.choice(["update", "sum", "recursive", "choose", "blocks",
                                "two"])
        t = self.type
        x, y = self.pick(names, 2)
        if kind == "update":
            self.emit(f"func.call @update({x}) : ({t}) -> ()")
        elif kind == "recursive":
            self.emit(f"func.call @recursive({x}, %n) : ({t}, index) -> ()")
        elif kind == "two" and self.rng.random() < 0.5:
            self.emit(f"func.call @two({x}, {y}) : ({t}, {t}) -> ()")
        elif kind == "choose":
            name = self.fresh()
            self.emit(f"{name} = func.call @choose({x}, {y}, %c) : ({t}, {t}, i1) -> {t}")
            return [name]
        elif kind == "blocks" and self.rng.random() < 0.5:
            self.emit(f"func.call @blocks({x}, {y}, %n) : ({t}, {t}, index) -> ()")
        else:
            value = self.fresh()
            zeros = ", ".join("0" for _ in self.shape)
            self.emit(f"{value} = func.call @sum({x}) : ({t}) -> {self.element}")
            self.emit(f"affine.store {value}, {y}[{zeros}] : {t}")
        return []

    def statement(self, names, budget):
        """Emits one; returns the names that it makes."""
        kinds = ["elementwise"] * 4 + ["single"] * 2 + ["parallel", "born", "select", "call", "call"]
        if budget > 0:
            kinds += ["branch", "loop", "loop", "loop", "while", "switch", "scope"] * 2
        kind = self.rng.choice(kinds)
        if kind in ("born", "select", "call"):
            return getattr(self, kind)(names)
        if kind == "while":
            return self.while_loop(names, budget)
        if kind in ("branch", "loop", "switch", "scope"):
            return getattr(self, kind)(names, budget)
        getattr(self, kind)(names)
        return []

    # ---- Functions --------------------------------------------------------

    def header(self, text):
        self.lines.append(text)
        self.depth = 1
        literal = "2.0" if self.element == "f32" else "2"
        self.emit(f"%k = arith.constant {literal} : {self.element}")
        self.emit("%zero = arith.constant 0 : index")
        self.emit("%one = arith.constant 1 : index")

    def helpers(self):
        t, zeros = self.type, ", ".join("%zero" for _ in self.shape)
        lasts = ", ".join(str(s - 1) for s in self.shape)
        self.header(f"func.func private @update(%x: {t}) {{")
        self.elementwise(["%x"])
        self.single(["%x"])
        self.lines += ["  return", "}"]
        self.header(f"func.func private @sum(%x: {t}) -> {self.element} {{")
        self.emit(f"%a = memref.load %x[{zeros}] : {t}")
        self.emit(f"%b = affine.load %x[{lasts}] : {t}")
        self.emit(f"%s = {self.add} %a, %b : {self.element}")
        self.lines += [f"  return %s : {self.element}", "}"]
        self.header(f"func.func private @two(%x: {t}, %y: {t}) {{")
        self.elementwise(["%x", "%y"])
        self.elementwise(["%x", "%y"])
        self.lines += ["  return", "}"]
        self.header(f"func.func private @choose(%x: {t}, %y: {t}, %c: i1) -> {t} {{")
        name = self.select(["%x", "%y"])[0]
        self.lines += [f"  return {name} : {t}", "}"]
        self.header(f"func.func private @recursive(%x: {t}, %n: index) {{")
        self.emit("%c = arith.cmpi sgt, %n, %zero : index")
        self.emit("scf.if %c {")
        self.depth += 1
        self.elementwise(["%x"])
        self.emit("%m = arith.subi %n, %one : index")
        self.emit(f"func.call @recursive(%x, %m) : ({t}, index) -> ()")
        self.depth -= 1
        self.emit("}")
        self.lines += ["  return", "}"]
        self.blocks()

    def blocks(self):
        """A loop of blocks that hands its buffers on in a random manner."""
        t = self.type
        self.header(f"func.func private @blocks(%x: {t}, %y: {t}, %n: index) {{")
        inits = ", ".join(self.pick(["%x", "%y"], 2))
        self.emit(f"cf.br ^head(%zero, {inits} : index, {t}, {t})")
        self.lines.append(f"^head(%i: index, %p: {t}, %q: {t}):")
        names = ["%x", "%y", "%p", "%q"]
        self.elementwise(names)
        self.emit("%c = arith.cmpi slt, %i, %n : index")
        handed = self.pick(names, 2)
        self.emit(f"cf.cond_br %c, ^body({handed[0]} : {t}), ^end({handed[1]} : {t})")
        self.lines.append(f"^body(%r: {t}):")
        self.elementwise(names + ["%r"])
        self.emit("%j = arith.addi %i, %one : index")
        again = ", ".join(self.pick(names + ["%r"], 2))
        self.emit(f"cf.br ^head(%j, {again} : index, {t}, {t})")
        self.lines.append(f"^end(%s: {t}):")
        self.single(names + ["%s"])
        self.lines += ["  return", "}"]

    def text(self):
        self.helpers()
        arguments = ", ".join(
            f"%a{i}: {self.type}{self.request if i == self.requested_arg else ''}"
            for i in range(3))
        self.header(f"func.func @f({arguments}, %n: index, %c: i1) {{")
        names = ["%a0", "%a1", "%a2"]
        for _ in range(self.rng.randint(2, 5)):
            names.extend(self.statement(names, 2))
        for name in names[3:][-2:]:
            self.emit(f"memref.copy {name}, %a{self.rng.randint(0, 2)} : "
                      f"{self.type} to {self.type}")
        self.lines += ["  return", "}"]
        return "\n".join(self.lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layout-check", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--keep", help="where to leave a failing program")
    parser.add_argument("--go-on", action="store_true", help="after a failure")
    options = parser.parse_args()
    print(f"seed {options.seed}, {options.count} programs")
    failures = ran = 0
    for number in range(options.count):
        rng = random.Random(options.seed * 1000003 + number)
        text = Program(rng).text()
        change = "{change-interface=true}" if rng.random() < 0.5 else ""
        early = "pad<(" not in text and rng.random() < 0.4
        placement = "{pad-placement=before}" if early else ""
        optimize = "layout-optimize," if rng.random() < 0.5 else ""
        pipeline = (f"builtin.module(layout-assign{change},layout-apply{placement},"
                    f"{optimize}layout-finalize)")
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(text)
            file.flush()
            command = [options.layout_check, file.name, "--entry=f",
                       f"--arg=3:{rng.randint(0, 3)}", f"--arg=4:{rng.randint(0, 1)}",
                       f"--pipeline={pipeline}"]
            result = subprocess.run(command, capture_output=True, text=True)
        output = result.stdout + result.stderr
        if result.returncode == 0:
            ran += 1
        elif not any(refusal in output for refusal in REFUSALS):
            failures += 1
            print(f"program {number} fails with {result.returncode}:")
            print(" ".join(command[2:]))
            if options.keep:
                with open(f"{options.keep}.{number}.mlir", "w") as kept:
                    kept.write(text)
            else:
                print(text)
            print(output[-2000:])
            if not options.go_on:
                break
    print(f"{options.count} programs, {ran} ran, {failures} failures")
    return 1 if failures or ran == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
