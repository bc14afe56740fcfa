#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random programs on laid-out tensors through layout-check.

Every tensor has a random layout or none. Programs compute elementwise, insert and
extract, slice, pad, reshape and concatenate, convert, branch, loop and call; old
values stay in use after they were updated, so that copies are needed. Functions return
buffers that must not be written, and branches are so deep inside of each other that a
search of which tensors may share a buffer would not come to an end, at times. The seed
is printed; `--seed` repeats a run, `--keep` leaves the failing program behind. `--only`
names a method that makes all statements, for mistakes that show in few programs.
"""

import argparse
import random
import subprocess
import sys
import tempfile

from random_programs import ELEMENTS, Layout, product, set_limit


class Tensor:
    def __init__(self, name, shape, layout, element):
        self.name = name
        self.shape = shape
        self.layout = layout
        text = "x".join([str(e) for e in shape] + [element])
        self.type = f"tensor<{text}, {layout}>" if layout else f"tensor<{text}>"


class Program:
    def __init__(self, rng):
        self.rng = rng
        self.element = rng.choice(["i32", "i64", "f32", "i8"])
        self.is_float = self.element.startswith("f")
        self.shape = [rng.randint(2, 8) for _ in range(rng.randint(1, 3))]
        self.layouts = [str(Layout(rng, self.shape, self.element))
                        for _ in range(2)] + [""]
        self.counter = 0
        self.lines = []
        self.others = []  # globals and functions

    def text(self):
        self.callee_types = [self.random_tensor("") for _ in range(3)]
        self.function("callee", 2)
        self.function("f", self.rng.randint(3, 7))
        return "\n".join(self.lines + self.others) + "\n"

    def fresh(self):
        self.counter += 1
        return f"%v{self.counter}"

    def emit(self, text):
        self.lines.append("  " + text)

    def random_layout(self, shape):
        if shape == self.shape and self.rng.random() < 0.8:
            return self.rng.choice(self.layouts)
        if self.rng.random() < 0.4:
            return ""
        return str(Layout(self.rng, shape, self.element))

    def random_tensor(self, name, shape=None):
        shape = self.shape if shape is None else shape
        return Tensor(name, shape, self.random_layout(shape), self.element)

    def result(self, pool, tensor):
        tensor.name = self.fresh()
        pool.append(tensor)
        return tensor

    def index(self, value):
        name = self.fresh()
        self.emit(f"{name} = arith.constant {value} : index")
        return name

    def indices(self, shape):
        return ", ".join(self.index(self.rng.randrange(e)) for e in shape)

    def scalar(self):
        name = self.fresh()
        value = self.rng.choice(ELEMENTS[self.element])
        self.emit(f"{name} = arith.constant {value} : {self.element}")
        return name

    def empty(self, shape):
        tensor = self.random_tensor(self.fresh(), shape)
        self.emit(f"{tensor.name} = tensor.empty() : {tensor.type}")
        return tensor

    def alike(self, pool, tensor):
        return self.rng.choice([t for t in pool if t.shape == tensor.shape])

    # Statements: each takes tensors from the pool and adds one.

    def elementwise(self, pool):
        a = self.rng.choice(pool)
        b, old = self.alike(pool, a), self.alike(pool, a)
        out = old if self.rng.random() < 0.5 else self.empty(a.shape)
        new = Tensor("", out.shape, out.layout, self.element)
        op = self.rng.choice(["add", "sub", "max"])
        self.result(pool, new)
        self.emit(f"{new.name} = linalg.{op} ins({a.name}, {b.name} : {a.type}, "
                  f"{b.type}) outs({out.name} : {out.type}) -> {new.type}")

    def update(self, pool):
        a = self.rng.choice(pool)
        new = Tensor("", a.shape, a.layout, self.element)
        dims = ", ".join(f"d{i}" for i in range(len(a.shape)))
        iterators = ", ".join(['"parallel"'] * len(a.shape))
        op = "arith.addf" if self.is_float else "arith.addi"
        self.result(pool, new)
        self.emit(f"{new.name} = linalg.generic {{indexing_maps = [affine_map<({dims}) "
                  f"-> ({dims})>], iterator_types = [{iterators}]}} "
                  f"outs({a.name} : {a.type}) {{")
        self.emit(f"^bb0(%x: {self.element}):")
        self.emit(f"  %y = {op} %x, %x : {self.element}")
        self.emit(f"  linalg.yield %y : {self.element}")
        self.emit(f"}} -> {new.type}")

    def fill(self, pool):
        value, out = self.scalar(), self.empty(self.shape)
        new = self.result(pool, Tensor("", out.shape, out.layout, self.element))
        self.emit(f"{new.name} = linalg.fill ins({value} : {self.element}) "
                  f"outs({out.name} : {out.type}) -> {new.type}")

    def convert(self, pool):
        a = self.rng.choice(pool)
        new = self.result(pool, self.random_tensor("", a.shape))
        self.emit(f"{new.name} = layout.convert {a.name} : {a.type} to {new.type}")

    def insert(self, pool):
        a, b = self.rng.choice(pool), self.rng.choice(pool)
        value = self.fresh()
        place = self.indices(b.shape)
        self.emit(f"{value} = tensor.extract {b.name}[{place}] : {b.type}")
        place = self.indices(a.shape)
        new = self.result(pool, Tensor("", a.shape, a.layout, self.element))
        self.emit(f"{new.name} = tensor.insert {value} into {a.name}[{place}] : {a.type}")

    def constant(self, pool):
        new = self.result(pool, self.random_tensor(""))
        count = product(new.shape)
        numbers = [self.rng.randint(-9, 9) for _ in range(count)]
        if self.is_float:
            numbers = [f"{n}.0" for n in numbers]

        def nested(values, shape):
            if not shape:
                return str(values[0])
            step = len(values) // shape[0]
            return "[" + ", ".join(nested(values[i * step:(i + 1) * step], shape[1:])
                                   for i in range(shape[0])) + "]"
        self.emit(f"{new.name} = arith.constant dense<{nested(numbers, new.shape)}> "
                  f": {new.type}")

    def window(self, shape, small=None):
        offsets, sizes, strides = [], [], []
        for d, extent in enumerate(shape):
            size = small[d] if small else self.rng.randint(1, extent)
            most = (extent - 1) // max(size - 1, 1)
            stride = self.rng.randint(1, most) if size > 1 else 1
            offsets.append(self.rng.randint(0, extent - 1 - (size - 1) * stride))
            sizes.append(size)
            strides.append(stride)
        text = "".join("[" + ", ".join(map(str, part)) + "]"
                       for part in (offsets, sizes, strides))
        return text, sizes

    def extract_slice(self, pool):
        a = self.rng.choice(pool)
        text, sizes = self.window(a.shape)
        if len(sizes) > 1 and sizes[0] == 1 and self.rng.random() < 0.5:
            sizes = sizes[1:]
        new = self.result(pool, self.random_tensor("", sizes))
        self.emit(f"{new.name} = tensor.extract_slice {a.name}{text} : {a.type} "
                  f"to {new.type}")

    def insert_slice(self, pool):
        a = self.rng.choice(pool)
        fitting = [t for t in pool if len(t.shape) == len(a.shape) and
                   all(x <= y for x, y in zip(t.shape, a.shape))]
        b = self.rng.choice(fitting)
        text, _ = self.window(a.shape, b.shape)
        new = self.result(pool, Tensor("", a.shape, a.layout, self.element))
        self.emit(f"{new.name} = tensor.insert_slice {b.name} into {a.name}{text} : "
                  f"{b.type} into {a.type}")

    def pad(self, pool):
        a, value = self.rng.choice(pool), self.scalar()
        low = [self.rng.randint(0, 2) for _ in a.shape]
        high = [self.rng.randint(0, 2) for _ in a.shape]
        new = self.result(pool, self.random_tensor("", [
            x + y + z for x, y, z in zip(low, a.shape, high)]))
        names = ", ".join(f"%i{d}: index" for d in range(len(a.shape)))
        self.emit(f"{new.name} = tensor.pad {a.name} low[{', '.join(map(str, low))}] "
                  f"high[{', '.join(map(str, high))}] {{")
        self.emit(f"^bb0({names}):")
        self.emit(f"  tensor.yield {value} : {self.element}")
        self.emit(f"}} : {a.type} to {new.type}")

    def collapse(self, pool):
        a = self.rng.choice(pool)
        if len(a.shape) < 2:
            return
        groups = [[0, 1]] + [[d] for d in range(2, len(a.shape))]
        new = self.result(pool, self.random_tensor(
            "", [a.shape[0] * a.shape[1]] + a.shape[2:]))
        self.emit(f"{new.name} = tensor.collapse_shape {a.name} {groups} : {a.type} "
                  f"into {new.type}")

    def concat(self, pool):
        a = self.rng.choice(pool)
        b = self.alike(pool, a)
        new = self.result(pool, self.random_tensor(
            "", [2 * a.shape[0]] + a.shape[1:]))
        self.emit(f"{new.name} = tensor.concat dim(0) {a.name}, {b.name} : "
                  f"({a.type}, {b.type}) -> {new.type}")

    def transfer(self, pool):
        a, value = self.rng.choice(pool), self.scalar()
        lanes = self.rng.randint(1, a.shape[-1])
        vector = f"vector<{lanes}x{self.element}>"
        place = [self.rng.randrange(e) for e in a.shape[:-1]]
        place.append(self.rng.randint(0, a.shape[-1] - lanes))
        read, write = ", ".join(map(self.index, place)), ", ".join(map(self.index, place))
        x = self.fresh()
        self.emit(f"{x} = vector.transfer_read {a.name}[{read}], {value} "
                  f"{{in_bounds = [true]}} : {a.type}, {vector}")
        b = self.alike(pool, a)
        new = self.result(pool, Tensor("", b.shape, b.layout, self.element))
        self.emit(f"{new.name} = vector.transfer_write {x}, {b.name}[{write}] "
                  f"{{in_bounds = [true]}} : {vector}, {b.type}")

    def call(self, pool):
        arguments = [self.as_type(pool, t) for t in self.callee_types[:2]]
        new = self.result(pool, Tensor("", self.shape, self.callee_types[2].layout,
                                       self.element))
        types = ", ".join(t.type for t in self.callee_types[:2])
        self.emit(f"{new.name} = func.call @callee({', '.join(arguments)}) : "
                  f"({types}) -> {new.type}")

    def returned_global(self, pool):
        """Of a function, what it may not write; the caller may be made to write there."""
        number, tensor = len(self.others), Tensor("", self.shape, "", self.element)
        buffer = tensor.type.replace("tensor", "memref")
        value = self.rng.choice(ELEMENTS[self.element])
        self.others.append(
            f'memref.global "private" constant @w{number} : {buffer} = dense<{value}>\n'
            f"func.func private @g{number}() -> {tensor.type} {{\n"
            f"  %b = memref.get_global @w{number} : {buffer}\n"
            f"  %t = bufferization.to_tensor %b restrict : {buffer} to {tensor.type}\n"
            f"  return %t : {tensor.type}\n}}")
        for _ in range(self.rng.randint(1, 2)):
            new = self.result(pool, Tensor("", self.shape, "", self.element))
            self.emit(f"{new.name} = func.call @g{number}() : () -> {new.type}")
            if self.rng.random() < 0.7:
                self.update([new] if self.rng.random() < 0.5 else pool)

    def deep_branches(self, pool):
        """Each writes to the tensor of the one around it, which its other branch yields."""
        a, value = self.rng.choice(pool), self.scalar()
        place = self.indices(a.shape)
        depth = self.rng.randint(150, 170) if self.rng.random() < 0.15 else \
            self.rng.randint(2, 30)
        written, results = [a.name], [self.fresh() for _ in range(depth)]
        for result in results:
            self.emit(f"{result} = scf.if %cond -> {a.type} {{")
            written.append(self.fresh())
            self.emit(f"{written[-1]} = tensor.insert {value} into {written[-2]}[{place}] : "
                      f"{a.type}")
        for inner, outer in zip(reversed(results[1:] + [written[-1]]), reversed(written[:-1])):
            self.emit(f"scf.yield {inner} : {a.type}")
            self.emit("} else {")
            self.emit(f"scf.yield {outer} : {a.type}")
            self.emit("}")
        pool.append(Tensor(results[0], a.shape, a.layout, self.element))

    def as_type(self, pool, wanted):
        fitting = [t for t in pool if t.type == wanted.type]
        if fitting:
            return self.rng.choice(fitting).name
        a = self.rng.choice([t for t in pool if t.shape == wanted.shape])
        name = self.fresh()
        self.emit(f"{name} = layout.convert {a.name} : {a.type} to {wanted.type}")
        return name

    def loop(self, pool):
        """A loop that updates an element of what it carries."""
        a = self.rng.choice(pool)
        low, high, one = self.index(0), self.index(a.shape[0]), self.index(1)
        place = ", ".join(["%iv"] + [self.index(self.rng.randrange(e))
                                     for e in a.shape[1:]])
        other = self.alike(pool, a)
        new = self.result(pool, Tensor("", a.shape, a.layout, self.element))
        op = "arith.addf" if self.is_float else "arith.addi"
        self.emit(f"{new.name} = scf.for %iv = {low} to {high} step {one} "
                  f"iter_args(%it = {a.name}) -> {new.type} {{")
        self.emit(f"  %x = tensor.extract {other.name}[{place}] : {other.type}")
        self.emit(f"  %y = tensor.extract %it[{place}] : {a.type}")
        self.emit(f"  %z = {op} %x, %y : {self.element}")
        self.emit(f"  %n = tensor.insert %z into %it[{place}] : {a.type}")
        self.emit(f"  scf.yield %n : {a.type}")
        self.emit("}")

    def branch(self, pool):
        a = self.rng.choice(pool)
        b = self.as_type(pool, a)
        value, place = self.scalar(), self.indices(a.shape)
        new = self.result(pool, Tensor("", a.shape, a.layout, self.element))
        self.emit(f"{new.name} = scf.if %cond -> {new.type} {{")
        self.emit(f"  %x = tensor.insert {value} into {a.name}[{place}] : {a.type}")
        self.emit(f"  scf.yield %x : {a.type}")
        self.emit("} else {")
        self.emit(f"  scf.yield {b} : {a.type}")
        self.emit("}")

    STATEMENTS = ["elementwise", "elementwise", "update", "fill", "convert", "insert",
                  "constant", "extract_slice", "extract_slice", "insert_slice",
                  "insert_slice", "pad", "collapse", "concat", "transfer", "loop",
                  "returned_global"]

    def function(self, name, count):
        is_callee = name == "callee"
        arguments = self.callee_types[:2] if is_callee else [
            self.random_tensor("") for _ in range(2)]
        for number, tensor in enumerate(arguments):
            tensor.name = f"%a{number}"
        pool = list(arguments)
        head = len(self.lines)
        self.lines.append("")
        kinds = self.STATEMENTS + (
            [] if is_callee else ["call", "call", "branch", "deep_branches"])
        if self.only and not is_callee:
            kinds = [self.only]
        for _ in range(count):
            getattr(self, self.rng.choice(kinds))(pool)
        if is_callee:
            results = [(self.as_type(pool, self.callee_types[2]),
                        self.callee_types[2].type)]
        else:
            chosen = pool[-2:] + [self.rng.choice(pool)]
            results = [(t.name, t.type) for t in chosen]
        types = ", ".join(t for _, t in results)
        parameters = ", ".join(f"{t.name}: {t.type}" for t in arguments)
        if not is_callee:
            parameters += ", %cond: i1"
        private = "private " if is_callee else ""
        self.lines[head] = f"func.func {private}@{name}({parameters}) -> ({types}) {{"
        self.emit(f"return {', '.join(n for n, _ in results)} : {types}")
        self.lines.append("}")

    only = None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layout-check", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--only", help="a method of Program")
    parser.add_argument("--keep", help="where to leave a failing program")
    options = parser.parse_args()
    Program.only = options.only
    print(f"seed {options.seed}, {options.count} programs")
    for number in range(options.count):
        rng = random.Random(options.seed * 1000003 + number)
        text = Program(rng).text()
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(text)
            file.flush()
            command = [options.layout_check, file.name, "--entry=f",
                       f"--arg=2:{rng.randint(0, 1)}",
                       "--pipeline=builtin.module(layout-bufferize,layout-apply,"
                       "layout-finalize)"]
            # A pass that does not come to an end is ended by the limit.
            result = subprocess.run(command, capture_output=True, text=True,
                                    preexec_fn=set_limit)
        if result.returncode != 0:
            print(f"program {number} fails with {result.returncode}:")
            print(text + result.stdout[-3000:] + result.stderr[-3000:])
            if options.keep:
                with open(options.keep, "w") as kept:
                    kept.write(text)
            return 1
    print(f"{options.count} programs, 0 failures")
    return 0


if __name__ == "__main__":
    sys.exit(main())
