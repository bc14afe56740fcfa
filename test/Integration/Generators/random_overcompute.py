#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random tiled nests with guards over buffers with random pads through
layout-apply and the passes that add and take away overcompute, and compares by
layout-check.

The seed is printed; `--seed` repeats a run, `--keep` leaves a failing program
behind. `--layout-opt` has rewritten programs counted.
"""

import sys

import random_run


class Buffer:
    def __init__(self, name, rng, element, kind):
        self.name, self.element, self.kind = name, element, kind
        self.size = rng.choice([5, 6, 7, 8, 10, 11, 13, 14, 16])
        self.tile = rng.choice([2, 3, 4, 4, 8])
        self.offset = rng.choice([0, 0, 0, 0, 1, 2])
        least = -(-(self.size + self.offset) // self.tile)
        self.rows = least
        self.pad = rng.choice(["none", "undef", "zero", "zero", "zero", "undef", "value"])
        self.extra = rng.choice([0, 0, 0, 1])

    def layout(self):
        e = self.element
        pad = {"none": "none", "undef": "undef", "zero": f"{ZERO[e]} : {e}",
               "value": {"i32": "3 : i32", "f32": "-0.0 : f32", "f64": "0xFFF0000000000000 : f64"}[e]}[self.pad]
        offset = f"(i + {self.offset})" if self.offset else "i"
        extent = f", extent<[{self.rows + self.extra}, ?]>" if self.extra else ""
        return (f"#layout.buffer<index_map<(i) -> ({offset} floordiv {self.tile}, "
                f"{offset} mod {self.tile})>{extent}, pad<{pad}>>")

    def type(self):
        return f"memref<{self.size}x{self.element}, #L{self.name}>"


ZERO = {"i32": "0", "f32": "0.0", "f64": "0.0"}


class Program:
    """Nests over tiles of one buffer; others are read and written at the same
    logical index, or near it, under the guards that this takes."""

    def __init__(self, rng):
        self.rng = rng
        self.element = rng.choice(["i32", "i32", "f32", "f64"])
        self.is_float = self.element != "i32"
        # Element by element, where what lies in padding is needed by nobody: there
        # is a way back from overcompute.
        self.is_elementwise = rng.random() < 0.4
        self.buffers = [Buffer(n, rng, self.element, "memref") for n in "abc"]
        if self.is_elementwise:
            for b in self.buffers:
                b.size, b.tile, b.offset = (getattr(self.buffers[0], n) for n in ("size", "tile", "offset"))
                b.rows, b.extra = self.buffers[0].rows, self.buffers[0].extra
                b.pad = rng.choice(["undef", "undef", "undef", "zero"])
        self.local = rng.random() < 0.4
        self.lines, self.callees, self.values = [], [], 0

    def fresh(self):
        self.values += 1
        return f"%v{self.values}"

    def emit(self, depth, text):
        self.lines.append("  " * depth + text)

    def text(self):
        rng = self.rng
        e = self.element
        for b in self.buffers:
            self.emit(0, f"#L{b.name} = {b.layout()}")
        arguments = self.buffers[:2] if self.local else self.buffers
        signature = ", ".join(f"%{b.name}: {b.type()}" for b in arguments)
        self.emit(0, f"func.func @f({signature}, %acc: memref<1x{e}>) {{")
        if self.local:
            c = self.buffers[2]
            self.emit(1, f"%c = memref.alloc() : {c.type()}")
        for k, v in enumerate(["0", "1", "2", "7"]):
            self.emit(1, f"%k{k} = arith.constant {v}{'.0' if self.is_float else ''} : {e}")
        if self.is_float:
            self.emit(1, f"%kn = arith.constant -0.0 : {e}")
        if self.local and rng.random() < 0.8:
            self.emit(1, f"affine.for %z = 0 to {c.size} {{")
            self.emit(2, f"affine.store %k{rng.randint(0, 2)}, %c[%z] : {c.type()}")
            self.emit(1, "}")
        if rng.random() < 0.6:
            self.emit(1, f"affine.store {'%kn' if self.is_float and rng.random() < 0.2 else '%k0'}, %acc[0] : memref<1x{e}>")
        for _ in range(rng.randint(1, 4)):
            self.nest()
            if rng.random() < 0.25:
                self.call(rng.choice(self.buffers))
        if self.local:
            a = self.buffers[0]
            c = self.buffers[2]
            n = min(a.size, c.size)
            if rng.random() < 0.7:
                self.emit(1, f"affine.for %y = 0 to {n} {{")
                self.emit(2, f"%out = affine.load %c[%y] : {c.type()}")
                self.emit(2, f"affine.store %out, %a[%y] : {a.type()}")
                self.emit(1, "}")
            self.emit(1, f"memref.dealloc %c : {c.type()}")
        self.emit(1, "return")
        self.emit(0, "}")
        layouts = len(self.buffers)
        return "\n".join(self.lines[:layouts] + self.callees + self.lines[layouts:]) + "\n"

    def call(self, buffer):
        """Of a function that reads, writes or fills a buffer."""
        rng = self.rng
        name, place = f"@callee{len(self.callees)}", rng.choice(["%n", str(rng.randrange(buffer.size))])
        kind = rng.choice(["read", "write", "update"])
        body = []
        if kind != "write":
            body.append(f"%x = affine.load %m[{place}] : {buffer.type()}")
        if kind == "update":
            op = "addf" if self.is_float else "addi"
            body.append(f"%y = arith.{op} %x, %k : {self.element}")
            body.append(f"affine.store %y, %m[{place}] : {buffer.type()}")
        else:
            body.append(f"affine.store {'%x' if kind == 'read' else '%k'}, "
                        f"{'%acc[0]' if kind == 'read' else f'%m[{place}]'} : "
                        f"{f'memref<1x{self.element}>' if kind == 'read' else buffer.type()}")
        if place == "%n":
            body = [f"affine.for %n = 0 to {buffer.size} {{", *body, "}"]
        types = f"{buffer.type()}, memref<1x{self.element}>, {self.element}"
        self.callees += [
            f"func.func private {name}(%m: {buffer.type()}, %acc: memref<1x{self.element}>, %k: {self.element}) {{",
            *("  " + line for line in body), "  return", "}"]
        self.emit(1, f"call {name}(%{buffer.name}, %acc, %k{rng.randint(0, 3)}) : ({types}) -> ()")

    def nest(self):
        """Tiles of `main`; guards say where the index is inside of all."""
        rng = self.rng
        main = rng.choice(self.buffers)
        others = [b for b in self.buffers if rng.random() < 0.5]
        self.used = {b.name: b for b in others + [main]}
        shift = {name: 0 if name == main.name else rng.choice([0, 0, 0, 1, -1])
                 for name in self.used}
        if self.is_elementwise and rng.random() < 0.8:
            shift = dict.fromkeys(self.used, 0)
        rows = main.rows + (main.extra if rng.random() < 0.7 else 0)
        kind = "affine.for"
        io, ii = f"%i{self.values}o", f"%i{self.values}i"
        self.values += 1
        if rng.random() < 0.1:
            self.emit(1, f"affine.parallel ({io}, {ii}) = (0, 0) to ({rows}, {main.tile}) {{")
            depth, ends = 2, 1
            self.parallel = True
        else:
            self.parallel = False
            self.emit(1, f"{kind} {io} = 0 to {rows} {{")
            self.emit(2, f"{kind} {ii} = 0 to {main.tile} {{")
            depth, ends = 3, 2
        at = f"{main.tile} * o + i - {main.offset}"
        index = lambda name: f"{main.tile} * {io} + {ii} + {shift[name] - main.offset}"
        guards = []
        for name, b in self.used.items():
            guards.append(f"{at} + {shift[name]} >= 0")
            guards.append(f"{b.size - 1} - ({at} + {shift[name]}) >= 0")
        if rng.random() < 0.15 and not self.is_elementwise:
            guards.append(f"{rng.randint(-1, 1)} * o + {rng.randint(-1, 1)} * i + {rng.randint(0, 3)} >= 0")
        kept = guards
        has_else = rng.random() < 0.2 and not self.is_elementwise
        if rng.random() < 0.3 and len(kept) > 2:
            half = len(kept) // 2
            self.emit(depth, f"affine.if affine_set<(o, i) : ({', '.join(kept[:half])})>({io}, {ii}) {{")
            self.emit(depth + 1, f"affine.if affine_set<(o, i) : ({', '.join(kept[half:])})>({io}, {ii}) {{")
            self.body(depth + 2, index)
            self.emit(depth + 1, "}")
        else:
            self.emit(depth, f"affine.if affine_set<(o, i) : ({', '.join(kept)})>({io}, {ii}) {{")
            self.body(depth + 1, index)
        if has_else and not self.parallel:
            self.emit(depth, "} else {")
            self.emit(depth + 1, f"affine.store %k{rng.randint(0, 3)}, %acc[0] : memref<1x{self.element}>")
        self.emit(depth, "}")
        for k in range(ends):
            self.emit(ends - k, "}")

    def load(self, depth, index):
        v = self.fresh()
        names = list(self.used)
        name = self.rng.choice(names)
        b = self.used[name]
        self.emit(depth, f"{v} = affine.load %{name}[{index(name)}] : {b.type()}")
        return v

    def flags(self):
        if not self.is_float:
            return ""
        return self.rng.choice(["", "", "", "", " fastmath<nsz>"])

    def expression(self, depth, index, nesting=0):
        rng = self.rng
        kind = rng.random()
        if nesting > 1 or kind < 0.4:
            return self.load(depth, index)
        if kind < 0.55:
            return f"%k{rng.randint(0, 3)}"
        one = self.expression(depth, index, nesting + 1)
        other = self.expression(depth, index, nesting + 1)
        op = rng.choice(["addf", "mulf", "subf", "maximumf", "maxnumf", "minimumf"] if self.is_float
                        else ["addi", "muli", "subi", "maxsi", "andi", "xori", "minui"])
        v = self.fresh()
        self.emit(depth, f"{v} = arith.{op} {one}, {other}{self.flags()} : {self.element}")
        return v

    def body(self, depth, index):
        rng = self.rng
        for _ in range(rng.choice([1, 1, 2])):
            value = self.expression(depth, index)
            kind = rng.random()
            e = self.element
            if kind < (0.05 if self.is_elementwise else 0.45) and not self.parallel:
                old, new = self.fresh(), self.fresh()
                self.emit(depth, f"{old} = affine.load %acc[0] : memref<1x{e}>")
                op = rng.choice(["addf", "addf", "subf", "mulf", "maximumf", "maxnumf"] if self.is_float
                                else ["addi", "addi", "subi", "muli", "maxsi", "ori"])
                self.emit(depth, f"{new} = arith.{op} {old}, {value}{self.flags()} : {e}")
                self.emit(depth, f"affine.store {new}, %acc[0] : memref<1x{e}>")
                continue
            name = rng.choice(list(self.used))
            b = self.used[name]
            if kind < 0.6:
                old, new = self.fresh(), self.fresh()
                self.emit(depth, f"{old} = affine.load %{name}[{index(name)}] : {b.type()}")
                op = "addf" if self.is_float else rng.choice(["addi", "xori"])
                self.emit(depth, f"{new} = arith.{op} {old}, {value}{self.flags()} : {e}")
                value = new
            self.emit(depth, f"affine.store {value}, %{name}[{index(name)}] : {b.type()}")


PIPELINES = [
    "layout-overcompute", "layout-overcompute{wrap-indices=true}",
    # There and back; and what other passes make of either.
    "layout-overcompute,layout-avoid-overcompute",
    "layout-overcompute,layout-avoid-overcompute,layout-overcompute",
    "layout-avoid-overcompute",
    "layout-overcompute,layout-remove-noop,layout-avoid-overcompute",
    "layout-overcompute,layout-avoid-overcompute,layout-remove-noop",
    "layout-overcompute,layout-avoid-overcompute,layout-hoist-conditions,layout-partition-loops",
    "layout-optimize{padding=true},layout-avoid-overcompute",
]


def run(args, rng, number):
    text = Program(rng).text()
    before = rng.choice(["layout-apply", "layout-apply", "layout-apply,canonicalize",
                         "layout-apply{pad-placement=before}"])
    pipeline = f"{before},{rng.choice(PIPELINES)}"
    return random_run.check(args, number, text, [f"--pipeline=builtin.module({pipeline})"])


if __name__ == "__main__":
    sys.exit(random_run.main(__doc__, run))
