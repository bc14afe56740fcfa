#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs layout.convert between random pairs of layouts through layout-check.

Each program converts between several pairs: ranks 0 to 4, empty dimensions,
dynamic extents, one to three steps, every kind of pad, maps that have no
structural inverse, a plain buffer on one side, a buffer converted into itself.
layout-check packs what goes in and unpacks what comes out element by element,
from the map. The seed is printed; `--seed` repeats a run, `--keep` leaves the
failing program behind.
"""

import argparse
import random
import re
import subprocess
import sys
import tempfile

from random_programs import ELEMENTS, Layout, product


class StepsLayout(Layout):
    """Up to three steps; also of shapes without dimensions."""

    def __init__(self, rng, shape, element):
        self.rng = rng
        self.shape = shape
        self.element = element
        self.dynamic = [False] * len(shape)
        self.has_dynamic = False
        self.steps = []
        box = shape
        for _ in range(rng.choice([1, 1, 2, 3])):
            box = self.add_step(box)
            if product(box) > 2000 or len(box) > 6:
                break

    def add_step(self, box):
        if box:
            return super().add_step(box)
        place = [self.rng.randint(0, 3) for _ in range(self.rng.randint(1, 2))]
        text = f"index_map<() -> ({', '.join(map(str, place))})>"
        self.dynamic = [False] * len(place)
        self.steps.append(text + self.pad(len(place), place))
        return [p + 1 for p in place]


def without_inverse(rng, shape):
    """A layout whose map is injective, but not by its digits."""
    if len(shape) != 1 or shape[0] > 15:
        return None
    pad = rng.choice(["", ", pad<undef>"])
    return f"#layout.buffer<index_map<(i) -> (i mod 3, i mod 5)>{pad}>"


def fits_dynamic(layout):
    """Is the layout valid for every extent?"""
    states_sizes = any(not extent.startswith("?")
                       for extents in re.findall(r"extent<\[([^]]*)\]", layout)
                       for extent in extents.split(", "))
    return not states_sizes and not any(
        part in layout for part in (" - d", " + d", " * ", "pad<("))


class Pair:
    def __init__(self, rng):
        self.rng = rng
        self.element = rng.choice(list(ELEMENTS))
        rank = rng.choice([0, 1, 1, 2, 2, 3, 4])
        largest = [0, 20, 9, 6, 4][rank]
        self.shape = [rng.randint(1, largest) for _ in range(rank)]
        if rank and rng.random() < 0.08:
            self.shape[rng.randrange(rank)] = 0
        self.dynamic = [d for d in range(rank)
                        if rng.random() < 0.5] if rng.random() < 0.3 else []
        self.source, self.dest = self.random_type(), self.random_type()

    def random_layout(self):
        if self.rng.random() < 0.15:
            return ""
        if self.rng.random() < 0.08 and not self.dynamic:
            layout = without_inverse(self.rng, self.shape)
            if layout:
                return layout
        while True:
            layout = str(StepsLayout(self.rng, self.shape, self.element))
            if self.dynamic and not fits_dynamic(layout):
                continue
            if 0 in self.shape and ("pad<(" in layout or " - d" in layout or
                                    " * " in layout):
                continue
            return layout

    def random_type(self):
        extents = ["?" if d in self.dynamic else str(e)
                   for d, e in enumerate(self.shape)]
        layout = self.random_layout()
        text = "x".join(extents + [self.element])
        return f"memref<{text}, {layout}>" if layout else f"memref<{text}>"


class Program:
    def __init__(self, rng, pairs):
        self.arguments, self.lines, self.options = [], [], []
        for _ in range(pairs):
            pair = Pair(rng)
            source = self.add(pair, pair.source)
            dest = self.add(pair, pair.dest)
            self.convert(source, pair.source, dest, pair.dest)
            if rng.random() < 0.1:
                self.convert(dest, pair.dest, dest, pair.dest)

    def add(self, pair, type):
        number = len(self.arguments)
        self.arguments.append(f"%a{number}: {type}")
        self.options += [f"--dim=arg{number}.dim{d}:{pair.shape[d]}"
                         for d in pair.dynamic]
        return f"%a{number}"

    def convert(self, source, source_type, dest, dest_type):
        self.lines.append(f"  layout.convert ins({source} : {source_type}) "
                          f"outs({dest} : {dest_type})")

    def text(self):
        arguments = ",\n                  ".join(self.arguments)
        body = "\n".join(self.lines)
        return f"func.func @f({arguments}) {{\n{body}\n  return\n}}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layout-check", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--pairs", type=int, default=8, help="of one program")
    parser.add_argument("--keep", help="where to leave a failing program")
    options = parser.parse_args()
    print(f"seed {options.seed}, {options.count} programs")
    for number in range(options.count):
        rng = random.Random(options.seed * 1000003 + number)
        program = Program(rng, options.pairs)
        lower = rng.choice(["layout-lower-convert,", ""])
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(program.text())
            file.flush()
            command = [options.layout_check, file.name, "--entry=f",
                       f"--pipeline=builtin.module({lower}layout-apply,"
                       "layout-finalize)"] + program.options
            result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode != 0:
            print(f"program {number} fails with {result.returncode}:")
            print(" ".join(command))
            print(program.text() + result.stdout[-3000:] + result.stderr[-3000:])
            if options.keep:
                with open(options.keep, "w") as kept:
                    kept.write(program.text())
            return 1
    print(f"{options.count * options.pairs} pairs, 0 failures")
    return 0


if __name__ == "__main__":
    sys.exit(main())
