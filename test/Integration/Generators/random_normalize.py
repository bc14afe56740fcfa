#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs layout-normalize-memrefs on random plain maps of ranks 1 to 3.

Each map is used in six programs: with loads and stores only, with copies, with
memref.dim, with calls, with dynamic sizes, with a subview (there as a request on
the allocation, and through layout-assign and layout-apply, as the plain type would
not verify). Enumeration of all indices, for dynamic sizes of those below a bound,
says whether a map is right. A program with a right map must compute what it
computes without the map; a program with a wrong one must be refused, with a
witness that is true. The seed is printed; `--seed` repeats a run, `--keep` leaves
a failing program behind.

With `--upstream`, upstream's normalize-memrefs gets the same programs, less the
subviews, and what it does is counted; nothing is checked then.
"""

import argparse
import itertools
import random
import re
import subprocess
import sys
import tempfile

KINDS = ["accesses", "copy", "dim", "call", "dynamic", "subview"]
ENOUGH = 26 # a dynamic size: more than two periods of what is divided by
NORMALIZE = "builtin.module(layout-normalize-memrefs)"
ASSIGN = "builtin.module(layout-assign,layout-apply,layout-finalize)"


# Expressions are nested tuples: a number, ("d", n), or (operator, left, right).
def text_of(e):
    if isinstance(e, int):
        return str(e)
    if e[0] == "d":
        return f"d{e[1]}"
    return f"({text_of(e[1])} {e[0]} {text_of(e[2])})"


def value_of(e, index):
    if isinstance(e, int):
        return e
    if e[0] == "d":
        return index[e[1]]
    left, right = value_of(e[1], index), value_of(e[2], index)
    return {"+": lambda: left + right, "*": lambda: left * right,
            "floordiv": lambda: left // right, "mod": lambda: left % right}[e[0]]()


class Map:
    def __init__(self, rng):
        self.rank = rng.randint(1, 3)
        largest = {1: 16, 2: 7, 3: 5}[self.rank]
        self.shape = [rng.randint(1, largest) for _ in range(self.rank)]
        make = rng.choice([self.tiled, self.tiled, self.fused, self.wild, self.wild])
        self.results = make(rng)
        dims = ", ".join(f"d{i}" for i in range(self.rank))
        results = ", ".join(map(text_of, self.results))
        self.text = f"({dims}) -> ({results})"
        self.is_negative, self.is_aliasing = self.find_faults(self.shape)
        self.is_right = not self.is_negative and not self.is_aliasing

    def tiled(self, rng):
        """What people write: each dimension split, moved, reversed; permuted."""
        results = []
        for n, size in enumerate(self.shape):
            d, tile = ("d", n), rng.choice([2, 3, 4])
            offset = rng.choice([0, 0, 1, 2, -1])
            moved = ("+", d, offset) if offset else d
            kind = rng.choice(["plain", "tile", "tile", "nested", "reverse", "half"])
            if kind == "plain":
                results.append(moved)
            elif kind == "tile":
                results += [("floordiv", moved, tile), ("mod", moved, tile)]
            elif kind == "nested":
                results += [("floordiv", d, 2 * tile),
                            ("floordiv", ("mod", d, 2 * tile), tile),
                            ("mod", d, tile)]
            elif kind == "reverse":
                results.append(("+", ("*", d, -1), size - 1 + min(offset, 1)))
            else: # half of a split: aliases, where the dimension is long enough
                results.append((rng.choice(["floordiv", "mod"]), d, tile))
        rng.shuffle(results)
        return results

    def fused(self, rng):
        """All dimensions in one, by weights that may be too small."""
        order = list(range(self.rank))
        rng.shuffle(order)
        expr, weight = rng.choice([0, 0, 3]), 1
        for n in order:
            expr = ("+", ("*", ("d", n), weight), expr)
            weight *= max(1, self.shape[n] + rng.choice([0, 0, 0, 1, -1]))
        if rng.random() < 0.4:
            tile = rng.choice([2, 4, 8])
            return [("floordiv", expr, tile), ("mod", expr, tile)]
        return [expr]

    def wild(self, rng):
        def term(n):
            e = ("d", n)
            if rng.random() < 0.4:
                e = (rng.choice(["floordiv", "mod"]), e, rng.choice([2, 3, 4]))
            factor = rng.choice([1, 1, 1, 2, 3, -1])
            return e if factor == 1 else ("*", e, factor)
        results = []
        for _ in range(rng.randint(self.rank, self.rank + 1)):
            dims = [n for n in range(self.rank) if rng.random() < 0.6]
            expr = rng.choice([0, 0, 1, 2, 3, -2])
            for n in dims:
                expr = ("+", term(n), expr)
            if rng.random() < 0.2:
                expr = (rng.choice(["floordiv", "mod"]), expr, rng.choice([2, 3]))
            results.append(expr)
        return results

    def __call__(self, index):
        return tuple(value_of(e, index) for e in self.results)

    def find_faults(self, shape):
        places = set()
        is_negative = is_aliasing = False
        for index in itertools.product(*map(range, shape)):
            place = self(index)
            is_negative |= min(place) < 0
            is_aliasing |= place in places
            places.add(place)
        return is_negative, is_aliasing

class Program:
    """One use of one map: functions whose names end in the number."""

    def __init__(self, rng, number, map_, kind, local=False):
        self.number = number
        self.map = map_
        self.kind = kind
        self.lines = []
        self.nests = 0
        self.dynamic = []
        if kind == "dynamic":
            count = rng.choice([1, 1, map_.rank])
            self.dynamic = sorted(rng.sample(range(map_.rank), min(count, map_.rank)))
        self.is_right = map_.is_right
        if self.dynamic:
            bound = [ENOUGH if n in self.dynamic else size
                     for n, size in enumerate(map_.shape)]
            self.is_right = not any(map_.find_faults(bound))
        sizes = "x".join("?" if n in self.dynamic else str(size)
                         for n, size in enumerate(map_.shape))
        self.plain = f"memref<{sizes}xi32>"
        self.laid_out = f"memref<{sizes}xi32, affine_map<{map_.text}>>"
        # The laid-out buffer is an argument of the program, too, or local.
        has_argument = rng.random() < 0.5 and kind != "subview"
        self.types = [self.plain, self.plain]
        if has_argument and not local:
            self.types.append(self.laid_out)
        arguments = ", ".join(f"%{n}: {t}" for n, t in zip(["in", "out", "a"], self.types))
        getattr(self, "prepare_" + kind, lambda: None)()
        self.emit(f"func.func private @case{number}({arguments}) {{", 0)
        if len(self.types) == 2:
            sizes = [f"%size{n}" for n in self.dynamic]
            for n in self.dynamic:
                self.emit(f"%at{n} = arith.constant {n} : index")
                self.emit(f"%size{n} = memref.dim %in, %at{n} : {self.plain}")
            self.emit(f"%a = memref.alloc({', '.join(sizes)}){self.request()} : {self.type_of_a()}")
        getattr(self, "dynamic_sizes" if self.dynamic else kind)(rng)
        if len(self.types) == 2:
            self.emit(f"memref.dealloc %a : {self.type_of_a()}")
        self.emit("return")
        self.emit("}", 0)

    def type_of_a(self):
        return self.plain if self.kind == "subview" else self.laid_out

    def request(self):
        if self.kind != "subview":
            return ""
        return f" {{layout.transform = #layout.buffer<index_map<{self.map.text}>>}}"

    def emit(self, text, depth=1):
        self.lines.append("  " * depth + text)

    def nest(self, rng, body, bounds=None):
        """A loop nest of either dialect around `body(dialect, indices)`."""
        affine = rng.random() < 0.6
        shape = self.map.shape
        self.nests += 1
        ivs = [f"%i{n}" for n in range(len(shape))]
        for n, iv in enumerate(ivs):
            low, high = bounds[n] if bounds else (0, shape[n])
            if affine:
                self.emit(f"affine.for {iv} = {low} to {high} {{")
                continue
            tag = f"{self.nests}_{n}"
            for name, number in (("lo", low), ("hi", high), ("by", 1)):
                self.emit(f"%{name}{tag} = arith.constant {number} : index")
            self.emit(f"scf.for {iv} = %lo{tag} to %hi{tag} step %by{tag} {{")
        body("affine" if affine else "memref", ", ".join(ivs))
        for _ in ivs:
            self.emit("}")

    def move(self, rng, source, target, bounds=None):
        """target[..] = source[..], elements one by one."""
        (a, ta), (b, tb) = source, target

        def body(dialect, index):
            self.emit(f"%x = {dialect}.load {a}[{index}] : {ta}", 2)
            self.emit(f"{dialect}.store %x, {b}[{index}] : {tb}", 2)
        self.nest(rng, body, bounds)

    def change(self, rng, buffer, type_):
        """3 x + 1 in a part of a buffer."""
        bounds = []
        for size in self.map.shape:
            low = rng.randint(0, size - 1)
            bounds.append((low, rng.randint(low + 1, size)))

        def body(dialect, index):
            self.emit(f"%x = {dialect}.load {buffer}[{index}] : {type_}", 2)
            self.emit("%three = arith.constant 3 : i32", 2)
            self.emit("%y = arith.muli %x, %three : i32", 2)
            self.emit("%one = arith.constant 1 : i32", 2)
            self.emit("%z = arith.addi %y, %one : i32", 2)
            self.emit(f"{dialect}.store %z, {buffer}[{index}] : {type_}", 2)
        self.nest(rng, body, bounds)

    def accesses(self, rng):
        self.move(rng, ("%in", self.plain), ("%a", self.laid_out))
        self.change(rng, "%a", self.laid_out)
        self.move(rng, ("%a", self.laid_out), ("%out", self.plain))

    def copy(self, rng):
        self.emit(f"%b = memref.alloc() : {self.laid_out}")
        self.emit(f"memref.copy %in, %a : {self.plain} to {self.laid_out}")
        self.change(rng, "%a", self.laid_out)
        self.emit(f"memref.copy %a, %b : {self.laid_out} to {self.laid_out}")
        self.emit(f"memref.copy %b, %out : {self.laid_out} to {self.plain}")
        self.emit(f"memref.dealloc %b : {self.laid_out}")

    def dim(self, rng):
        """Loops up to memref.dim; the sizes are stored, too."""
        self.emit("%zero = arith.constant 0 : index")
        self.emit("%step = arith.constant 1 : index")
        ivs = ", ".join(f"%i{n}" for n in range(self.map.rank))
        for n in range(self.map.rank):
            self.emit(f"%n{n} = arith.constant {n} : index")
            self.emit(f"%d{n} = memref.dim %a, %n{n} : {self.laid_out}")
        for n in range(self.map.rank):
            self.emit(f"scf.for %i{n} = %zero to %d{n} step %step {{")
        self.emit(f"%x = memref.load %in[{ivs}] : {self.plain}", 2)
        self.emit(f"memref.store %x, %a[{ivs}] : {self.laid_out}", 2)
        self.emit(f"%y = memref.load %a[{ivs}] : {self.laid_out}", 2)
        self.emit(f"%s = arith.index_cast %d{rng.randrange(self.map.rank)} : index to i32", 2)
        self.emit("%z = arith.addi %y, %s : i32", 2)
        self.emit(f"memref.store %z, %out[{ivs}] : {self.plain}", 2)
        for _ in range(self.map.rank):
            self.emit("}")

    def dynamic_sizes(self, rng):
        self.dim(rng)
        self.change(rng, "%a", self.laid_out)
        self.emit(f"memref.copy %a, %out : {self.laid_out} to {self.plain}")

    def prepare_call(self):
        n, t = self.number, self.laid_out
        self.emit(f"func.func private @callee{n}(%a: {t}, %b: {t}) -> {t} {{", 0)
        self.change(random.Random(n), "%a", t)
        self.move(random.Random(n), ("%a", t), ("%b", t))
        self.emit(f"return %b : {t}")
        self.emit("}", 0)

    def call(self, rng):
        t = self.laid_out
        self.move(rng, ("%in", self.plain), ("%a", t))
        self.emit(f"%b = memref.alloc() : {t}")
        second = rng.choice(["%a", "%b"]) # one buffer as both arguments is right
        self.emit(f"%r = func.call @callee{self.number}(%a, {second}) : ({t}, {t}) -> {t}")
        self.move(rng, ("%r", t), ("%out", self.plain))
        self.emit(f"memref.dealloc %b : {t}")

    def subview(self, rng):
        shape = self.map.shape
        self.move(rng, ("%in", self.plain), ("%a", self.plain))
        offsets = [rng.randint(0, s - 1) for s in shape]
        sizes = [rng.randint(1, s - o) for s, o in zip(shape, offsets)]
        strides = [1] * len(shape)
        for n in reversed(range(len(shape) - 1)):
            strides[n] = strides[n + 1] * shape[n + 1]
        offset = sum(o * s for o, s in zip(offsets, strides))
        view = (f"memref<{'x'.join(map(str, sizes))}xi32, "
                f"strided<{strides}, offset: {offset}>>")
        self.emit(f"%v = memref.subview %a{offsets} {sizes} {[1] * len(shape)} : {self.plain} to {view}")

        def body(dialect, index):
            self.emit(f"%x = {dialect}.load %in[{index}] : {self.plain}", 2)
            self.emit(f"{dialect}.store %x, %v[{index}] : {view}", 2)
        self.nest(rng, body, [(0, s) for s in sizes])
        self.move(rng, ("%a", self.plain), ("%out", self.plain))

    def text(self):
        return "\n".join(self.lines) + "\n"

    def is_inside(self, index):
        """Of some size, where sizes are dynamic."""
        return len(index) == self.map.rank and all(
            i >= 0 and (n in self.dynamic or i < size)
            for n, (i, size) in enumerate(zip(index, self.map.shape)))

    def is_explained_by(self, message):
        """Is the witness of this refusal true?"""
        def read(text):
            return tuple(int(n) for n in text.split(","))
        negative = re.search(r"maps \(([^)]*)\) to \(([^)]*)\)", message)
        if negative:
            index, place = map(read, negative.groups())
            return (self.is_inside(index) and self.map(index) == place
                    and min(place) < 0)
        pair = re.search(r"\(([^)]*)\) and \(([^)]*)\) both map to \(([^)]*)\)",
                         message)
        if pair:
            first, second, place = map(read, pair.groups())
            return (first != second and self.is_inside(first)
                    and self.is_inside(second)
                    and self.map(first) == self.map(second) == place)
        return False


def module_of(programs):
    """One module; its function @entry runs all programs."""
    arguments, calls = [], []
    for p in programs:
        names = [f"%p{p.number}_{i}" for i in range(len(p.types))]
        arguments += [f"{n}: {t}" for n, t in zip(names, p.types)]
        calls.append(f"  func.call @case{p.number}({', '.join(names)}) : "
                     f"({', '.join(p.types)}) -> ()")
    entry = f"func.func @entry({', '.join(arguments)}) {{\n" + "\n".join(calls)
    return "".join(p.text() for p in programs) + entry + "\n  return\n}\n"


def sizes_of(programs):
    """Options for the dynamic sizes of the arguments of @entry."""
    options, argument = [], 0
    for p in programs:
        for _ in p.types:
            options += [f"--dim=arg{argument}.dim{n}:{p.map.shape[n]}" for n in p.dynamic]
            argument += 1
    return options


def run(command, text):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        return subprocess.run(command + [file.name], capture_output=True, text=True)


class Checker:
    def __init__(self, options):
        self.options = options
        self.failures = 0
        self.executed = dict.fromkeys(KINDS, 0)
        self.refused = dict.fromkeys(KINDS, 0)

    def fail(self, program, why):
        self.failures += 1
        text = module_of([program])
        print(f"{program.kind}, map {program.map.text} on {program.map.shape}: {why}\n{text}")
        if self.options.keep:
            with open(self.options.keep, "w") as kept:
                kept.write(text)

    def refusals(self, programs, pipeline):
        """The first error of each program that is refused, by its number."""
        starts, line, chunks = [], 1, []
        for p in programs:
            starts.append(line)
            chunks.append(p.text() + "// -----\n")
            line += chunks[-1].count("\n")
        result = run([self.options.layout_opt, "--split-input-file", "-o", "/dev/null",
                      f"--pass-pipeline={pipeline}"], "".join(chunks))
        messages = {}
        # A chunk is named by the line that it starts behind.
        for match in re.finditer(
                r"^(?:within split at )?\S+?:(\d+)(?: offset :(\d+))?:\d+: error: (.*)$",
                result.stderr, re.M):
            at, offset, message = match.groups()
            line = int(at) + (int(offset) - 1 if offset else 0)
            owner = max(i for i, start in enumerate(starts) if start <= line)
            messages.setdefault(programs[owner].number, message)
        if result.returncode not in (0, 1) or bool(messages) != bool(result.returncode):
            sys.exit(f"layout-opt fails with {result.returncode}:\n{result.stderr[-3000:]}")
        return messages

    def agree(self, programs, pipeline):
        return run([self.options.layout_check, "--entry=entry",
                    f"--pipeline={pipeline}"] + sizes_of(programs),
                   module_of(programs))

    def execute(self, programs, pipeline):
        for start in range(0, len(programs), self.options.batch):
            batch = programs[start:start + self.options.batch]
            result = self.agree(batch, pipeline)
            for p in batch if result.returncode else []:
                alone = self.agree([p], pipeline)
                if alone.returncode:
                    self.fail(p, alone.stderr[-2000:])
            if result.returncode and not self.failures:
                sys.exit(f"programs fail only together:\n{result.stderr[-3000:]}")

    def check(self, programs, pipeline):
        messages = self.refusals(programs, pipeline)
        for p in programs:
            message = messages.get(p.number)
            if message is None and not p.is_right:
                self.fail(p, "is accepted, though the map is wrong")
            elif message is not None and not p.is_explained_by(message):
                self.fail(p, f"is refused for no true reason: {message}")
            elif message is not None:
                self.refused[p.kind] += 1
            else:
                self.executed[p.kind] += 1
        if self.failures == 0:
            self.execute([p for p in programs if p.number not in messages], pipeline)


def make_programs(options, local):
    maps = []
    for number in range(options.count):
        maps.append(Map(random.Random(options.seed * 1000003 + number)))
    programs = []
    for number, map_ in enumerate(maps):
        for k, kind in enumerate(KINDS):
            if kind not in options.kinds.split(","):
                continue
            rng = random.Random((options.seed, number, k).__repr__())
            programs.append(Program(rng, number * len(KINDS) + k, map_, kind, local))
    return maps, programs


def compare_upstream(options):
    """Counts what upstream's pass does, program by program."""
    _, programs = make_programs(options, local=True)
    counts = {}
    for p in programs:
        if p.kind == "subview":
            continue
        pipeline = "builtin.module(normalize-memrefs)"
        if p.is_right:
            result = run([options.layout_check, "--entry=entry",
                          f"--pipeline={pipeline}"] + sizes_of([p]), module_of([p]))
            fate = ("right" if result.returncode == 0 else
                    "crash" if result.returncode < 0 else
                    "left alone" if "behind" in result.stderr else "WRONG RESULT")
        else:
            result = run([options.layout_opt, f"--pass-pipeline={pipeline}"],
                         module_of([p]))
            fate = ("crash" if result.returncode < 0 else
                    "refused" if result.returncode else
                    "left alone" if re.search(r"memref<[^>]*#map", result.stdout)
                    else "ACCEPTED")
        key = (p.kind, "right" if p.is_right else "wrong", fate)
        counts[key] = counts.get(key, 0) + 1
    for (kind, reason, fate), count in sorted(counts.items()):
        print(f"{kind:<9} map is {reason:<5} {fate:<13} {count}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--layout-check", required=True)
    parser.add_argument("--layout-opt", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=400, help="of maps")
    parser.add_argument("--batch", type=int, default=6,
                        help="programs that are run by one process")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--keep", help="where to leave a failing program")
    parser.add_argument("--upstream", action="store_true")
    options = parser.parse_args()
    if options.upstream:
        return compare_upstream(options)
    maps, programs = make_programs(options, local=False)
    right = sum(m.is_right for m in maps)
    print(f"seed {options.seed}, {len(maps)} maps: {right} right, "
          f"{sum(m.is_negative for m in maps)} negative, "
          f"{sum(m.is_aliasing for m in maps)} aliasing")
    checker = Checker(options)
    checker.check([p for p in programs if p.kind != "subview"], NORMALIZE)
    checker.check([p for p in programs if p.kind == "subview"], ASSIGN)
    for kind in KINDS:
        print(f"{kind:<9} {checker.executed[kind]} executed, "
              f"{checker.refused[kind]} refused")
    print(f"{checker.failures} failures")
    return 1 if checker.failures else 0


if __name__ == "__main__":
    sys.exit(main())
