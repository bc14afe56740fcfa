#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Views by place, executed before and after their buffer gets a layout.

Each program reinterprets a buffer, or a view of it, once or twice: by any
offset, sizes and strides that stay inside, also negative and zero strides. What
the views show is read and written by all sorts of accesses.
"""

import argparse
import math
import random
import subprocess
import sys
import tempfile

MAPS = {
    1: ["(i) -> (i floordiv 4, i mod 4)", "(i) -> (i mod 5, i floordiv 5)", "(i) -> (i)"],
    2: ["(i, j) -> (i floordiv 4, j, i mod 4)", "(i, j) -> (j, i)",
        "(i, j) -> (i, j floordiv 3, j mod 3)", "(i, j) -> (i * 11 + j)"],
    3: ["(i, j, k) -> (k, i floordiv 2, j, i mod 2)",
        "(i, j, k) -> (i, j, k floordiv 4, k mod 4)"],
}


def join(items):
    return ", ".join(map(str, items))


def plain(shape):
    return "memref<" + "".join(f"{s}x" for s in shape) + "i32>"


def strided(sizes, strides, offset):
    shape = "".join(f"{s}x" for s in sizes)
    return f"memref<{shape}i32, strided<[{join(strides)}], offset: {offset}>>"


class Program:
    def __init__(self, rng):
        self.rng = rng
        self.lines = []
        rank = rng.choice([1, 2, 2, 3])
        self.shape = [rng.randint(1, 7) for _ in range(rank)]
        self.size = math.prod(self.shape)
        self.type = plain(self.shape)
        self.is_local = rng.random() < 0.5
        self.layout = rng.choice(MAPS[rank])
        self.pad = rng.choice(["0 : i32", "undef", "7 : i32"])
        self.build()

    def add(self, line):
        self.lines.append("  " + line)

    def build(self):
        if self.is_local:
            self.add(f"%a = memref.alloc() {{layout.transform = #L}} : {self.type}")
            self.add(f"memref.copy %in, %a : {self.type} to {self.type}")
        self.add("%three = arith.constant 3 : i32")
        source = ("%a", self.type)
        if self.rng.random() < 0.4:
            source = self.subview(source)
        views = []
        for number in range(self.rng.randint(1, 2)):
            sizes, source = self.reinterpret(number, source)
            views.append((sizes, source))
        for number, (sizes, view) in enumerate(views):
            self.walk(number, sizes, view)
        if self.is_local:
            self.hand_out()

    def subview(self, source):
        offsets = [self.rng.randrange(s) for s in self.shape]
        sizes = [self.rng.randint(1, s - o) for s, o in zip(self.shape, offsets)]
        strides = [math.prod(self.shape[d + 1:]) for d in range(len(self.shape))]
        place = sum(o * s for o, s in zip(offsets, strides))
        result = strided(sizes, strides, place)
        self.add(f"%s = memref.subview {source[0]}[{join(offsets)}] [{join(sizes)}] "
                 f"[{join([1] * len(sizes))}] : {source[1]} to {result}")
        return "%s", result

    def reinterpret(self, number, source):
        rank = self.rng.randint(1, 3)
        sizes = [self.rng.randint(1, 4) for _ in range(rank)]
        strides = [self.rng.choice([0, 1, 1, 2, 3, -1, 4, 5]) for _ in range(rank)]
        while True:
            spans = [(n - 1) * s for n, s in zip(sizes, strides)]
            low, high = sum(min(0, s) for s in spans), sum(max(0, s) for s in spans)
            if high - low < self.size:
                break
            at = self.rng.randrange(rank)
            sizes[at] = max(1, sizes[at] - 1)
        offset = self.rng.randint(-low, self.size - 1 - high)
        operand = offset
        if self.is_local and self.rng.random() < 0.4:
            self.add(f"%o{number} = arith.constant {offset} : index")
            operand, offset = f"%o{number}", "?"
        result = strided(sizes, strides, offset)
        self.add(f"%v{number} = memref.reinterpret_cast {source[0]} to offset: [{operand}], "
                 f"sizes: [{join(sizes)}], strides: [{join(strides)}] : {source[1]} to {result}")
        return sizes, (f"%v{number}", result)

    def walk(self, number, sizes, view):
        name, kind = view
        ivs = [f"%i{number}_{d}" for d in range(len(sizes))]
        for iv, size in zip(ivs, sizes):
            self.add(f"affine.for {iv} = 0 to {size} {{")
        here = join(ivs)
        mirrored = join(f"{s - 1} - {iv}" for s, iv in zip(sizes, ivs))
        x, y = f"%x{number}", f"%y{number}"
        access = self.rng.choice(["affine", "atomic", "generic", "mirror", "memref"])
        if access == "atomic":
            self.add(f"{x} = memref.atomic_rmw addi %three, {name}[{here}] : (i32, {kind}) -> i32")
        elif access == "generic":
            self.add(f"{x} = memref.generic_atomic_rmw {name}[{here}] : {kind} {{")
            self.add("^bb0(%old: i32):")
            self.add("%new = arith.muli %old, %three : i32")
            self.add("memref.atomic_yield %new : i32")
            self.add("}")
        elif access == "mirror":
            self.add(f"affine.prefetch {name}[{mirrored}], read, locality<1>, data : {kind}")
            self.add(f"{x} = affine.load {name}[{mirrored}] : {kind}")
            self.add(f"affine.store {x}, {name}[{here}] : {kind}")
        else:
            self.add(f"{x} = {access}.load {name}[{here}] : {kind}")
            self.add(f"{y} = arith.subi %three, {x} : i32")
            self.add(f"{access}.store {y}, {name}[{here}] : {kind}")
        for _ in ivs:
            self.add("}")
        if self.rng.random() < 0.3:
            self.add(f"linalg.fill ins(%three : i32) outs({name} : {kind})")

    def hand_out(self):
        flat, name = self.type, "%a"
        if len(self.shape) > 1:
            flat, name = plain([self.size]), "%flat"
            self.add(f"%flat = memref.collapse_shape %a [[{join(range(len(self.shape)))}]] "
                     f": {self.type} into {flat}")
        self.add(f"affine.for %z = 0 to {self.size} {{")
        self.add(f"%e = affine.load {name}[%z] : {flat}")
        self.add("affine.store %e, %out[%z] : memref<343xi32>")
        self.add("}")
        self.add(f"memref.dealloc %a : {self.type}")

    def __str__(self):
        request = "" if self.is_local else " {layout.transform = #L}"
        name = "%in" if self.is_local else "%a"
        return (f"#L = #layout.buffer<index_map<{self.layout}>, pad<{self.pad}>>\n"
                f"func.func @f({name}: {self.type}{request}, %out: memref<343xi32>) {{\n"
                + "\n".join(self.lines) + "\n  return\n}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layout-check", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=30)
    args = parser.parse_args()
    failures = 0
    for index in range(args.count):
        rng = random.Random(f"{args.seed}/{index}")
        program = str(Program(rng))
        option = rng.choice(["", "{change-interface=true}"])
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(program)
            file.flush()
            run = subprocess.run(
                [args.layout_check, file.name, "--entry=f",
                 f"--pipeline=builtin.module(layout-assign{option},layout-apply,layout-finalize)"],
                capture_output=True, text=True)
        if run.returncode != 0:
            failures += 1
            print(f"program {index}:\n{program}\n{run.stdout}{run.stderr}")
    print(f"{args.count} programs, {failures} failures")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
