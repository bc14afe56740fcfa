#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random programs that store, promise and read again through
layout-simplify, and compares with the same program before, by layout-check.

Some of it is done by functions that are called. Programs are also executed here, on
what is known of their inputs (nothing), so that only promises are made that hold. The seed is printed; `--seed` repeats a
run, `--keep` leaves a failing program behind.
"""

import sys

import random_run

PIPELINES = ["layout-simplify", "layout-apply,layout-simplify",
             "layout-simplify,layout-simplify", "layout-apply,layout-simplify,layout-partition-loops,layout-simplify"]


class Program:
    """A list of statements; expressions are text over loop variables."""

    def __init__(self, rng):
        self.rng = rng
        self.names = 0
        self.size = rng.randint(2, 7)
        self.body = []
        for buffer in rng.sample("abl", rng.randint(0, 2)) + ["l"]:
            variable = self.fresh()
            self.body.append(("for", variable, 0, self.size, 1, [
                ("store", buffer, variable, self.number([variable]))]))
        for _ in range(rng.randint(2, 4)):
            self.body.append(self.statement([], 0))

    def fresh(self):
        self.names += 1
        return f"i{self.names}"

    def index(self, variables):
        rng = self.rng
        if not variables or rng.random() < 0.2:
            return str(rng.randrange(self.size))
        terms = [f"{rng.choice([1, 1, 1, 2, -1])} * {v}"
                 for v in rng.sample(variables, rng.randint(1, min(2, len(variables))))]
        text = f"({' + '.join(terms)} + {rng.choice([0, 0, 0, 1, 2])}) mod {self.size}"
        full = [v for v in variables if self.ranges.get(v, 99) <= self.size]
        if full and rng.random() < 0.6:
            text = rng.choice(full)
            if rng.random() < 0.2:
                text = f"{self.size - 1} - {text}"
        return text

    ranges = {}

    def number(self, variables):
        rng = self.rng
        if variables and rng.random() < 0.3:
            return ("index", f"{rng.randint(1, 3)} * {rng.choice(variables)} + {rng.randint(0, 2)}")
        return ("constant", rng.randint(0, 2))

    def value(self, variables):
        rng = self.rng
        kind = rng.random()
        if kind < 0.1:
            return ("get", rng.choice("abl"), rng.randrange(self.size), rng.random() < 0.3)
        if kind < 0.3:
            return ("load", rng.choice("abl"), self.index(variables))
        if kind < 0.45:
            return ("add", ("load", rng.choice("abl"), self.index(variables)), rng.randint(1, 2))
        return self.number(variables)

    def condition(self, variables):
        rng = self.rng
        if variables and rng.random() < 0.5:
            return ("affine", f"{rng.choice([1, 1, -1, 2])} * {rng.choice(variables)} + {rng.randint(-4, 4)}",
                    rng.choice([">=", ">=", "=="]))
        return ("memory", rng.choice("abl"), self.index(variables),
                rng.choice(["eq", "eq", "ne", "slt"]), rng.randint(0, 3))

    def statement(self, variables, depth):
        rng = self.rng
        kind = rng.random()
        if depth < 3 and kind < (0.6 if depth == 0 else 0.3):
            variable = self.fresh()
            high = rng.randint(1, self.size)
            self.ranges[variable] = high
            low = rng.choice([0, 0, 0, min(1, high)])
            return ("for", variable, low, high, rng.choice([1, 1, 1, 2]),
                    [self.statement(variables + [variable], depth + 1)
                     for _ in range(rng.randint(1, 3))])
        if depth < 4 and kind < 0.6:
            inner = [self.statement(variables, depth + 1) for _ in range(rng.randint(1, 2))]
            other = [self.statement(variables, depth + 1)] if rng.random() < 0.4 else []
            return ("if", self.condition(variables), inner, other)
        if kind < 0.75:
            return ["assume", self.condition(variables), rng.choice("abl"),
                    self.index(variables), rng.choice([0, 1, 2]), None]
        if kind < 0.83:
            return self.call()
        return ("store", rng.choice("abl"), self.index(variables), self.value(variables))

    def call(self):
        rng = self.rng
        kind = rng.choice(["set", "set", "fill", "copy"])
        at, value = rng.randrange(self.size), rng.randint(0, 2)
        source, target = rng.sample("abl", 2)
        return ("call", kind, source, target, at, value, rng.random() < 0.3)

    # Execution; None is a number that is not known.

    def evaluate(self, text, env):
        return eval(text.replace("mod", "%"), {}, env)

    def number_of(self, value, env, memory):
        if value[0] == "constant":
            return value[1]
        if value[0] == "index":
            return self.evaluate(value[1], env)
        if value[0] == "load":
            return memory[value[1]][self.evaluate(value[2], env)]
        if value[0] == "get":
            return memory[value[1]][value[2]]
        number = self.number_of(value[1], env, memory)
        return None if number is None else number + value[2]

    def holds(self, condition, env, memory):
        if condition[0] == "affine":
            number = self.evaluate(condition[1], env)
            return number == 0 if condition[2] == "==" else number >= 0
        number = memory[condition[1]][self.evaluate(condition[2], env)]
        if number is None:
            return None
        return {"eq": number == condition[4], "ne": number != condition[4],
                "slt": number < condition[4]}[condition[3]]

    def execute(self, statements, env, memory, is_sure):
        for statement in statements:
            kind = statement[0]
            if kind == "for":
                for i in range(statement[2], statement[3], statement[4]):
                    self.execute(statement[5], {**env, statement[1]: i}, memory, is_sure)
            elif kind == "if":
                decided = self.holds(statement[1], env, memory)
                if decided is None:
                    self.execute(statement[2], env, memory, False)
                    self.execute(statement[3], env, memory, False)
                else:
                    self.execute(statement[2 if decided else 3], env, memory, is_sure)
            elif kind == "store":
                number = self.number_of(statement[3], env, memory)
                memory[statement[1]][self.evaluate(statement[2], env)] = number if is_sure else None
            elif kind == "call":
                _, what, source, target, at, value, _ = statement
                number = memory[source][at] if what == "copy" else value
                for i in range(self.size) if what == "fill" else [at]:
                    memory[target][i] = number if is_sure else None
            else:
                number = memory[statement[2]][self.evaluate(statement[3], env)]
                wanted = statement[4]
                decided = self.holds(statement[1], env, memory)
                # `condition or A[i] == c`
                if not (decided or (number is not None and number == wanted)):
                    statement[5] = "broken"

    # Text.

    def line(self, depth, text):
        self.lines.append("  " * depth + text)

    def affine(self, text, variables):
        dims = ", ".join(variables)
        operands = ", ".join("%" + v for v in variables)
        return f"affine_map<({dims}) -> ({text})>({operands})"

    def place(self, buffer, index):
        words = index.replace("(", "( ").replace(")", " )").split(" ")
        text = " ".join("%" + w if w in self.bound else w for w in words)
        return f"%{buffer}[{text}] : {self.types[buffer]}"

    def load(self, depth, buffer, index):
        self.names += 1
        self.line(depth, f"%v{self.names} = affine.load {self.place(buffer, index)}")
        return f"%v{self.names}"

    def callee(self, what, arguments, body, result="", is_nested=False):
        """The name of a function over these buffers, perhaps behind another one."""
        types = [self.types[b] for b in arguments]
        names = ["%x", "%y"][:len(arguments)]
        key = (what, tuple(types), tuple(body), is_nested)
        if key in self.callees:
            return self.callees[key]
        name = self.callees[key] = f"@{what}{len(self.callees)}"
        if is_nested:
            inner = self.callee(what, arguments, body, result)
            ends = "%r = " if result else ""
            body = [f"{ends}func.call {inner}({', '.join(names)}) : ({', '.join(types)}) -> ({result})"]
        signature = ", ".join(f"{n}: {t}" for n, t in zip(names, types))
        tail = f"return %r : {result}" if result else "return"
        self.functions += [f"func.func private {name}({signature}) -> ({result}) {{",
                           *("  " + line for line in body), "  " + tail, "}"]
        return name

    def emit_call(self, depth, statement):
        _, what, source, target, at, value, is_nested = statement
        constant = f"%c = arith.constant {value} : i32"
        if what == "copy":
            buffers = [source, target]
            body = [f"%v = affine.load %x[{at}] : {self.types[source]}",
                    f"affine.store %v, %y[{at}] : {self.types[target]}"]
        elif what == "set":
            buffers = [target]
            body = [constant, f"affine.store %c, %x[{at}] : {self.types[target]}"]
        else:
            buffers = [target]
            body = [constant, f"affine.for %i = 0 to {self.size} {{",
                    f"affine.store %c, %x[%i] : {self.types[target]}", "}"]
        name = self.callee(what, buffers, body, is_nested=is_nested)
        self.line(depth, f"func.call {name}({', '.join('%' + b for b in buffers)}) : "
                  f"({', '.join(self.types[b] for b in buffers)}) -> ()")

    def emit_value(self, depth, value):
        if value[0] == "get":
            _, buffer, at, is_nested = value
            name = self.callee("get", [buffer], [f"%r = affine.load %x[{at}] : {self.types[buffer]}"],
                               "i32", is_nested)
            self.names += 1
            self.line(depth, f"%v{self.names} = func.call {name}(%{buffer}) : ({self.types[buffer]}) -> i32")
            return f"%v{self.names}"
        if value[0] == "constant":
            return f"%c{value[1]}"
        if value[0] == "load":
            return self.load(depth, value[1], value[2])
        if value[0] == "index":
            self.names += 2
            self.line(depth, f"%v{self.names - 1} = affine.apply {self.affine(value[1], self.bound)}")
            self.line(depth, f"%v{self.names} = arith.index_cast %v{self.names - 1} : index to i32")
            return f"%v{self.names}"
        loaded = self.emit_value(depth, value[1])
        self.names += 1
        self.line(depth, f"%v{self.names} = arith.addi {loaded}, %c{value[2]} : i32")
        return f"%v{self.names}"

    def emit_condition(self, depth, condition):
        if condition[0] == "memory":
            loaded = self.load(depth, condition[1], condition[2])
            self.names += 1
            self.line(depth, f"%v{self.names} = arith.cmpi {condition[3]}, {loaded}, %c{condition[4]} : i32")
        else:
            self.names += 2
            self.line(depth, f"%v{self.names - 1} = affine.apply {self.affine(condition[1], self.bound)}")
            predicate = "eq" if condition[2] == "==" else "sge"
            self.line(depth, f"%v{self.names} = arith.cmpi {predicate}, %v{self.names - 1}, %zero : index")
        return f"%v{self.names}"

    def emit(self, statements, depth):
        for statement in statements:
            kind = statement[0]
            if kind == "for":
                _, variable, low, high, step, body = statement
                self.line(depth, f"affine.for %{variable} = {low} to {high} step {step} {{")
                self.bound = self.bound + [variable]
                self.emit(body, depth + 1)
                self.bound = self.bound[:-1]
                self.line(depth, "}")
            elif kind == "if":
                condition = statement[1]
                if condition[0] == "affine" and self.rng.random() < 0.5:
                    dims = ", ".join(self.bound)
                    operands = ", ".join("%" + v for v in self.bound)
                    self.line(depth, f"affine.if affine_set<({dims}) : ({condition[1]} {condition[2]} 0)>({operands}) {{")
                else:
                    self.line(depth, f"scf.if {self.emit_condition(depth, condition)} {{")
                self.emit(statement[2], depth + 1)
                if statement[3]:
                    self.line(depth, "} else {")
                    self.emit(statement[3], depth + 1)
                self.line(depth, "}")
            elif kind == "store":
                value = self.emit_value(depth, statement[3])
                self.line(depth, f"affine.store {value}, {self.place(statement[1], statement[2])}")
            elif kind == "call":
                self.emit_call(depth, statement)
            elif statement[5] is None:
                decided = self.emit_condition(depth, statement[1])
                loaded = self.load(depth, statement[2], statement[3])
                self.names += 2
                self.line(depth, f"%v{self.names - 1} = arith.cmpi eq, {loaded}, %c{statement[4]} : i32")
                self.line(depth, f"%v{self.names} = arith.ori {decided}, %v{self.names - 1} : i1")
                self.line(depth, f"layout.assume %v{self.names} : i1")

    def text(self):
        rng = self.rng
        memory = {b: [None] * self.size for b in "abl"}
        self.execute(self.body, {}, memory, True)
        pad = rng.choice(["pad<1 : i32>", "pad<undef>", "pad<0 : i32>"])
        layout = f", #layout.buffer<index_map<(i) -> (i floordiv 2, i mod 2)>, {pad}>"
        plain = f"memref<{self.size}xi32>"
        laid_out = plain[:-1] + layout + ">"
        self.types = {b: rng.choice([plain, laid_out]) for b in "ab"}
        self.types["l"] = rng.choice([plain, laid_out])
        self.lines, self.bound = [], []
        self.functions, self.callees = [], {}
        # Others might be the same memory.
        alone = rng.choice(["", " {llvm.noalias}", " {llvm.noalias}"])
        self.line(0, f"func.func @f(%a: {self.types['a']}{alone}, %b: {self.types['b']}{alone}) {{")
        for k in range(4):
            self.line(1, f"%c{k} = arith.constant {k} : i32")
        self.line(1, "%zero = arith.constant 0 : index")
        self.line(1, f"%l = memref.alloc() : {self.types['l']}")
        # What is not written must not be read.
        self.line(1, f"affine.for %i0 = 0 to {self.size} {{")
        self.line(2, f"affine.store %c0, %l[%i0] : {self.types['l']}")
        self.line(1, "}")
        self.emit(self.body, 1)
        # All that matters is seen from outside.
        self.line(1, f"affine.for %j0 = 0 to {self.size} {{")
        self.line(2, f"%last = affine.load %l[%j0] : {self.types['l']}")
        self.line(2, f"affine.store %last, %b[%j0] : {self.types['b']}")
        self.line(1, "}")
        self.line(1, f"memref.dealloc %l : {self.types['l']}")
        self.line(1, "return")
        self.line(0, "}")
        return "\n".join(self.functions + self.lines) + "\n"


def run(args, rng, number):
    text = Program(rng).text()
    pipeline = rng.choice(PIPELINES)
    if "layout.buffer" in text and "layout-apply" not in pipeline:
        pipeline += ",layout-apply"
    return random_run.check(args, number, text,
                            [f"--pipeline=builtin.module({pipeline})"])


if __name__ == "__main__":
    sys.exit(random_run.main(__doc__, run))
