#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random reads behind border conditions, of images whose memory space may
promise zeros outside, through layout-overcompute, and compares by layout-check.

Half of the programs have random indices; half read by a window of 3 or 5 a buffer
whose axes are joined to an image, so that what is outside of an axis may be inside
of the image.

The seed is printed; `--seed` repeats a run, `--keep` leaves a failing program
behind. `--count-dropped` says how many of the branches went away.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

ZERO = {"i32": "0", "i8": "0", "f32": "0.0"}


class Emitter:
    def __init__(self, rng):
        self.rng = rng
        self.element = rng.choice(["i32", "i32", "f32", "f32", "i8"])
        self.is_float = self.element == "f32"
        self.lines, self.values = [], 0

    def emit(self, depth, text):
        self.lines.append("  " * depth + text)

    def fresh(self):
        self.values += 1
        return f"%v{self.values}"

    def space(self):
        outside = self.rng.choice(["zero"] * 6 + ["clamp", ""])
        return f"#layout.texture<read{', outside = ' + outside if outside else ''}>"

    def constants(self):
        e, dot = self.element, ".0" if self.is_float else ""
        self.emit(1, f"%zero = arith.constant {ZERO[e]} : {e}")
        self.emit(1, f"%one = arith.constant 1{dot} : {e}")
        self.emit(1, f"%minus = arith.constant -{0 if self.is_float else 1}{dot} : {e}")

    def guarded(self, depth, guards, names, load, out, index):
        """A branch around `load` in one of the forms that people write."""
        rng, e = self.rng, self.element
        rng.shuffle(guards)
        condition = f"affine_set<({', '.join(n[1:] for n in names)}) : ({', '.join(guards)})>({', '.join(names)})"
        form = rng.random()
        other = rng.choice(["%zero"] * 5 + ["%one", "%minus"])
        letter = "f" if self.is_float else "i"
        if form < 0.55:
            x, v, r = self.fresh(), self.fresh(), None
            self.emit(depth, f"{x} = affine.if {condition} -> {e} {{")
            self.emit(depth + 1, f"{v} = {load}")
            value = v
            if rng.random() < 0.3:
                value = self.fresh()
                op = rng.choice(["mul", "add", "sub"])
                self.emit(depth + 1, f"{value} = arith.{op}{letter} {v}, {rng.choice(['%one', '%k', v])} : {e}")
            self.emit(depth + 1, f"affine.yield {value} : {e}")
            self.emit(depth, "} else {")
            self.emit(depth + 1, f"affine.yield {other} : {e}")
            self.emit(depth, "}")
            old, new = self.fresh(), self.fresh()
            self.emit(depth, f"{old} = affine.load {out}")
            self.emit(depth, f"{new} = arith.{rng.choice(['add', 'sub', 'mul'])}{letter} {old}, {x} : {e}")
            self.emit(depth, f"affine.store {new}, {out}")
            return
        self.emit(depth, f"affine.if {condition} {{")
        v, p, old, new = (self.fresh() for _ in range(4))
        self.emit(depth + 1, f"{v} = {load}")
        self.emit(depth + 1, f"{p} = arith.mul{letter} {v}, %k : {e}")
        self.emit(depth + 1, f"{old} = affine.load {out}")
        op = rng.choice(["add", "add", "sub"])
        self.emit(depth + 1, f"{new} = arith.{op}{letter} {old}, {rng.choice([v, p])} : {e}")
        self.emit(depth + 1, f"affine.store {new}, {out}")
        self.emit(depth, "}")


def linear(rng, names, scale=2):
    """A random sum of few variables."""
    terms = [f"{rng.choice([1, 1, 1, -1, scale])} * {n}" for n in rng.sample(names, rng.randint(1, min(2, len(names))))]
    return " + ".join(terms) + f" + {rng.randint(-2, 2)}"


class Image(Emitter):
    """Indices and conditions at random."""

    def text(self):
        rng, e = self.rng, self.element
        shape = [rng.randint(1, 5) for _ in range(rng.choice([2, 2, 3]))]
        if shape[-1] == 4:  # may be the channels
            shape[-1] = 5
        image = f"memref<{'x'.join(map(str, shape))}x{e}, {self.space()}>"
        bounds = [rng.randint(1, 5) for _ in range(rng.randint(2, 3))]
        names = [f"%i{n}" for n in range(len(bounds))]
        out = f"memref<{'x'.join(map(str, bounds))}x{e}>"
        self.emit(0, f"func.func @f(%a: {image}, %b: {out}, %k: {e}) {{")
        self.constants()
        for depth, (name, bound) in enumerate(zip(names, bounds)):
            self.emit(depth + 1, f"affine.for {name} = 0 to {bound} {{")
        depth = len(names) + 1
        bare = [n[1:] for n in names]
        for _ in range(rng.choice([1, 1, 2])):
            indices = [linear(rng, bare) for _ in shape]
            guards = []
            for index, extent in zip(indices, shape):
                guards += [f"{index} >= 0", f"{extent - 1} - ({index}) >= 0"]
            if rng.random() < 0.2:
                guards.append(f"{linear(rng, bare)} >= 0")
            at = ", ".join(re.sub(r"\b(i\d)", r"%\1", index) for index in indices)
            self.guarded(depth, guards, names, f"affine.load %a[{at}] : {image}",
                         f"%b[{', '.join(names)}] : {out}", names)
        for left in reversed(range(1, depth)):
            self.emit(left, "}")
        self.emit(1, "return")
        self.emit(0, "}")
        return "\n".join(self.lines) + "\n"


class Window(Emitter):
    """A window over a logical buffer whose axes, in any order, are joined to rows
    and columns, or layers of them."""

    def text(self):
        rng, e = self.rng, self.element
        extents = {"n": rng.randint(1, 3), "h": rng.randint(1, 4), "w": rng.randint(1, 4), "c": rng.randint(1, 3)}
        radius, step = rng.choice([1, 1, 2]), rng.choice([1, 1, 2])
        index = {"n": "n", "h": f"({step} * h + r - {radius})", "w": f"({step} * w + s - {radius})", "c": "c"}
        order = list("nhwc")
        rng.shuffle(order)
        cuts = sorted(rng.sample([1, 2, 3], rng.choice([1, 2, 2])))
        shape, place = [], []
        for low, high in zip([0] + cuts, cuts + [4]):
            extent, at = 1, "0"
            for axis in order[low:high]:
                extent, at = extent * extents[axis], f"{extents[axis]} * ({at}) + {index[axis]}"
            shape.append(extent)
            place.append(at)
        if shape[-1] == 4:  # may be the channels
            shape[-1] = 5
        image = f"memref<{'x'.join(map(str, shape))}x{e}, {self.space()}>"
        out = f"memref<{'x'.join(map(str, extents.values()))}x{e}>"
        self.emit(0, f"func.func @f(%a: {image}, %b: {out}, %k: {e}) {{")
        self.constants()
        names = ["%n", "%h", "%w", "%r", "%s", "%c"]
        bounds = [extents["n"], extents["h"], extents["w"]] + [2 * radius + 1] * 2 + [extents["c"]]
        for depth, (name, bound) in enumerate(zip(names, bounds)):
            self.emit(depth + 1, f"affine.for {name} = 0 to {bound} {{")
        guards = []
        for axis in "hw":
            guards += [f"{index[axis]} >= 0", f"{extents[axis] - 1} - {index[axis]} >= 0"]
        at = re.sub(r"\b([nhwrsc])\b", r"%\1", ", ".join(place))
        self.guarded(7, guards, names, f"affine.load %a[{at}] : {image}", f"%b[%n, %h, %w, %c] : {out}", names)
        for left in reversed(range(1, 7)):
            self.emit(left, "}")
        self.emit(1, "return")
        self.emit(0, "}")
        return "\n".join(self.lines) + "\n"


def count(args, file, pipeline):
    """The parts of all conditions."""
    out = subprocess.run([args.layout_check.replace("layout-check", "layout-opt"), file,
                          f"--pass-pipeline=builtin.module({pipeline})"],
                         capture_output=True, text=True, timeout=120).stdout
    sets = dict(re.findall(r"^(#set\d*) = affine_set<.* : \((.*)\)>$", out, re.M))
    return sum(sets[name].count("=") for name in re.findall(r"affine\.if (#set\d*)", out))


def run(args, rng, number, totals):
    text = rng.choice([Image, Window])(rng).text()
    with tempfile.NamedTemporaryFile("w", suffix=".mlir", delete=False) as file:
        file.write(text)
    command = [args.layout_check, file.name, "--entry=f", f"--arg=2:{rng.randint(-2, 3)}",
               "--pipeline=builtin.module(layout-overcompute)"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if result.returncode == 0 and args.count_dropped:
        totals[0] += count(args, file.name, "")
        totals[1] += count(args, file.name, "layout-overcompute")
    if result.returncode == 0:
        os.unlink(file.name)
        return True
    print(f"program {number} differs or fails: {' '.join(command)}")
    print(result.stdout + result.stderr)
    if not args.keep:
        print(text)
        os.unlink(file.name)
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layout-check", default="layout-check")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--count-dropped", action="store_true")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    print(f"seed {args.seed}")
    totals = [0, 0]
    failures = sum(not run(args, rng, n, totals) for n in range(args.count))
    if args.count_dropped:
        print(f"{totals[0]} conditions before, {totals[1]} after")
    print(f"{args.count} programs, {failures} failures")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
