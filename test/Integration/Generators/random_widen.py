#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random nests whose last loop does not fill its tiles, over buffers with random
pads, through layout-apply and layout-widen-loops, alone or with what makes vectors, and
compares by layout-check.

The seed is printed; `--seed` repeats a run, `--keep` leaves a failing program
behind. `--layout-opt` has rewritten programs counted.
"""

import sys

import random_run

PADS = {
    "i32": ["none", "undef", "undef", "undef", "0 : i32", "0 : i32", "7 : i32", "value (t, i, l) -> (t + l)"],
    "f32": ["none", "undef", "undef", "undef", "0.0 : f32", "0.0 : f32", "-0.0 : f32", "1.5 : f32",
            "0x7FC00000 : f32", "0xFF800000 : f32"],
}
OPS = {"i32": ["addi", "subi", "muli", "maxsi", "minsi", "xori"],
       "f32": ["addf", "subf", "mulf", "maximumf", "minimumf"]}
FLAGS = {"i32": ["", "", " overflow<nsw>"], "f32": ["", "", "", " fastmath<nnan>"]}
TARGETS = ["x86-64-v2", "x86-64-v3", "x86-64-v4"]


class Program:
    def __init__(self, rng):
        self.rng = rng
        self.element = rng.choice(["i32", "f32"])
        self.tile = rng.choice([4, 8, 16, 32])
        self.rows = rng.choice([1, 3, 8])
        self.size = rng.choice([5, 9, 13, 15, 29, 33, 61])
        self.buffers = "abcd"
        # The last one may have other tiles, or none.
        self.layouts = {name: self.layout(self.tile) for name in "abcd"}
        if rng.random() < 0.15:
            self.layouts["d"] = self.layout(rng.choice([4, 16]))
        self.lines, self.values = [], 0

    def layout(self, tile):
        pad = self.rng.choice(PADS[self.element])
        return (f"#layout.buffer<index_map<(i, j) -> (j floordiv {tile}, i, j mod {tile})>, "
                f"pad<{pad}>>")

    def type(self, name):
        return f"memref<{self.rows}x{self.size}x{self.element}, #{name}>"

    def fresh(self):
        self.values += 1
        return f"%v{self.values}"

    def emit(self, depth, text):
        self.lines.append("  " * depth + text)

    def load(self, depth, at):
        name, value = self.rng.choice(self.buffers + "z"), self.fresh()
        if name == "z":
            self.emit(depth, f"{value} = affine.load %z[%j] : memref<{self.size}x{self.element}>")
        else:
            self.emit(depth, f"{value} = affine.load %{name}[{at}] : {self.type(name)}")
        return value

    def compute(self, depth, at):
        value = self.rng.choice(["%k0", "%k1", None]) or self.load(depth, at)
        for _ in range(self.rng.randint(1, 3)):
            other, result = self.load(depth, at), self.fresh()
            flags = self.rng.choice(FLAGS[self.element])
            op = self.rng.choice(OPS[self.element])
            if "nsw" in flags and op not in ("addi", "subi", "muli"):
                flags = ""
            self.emit(depth, f"{result} = arith.{op} {value}, {other}{flags} : {self.element}")
            value = result
        return value

    def nest(self):
        """Element by element, or a sum over %k, over all of the columns or some."""
        rng = self.rng
        first = rng.choice([0, 0, 0, 0, 1, 4]) if self.size > 4 else 0
        last = rng.choice([self.size] * 5 + [self.size - 1])
        is_sum = rng.random() < 0.4
        dest = rng.choice(self.buffers)
        self.emit(1, f"affine.for %i = 0 to {self.rows} {{")
        self.emit(2, f"affine.for %j = {first} to {last} {{")
        depth = 3
        if is_sum:
            self.emit(3, f"affine.for %k = 0 to {self.rows} {{")
            depth = 4
        value = self.compute(depth, "%k, %j" if is_sum and rng.random() < 0.5 else "%i, %j")
        if is_sum:
            before, result = self.fresh(), self.fresh()
            self.emit(depth, f"{before} = affine.load %{dest}[%i, %j] : {self.type(dest)}")
            op = rng.choice(OPS[self.element])
            self.emit(depth, f"{result} = arith.{op} {before}, {value} : {self.element}")
            value = result
        self.emit(depth, f"affine.store {value}, %{dest}[%i, %j] : {self.type(dest)}")
        for d in range(depth - 1, 0, -1):
            self.emit(d, "}")

    def text(self):
        element = self.element
        for name in "abcd":
            self.emit(0, f"#{name} = {self.layouts[name]}")
        self.is_local = self.rng.random() < 0.5
        names = "abc" if self.is_local else "abcd"
        arguments = ", ".join(f"%{n}: {self.type(n)}" for n in names)
        noalias = self.rng.choice(["", " {llvm.noalias}"])
        self.emit(0, f"func.func @f({arguments}, %z: memref<{self.size}x{element}>{noalias}) {{")
        zero, one = ("0", "3") if element == "i32" else ("0.0", "-1.0")
        self.emit(1, f"%k0 = arith.constant {zero} : {element}")
        self.emit(1, f"%k1 = arith.constant {one} : {element}")
        if self.is_local:
            self.emit(1, f"%d = memref.alloc() : {self.type('d')}")
            self.emit(1, f"affine.for %i = 0 to {self.rows} {{")
            self.emit(2, f"affine.for %j = 0 to {self.size} {{")
            self.emit(3, f"affine.store %k0, %d[%i, %j] : {self.type('d')}")
            self.emit(2, "}")
            self.emit(1, "}")
        for _ in range(self.rng.randint(1, 4)):
            self.nest()
        if self.is_local:
            self.emit(1, f"memref.dealloc %d : {self.type('d')}")
        self.emit(1, "return")
        self.emit(0, "}")
        return "\n".join(self.lines) + "\n"


def run(args, rng, number):
    program = Program(rng)
    target = rng.choice(TARGETS)
    early = "{pad-placement=before}" if rng.random() < 0.3 else ""
    behind = rng.choice(["", ",layout-optimize", ",layout-optimize,layout-finalize,canonicalize"])
    text = program.text()
    return random_run.check(args, number, text, [
        "--pipeline=builtin.module(layout-set-target{target=" + target + "},layout-apply"
        + early + ",canonicalize,layout-widen-loops" + behind + ")"])


if __name__ == "__main__":
    sys.exit(random_run.main(__doc__, run))
