#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random vector accesses of random layouts through layout-check.

Each program moves vectors of zero to two dimensions between buffers with random
layouts, in loops with random bounds and steps: transfers with permutations,
repeated dimensions, masks and lanes out of bounds, masked and plain loads and
stores, gathers and scatters. The seed is printed; `--seed` repeats a run,
`--keep` leaves the failing program behind.
"""

import argparse
import random
import subprocess
import sys
import tempfile

from random_programs import Layout, product


class VectorProgram:
    """One function over some buffers of one shape."""

    def __init__(self, rng):
        self.rng = rng
        self.element = rng.choice(["i32", "f32", "i8", "f64"])
        rank = rng.randint(1, 3)
        self.shape = [rng.choice([4, 6, 8, 12, 16][:6 - rank]) for _ in range(rank)]
        self.plain = f"memref<{'x'.join(map(str, self.shape))}x{self.element}>"
        self.by_request = rng.random() < 0.4
        layouts = [Layout(rng, self.shape, self.element) for _ in range(3)]
        if self.by_request:
            self.types = [self.plain] * 3
            self.requests = [f" {{layout.transform = {l}}}" for l in layouts]
        else:
            self.types = [f"{self.plain[:-1]}, {l}>" for l in layouts]
            self.requests = [""] * 3
        self.lines = []
        self.counter = 0

    def fresh(self):
        self.counter += 1
        return f"%v{self.counter}"

    def emit(self, text, depth):
        self.lines.append("  " * depth + text)

    def index(self, extent, size, ivs, outside, depth):
        """An index such that `size` lanes fit, unless `outside` allows more."""
        rng = self.rng
        slack = extent - size + (rng.randint(0, size) if outside else 0)
        slack = min(slack, extent - 1)
        fitting = [(iv, high) for iv, high in ivs if high <= slack]
        if fitting and rng.random() < 0.7:
            iv, high = rng.choice(fitting)
            offset = rng.choice([0, 0, rng.randint(0, slack - high)])
            name = self.fresh()
            self.emit(f"{name} = affine.apply affine_map<(d0) -> (d0 + {offset})>"
                      f"({iv})", depth)
            return name
        if rng.random() < 0.3 and slack >= 1:
            return "%n"  # 0 or 1
        name = self.fresh()
        self.emit(f"{name} = arith.constant {rng.randint(0, slack)} : index", depth)
        return name

    def mask(self, shape, depth):
        rng = self.rng
        name = self.fresh()
        text = "x".join(map(str, shape))
        if rng.random() < 0.5:
            bits = [rng.choice(["true", "false"]) for _ in range(product(shape))]
            flat = f"dense<[{', '.join(bits)}]> : vector<{len(bits)}xi1>"
            if len(shape) == 1:
                self.emit(f"{name} = arith.constant {flat}", depth)
                return name
            other = self.fresh()
            self.emit(f"{other} = arith.constant {flat}", depth)
            self.emit(f"{name} = vector.shape_cast {other} : "
                      f"vector<{len(bits)}xi1> to vector<{text}xi1>", depth)
            return name
        bounds = []
        for size in shape:
            bounds.append(self.fresh())
            self.emit(f"{bounds[-1]} = arith.constant {rng.randint(0, size)} : index",
                      depth)
        self.emit(f"{name} = vector.create_mask {', '.join(bounds)} : "
                  f"vector<{text}xi1>", depth)
        return name

    def transfer(self, ivs, depth):
        rng = self.rng
        rank = len(self.shape)
        along = rng.sample(range(rank), rng.randint(0, min(2, rank)))
        sizes = {d: rng.choice([1, 2, 3, 4, 4, 8]) for d in along}
        for d in along:
            sizes[d] = min(sizes[d], self.shape[d])
        repeat = rng.random() < 0.15
        inside = {d: rng.random() < 0.6 for d in along}
        mask_shape = [sizes[d] for d in sorted(along)]
        # Upstream lowers masks of two permuted dimensions wrongly or not at all,
        # so that there would be no reference.
        has_reference = len(along) == 1 or along == list(range(rank))[-2:]
        masked = mask_shape and has_reference and rng.random() < 0.35
        a, b = rng.sample(range(3), 2)
        indices = []
        for which in range(2):
            indices.append(", ".join(
                self.index(self.shape[d], sizes.get(d, 1), ivs,
                           d in sizes and not inside[d], depth)
                for d in range(rank)))
        dims = ", ".join(f"d{d}" for d in range(rank))
        vector = "x".join([str(sizes[d]) for d in along] + [self.element])
        results = [f"d{d}" for d in along]
        bounds = [str(inside[d]).lower() for d in along]
        m = self.mask(mask_shape, depth) if masked else ""
        comma = f", {m}" if masked else ""

        def attributes(results, bounds):
            if not results:
                return ""
            return (f" {{in_bounds = [{', '.join(bounds)}], permutation_map = "
                    f"affine_map<({dims}) -> ({', '.join(results)})>}}")
        v = self.fresh()
        attr = attributes(results, bounds)
        self.emit(f"{v} = vector.transfer_read %a{a}[{indices[0]}], %c{comma}{attr} : "
                  f"{self.types[a]}, vector<{vector}>", depth)
        self.emit(f"vector.transfer_write {v}, %a{b}[{indices[1]}]{comma}{attr} : "
                  f"vector<{vector}>, {self.types[b]}", depth)
        if repeat and along:
            w = self.fresh()
            x = self.fresh()
            more = attributes(["0"] + results, ["true"] + bounds)
            self.emit(f"{w} = vector.transfer_read %a{b}[{indices[1]}], %c{comma}{more}"
                      f" : {self.types[b]}, vector<2x{vector}>", depth)
            self.emit(f"{x} = vector.extract {w}[1] : vector<{vector}> from "
                      f"vector<2x{vector}>", depth)
            self.emit(f"vector.transfer_write {x}, %a{a}[{indices[0]}]{attr} : "
                      f"vector<{vector}>, {self.types[a]}", depth)

    def access(self, ivs, depth):
        rng = self.rng
        size = min(rng.choice([1, 2, 3, 4, 8]), self.shape[-1])
        last = len(self.shape) - 1
        indices = [", ".join(self.index(e, size if d == last else 1, ivs, False, depth)
                             for d, e in enumerate(self.shape)) for _ in range(2)]
        a, b = rng.sample(range(3), 2)
        vector = f"vector<{size}x{self.element}>"
        bits = f"vector<{size}xi1>"
        kind = rng.choice(["masked", "gather", "expand"] +
                          ["plain"] * 3 * self.by_request)
        v, p = self.fresh(), self.fresh()
        ta, tb = self.types[a], self.types[b]
        if kind == "plain":
            self.emit(f"{v} = vector.load %a{a}[{indices[0]}] : {ta}, {vector}", depth)
            self.emit(f"vector.store {v}, %a{b}[{indices[1]}] : {tb}, {vector}", depth)
            return
        self.emit(f"{p} = vector.broadcast %c : {self.element} to {vector}", depth)
        m = self.mask([size], depth)
        if kind in ("masked", "expand"):
            load, store = (("maskedload", "maskedstore") if kind == "masked" else
                           ("expandload", "compressstore"))
            self.emit(f"{v} = vector.{load} %a{a}[{indices[0]}], {m}, {p} : {ta}, "
                      f"{bits}, {vector} into {vector}", depth)
            self.emit(f"vector.{store} %a{b}[{indices[1]}], {m}, {v} : {tb}, {bits}, "
                      f"{vector}", depth)
            return
        order = list(range(size))
        rng.shuffle(order)
        x = self.fresh()
        self.emit(f"{x} = arith.constant dense<[{', '.join(map(str, order))}]> : "
                  f"vector<{size}xindex>", depth)
        self.emit(f"{v} = vector.gather %a{a}[{indices[0]}][{x}], {m}, {p} : {ta}, "
                  f"vector<{size}xindex>, {bits}, {vector} into {vector}", depth)
        self.emit(f"vector.scatter %a{b}[{indices[1]}][{x}], {m}, {v} : {tb}, "
                  f"vector<{size}xindex>, {bits}, {vector}", depth)

    def text(self):
        rng = self.rng
        args = ", ".join(f"%a{i}: {t}{r}"
                         for i, (t, r) in enumerate(zip(self.types, self.requests)))
        self.emit(f"func.func @f({args}, %n: index) {{", 0)
        literal = "1.0" if self.element.startswith("f") else "1"
        self.emit(f"%c = arith.constant {literal} : {self.element}", 1)
        for _ in range(rng.randint(1, 3)):
            ivs, depth = [], 1
            for _ in range(rng.randint(0, 2)):
                low, step = rng.choice([0, 0, 1, 4]), rng.choice([1, 2, 4, 4, 8])
                trips = rng.randint(1, 3)
                iv = self.fresh()
                self.emit(f"affine.for {iv} = {low} to {low + (trips - 1) * step + 1} "
                          f"step {step} {{", depth)
                ivs.append((iv, low + (trips - 1) * step))
                depth += 1
            for _ in range(rng.randint(1, 2)):
                rng.choice([self.transfer, self.transfer, self.access])(ivs, depth)
            while depth > 1:
                depth -= 1
                self.emit("}", depth)
        self.emit("return", 1)
        self.emit("}", 0)
        return "\n".join(self.lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layout-check", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--keep", help="where to leave a failing program")
    options = parser.parse_args()
    print(f"seed {options.seed}, {options.count} programs")
    for number in range(options.count):
        rng = random.Random(options.seed * 1000003 + number)
        text = VectorProgram(rng).text()
        extra = rng.choice(["", "layout-optimize,", "layout-flatten,"])
        change = rng.choice(["", "{change-interface=true}"])
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(text)
            file.flush()
            result = subprocess.run(
                [options.layout_check, file.name, "--entry=f",
                 f"--arg=3:{rng.randint(0, 1)}",
                 f"--pipeline=builtin.module(layout-assign{change},layout-apply,"
                 f"{extra}layout-finalize)"],
                capture_output=True, text=True)
        if result.returncode != 0:
            print(f"program {number} fails with {result.returncode}:")
            print(text + result.stdout[-3000:] + result.stderr[-3000:])
            if options.keep:
                with open(options.keep, "w") as kept:
                    kept.write(text)
            print(f"{number + 1} programs, 1 failure")
            return 1
    print(f"{options.count} programs, 0 failures")
    return 0


if __name__ == "__main__":
    sys.exit(main())
