#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random programs with random layouts through layout-check.

Each program has laid-out arguments, local buffers, a private callee, loops that
write all or part of a buffer, reductions, copies, fills and vector transfers,
elements that are narrowed where they are stored, buffers that live in turns, rows that
are summed up, loops whose bounds are chains of minima, and what special_statements.py
draws. layout-check compares it with the same program without layouts, and checks the
padding contract. The seed is printed; `--seed` repeats a run, `--keep` leaves
the failing program behind. `--only` names a method that makes all statements, for
mistakes that show in few programs.
"""

import argparse
import random
import resource
import subprocess
import sys
import tempfile

from special_statements import SpecialStatements

LIMIT = 60  # seconds of processor time, for one program
ELEMENTS = {
    "i8": ["0", "-7", "100"],
    "i32": ["0", "5", "-1000"],
    "i64": ["0", "77"],
    "f32": ["0.0", "-0.0", "0xFF800000", "1.5"],
    "f64": ["0.0", "-2.5"],
}


def product(numbers):
    result = 1
    for n in numbers:
        result *= n
    return result


class Layout:
    """A random valid layout of a shape: steps of maps with pads."""

    def __init__(self, rng, shape, element, dynamic=()):
        self.rng = rng
        self.shape = shape
        self.element = element
        is_dynamic = list(dynamic) or [False] * len(shape)
        self.has_dynamic = any(is_dynamic)
        while True:
            self.physical, self.steps, self.dynamic = shape, [], is_dynamic
            for _ in range(rng.choice([1, 1, 1, 2])):
                self.physical = self.add_step(self.physical)
                if product(self.physical) > 4000:
                    break
            # A second step may make it much larger, and what is run slow.
            if product(self.physical) < 100000:
                break

    def add_step(self, box):
        rng = self.rng
        dims = [f"d{i}" for i in range(len(box))]
        # Each term: text of the expression, its physical extent, its value at 0,
        # whether the extent is dynamic.
        terms = []
        for name, size, dynamic in zip(dims, box, self.dynamic):
            kind = rng.choice(["plain", "plain", "tile", "tile", "offset",
                               "reverse", "tile_offset", "nested"])
            tile = rng.choice([2, 3, 4, 8])
            offset = rng.randint(1, 5)
            if kind == "tile":
                terms += [(f"{name} floordiv {tile}", -(-size // tile), 0, dynamic),
                          (f"{name} mod {tile}", tile, 0, False)]
            elif kind == "tile_offset":
                terms += [(f"({name} + {offset}) floordiv {tile}",
                           (size - 1 + offset) // tile + 1, offset // tile, dynamic),
                          (f"({name} + {offset}) mod {tile}", tile,
                           offset % tile, False)]
            elif kind == "nested":
                terms += [(f"{name} floordiv {2 * tile}", -(-size // (2 * tile)), 0, dynamic),
                          (f"({name} floordiv {tile}) mod 2", 2, 0, False),
                          (f"{name} mod {tile}", tile, 0, False)]
            elif kind == "offset":
                terms.append((f"{name} + {offset}", size + offset, offset, dynamic))
            elif kind == "reverse" and not dynamic:
                terms.append((f"{size - 1} - {name}", size, size - 1, False))
            else:
                terms.append((name, size, 0, dynamic))
        if len(box) > 1 and rng.random() < 0.15 and not any(self.dynamic[1:]):
            # All dimensions fused into one.
            weights = [product(box[i + 1:]) for i in range(len(box))]
            text = " + ".join(f"{d} * {w}" for d, w in zip(dims, weights))
            terms = [(text, product(box), 0, self.dynamic[0])]
        elif len(box) == 2 and rng.random() < 0.15:
            terms = [("d0", box[0], 0, self.dynamic[0]),
                     ("d1 + d0", box[1] + box[0] - 1, 0, any(self.dynamic))]
        rng.shuffle(terms)
        extents = [t[1] for t in terms]
        text = f"index_map<({', '.join(dims)}) -> ({', '.join(t[0] for t in terms)})>"
        if rng.random() < 0.2:
            given = []
            for i, t in enumerate(terms):
                # A sum of dynamic extents may be derived as -1, then without
                # a border.
                more = 0 if t[3] and " + d" in t[0] else rng.randint(0, 2)
                extents[i] += more
                is_derived = t[3] or rng.random() < 0.5
                given.append(f"? + {more}" if is_derived else str(extents[i]))
            text += f", extent<[{', '.join(given)}]>"
        self.dynamic = [t[3] for t in terms]
        text += self.pad(len(terms), [t[2] for t in terms])
        self.steps.append(text)
        return extents

    def pad(self, rank, origin):
        rng = self.rng
        names = [f"p{i}" for i in range(rank)]
        kind = rng.choice(["none", "undef", "constant", "constant", "value", "copy"])
        # Only the origin of the first step is surely data.
        if kind == "copy" and (self.steps or self.has_dynamic):
            kind = "constant"
        if kind == "undef":
            return ", pad<undef>"
        if kind == "constant":
            return f", pad<{rng.choice(ELEMENTS[self.element])} : {self.element}>"
        if kind == "value":
            return f", pad<value ({', '.join(names)}) -> ({' + '.join(names)} + 1)>"
        if kind == "copy":
            return (f", pad<({', '.join(names)}) -> "
                    f"({', '.join(map(str, origin))})>")
        return ""

    def __str__(self):
        return f"#layout.buffer<{', '.join(self.steps)}>"


WIDER = {"i8": ["i16", "i32"], "i32": ["i64"]}


class Program(SpecialStatements):
    product = staticmethod(product)

    def __init__(self, rng, dynamic=False, only=None):
        self.rng = rng
        self.only = only
        self.lines = []
        self.globals = []  # and functions, after the others
        self.resources = []
        self.counter = 0
        self.element = rng.choice(list(ELEMENTS))
        self.is_float = self.element.startswith("f")
        rank = rng.randint(1, 3)
        self.shape = [rng.randint(1, 9 if rank < 3 else 6) for _ in range(rank)]
        if rank < 3 and not dynamic and rng.random() < 0.3:
            # One more than a vector: the mask of the last one has one lane.
            self.shape[-1] = rng.choice([17, 33])
        self.dynamic = [dynamic and rng.random() < 0.7 for _ in range(rank)]
        self.shape = [rng.choice([0, 1, size, size, size]) if d else size
                      for size, d in zip(self.shape, self.dynamic)]
        # Layouts are written in types, or requested of plain buffers.
        self.by_request = rng.random() < 0.5
        sizes = ["?" if d else str(s) for s, d in zip(self.shape, self.dynamic)]
        self.plain = f"memref<{'x'.join(sizes)}x{self.element}>"
        count = rng.randint(2, 3)
        self.types = [self.random_type() for _ in range(count)]
        self.requests = {name: [self.random_request() for _ in range(count)]
                         for name in ("callee", "f")}
        for mine, others in zip(range(count), self.requests["callee"]):
            if others: # one buffer has one layout
                self.requests["f"][mine] = ""
        self.has_global = (self.by_request and rng.random() < 0.4 and
                           not any(self.dynamic))

    def random_type(self):
        if self.by_request or self.rng.random() < 0.2:
            return self.plain
        layout = Layout(self.rng, self.shape, self.element, self.dynamic)
        return f"{self.plain[:-1]}, {layout}>"

    def random_request(self):
        if not self.by_request or self.rng.random() < 0.3:
            return ""
        layout = Layout(self.rng, self.shape, self.element, self.dynamic)
        return f" {{layout.transform = {layout}}}"

    def fresh(self):
        self.counter += 1
        return f"%v{self.counter}"

    def emit(self, text, depth=1):
        self.lines.append("  " * depth + text)

    def nest(self, body, bounds=None, flavour=None):
        """Emits a loop nest; `body(ivs, depth)` emits what is inside."""
        flavour = flavour or self.rng.choice(["affine", "affine", "scf"])
        ivs = []
        for d, size in enumerate(self.shape):
            low, high = bounds[d] if bounds else (0, size)
            iv = self.fresh()
            ivs.append(iv)
            dynamic = self.dynamic[d] and not bounds
            if flavour == "affine":
                high = f"%n{d}" if dynamic else high
                self.emit(f"affine.for {iv} = {low} to {high} {{", d + 1)
            else:
                lo, hi, one = self.fresh(), self.fresh(), self.fresh()
                self.emit(f"{lo} = arith.constant {low} : index", d + 1)
                if dynamic:
                    hi = f"%n{d}"
                else:
                    self.emit(f"{hi} = arith.constant {high} : index", d + 1)
                self.emit(f"{one} = arith.constant 1 : index", d + 1)
                self.emit(f"scf.for {iv} = {lo} to {hi} step {one} {{", d + 1)
        body(ivs, len(self.shape) + 1, "affine" if flavour == "affine" else "memref")
        for d in reversed(range(len(self.shape))):
            self.emit("}", d + 1)

    def partial_bounds(self):
        bounds = []
        for size in self.shape:
            low = self.rng.randint(0, max(size - 1, 0))
            bounds.append((low, self.rng.randint(low, size)))
        return bounds

    def statement(self, buffers):
        rng = self.rng
        (a, ta), (b, tb) = rng.choice(buffers), rng.choice(buffers)
        if self.only:
            return getattr(self, self.only)((a, ta), (b, tb))
        if rng.random() < 0.35:
            return self.special((a, ta), (b, tb))
        if not any(self.dynamic) and rng.random() < 0.4:
            makers = [self.in_turns, self.sum_rows, self.minima, self.narrow]
            return rng.choice(makers)((a, ta), (b, tb))
        kind = rng.choice(["copy_loop", "copy_loop", "partial", "sum", "fill",
                           "copy", "transfer", "convert", "generic", "guarded"])
        op = "arith.addf" if self.is_float else "arith.addi"
        if any(self.dynamic) and kind == "transfer":
            kind = "sum"
        if ta == tb == self.plain and not any(self.dynamic) and rng.random() < 0.3:
            return self.view_or_vector(a, b)
        if kind in ("copy_loop", "partial", "guarded"):
            bounds = self.partial_bounds() if kind == "partial" else None

            def body(ivs, depth, dialect):
                index = ", ".join(ivs)
                value = self.fresh()
                if kind == "guarded":
                    self.emit("scf.if %cond {", depth)
                self.emit(f"{value} = {dialect}.load {a}[{index}] : {ta}", depth)
                self.emit(f"{dialect}.store {value}, {b}[{index}] : {tb}", depth)
                if kind == "guarded":
                    self.emit("}", depth)
            self.nest(body, bounds)
        elif kind == "sum":
            def body(ivs, depth, dialect):
                index = ", ".join(ivs)
                x, y, z = self.fresh(), self.fresh(), self.fresh()
                self.emit(f"{x} = {dialect}.load {a}[{index}] : {ta}", depth)
                self.emit(f"{y} = {dialect}.load {b}[{index}] : {tb}", depth)
                self.emit(f"{z} = {op} {x}, {y} : {self.element}", depth)
                self.emit(f"{dialect}.store {z}, {b}[{index}] : {tb}", depth)
            self.nest(body)
        elif kind == "fill":
            self.emit(f"linalg.fill ins(%c : {self.element}) outs({b} : {tb})")
        elif kind == "copy" and a != b:
            self.emit(f"memref.copy {a}, {b} : {ta} to {tb}")
        elif kind == "convert" and a != b:
            self.emit(f"layout.convert ins({a} : {ta}) outs({b} : {tb})")
        elif kind == "generic":
            dims = ", ".join(f"d{i}" for i in range(len(self.shape)))
            ident = f"affine_map<({dims}) -> ({dims})>"
            iters = ", ".join(['"parallel"'] * len(self.shape))
            self.emit(f"linalg.generic {{indexing_maps = [{ident}, {ident}], "
                      f"iterator_types = [{iters}]}} ins({a} : {ta}) outs({b} : {tb}) {{")
            e = self.element
            self.emit(f"^bb0(%x: {e}, %y: {e}):", 1)
            use = "%y" if rng.random() < 0.5 else "%c"
            self.emit(f"%g = {op} %x, {use} : {e}", 2)
            self.emit(f"linalg.yield %g : {e}", 2)
            self.emit("}")
        elif kind == "transfer":
            lanes = rng.randint(1, 5)
            vector = f"vector<{lanes}x{self.element}>"
            v = self.fresh()
            index = ", ".join(["%zero"] * len(self.shape))
            inside = lanes <= self.shape[-1] and rng.random() < 0.5
            attr = " {in_bounds = [true]}" if inside else ""
            self.emit(f"{v} = vector.transfer_read {a}[{index}], %c{attr} : {ta}, {vector}")
            self.emit(f"vector.transfer_write {v}, {b}[{index}]{attr} : {vector}, {tb}")

    def open_loops(self, sizes=None):
        """Returns the variables of loops over all elements, and what closes them."""
        ivs = [self.fresh() for _ in self.shape]
        for d, (iv, size) in enumerate(zip(ivs, sizes or self.shape)):
            size = f"%n{d}" if self.dynamic[d] else size
            self.emit(f"affine.for {iv} = 0 to {size} {{", d + 1)
        return ivs, lambda: [self.emit("}", d + 1) for d in reversed(range(len(ivs)))]

    def move(self, source, dest, get=list, put=list):
        """Elements of one buffer at other indices of another."""
        (a, ta), (b, tb) = source, dest
        ivs, close = self.open_loops()
        x, depth = self.fresh(), len(ivs) + 1
        self.emit(f"{x} = affine.load {a}[{', '.join(get(ivs))}] : {ta}", depth)
        self.emit(f"affine.store {x}, {b}[{', '.join(put(ivs))}] : {tb}", depth)
        close()

    def in_turns(self, source, dest):
        """Each local buffer is read for the last time where the next is written, in
        another order."""
        def reverse(ivs):
            return [f"{size - 1} - {iv}" for size, iv in zip(self.shape, ivs)]
        last = source
        for _ in range(self.rng.randint(2, 3)):
            buffer = self.fresh()
            self.emit(f"{buffer} = memref.alloc() : {self.plain}")
            self.move(last, (buffer, self.plain), reverse)
            if last != source:
                self.emit(f"memref.dealloc {last[0]} : {self.plain}")
            last = (buffer, self.plain)
        self.move(last, dest, reverse)
        self.emit(f"memref.dealloc {last[0]} : {self.plain}")

    def sum_rows(self, source, dest):
        """The inner loops must not run at once. What is summed up changes its sign in
        each iteration, so that the order stays what it is: no vector is made of it."""
        (a, ta), (b, tb) = source, dest
        if a == b or len(self.shape) < 2:
            return self.move(source, dest)
        ivs, close = self.open_loops()
        depth, first = len(ivs) + 1, ", ".join([ivs[0]] + ["0"] * (len(ivs) - 1))
        x, y, z = self.fresh(), self.fresh(), self.fresh()
        self.emit(f"{x} = affine.load {a}[{', '.join(ivs)}] : {ta}", depth)
        self.emit(f"{y} = affine.load {b}[{first}] : {tb}", depth)
        op = "arith.subf" if self.is_float else "arith.subi"
        self.emit(f"{z} = {op} {x}, {y} : {self.element}", depth)
        self.emit(f"affine.store {z}, {b}[{first}] : {tb}", depth)
        close()

    def minima(self, source, dest):
        """A loop up to the least of two numbers, by a chain of minima of both."""
        (a, ta), (b, tb) = source, dest
        p, q, size, all = self.fresh(), self.fresh(), self.shape[0], self.fresh()
        self.emit(f"{all} = arith.constant {size} : index")
        self.emit(f"{p} = arith.select %cond, {all}, %zero : index")
        self.emit(f"{q} = arith.constant {self.rng.randint(0, size)} : index")
        for _ in range(self.rng.randint(20, 40)):
            r, s = self.fresh(), self.fresh()
            self.emit(f"{r} = arith.minsi {p}, {q} : index")
            self.emit(f"{s} = arith.minsi {q}, {r} : index")
            p, q = r, s
        one, iv, x = self.fresh(), self.fresh(), self.fresh()
        index = ", ".join([iv] + ["%zero"] * (len(self.shape) - 1))
        self.emit(f"{one} = arith.constant 1 : index")
        self.emit(f"scf.for {iv} = %zero to {p} step {one} {{")
        self.emit(f"{x} = memref.load {a}[{index}] : {ta}", 2)
        self.emit(f"memref.store {x}, {b}[{index}] : {tb}", 2)
        self.emit("}")

    def narrow(self, source, dest):
        """By way of a buffer of wider integers, in tiles of a register: of rows that have
        one element more, the last tile stores one lane."""
        if self.element not in WIDER:
            return self.move(source, dest)
        wide = self.rng.choice(WIDER[self.element])
        buffer, factor = self.fresh(), self.fresh()
        dims = [f"d{i}" for i in range(len(self.shape))]
        row, tile = dims[-1], 16 if self.shape[-1] > 16 else 8
        places = dims[:-1] + [f"{row} floordiv {tile}", f"{row} mod {tile}"]
        layout = (f"#layout.buffer<index_map<({', '.join(dims)}) -> ({', '.join(places)})>, "
                  "pad<undef>>")
        type = self.plain.replace(f"x{self.element}>", f"x{wide}, {layout}>")
        self.emit(f"{buffer} = memref.alloc() : {type}")
        self.emit(f"{factor} = arith.constant {self.rng.randint(-300, 300)} : {wide}")
        (a, ta), (b, tb) = source, dest
        ivs, close = self.open_loops()
        index, depth = ", ".join(ivs), len(ivs) + 1
        x, y, z = self.fresh(), self.fresh(), self.fresh()
        self.emit(f"{x} = affine.load {a}[{index}] : {ta}", depth)
        self.emit(f"{y} = arith.extsi {x} : {self.element} to {wide}", depth)
        self.emit(f"{z} = arith.muli {y}, {factor} : {wide}", depth)
        self.emit(f"affine.store {z}, {buffer}[{index}] : {type}", depth)
        close()
        ivs, close = self.open_loops()
        index = ", ".join(ivs)
        x, y = self.fresh(), self.fresh()
        self.emit(f"{x} = affine.load {buffer}[{index}] : {type}", depth)
        self.emit(f"{y} = arith.trunci {x} : {wide} to {self.element}", depth)
        self.emit(f"affine.store {y}, {b}[{index}] : {tb}", depth)
        close()
        self.emit(f"memref.dealloc {buffer} : {type}")

    def view_or_vector(self, a, b):
        """Accesses that only plain types allow: views and vector loads."""
        rng = self.rng
        if rng.random() < 0.5:
            lanes = rng.randint(1, self.shape[-1])
            vector = f"vector<{lanes}x{self.element}>"
            index = ", ".join(["%zero"] * len(self.shape))
            v = self.fresh()
            dialect = rng.choice(["vector.", "affine.vector_"])
            self.emit(f"{v} = {dialect}load {a}[{index}] : {self.plain}, {vector}")
            self.emit(f"{dialect}store {v}, {b}[{index}] : {self.plain}, {vector}")
            return
        offsets = [rng.randint(0, s - 1) for s in self.shape]
        sizes = [rng.randint(1, s - o) for s, o in zip(self.shape, offsets)]
        strides = [product(self.shape[i + 1:]) for i in range(len(self.shape))]
        offset = sum(o * s for o, s in zip(offsets, strides))
        shape = "x".join(map(str, sizes))
        view_type = (f"memref<{shape}x{self.element}, strided<"
                     f"[{', '.join(map(str, strides))}], offset: {offset}>>")
        view = self.fresh()
        self.emit(f"{view} = memref.subview {b}[{', '.join(map(str, offsets))}] "
                  f"[{', '.join(map(str, sizes))}] "
                  f"[{', '.join(['1'] * len(sizes))}] : {self.plain} to {view_type}")

        def body(ivs, depth, dialect):
            index = ", ".join(ivs)
            value = self.fresh()
            self.emit(f"{value} = {dialect}.load {a}[{index}] : {self.plain}", depth)
            self.emit(f"{dialect}.store {value}, {view}[{index}] : {view_type}", depth)
        self.nest(body, [(0, s) for s in sizes])

    def global_text(self):
        layout = Layout(self.rng, self.shape, self.element)
        literal = "3.0" if self.is_float else "3"
        return (f'memref.global "private" @g : {self.plain} = dense<{literal}> '
                f"{{layout.transform = {layout}}}")

    def function(self, name, private, statements, callee=None):
        args = ", ".join(f"%a{i}: {t}{r}" for i, (t, r) in
                         enumerate(zip(self.types, self.requests[name])))
        self.lines.append(f"func.func {'private ' if private else ''}@{name}({args}, %cond: i1) {{")
        literal = "1.0" if self.is_float else "1"
        self.emit(f"%c = arith.constant {literal} : {self.element}")
        self.emit("%zero = arith.constant 0 : index")
        buffers = [(f"%a{i}", t) for i, t in enumerate(self.types)]
        sizes = []
        for d, dynamic in enumerate(self.dynamic):
            if not dynamic:
                continue
            buffer, memref = self.rng.choice(buffers)
            self.emit(f"%d{d} = arith.constant {d} : index")
            self.emit(f"%n{d} = memref.dim {buffer}, %d{d} : {memref}")
            sizes.append(f"%n{d}")
        local = None
        if self.rng.random() < 0.6:
            local = self.random_type()
            self.emit(f"%local = memref.alloc({', '.join(sizes)}){self.random_request()} : {local}")
            self.emit(f"linalg.fill ins(%c : {self.element}) outs(%local : {local})")
            buffers.append(("%local", local))
        if self.has_global:
            self.emit(f"%global = memref.get_global @g : {self.plain}")
            buffers.append(("%global", self.plain))
        for _ in range(statements):
            if callee and self.rng.random() < 0.25:
                names = ", ".join(f"%a{i}" for i in range(len(self.types)))
                types = ", ".join(self.types)
                self.emit(f"func.call @{callee}({names}, %cond) : ({types}, i1) -> ()")
            else:
                self.statement(buffers)
        if local:
            self.emit(f"memref.dealloc %local : {local}")
        self.emit("return")
        self.lines.append("}")

    def text(self):
        if self.has_global:
            self.lines.append(self.global_text())
        self.function("callee", True, self.rng.randint(1, 2))
        self.function("f", False, self.rng.randint(1, 4), "callee")
        if self.resources:
            self.globals.append("{-# dialect_resources: { builtin: { " +
                                ", ".join(self.resources) + " } } #-}")
        return "\n".join(self.lines + self.globals) + "\n"


def set_limit():
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layout-check", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--dynamic", action="store_true",
                        help="extents that are not in the types, 0 among them")
    parser.add_argument("--only", help="a method of Program or SpecialStatements")
    parser.add_argument("--keep", help="where to leave a failing program")
    options = parser.parse_args()
    print(f"seed {options.seed}, {options.count} programs")
    failures = 0
    for number in range(options.first, options.first + options.count):
        rng = random.Random(options.seed * 1000003 + number)
        program = Program(rng, options.dynamic, options.only)
        text = program.text()
        cond = len(program.types)
        # Copying pads cannot be written before the data.
        early = "pad<(" not in text and rng.random() < 0.4
        placement = "{pad-placement=before}" if early else ""
        change = "{change-interface=true}" if rng.random() < 0.5 else ""
        target = "layout-set-target{target=native}," if rng.random() < 0.5 else ""
        threads = ("layout-parallelize-loops{min-work=1 threads=3},"
                   if rng.random() < 0.3 else "")
        memory = ",layout-plan-memory" if rng.random() < 0.5 else ""
        # Upstream folds some masks without end, and misjudges remainders.
        parts = {"copies": "linalg.softmax", "contractions": "vector.mask",
                 "remainders": "affine.apply"}
        legalize = "".join(f"layout-legalize{{only={part}}}," for part, op in parts.items()
                           if op in text)
        # Before sums are carried in registers, more loops can be run in parallel.
        last = ["layout-optimize,", threads]
        rng.shuffle(last)
        partition = "layout-partition-loops," if rng.random() < 0.3 else ""
        pipeline = (f"builtin.module({legalize}{target}layout-assign{change},"
                    f"layout-apply{placement},{partition}{''.join(last)}layout-finalize{memory})")
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(text)
            file.flush()
            command = [options.layout_check, file.name, "--entry=f",
                       f"--arg={cond}:{rng.randint(0, 1)}",
                       f"--pipeline={pipeline}"]
            command += [f"--dim=arg{i}.dim{d}:{size}"
                        for i in range(len(program.types))
                        for d, size in enumerate(program.shape)
                        if program.dynamic[d]]
            # A pass that does not come to an end is ended by the limit.
            result = subprocess.run(command, capture_output=True, text=True,
                                    preexec_fn=set_limit)
        if result.returncode != 0:
            failures += 1
            print(f"program {number} fails with {result.returncode}:")
            print(text + result.stdout[-3000:] + result.stderr[-3000:])
            if options.keep:
                with open(options.keep, "w") as kept:
                    kept.write(text)
            break
    print(f"{options.count} programs, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
