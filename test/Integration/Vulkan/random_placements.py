# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a module of random graphs, whose buffers layout-place-textures places.

Usage: random_placements.py SEED COUNT

Each function computes buffers from buffers: by kernels, in place or launched by
name, that write whole texels or single channels, or by the host. The same graph
runs on the host, on plain buffers: @main prints how many numbers differ.
"""

import random
import sys

LAYOUTS = [
    "(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)",
    "(n, c, h, w) -> (n, h, c floordiv 4, w, c mod 4)",
    "(n, c, h, w) -> (w, c floordiv 4, h + 1, n, c mod 4)",
]
SEPARATORS = ["", "", ", axis_separator<[3]>", ", axis_separator<[1, 3]>"]


class Graph:
    def __init__(self, rng, number):
        self.rng, self.number = rng, number
        self.shape = (rng.randint(1, 2), 8, rng.randint(1, 3), rng.randint(1, 4))
        self.element = rng.choice(["f32", "f16", "i32", "i16", "i8"])
        self.plain = f"memref<{'x'.join(map(str, self.shape))}x{self.element}>"
        self.add = "arith.addf" if self.element[0] == "f" else "arith.addi"
        layouts = [rng.choice(LAYOUTS) + "|" + rng.choice(SEPARATORS)
                   for _ in range(rng.choice([1, 1, 2]))]
        count = rng.randint(3, 6)
        self.types = [self.plain]
        for _ in range(count):
            layout, separators = rng.choice(layouts).split("|")
            self.types.append(
                self.plain[:-1] + f", #layout.buffer<index_map<{layout}>, "
                f"pad<undef>{separators}>>")
        self.kernels = []
        # Buffer 1 is the input, packed; the last one is unpacked.
        self.steps = [(rng.choice(["whole", "whole", "whole", "named", "named", "one", "host"]),
                       rng.randint(1, d - 1), rng.randint(1, d - 1), d)
                      for d in range(2, count + 1)]
        for step in list(self.steps):
            if rng.random() < 0.2:
                self.steps.append(("whole", step[1], step[3], step[3]))
        self.count = count

    def nest(self, body, indent="  "):
        lines = [f"{indent}affine.for %{v} = 0 to {extent} {{"
                 for v, extent in zip("nchw", self.shape)]
        return lines + [indent + line for line in body] + [indent + "}" * 4]

    def compute(self, a, b, to, types, index):
        return [f"%x = memref.load {a}[{index}] : {types[0]}",
                f"%y = memref.load {b}[{index}] : {types[1]}",
                f"%z = {self.add} %x, %y : {self.element}",
                f"memref.store %z, {to}[{index}] : {types[2]}"]

    def threads(self, whole, names, types):
        """Each thread one place of all channels in blocks of four, or of all."""
        n, c, h, w = self.shape
        c = c // 4 if whole else c
        text = [f"%w = affine.apply affine_map<()[t] -> (t mod {w})>()[%t]",
                f"%h = affine.apply affine_map<()[t] -> ((t floordiv {w}) mod {h})>()[%t]",
                f"%g = affine.apply affine_map<()[t] -> ((t floordiv {w * h}) mod {c})>()[%t]",
                f"%n = affine.apply affine_map<()[t] -> (t floordiv {w * h * c})>()[%t]"]
        if not whole:
            return text + self.compute(*names, types, "%n, %g, %h, %w"), n * c * h * w
        text += ["affine.for %l = 0 to 4 {",
                 "%c = affine.apply affine_map<(l)[g] -> (4 * g + l)>(%l)[%g]",
                 *self.compute(*names, types, "%n, %c, %h, %w"), "}"]
        return text, n * c * h * w

    def step(self, kind, a, b, to):
        names, types = [f"%b{i}" for i in (a, b, to)], [self.types[i] for i in (a, b, to)]
        if kind == "host":
            return self.nest(self.compute(*names, types, "%n, %c, %h, %w"))
        inside = ["%src", "%src2", "%to"] if kind == "named" else names
        body, grid = self.threads(kind != "one", inside, types)
        size = [f"  %grid{to}_{a}_{b} = arith.constant {grid} : index"]
        blocks = f"(%grid{to}_{a}_{b}, %c1, %c1)"
        if kind != "named" or a == b:
            body, grid = self.threads(kind != "one", names, types)
            return size + [
                f"  gpu.launch blocks(%t, %t1, %t2) in (%g0 = %grid{to}_{a}_{b}, %g1 = %c1, %g2 = %c1)",
                "      threads(%u0, %u1, %u2) in (%k0 = %c1, %k1 = %c1, %k2 = %c1) {",
                *("    " + line for line in body), "    gpu.terminator", "  }"]
        # A kernel of these types, perhaps one of another launch.
        kernel = ([f"({', '.join(f'{n}: {t}' for n, t in zip(inside, types))}) kernel "
                   "attributes {known_block_size = array<i32: 1, 1, 1>} {",
                   "  %t = gpu.block_id x", *body, "gpu.return", "}"])
        if kernel not in self.kernels or self.rng.random() < 0.5:
            self.kernels.append(kernel)
        number = max(i for i, k in enumerate(self.kernels) if k == kernel)
        passed = ", ".join(f"{n} : {t}" for n, t in zip(names, types))
        return size + [f"  gpu.launch_func @m{self.number}::@k{number} blocks in {blocks} "
                       f"threads in (%c1, %c1, %c1) args({passed})"]

    def device(self):
        lines = [f"func.func private @device{self.number}(%b0: {self.plain}, %out: {self.plain}) {{",
                 "  %c1 = arith.constant 1 : index"]
        order = list(range(1, self.count + 1))
        self.rng.shuffle(order)
        lines += [f"  %b{i} = memref.alloc() : {self.types[i]}" for i in order]
        lines.append(f"  layout.convert ins(%b0 : {self.plain}) outs(%b1 : {self.types[1]})")
        for step in self.steps:
            lines += self.step(*step)
        lines.append(f"  layout.convert ins(%b{self.count} : {self.types[-1]}) outs(%out : {self.plain})")
        lines += [f"  memref.dealloc %b{i} : {self.types[i]}" for i in order]
        return lines + ["  return", "}"]

    def host(self):
        lines = [f"func.func private @host{self.number}(%b0: {self.plain}, %out: {self.plain}) {{"]
        lines += [f"  %b{i} = memref.alloc() : {self.plain}" for i in range(2, self.count + 1)]
        for _, a, b, to in self.steps:
            names = [f"%b{0 if i == 1 else i}" for i in (a, b, to)]
            lines += self.nest(self.compute(*names, [self.plain] * 3, "%n, %c, %h, %w"))
        return lines + [f"  memref.copy %b{self.count}, %out : {self.plain} to {self.plain}",
                        "  return", "}"]

    def test(self):
        number = ["%k = affine.apply affine_map<(n, c, h, w) -> ((n * 5 + c * 3 + h * 7 + w) mod 9 - 4)>(%n, %c, %h, %w)",
                  "%i = arith.index_cast %k : index to i32"]
        convert = {"f": f"%v = arith.sitofp %i : i32 to {self.element}",
                   "i": f"%v = arith.trunci %i : i32 to {self.element}"}[self.element[0]]
        if self.element == "i32":
            convert = "%v = arith.addi %i, %i : i32"
        compare = ("arith.cmpf une" if self.element[0] == "f" else "arith.cmpi ne")
        return [f"func.func private @test{self.number}() {{",
                *(f"  %{b} = memref.alloc() : {self.plain}" for b in ("in", "expected", "got")),
                "  %count = memref.alloca() : memref<i64>", "  %none = arith.constant 0 : i64",
                "  memref.store %none, %count[] : memref<i64>",
                *self.nest(number + [convert, f"memref.store %v, %in[%n, %c, %h, %w] : {self.plain}"]),
                f"  call @host{self.number}(%in, %expected) : ({self.plain}, {self.plain}) -> ()",
                f"  call @device{self.number}(%in, %got) : ({self.plain}, {self.plain}) -> ()",
                *self.nest([f"%e = memref.load %expected[%n, %c, %h, %w] : {self.plain}",
                            f"%g = memref.load %got[%n, %c, %h, %w] : {self.plain}",
                            f"%ne = {compare}, %e, %g : {self.element}",
                            "%more = arith.extui %ne : i1 to i64",
                            "%old = memref.load %count[] : memref<i64>",
                            "%sum = arith.addi %old, %more : i64",
                            "memref.store %sum, %count[] : memref<i64>"]),
                "  %differ = memref.load %count[] : memref<i64>",
                "  call @printI64(%differ) : (i64) -> ()", "  call @printNewline() : () -> ()",
                "  return", "}"]

    def text(self):
        device = self.device()
        kernels = [line for number, kernel in enumerate(self.kernels)
                   for line in (f"gpu.func @k{number}" + kernel[0], *kernel[1:])]
        module = [f"gpu.module @m{self.number} {{", *kernels, "}"] if kernels else []
        return "\n".join(module + device + self.host() + self.test())


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(seed)
    print(f"// Seed {seed}.\nmodule attributes {{gpu.container_module}} {{")
    print("func.func private @printI64(i64)\nfunc.func private @printNewline()")
    for number in range(count):
        print(Graph(rng, number).text())
    calls = "\n".join(f"  call @test{n}() : () -> ()" for n in range(count))
    print(f"func.func @main() {{\n{calls}\n  return\n}}\n}}")


if __name__ == "__main__":
    main()
