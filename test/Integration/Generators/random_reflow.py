#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random graphs of elementwise ops and conversions, before and after layout-reflow.

Tensors have one of two orders of elements, or none, each with a random pad:
nothing, undefined, a number, numbers, copies. Of each program it is asked

* whether it computes the same, with padding as its types say (layout-check);
* whether no more bits are converted than before;
* whether a second run changes nothing.

The seed is printed; `--seed` repeats a run, `--keep` leaves the failing program
behind.
"""

import argparse
import random
import re
import subprocess
import sys
import tempfile

NUMBERS = {
    "i8": ["0", "1", "-1", "127", "-128"],
    "i32": ["0", "1", "-1", "2147483647", "-2147483648"],
    "f32": ["0.0", "-0.0", "1.0", "-1.0", "0xFF800000", "0x7F800000", "0x7FC00000"],
}
BITS = {"i8": 8, "i32": 32, "f32": 32}
OTHER = {"i8": "i32", "i32": "i8"}
# Two orders, one of them of two steps, on shapes of 14 and of 5 x 6.
ORDERS = {
    (14,): [["(i) -> (i floordiv 4, i mod 4)"],
            ["(i) -> (i floordiv 3, i mod 3)", "(a, b) -> (b, a floordiv 4, a mod 4)"]],
    (5, 6): [["(i, j) -> (i, j floordiv 4, j mod 4)"],
             ["(i, j) -> (i floordiv 2, j, i mod 2)",
              "(a, j, b) -> (a, j floordiv 4, b, j mod 4)"]],
}
PADS = ["pad<none>", "pad<undef>", "number", "number", "values", "copy"]


class Program:
    def __init__(self, rng):
        self.rng = rng
        self.shape = rng.choice(list(ORDERS))
        self.lines = []
        self.counter = 0
        self.helpers = [rng.choice(list(NUMBERS)) for _ in range(2)]

    def layout(self):
        """An order (0: plain) and the layout in text."""
        order = self.rng.randint(0, 2)
        return order, "" if order == 0 else None

    def pad(self, element, step):
        kind = self.rng.choice(PADS)
        if kind == "number":
            return f"pad<{self.rng.choice(NUMBERS[element])} : {element}>"
        names = re.findall(r"\w+", step.split("->")[0])
        rank = step.split("->")[1].count(",") + 1
        names = [f"p{i}" for i in range(rank)]
        if kind == "values":
            return f"pad<value ({', '.join(names)}) -> (p0 + 2 * p{rank - 1})>"
        if kind == "copy":
            # The first element lies at the first place of each step.
            return f"pad<({', '.join(names)}) -> ({', '.join('0' * rank)})>"
        return kind

    def type(self, element, order=None):
        if order is None:
            order = self.rng.randint(0, 2)
        text = "x".join(map(str, self.shape)) + "x" + element
        if order == 0:
            return f"tensor<{text}>"
        steps = ", ".join(f"index_map<{step}>, {self.pad(element, step)}"
                          for step in ORDERS[self.shape][order - 1])
        return f"tensor<{text}, #layout.buffer<{steps}>>"

    def fresh(self):
        self.counter += 1
        return f"%v{self.counter}"

    def emit(self, text):
        self.lines.append("  " + text)

    def convert(self, tensor, wanted):
        name, kind, element = tensor
        if kind == wanted and self.rng.random() < 0.8:
            return tensor
        new = self.fresh()
        self.emit(f"{new} = layout.convert {name} : {kind} to {wanted}")
        return new, wanted, element

    def order_of(self, kind):
        """The type without pads."""
        return re.sub(r", pad<[^>]*->[^>]*>|, pad<[^>]*>", "", kind)

    def alike(self, pool, element):
        return self.rng.choice([t for t in pool if t[2] == element])

    # Statements: each adds a tensor to the pool.

    def conversion(self, pool):
        tensor = self.rng.choice(pool)
        pool.append(self.convert(tensor, self.type(tensor[2])))

    def body(self, element, inputs):
        """Lines of the body of an op, and the element type that it yields."""
        rng, number = self.rng, self.rng.choice(NUMBERS[element])
        f = "f" if element == "f32" else "i"
        other = "%b" if inputs == 2 else "%k"
        lines = [f"%k = arith.constant {number} : {element}"]
        choices = ["add", "sub", "mul", "max", "min", "select", "same", "number", "index"]
        choices += ["exp", "div", "neg", "minnum"] if f == "f" else ["divide", "xor", "cast", "shift"]
        kind = rng.choice(choices)
        simple = {"add": f"arith.add{f}", "sub": f"arith.sub{f}", "mul": f"arith.mul{f}",
                  "max": "arith.maximumf" if f == "f" else "arith.maxsi",
                  "min": "arith.minimumf" if f == "f" else "arith.minui",
                  "minnum": "arith.minnumf", "div": "arith.divf", "xor": "arith.xori"}
        if kind in simple:
            flags = " fastmath<nnan,ninf,nsz>" if f == "f" and rng.random() < 0.0 else ""
            lines.append(f"%r = {simple[kind]} %a, {other}{flags} : {element}")
        elif kind == "select":
            compare = "arith.cmpf olt" if f == "f" else "arith.cmpi slt"
            lines += [f"%c = {compare}, %a, {other} : {element}",
                      f"%r = arith.select %c, {other}, %a : {element}"]
        elif kind == "exp":
            lines.append(f"%r = math.exp %a : f32")
        elif kind == "neg":
            lines.append(f"%r = arith.negf %a : f32")
        elif kind == "divide":
            # Never by 0 in data; perhaps in padding.
            lines += [f"%one = arith.constant 1 : {element}",
                      f"%least = arith.maxsi %a, %one : {element}",
                      f"%r = arith.divsi {other}, %least : {element}"]
        elif kind == "shift":
            lines += [f"%three = arith.constant 3 : {element}",
                      f"%r = arith.shrsi %a, %three : {element}"]
        elif kind == "same":
            lines.append("%r = arith.select %true, %a, %a : " + element)
            lines.insert(0, "%true = arith.constant true")
        elif kind == "number":
            return lines, "%k", element
        elif kind == "index":
            cast = (f"%r0 = arith.index_cast %i : index to i32", )
            lines += ["%i = linalg.index 0 : index",
                      "%n = arith.index_cast %i : index to i32"]
            if element == "f32":
                lines += ["%m = arith.sitofp %n : i32 to f32", "%r = arith.addf %a, %m : f32"]
            elif element == "i8":
                lines += ["%m = arith.trunci %n : i32 to i8", "%r = arith.addi %a, %m : i8"]
            else:
                lines += ["%r = arith.addi %a, %n : i32"]
        else:
            to = OTHER[element]
            lines.append(f"%r = arith.{'extsi' if to == 'i32' else 'trunci'} %a : {element} to {to}")
            return lines, "%r", to
        return lines, "%r", element

    def elementwise(self, pool):
        rng = self.rng
        a = rng.choice(pool)
        inputs = [a]
        wanted = a[1]
        if rng.random() < 0.5:
            inputs.append(self.convert_order(self.alike(pool, a[2]), wanted))
        if rng.random() < 0.3:
            wanted = self.type(a[2])
            inputs = [self.convert(t, wanted) for t in inputs]
        lines, result, element = self.body(a[2], len(inputs))
        kind = wanted
        if element != a[2] or rng.random() < 0.5:
            kind = self.like(wanted, a[2], element)
        self.generic(pool, inputs, lines, result, element, kind)

    def like(self, kind, element, new):
        """A type of the same order, with other pads, of another element type."""
        for order in range(3):
            sample = self.type(element, order)
            if self.order_of(sample) == self.order_of(kind):
                return self.type(new, order)
        raise AssertionError(kind)

    def convert_order(self, tensor, wanted):
        if self.order_of(tensor[1]) == self.order_of(wanted):
            return tensor
        return self.convert(tensor, wanted)

    def generic(self, pool, inputs, lines, result, element, kind):
        dims = ", ".join(f"d{i}" for i in range(len(self.shape)))
        broadcast = self.rng.random() < 0.2
        maps = [f"affine_map<({dims}) -> ({dims})>"] * (len(inputs) + 1)
        names, types = [t[0] for t in inputs], [t[1] for t in inputs]
        arguments = [f"%a: {inputs[0][2]}", f"%b: {inputs[-1][2]}"][:len(inputs)]
        if broadcast:
            maps.insert(0, f"affine_map<({dims}) -> (d0)>")
            names.insert(0, "%line")
            types.insert(0, f"tensor<{self.shape[0]}xi8>")
            arguments.insert(0, "%unused: i8")
        empty, new = self.fresh(), self.fresh()
        old = [t for t in pool if t[1] == kind]
        if old and self.rng.random() < 0.3:
            empty = self.rng.choice(old)[0]
        else:
            self.emit(f"{empty} = tensor.empty() : {kind}")
        iterators = ", ".join(['"parallel"'] * len(self.shape))
        self.emit(f"{new} = linalg.generic {{indexing_maps = [{', '.join(maps)}], "
                  f"iterator_types = [{iterators}]}} ins({', '.join(names)} : "
                  f"{', '.join(types)}) outs({empty} : {kind}) {{")
        self.emit(f"^bb0({', '.join(arguments)}, %out: {element}):")
        for line in lines:
            self.emit("  " + line)
        self.emit(f"  linalg.yield {result} : {element}")
        self.emit(f"}} -> {kind}")
        pool.append((new, kind, element))

    def constant(self, pool):
        element = self.rng.choice(self.helpers)
        new, kind = self.fresh(), self.type(element)
        value = self.rng.choice(NUMBERS[element])
        if self.rng.random() < 0.5:
            number = iter(range(1000))
            text = ["1.0" if element == "f32" else "1"]

            def nested(shape):
                if not shape:
                    n = next(number)
                    return f"{n}.5" if element == "f32" else str(n)
                return "[" + ", ".join(nested(shape[1:]) for _ in range(shape[0])) + "]"
            value = nested(self.shape)
        self.emit(f"{new} = arith.constant dense<{value}> : {kind}")
        pool.append((new, kind, element))

    def other_op(self, pool):
        """An op that keeps its types: here a sum that reads its destination."""
        tensor = self.rng.choice(pool)
        name, kind, element = tensor
        new = self.fresh()
        dims = ", ".join(f"d{i}" for i in range(len(self.shape)))
        iterators = ", ".join(['"parallel"'] * len(self.shape))
        op = "arith.addf" if element == "f32" else "arith.addi"
        self.emit(f"{new} = linalg.generic {{indexing_maps = [affine_map<({dims}) -> "
                  f"({dims})>], iterator_types = [{iterators}]}} outs({name} : {kind}) {{")
        self.emit(f"^bb0(%out: {element}):")
        self.emit(f"  %r = {op} %out, %out : {element}")
        self.emit(f"  linalg.yield %r : {element}")
        self.emit(f"}} -> {kind}")
        pool.append((new, kind, element))

    def branch(self, pool):
        """A use in an inner block."""
        tensor = self.rng.choice(pool)
        name, kind, element = tensor
        new, wanted = self.fresh(), self.type(element)
        self.emit(f"{new} = scf.if %cond -> {kind} {{")
        self.emit(f"  %t = layout.convert {name} : {kind} to {wanted}")
        self.emit(f"  %u = layout.convert %t : {wanted} to {kind}")
        self.emit(f"  scf.yield %u : {kind}")
        self.emit("} else {")
        self.emit(f"  scf.yield {name} : {kind}")
        self.emit("}")
        pool.append((new, kind, element))

    STATEMENTS = (["elementwise"] * 6 + ["conversion"] * 4 +
                  ["constant", "other_op", "branch"])

    def text(self):
        pool = []
        for number, element in enumerate(self.helpers):
            pool.append((f"%a{number}", self.type(element), element))
        parameters = ", ".join(f"{n}: {t}" for n, t, _ in pool)
        for _ in range(self.rng.randint(3, 9)):
            getattr(self, self.rng.choice(self.STATEMENTS))(pool)
        results = [self.rng.choice(pool[2:]) for _ in range(2)] + [pool[-1]]
        results = [self.convert(t, self.type(t[2])) if self.rng.random() < 0.5 else t
                   for t in results]
        types = ", ".join(t[1] for t in results)
        self.emit(f"return {', '.join(t[0] for t in results)} : {types}")
        return "\n".join([f"func.func @f({parameters}, %cond: i1, "
                          f"%line: tensor<{self.shape[0]}xi8>) -> ({types}) {{"] +
                         self.lines + ["}", ""])


def count_bits(text):
    """Bits per element of all conversions."""
    elements = re.findall(r"layout\.convert .* to tensor<(?:\d+x)+(\w+)", text)
    return sum(BITS[e] for e in elements)


def run(command, text):
    return subprocess.run(command, input=text, capture_output=True, text=True)


def find_failure(options, rng, text):
    reflow = [options.layout_opt, "--layout-reflow"]
    plain = run([options.layout_opt, "--cse"], text)
    if plain.returncode != 0:
        return "is no program: " + plain.stderr
    # Values that nobody uses are converted for nobody.
    before = run([options.layout_opt, "--canonicalize", "--cse"], text).stdout
    once = run(reflow, before)
    if once.returncode != 0:
        return "layout-reflow fails: " + once.stderr
    again = run(reflow, once.stdout)
    if again.stdout != once.stdout:
        return ("a second run changes:\n" + once.stdout + "into:\n" + again.stdout +
                again.stderr)
    if count_bits(once.stdout) > count_bits(before):
        return (f"{count_bits(before)} bits are converted before, and after "
                f"{count_bits(once.stdout)}:\n{once.stdout}")
    options.saved[0] += count_bits(before) - count_bits(once.stdout)
    options.saved[1] += count_bits(before)
    middle = rng.choice(["", "", ",layout-optimize{padding=true}"])
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        check = run([options.layout_check, file.name, "--entry=f",
                     f"--arg=2:{rng.randint(0, 1)}",
                     "--pipeline=builtin.module(layout-reflow,layout-bufferize,"
                     f"layout-apply{middle},layout-finalize)"], "")
    if check.returncode != 0:
        return f"exit {check.returncode}: {check.stdout[-3000:]}{check.stderr[-3000:]}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layout-check", required=True)
    parser.add_argument("--layout-opt", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--keep", help="where to leave a failing program")
    options = parser.parse_args()
    options.saved = [0, 0]
    print(f"seed {options.seed}, {options.count} programs")
    for number in range(options.count):
        rng = random.Random(options.seed * 1000003 + number)
        text = Program(rng).text()
        why = find_failure(options, rng, text)
        if why:
            print(f"program {number}: {why}\n{text}")
            if options.keep:
                with open(options.keep, "w") as kept:
                    kept.write(text)
            return 1
    print(f"{options.saved[0]} of {options.saved[1]} bits are not converted any more")
    print(f"{options.count} programs, 0 failures")
    return 0


if __name__ == "__main__":
    sys.exit(main())
