#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random programs for layout-flatten and layout-vectorize-elements.

Three kinds, in turn: the programs of random_programs.py with random axis
separators on their layouts; programs on physical buffers with separators that
loops, branches, selects and calls carry, of static or dynamic shape; programs
that access rows whole, by element and by stores of all elements. layout-check
compares each with the same program without layouts. The seed is printed;
`--seed` repeats a run, `--keep` leaves the failing program behind.
"""

import argparse
import random
import subprocess
import sys
import tempfile

import random_programs


def random_separators(rng, rank):
    axes = [axis for axis in range(1, rank) if rng.random() < 0.4]
    return f"axis_separator<[{', '.join(map(str, axes))}]>"


class SeparatedLayout(random_programs.Layout):
    def __str__(self):
        text = super().__str__()
        if self.rng.random() < 0.2:
            return text
        return f"{text[:-1]}, {random_separators(self.rng, len(self.physical))}>"


class SeparatedProgram(random_programs.Program):


    def random_type(self):
        if self.by_request or self.rng.random() < 0.1:
            return self.plain
        layout = SeparatedLayout(self.rng, self.shape, self.element)
        return f"{self.plain[:-1]}, {layout}>"

    def random_request(self):
        if not self.by_request or self.rng.random() < 0.2:
            return ""
        layout = SeparatedLayout(self.rng, self.shape, self.element)
        return f" {{layout.transform = {layout}}}"

    def arguments(self):
        return [f"--arg={len(self.types)}:{self.rng.randint(0, 1)}"]

    def pipeline(self):
        change = self.rng.choice(["", "{change-interface=true}"])
        vectors = self.rng.choice(["", ",layout-vectorize-elements"])
        optimize = self.rng.choice(["", "layout-optimize,"])
        return (f"layout-assign{change},layout-apply,{optimize}layout-finalize,"
                f"layout-flatten{vectors},layout-flatten")


class Writer:
    """Lines of a program over one shape."""

    def __init__(self, rng):
        self.rng = rng
        self.lines = []
        self.counter = 0

    def fresh(self):
        self.counter += 1
        return f"%v{self.counter}"

    def emit(self, text):
        self.lines.append("  " + text)

    def constant(self, number):
        value = self.fresh()
        self.emit(f"{value} = arith.constant {number} : index")
        return value

    def nest(self, sizes, body):
        """Affine loops; `sizes` are numbers or values."""
        ivs = []
        for size in sizes:
            iv = self.fresh()
            ivs.append(iv)
            self.emit(f"affine.for {iv} = 0 to {size} {{")
        body(ivs)
        for _ in sizes:
            self.emit("}")


class CarryingProgram(Writer):
    """Physical buffers with separators under several names."""

    def __init__(self, rng):
        super().__init__(rng)
        rank = rng.randint(1, 4)
        self.shape = [rng.randint(1, 5) for _ in range(rank)]
        self.dynamic = [rng.random() < 0.4 for _ in range(rank)]
        if rng.random() < 0.4:
            self.dynamic = [False] * rank
        self.element = rng.choice(["f32", "i64", "i8", "f64"])
        dims = ", ".join(f"d{i}" for i in range(rank))
        shape = "x".join("?" if d else str(s)
                         for s, d in zip(self.shape, self.dynamic))
        self.layout = (f"#layout.buffer<index_map<({dims}) -> ({dims})>, "
                       f"{random_separators(rng, rank)}>")
        self.type = f"memref<{shape}x{self.element}, {self.layout}>"
        self.add = "arith.addf" if self.element[0] == "f" else "arith.addi"

    def load(self, buffer, index):
        value = self.fresh()
        dialect = self.rng.choice(["affine", "memref"])
        self.emit(f"{value} = {dialect}.load {buffer}[{', '.join(index)}] : {self.type}")
        return value

    def store(self, value, buffer, index):
        dialect = self.rng.choice(["affine", "memref"])
        self.emit(f"{dialect}.store {value}, {buffer}[{', '.join(index)}] : {self.type}")

    def place(self):
        """An index of constants inside of the shape."""
        return [self.constant(self.rng.randrange(s)) for s in self.shape]

    def statement(self, buffers, may_call):
        rng = self.rng
        a, b = rng.choice(buffers), rng.choice(buffers)
        kind = rng.choice(["loop", "loop", "fill", "for", "if", "select", "while"]
                          + ["call"] * may_call + ["copy"] * (not any(self.dynamic)))
        t = self.type
        if kind == "loop":
            def body(ivs):
                x, y, z = self.load(a, ivs), self.load(b, ivs), self.fresh()
                self.emit(f"{z} = {self.add} {x}, {y} : {self.element}")
                self.store(z, b, ivs)
            self.nest(self.sizes, body)
        elif kind == "fill":
            self.emit(f"linalg.fill ins(%c : {self.element}) outs({b} : {t})")
        elif kind == "copy" and a != b:
            self.emit(f"memref.copy {a}, {b} : {t} to {t}")
        elif kind == "for":
            r, i, x, y = self.fresh(), self.fresh(), self.fresh(), self.fresh()
            self.emit(f"{r}:2 = scf.for {i} = %zero to %three step %one "
                      f"iter_args({x} = {a}, {y} = {b}) -> ({t}, {t}) {{")
            place = self.place()
            v, w = self.load(x, place), self.fresh()
            self.emit(f"{w} = {self.add} {v}, {v} : {self.element}")
            self.store(w, y, self.place())
            self.emit(f"scf.yield {y}, {x} : {t}, {t}")
            self.emit("}")
            buffers.append(f"{r}#{rng.randint(0, 1)}")
        elif kind == "while":
            r, x, y = self.fresh(), self.fresh(), self.fresh()
            n, m, c, k = self.fresh(), self.fresh(), self.fresh(), self.fresh()
            self.emit(f"{r}:2 = scf.while ({x} = {a}, {n} = %zero) : ({t}, index) -> ({t}, index) {{")
            self.emit(f"{c} = arith.cmpi slt, {n}, %three : index")
            self.emit(f"scf.condition({c}) {x}, {n} : {t}, index")
            self.emit("} do {")
            self.emit(f"^bb0({y}: {t}, {m}: index):")
            self.store("%c", y, self.place())
            self.emit(f"{k} = arith.addi {m}, %one : index")
            self.emit(f"scf.yield {y}, {k} : {t}, index")
            self.emit("}")
            buffers.append(f"{r}#0")
        elif kind == "if":
            r = self.fresh()
            self.emit(f"{r} = scf.if %cond -> ({t}) {{")
            self.store("%c", a, self.place())
            self.emit(f"scf.yield {a} : {t}")
            self.emit("} else {")
            self.emit(f"scf.yield {b} : {t}")
            self.emit("}")
            buffers.append(r)
        elif kind == "select":
            r = self.fresh()
            self.emit(f"{r} = arith.select %cond, {a}, {b} : {t}")
            buffers.append(r)
        elif kind == "call":
            r = self.fresh()
            self.emit(f"{r} = func.call @callee({a}, {b}, %cond) : ({t}, {t}, i1) -> {t}")
            buffers.append(r)

    def function(self, name, private, statements):
        t = self.type
        result = f" -> {t}" if private else ""
        self.lines.append(f"func.func {'private ' if private else ''}@{name}"
                          f"(%a0: {t}, %a1: {t}, %cond: i1){result} {{")
        literal = "1.0" if self.element[0] == "f" else "1"
        self.emit(f"%c = arith.constant {literal} : {self.element}")
        for word, number in [("zero", 0), ("one", 1), ("three", 3)]:
            self.emit(f"%{word} = arith.constant {number} : index")
        self.sizes = []
        for axis, (size, dynamic) in enumerate(zip(self.shape, self.dynamic)):
            if not dynamic:
                self.sizes.append(size)
                continue
            at, extent = self.constant(axis), self.fresh()
            self.emit(f"{extent} = memref.dim %a0, {at} : {t}")
            self.sizes.append(extent)
        buffers = ["%a0", "%a1"]
        if self.rng.random() < 0.7:
            sizes = ", ".join(s for s, d in zip(self.sizes, self.dynamic) if d)
            alloc = self.rng.choice(["alloc", "alloca"])
            self.emit(f"%local = memref.{alloc}({sizes}) : {t}")
            self.emit(f"linalg.fill ins(%c : {self.element}) outs(%local : {t})")
            # What the callee returns must outlive it.
            if not private:
                buffers.append("%local")
        for _ in range(statements):
            self.statement(buffers, not private)
        self.emit(f"return {self.rng.choice(buffers)} : {t}" if private
                  else "return")
        self.lines.append("}")

    def text(self):
        self.function("callee", True, self.rng.randint(1, 3))
        self.function("f", False, self.rng.randint(2, 5))
        return "\n".join(self.lines) + "\n"

    def arguments(self):
        words = [f"--arg=2:{self.rng.randint(0, 1)}"]
        for argument in (0, 1):
            for axis, (size, dynamic) in enumerate(zip(self.shape, self.dynamic)):
                if dynamic:
                    words.append(f"--dim=arg{argument}.dim{axis}:{size}")
        return words

    def pipeline(self):
        return "layout-flatten" + self.rng.choice(
            ["", ",layout-flatten", ",layout-optimize"])


class RowProgram(Writer):
    """Buffers whose rows are accessed in all ways, most of them whole."""

    def __init__(self, rng):
        super().__init__(rng)
        self.outer = [rng.randint(1, 5) for _ in range(rng.randint(0, 3))]
        self.size = rng.choice([2, 4, 8])
        self.element = rng.choice(["f32", "i64", "i8", "f16"])
        shape = "x".join(map(str, self.outer + [self.size]))
        self.type = f"memref<{shape}x{self.element}>"
        self.vector = f"vector<{self.size}x{self.element}>"
        self.add = "arith.addf" if self.element[0] == "f" else "arith.addi"

    def read(self, buffer, ivs):
        rng, v = self.rng, self.fresh()
        outer = "".join(f"{iv}, " for iv in ivs)
        kind = rng.choice(["vector", "affine", "transfer"])
        if kind == "vector":
            self.emit(f"{v} = vector.load {buffer}[{outer}%zero] : {self.type}, {self.vector}")
        elif kind == "affine":
            self.emit(f"{v} = affine.vector_load {buffer}[{outer}0] : {self.type}, {self.vector}")
        else:
            self.emit(f"{v} = vector.transfer_read {buffer}[{outer}%zero], %c : {self.type}, {self.vector}")
        return v

    def write(self, value, buffer, ivs):
        outer = "".join(f"{iv}, " for iv in ivs)
        kind = self.rng.choice(["vector", "affine", "transfer", "elements"])
        if kind == "vector":
            self.emit(f"vector.store {value}, {buffer}[{outer}%zero] : {self.type}, {self.vector}")
        elif kind == "affine":
            self.emit(f"affine.vector_store {value}, {buffer}[{outer}0] : {self.type}, {self.vector}")
        elif kind == "transfer":
            self.emit(f"vector.transfer_write {value}, {buffer}[{outer}%zero] : {self.vector}, {self.type}")
        else:
            order = list(range(self.size))
            self.rng.shuffle(order)
            if self.rng.random() < 0.1:
                order.pop()
            for element in order:
                x = self.fresh()
                self.emit(f"{x} = vector.extract {value}[{element}] : {self.element} from {self.vector}")
                self.emit(f"affine.store {x}, {buffer}[{outer}{element}] : {self.type}")

    def statement(self, buffers, may_call):
        rng = self.rng
        a, b = rng.choice(buffers), rng.choice(buffers)
        kind = rng.choice(["rows", "rows", "rows", "pick", "fill", "copy"] + ["call"] * may_call)
        t = self.type
        if kind == "rows":
            def body(ivs):
                x, y, z = self.read(a, ivs), self.read(b, ivs), self.fresh()
                self.emit(f"{z} = {self.add} {x}, {y} : {self.vector}")
                self.write(z, b, ivs)
            self.nest(self.outer, body)
        elif kind == "pick":
            def body(ivs):
                outer = "".join(f"{iv}, " for iv in ivs[:-1])
                x, v = self.fresh(), self.fresh()
                self.emit(f"{x} = affine.load {a}[{outer}{ivs[-1]}] : {t}")
                self.emit(f"{v} = vector.broadcast {x} : {self.element} to {self.vector}")
                self.write(v, b, ivs[:-1])
            self.nest(self.outer + [self.size], body)
        elif kind == "fill":
            self.emit(f"linalg.fill ins(%c : {self.element}) outs({b} : {t})")
        elif kind == "copy" and a != b:
            self.emit(f"memref.copy {a}, {b} : {t} to {t}")
        elif kind == "call":
            r = self.fresh()
            self.emit(f"{r} = func.call @callee({a}, {b}) : ({t}, {t}) -> {t}")
            buffers.append(r)

    def function(self, name, private, statements):
        t = self.type
        result = f" -> {t}" if private else ""
        self.lines.append(f"func.func {'private ' if private else ''}@{name}"
                          f"(%a0: {t}, %a1: {t}){result} {{")
        literal = "1.0" if self.element[0] == "f" else "1"
        self.emit(f"%c = arith.constant {literal} : {self.element}")
        self.emit("%zero = arith.constant 0 : index")
        buffers = ["%a0", "%a1"]
        if not private:
            for name in ("%l0", "%l1"):
                self.emit(f"{name} = memref.alloc() : {t}")
                self.emit(f"linalg.fill ins(%c : {self.element}) outs({name} : {t})")
                buffers.append(name)
        for _ in range(statements):
            self.statement(buffers, not private)
        self.emit(f"return {self.rng.choice(buffers)} : {t}" if private else "return")
        self.lines.append("}")

    def text(self):
        self.function("callee", True, self.rng.randint(1, 2))
        self.function("f", False, self.rng.randint(2, 5))
        return "\n".join(self.lines) + "\n"

    def arguments(self):
        return []

    def pipeline(self):
        return "layout-vectorize-elements" + self.rng.choice(
            ["", ",layout-vectorize-elements", ",layout-optimize"])


KINDS = [SeparatedProgram, CarryingProgram, RowProgram]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layout-check", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--keep", help="where to leave a failing program")
    options = parser.parse_args()
    print(f"seed {options.seed}, {options.count} programs")
    for number in range(options.count):
        rng = random.Random(options.seed * 1000003 + number)
        program = KINDS[number % len(KINDS)](rng)
        text = program.text()
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(text)
            file.flush()
            command = [options.layout_check, file.name, "--entry=f",
                       *program.arguments(),
                       f"--pipeline=builtin.module({program.pipeline()})"]
            result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode != 0:
            print(f"program {number} fails with {result.returncode}:")
            print(" ".join(command))
            print(text + result.stdout[-3000:] + result.stderr[-3000:])
            if options.keep:
                with open(options.keep, "w") as kept:
                    kept.write(text)
            return 1
    print(f"{options.count} programs, no failures")
    return 0


if __name__ == "__main__":
    sys.exit(main())
