# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random linalg.pack and linalg.unpack, as layouts and as they are.

Half of the programs pack, compute on what is packed, and unpack, with tiles, orders of
axes, padding values and dynamic extents at random: layout-from-pack must come to the
same as upstream's lowering. The others are on tensors with layouts that linalg.pack
can say: layout-to-pack must come to the same as without layouts, lowered by upstream;
some go back by layout-from-pack.
"""

import sys

import random_run

NUMBERS = {"i8": ["0", "-1", "127"], "i32": ["0", "1", "-7"],
           "f32": ["0.0", "-0.0", "1.5", "0x7F800000"]}
REFUSALS = ("would be executed for padding", "must not be accessed",
            "is not known of the packed tensor alone", "do not divide its extent")


class Packing:
    """Tiles and orders on a shape."""

    def __init__(self, rng, rank):
        self.rank = rank
        self.inner = rng.sample(range(rank), rng.randint(1, rank))
        self.tiles = [rng.choice([1, 2, 3, 4, 8]) for _ in self.inner]
        self.outer = list(range(rank))
        if rng.random() < 0.5:
            rng.shuffle(self.outer)

    def tile(self, dim):
        return dict(zip(self.inner, self.tiles)).get(dim, 1)

    def attributes(self):
        outer = "" if self.outer == sorted(self.outer) else f"outer_dims_perm = {self.outer} "
        return f"{outer}inner_dims_pos = {self.inner} inner_tiles = {self.tiles}"

    def divides(self, extents):
        return all(n % self.tile(d) == 0 for d, n in enumerate(extents))

    def shape(self, shape):
        """Of what is packed; None is dynamic."""
        outer = [None if shape[d] is None else -(-shape[d] // self.tile(d))
                 for d in self.outer]
        return outer + self.tiles

    def map(self):
        dims = ", ".join(f"d{d}" for d in range(self.rank))
        tiled = [f"d{d} floordiv {self.tile(d)}" if d in self.inner else f"d{d}"
                 for d in self.outer]
        places = [f"d{d} mod {t}" for d, t in zip(self.inner, self.tiles)]
        return f"({dims}) -> ({', '.join(tiled + places)})"


class Program:
    def __init__(self, rng):
        self.rng = rng
        self.element = rng.choice(list(NUMBERS))
        self.extents = [rng.randint(1, 9) for _ in range(rng.randint(1, 3))]
        self.shape = [None if rng.random() < 0.25 else n for n in self.extents]
        self.lines, self.counter = [], 0

    def fresh(self):
        self.counter += 1
        return f"%v{self.counter}"

    def emit(self, right):
        name = self.fresh()
        self.lines.append(f"  {name} = {right}")
        return name

    def type(self, shape, layout=""):
        dims = "".join(f"{'?' if n is None else n}x" for n in shape)
        return f"tensor<{dims}{self.element}{', ' + layout if layout else ''}>"

    def options(self):
        return [f"--dim=arg0.dim{d}:{n}"
                for d, n in enumerate(self.extents) if self.shape[d] is None]

    def size(self, d, tile=1):
        """The number of tiles of a dynamic dimension of %a."""
        number = self.emit(f"arith.constant {d} : index")
        extent = self.emit(f"tensor.dim %a, {number} : {self.type(self.shape)}")
        if tile == 1:
            return extent
        by = self.emit(f"arith.constant {tile} : index")
        return self.emit(f"arith.ceildivui {extent}, {by} : index")

    def empty(self, shape, dims, packing=None):
        sizes = [self.size(d, packing.tile(d) if packing else 1)
                 for d in dims if self.shape[d] is None]
        return self.emit(f"tensor.empty({', '.join(sizes)}) : {self.type(shape)}")

    def generic(self, tensor, kind, rank, empty):
        dims = ", ".join(f"d{d}" for d in range(rank))
        same = f"affine_map<({dims}) -> ({dims})>"
        loops = ", ".join(['"parallel"'] * rank)
        letter = "f" if self.element == "f32" else "i"
        operation = self.rng.choice(["add", "mul", "sub", "index", "add", "mul"])
        body = f"%r = arith.{operation}{letter} %x, %k : {self.element}"
        if operation == "index":
            body = (f"%i = linalg.index {rank - 1} : index\n"
                    "    %n = arith.index_cast %i : index to i32\n    ")
            body += {"i32": "%r = arith.addi %x, %n : i32",
                     "i8": "%m = arith.trunci %n : i32 to i8\n    %r = arith.addi %x, %m : i8",
                     "f32": "%m = arith.sitofp %n : i32 to f32\n    %r = arith.addf %x, %m : f32"
                     }[self.element]
        number = self.rng.choice(NUMBERS[self.element])
        return self.emit(
            f"linalg.generic {{indexing_maps = [{same}, {same}], iterator_types = [{loops}]}} "
            f"ins({tensor} : {kind}) outs({empty} : {kind}) {{\n"
            f"  ^bb0(%x: {self.element}, %o: {self.element}):\n"
            f"    %k = arith.constant {number} : {self.element}\n    {body}\n"
            f"    linalg.yield %r : {self.element}\n  }} -> {kind}")

    def text(self, results, argument):
        types = ", ".join(kind for _, kind in results)
        names = ", ".join(name for name, _ in results)
        return "\n".join([f"func.func @f(%a: {argument}) -> ({types}) {{", *self.lines,
                          f"  return {names} : {types}", "}", ""])


def pack(program, tensor, kind, packing):
    padding = ""
    if not packing.divides(program.extents) or program.rng.random() < 0.5:
        number = program.rng.choice(NUMBERS[program.element])
        value = program.emit(f"arith.constant {number} : {program.element}")
        padding = f"padding_value({value} : {program.element}) "
    shape = packing.shape(program.shape)
    dest = program.empty(shape, packing.outer, packing)
    packed = program.type(shape)
    return program.emit(f"linalg.pack {tensor} {padding}{packing.attributes()} into {dest} : "
                        f"{kind} -> {packed}"), packed


def unpack(program, tensor, kind, packing):
    dest = program.empty(program.shape, range(packing.rank))
    plain = program.type(program.shape)
    return program.emit(f"linalg.unpack {tensor} {packing.attributes()} into {dest} : "
                        f"{kind} -> {plain}"), plain


def check_packs(args, rng, number):
    program = Program(rng)
    plain = program.type(program.shape)
    packing = Packing(rng, len(program.shape))
    packed, kind = pack(program, "%a", plain, packing)
    results = [(packed, kind)] if rng.random() < 0.6 else []
    if rng.random() < 0.6:
        empty = program.empty(packing.shape(program.shape), packing.outer, packing)
        packed = program.generic(packed, kind, len(packing.outer + packing.inner), empty)
        results.append((packed, kind))
    tensor, _ = unpack(program, packed, kind, packing)
    results.append((tensor, plain))
    if rng.random() < 0.4:
        results.append(pack(program, tensor, plain, Packing(rng, len(program.shape))))
    middle = rng.choice(["", "layout-reflow,", "canonicalize,layout-reflow,cse,"])
    behind = rng.choice(["", "layout-optimize,", "layout-optimize{padding=true},"])
    pipeline = (f"layout-from-pack,{middle}layout-bufferize,layout-apply,"
                f"{behind}layout-finalize")
    return random_run.check(args, number, program.text(results, plain),
                            [*program.options(), f"--pipeline=builtin.module({pipeline})"])


def check_layouts(args, rng, number):
    program = Program(rng)
    program.shape = program.extents if rng.random() < 0.7 else program.shape
    rank = len(program.shape)
    packings = [Packing(rng, rank) for _ in range(2)]

    def pick():
        pad = rng.choice(["pad<undef>", "pad<undef>", "pad<none>"] + [
            f"pad<{n} : {program.element}>" for n in NUMBERS[program.element]])
        layout = f"#layout.buffer<index_map<{rng.choice(packings).map()}>, {pad}>"
        return program.type(program.shape, rng.choice(["", layout, layout]))

    plain = program.type(program.shape)
    pool = [("%a", plain)]
    for _ in range(rng.randint(2, 6)):
        tensor, kind = rng.choice(pool)
        if rng.random() < 0.6:
            new = pick()
            pool.append((program.emit(f"layout.convert {tensor} : {kind} to {new}"), new))
        else:
            sizes = [program.size(d) for d in range(rank) if program.shape[d] is None]
            empty = program.emit(f"tensor.empty({', '.join(sizes)}) : {kind}")
            pool.append((program.generic(tensor, kind, rank, empty), kind))
    results = [pool[-1], rng.choice(pool)]
    # What is returned in a layout has extents that its type must tell.
    if program.shape != program.extents:
        results = [(t, k) if k == plain else
                   (program.emit(f"layout.convert {t} : {k} to {plain}"), plain)
                   for t, k in results]
    back = "layout-from-pack,layout-bufferize,layout-apply,layout-finalize"
    pipeline = "layout-to-pack" + rng.choice(["", "," + back])
    return random_run.check(args, number, program.text(results, plain),
                            [*program.options(), f"--pipeline=builtin.module({pipeline})"],
                            REFUSALS)


def run(args, rng, number):
    return (check_packs if rng.random() < 0.5 else check_layouts)(args, rng, number)


if __name__ == "__main__":
    sys.exit(random_run.main(__doc__, run))
