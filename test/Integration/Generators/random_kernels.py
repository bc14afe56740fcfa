#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random kernels over laid-out buffers through layout-check.

Each program hands buffers of random layouts to kernels, by `gpu.launch_func` and
by `gpu.launch`: types state layouts or requests ask for them, buffers are
arguments, host memory or memory of the device, grids cover the elements in
blocks of random sizes, extents are static or dynamic. The order of passes varies.
"""

import sys

import random_run
from random_converts import StepsLayout, fits_dynamic
from random_programs import product


class Buffer:
    """A type, with a layout stated, requested, or none."""

    def __init__(self, rng, shape, dynamic):
        self.shape, self.dynamic = shape, dynamic
        self.layout = ""
        if rng.random() < 0.85:
            while True:
                self.layout = str(StepsLayout(rng, shape, "i32"))
                if not dynamic or fits_dynamic(self.layout):
                    break
        self.is_requested = self.layout and rng.random() < 0.4 and not dynamic
        extents = ["?" if d in dynamic else str(e) for d, e in enumerate(shape)]
        self.plain = "memref<" + "x".join(extents + ["i32"]) + ">"
        self.type = self.plain
        if self.layout and not self.is_requested:
            self.type = f"memref<{'x'.join(extents + ['i32'])}, {self.layout}>"

    def request(self):
        return f" {{layout.transform = {self.layout}}}" if self.is_requested else ""


class Program:
    def __init__(self, rng):
        self.rng = rng
        rank = rng.choice([1, 1, 2, 3])
        self.shape = [rng.randint(1, [0, 20, 8, 5][rank]) for _ in range(rank)]
        self.dynamic = ([d for d in range(rank) if rng.random() < 0.6]
                        if rng.random() < 0.3 else [])
        self.buffers = [Buffer(rng, self.shape, self.dynamic)
                        for _ in range(rng.randint(2, 3))]
        self.options = [f"--dim=arg{i}.dim{d}:{self.shape[d]}"
                        for i in range(len(self.buffers)) for d in self.dynamic]
        self.kernels, self.lines = [], []
        for number in range(rng.randint(1, 3)):
            self.add_launch(number)

    def place(self, name):
        """The index of thread `name`, and whether it is one."""
        text, rest = [], name
        for d in reversed(range(1, len(self.shape))):
            text.append(f"    %i{d} = arith.remui {rest}, %s{d} : index")
            text.append(f"    %q{d} = arith.divui {rest}, %s{d} : index")
            rest = f"%q{d}"
        text.append(f"    %i0 = arith.addi {rest}, %zero : index")
        text.append("    %isIn = arith.cmpi ult, %i0, %s0 : index")
        return text

    def body(self, names, types):
        """Element-wise, each thread at its own place."""
        index = ", ".join(f"%i{d}" for d in range(len(self.shape)))
        text = ["    scf.if %isIn {",
                f"      %x = memref.load {names[0]}[{index}] : {types[0]}"]
        if self.rng.random() < 0.5:
            text += [f"      %w = memref.load {names[-1]}[{index}] : {types[-1]}",
                     "      %y = arith.addi %x, %w : i32"]
        else:
            text += ["      %y = arith.addi %x, %x : i32"]
        return text + [f"      memref.store %y, {names[-1]}[{index}] : {types[-1]}",
                       "    }"]

    def sizes(self, name, type):
        text = ["    %zero = arith.constant 0 : index"]
        for d, extent in enumerate(self.shape):
            if d in self.dynamic:
                text += [f"    %k{d} = arith.constant {d} : index",
                         f"    %s{d} = memref.dim {name}, %k{d} : {type}"]
            else:
                text += [f"    %s{d} = arith.constant {extent} : index"]
        return text

    def add_launch(self, number):
        used = self.rng.sample(range(len(self.buffers)), 2)
        buffers = [self.buffers[i] for i in used]
        threads = self.rng.choice([1, 2, 4, 7])
        blocks = -(-product(self.shape) // threads)
        self.lines += [f"  %g{number} = arith.constant {blocks} : index",
                       f"  %t{number} = arith.constant {threads} : index"]
        grid = f"(%g{number}, %one, %one) threads in (%t{number}, %one, %one)"
        if self.rng.random() < 0.5:
            names = ["%a", "%b"]
            arguments = ", ".join(f"{n}: {b.type}" for n, b in zip(names, buffers))
            self.kernels += [f"  gpu.func @k{number}({arguments}) kernel {{",
                             "    %id = gpu.global_id x"]
            self.kernels += self.sizes(names[0], buffers[0].type)
            self.kernels += self.place("%id")
            self.kernels += self.body(names, [b.type for b in buffers])
            self.kernels += ["    gpu.return", "  }"]
            passed = ", ".join(f"%a{i} : {self.buffers[i].type}" for i in used)
            self.lines.append(f"  gpu.launch_func @kernels::@k{number} blocks in "
                              f"{grid} args({passed})")
            return
        self.lines += [
            f"  gpu.launch blocks(%p, %p1, %p2) in (%gx = %g{number}, %gy = %one, "
            f"%gz = %one) threads(%h, %h1, %h2) in (%bx = %t{number}, %by = %one, "
            "%bz = %one) {",
            "    %start = arith.muli %p, %bx : index",
            "    %id = arith.addi %start, %h : index"]
        names = [f"%a{i}" for i in used]
        self.lines += self.sizes(names[0], buffers[0].type)
        self.lines += self.place("%id")
        self.lines += self.body(names, [b.type for b in buffers])
        self.lines += ["    gpu.terminator", "  }"]

    def text(self):
        arguments = ", ".join(f"%a{i}: {b.type}{b.request()}"
                              for i, b in enumerate(self.buffers))
        return "\n".join(
            ["module attributes {gpu.container_module} {", "gpu.module @kernels {"] +
            self.kernels + ["}", f"func.func @f({arguments}) {{",
                            "  %one = arith.constant 1 : index"] + self.lines +
            ["  return", "}", "}", ""])


PIPELINES = [
    "layout-assign,layout-apply,layout-finalize",
    "layout-assign{change-interface=true},layout-apply,layout-finalize,layout-flatten",
    "layout-assign,layout-lower-convert,layout-apply,layout-finalize",
    "layout-assign,layout-apply,layout-simplify,layout-hoist-conditions,"
    "layout-partition-loops,layout-optimize,layout-finalize,layout-flatten",
]

# What a map without inverse or a pad that cannot be written makes of a program, two
# layouts that meet in a kernel, and copying pads of a local buffer that one
# launch both reads and writes.
REFUSALS = ["cannot write the padding", "threads of a kernel share",
            "is requested for a buffer that also gets the layout",
            "passes a buffer for which a layout is requested"]


def run(args, rng, number):
    program = Program(rng)
    pipeline = rng.choice(PIPELINES)
    options = [f"--pipeline=builtin.module({pipeline})", *program.options]
    return random_run.check(args, number, program.text(), options, REFUSALS)


if __name__ == "__main__":
    sys.exit(random_run.main(__doc__, run))
