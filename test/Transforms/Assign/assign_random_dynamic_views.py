#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Chains of views whose sizes, offsets and strides are values, executed.

Each program makes views of views of a buffer that gets a layout: subviews, which
drop some of their dimensions of size 1, transposes, splits and joins of dimensions, casts, reinterpretations by the
metadata of the view before. Their elements are read and written, their sizes,
offsets and strides are returned. A program may be refused, but only for
reinterpreting what is not its own, or what is not known to be contiguous.
"""

import argparse
import random
import subprocess
import sys
import tempfile

MAPS = {
    1: ["(i) -> (i floordiv 4, i mod 4)", "(i) -> (i mod 5, i floordiv 5)"],
    2: ["(i, j) -> (i floordiv 4, j, i mod 4)", "(i, j) -> (j, i)",
        "(i, j) -> (i floordiv 2, j floordiv 3, i mod 2, j mod 3)"],
    3: ["(i, j, k) -> (k, i floordiv 2, j, i mod 2)",
        "(i, j, k) -> (i, j, k floordiv 4, k mod 4)"],
}
REFUSALS = ["cannot be proven to stay in bounds",
            "is not contiguous, or an inner size is dynamic or zero"]


def join(items):
    return ", ".join(map(str, items))


class View:
    """A view: true sizes and strides, and which of them its type tells."""

    def __init__(self, name, sizes, strides, offset, known, known_strides, known_offset):
        self.name, self.sizes, self.strides, self.offset = name, sizes, strides, offset
        self.known, self.known_strides, self.known_offset = known, known_strides, known_offset

    def type(self, plain=False):
        shape = "".join(f"{s if k else '?'}x" for s, k in zip(self.sizes, self.known))
        if plain:
            return f"memref<{shape}i32>"
        strides = join(s if k else "?" for s, k in zip(self.strides, self.known_strides))
        offset = self.offset if self.known_offset else "?"
        return f"memref<{shape}i32, strided<[{strides}], offset: {offset}>>"

    def is_contiguous(self):
        stride = 1
        for size, own in reversed(list(zip(self.sizes, self.strides))):
            if own != stride:
                return False
            stride *= size
        return True


class Program:
    def __init__(self, rng):
        self.rng, self.lines, self.counter, self.returned = rng, [], 0, []
        rank = rng.choice([1, 2, 2, 3])
        sizes = [rng.randint(1, 8) for _ in range(rank)]
        known = [rng.random() < 0.7 for _ in range(rank)]
        if rng.random() < 0.8:  # inner sizes are asked for most often
            known = [known[0]] + [True] * (rank - 1)
        strides, known_strides, stride, is_known = [], [], 1, True
        for size, k in reversed(list(zip(sizes, known))):
            strides.insert(0, stride)
            known_strides.insert(0, is_known)
            stride, is_known = stride * size, is_known and k
        self.layout = rng.choice(MAPS[rank])
        self.is_local = rng.random() < 0.5
        self.root = View("%a", sizes, strides, 0, known, known_strides, True)
        self.args = []
        self.build()

    def fresh(self):
        self.counter += 1
        return f"%v{self.counter}"

    def add(self, line):
        self.lines.append("  " + line)

    def value(self, number):
        """An index value that only the caller knows, or a constant."""
        name = f"%n{len(self.args)}"
        self.args.append(number)
        return name

    def number(self, number):
        """As an operand, and whether it is known."""
        if self.rng.random() < 0.5:
            return number, True
        return self.value(number), False

    def build(self):
        self.add("%three = arith.constant 3 : i32")
        for i in range(8):
            self.add(f"%c{i} = arith.constant {i} : index")
        if self.is_local:
            operands = join(self.value(s) for s, k in zip(self.root.sizes, self.root.known) if not k)
            kind = self.root.type(plain=True)
            self.add(f"%a = memref.alloc({operands}) {{layout.transform = #L}} : {kind}")
            self.add(f"memref.copy %in, %a : {kind} to {kind}")
        view, is_plain = self.root, True
        for _ in range(self.rng.randint(1, 4)):
            makers = [self.subview, self.transpose, self.cast, self.expand, self.collapse,
                      self.metadata]
            made = self.rng.choice(makers)(view, is_plain)
            if made:
                view, is_plain = made
            if self.rng.random() < 0.5:
                self.use(view, is_plain)
        self.use(view, is_plain)
        if self.is_local:
            kind = self.root.type(plain=True)
            self.add(f"memref.copy %a, %in : {kind} to {kind}")
            self.add(f"memref.dealloc %a : {kind}")

    def subview(self, view, is_plain):
        rng = self.rng
        steps = [rng.choice([1, 1, 2]) for _ in view.sizes]
        offsets = [rng.randrange(s) for s in view.sizes]
        sizes = [rng.randint(1, (s - 1 - o) // t + 1)
                 for s, o, t in zip(view.sizes, offsets, steps)]
        offset, known_offset = view.offset, view.known_offset
        texts, strides, known, known_strides = ([], [], []), [], [], []
        for d, (o, n, t) in enumerate(zip(offsets, sizes, steps)):
            (ot, ok), (nt, nk), (tt, tk) = self.number(o), self.number(n), self.number(t)
            for text, part in zip(texts, (ot, nt, tt)):
                text.append(part)
            offset += o * view.strides[d]
            # Zero times what is not known is zero.
            known_offset = known_offset and ok and (o == 0 or view.known_strides[d])
            strides.append(t * view.strides[d])
            known.append(nk)
            known_strides.append(tk and view.known_strides[d])
        # Of the sizes that are known to be 1, some are dropped.
        kept = [d for d, (n, k) in enumerate(zip(sizes, known))
                if n != 1 or not k or rng.random() < 0.5] or [0]
        sizes, strides, known, known_strides = (
            [items[d] for d in kept] for items in (sizes, strides, known, known_strides))
        result = View(self.fresh(), sizes, strides, offset, known, known_strides, known_offset)
        self.add(f"{result.name} = memref.subview {view.name}[{join(texts[0])}] [{join(texts[1])}] "
                 f"[{join(texts[2])}] : {view.type(is_plain)} to {result.type()}")
        return result, False

    def transpose(self, view, is_plain):
        rank = len(view.sizes)
        order = list(range(rank))
        self.rng.shuffle(order)

        def pick(items):
            return [items[d] for d in order]

        result = View(self.fresh(), pick(view.sizes), pick(view.strides), view.offset,
                      pick(view.known), pick(view.known_strides), view.known_offset)
        dims = [f"d{d}" for d in range(rank)]
        self.add(f"{result.name} = memref.transpose {view.name} ({join(dims)}) -> "
                 f"({join(pick(dims))}) : {view.type(is_plain)} to {result.type()}")
        return result, False

    def cast(self, view, is_plain):
        def forget(known):
            return [k and self.rng.random() < 0.5 for k in known]

        result = View(self.fresh(), view.sizes, view.strides, view.offset, forget(view.known),
                      forget(view.known_strides), False)
        self.add(f"{result.name} = memref.cast {view.name} : {view.type(is_plain)} to {result.type()}")
        return result, False

    def expand(self, view, is_plain):
        """One dimension of a plain buffer becomes two."""
        if not is_plain:
            return None
        at = self.rng.randrange(len(view.sizes))
        size = view.sizes[at]
        inner = self.rng.choice([n for n in range(1, size + 1) if size % n == 0])
        # Sizes that are known must show that they fit.
        if view.known[at]:
            texts, known = [size // inner, inner], [True, True]
        else:
            texts, known = [size // inner, inner], [True, True]
            for d in self.rng.choice([[0], [1], [0, 1]]):
                texts[d], known[d] = self.value(texts[d]), False
        sizes = view.sizes[:at] + [size // inner, inner] + view.sizes[at + 1:]
        known = view.known[:at] + known + view.known[at + 1:]
        all_texts, groups, d = [], [], 0
        for i, (s, k) in enumerate(zip(view.sizes, view.known)):
            if i == at:
                groups.append([d, d + 1])
                all_texts += texts
                d += 2
            else:
                groups.append([d])
                if k:
                    all_texts.append(s)
                else:
                    dim = self.fresh()
                    self.add(f"{dim} = memref.dim {view.name}, %c{i} : {view.type(True)}")
                    all_texts.append(dim)
                d += 1
        strides, stride = [], 1
        for s in reversed(sizes):
            strides.insert(0, stride)
            stride *= s
        result = View(self.fresh(), sizes, strides, 0, known, self.row_major_known(known), True)
        self.add(f"{result.name} = memref.expand_shape {view.name} {groups} output_shape "
                 f"[{join(all_texts)}] : {view.type(True)} into {result.type(True)}")
        return result, True

    @staticmethod
    def row_major_known(known):
        return [all(known[d + 1:]) for d in range(len(known))]

    def collapse(self, view, is_plain):
        if not is_plain or len(view.sizes) < 2:
            return None
        at = self.rng.randrange(len(view.sizes) - 1)
        sizes = view.sizes[:at] + [view.sizes[at] * view.sizes[at + 1]] + view.sizes[at + 2:]
        known = view.known[:at] + [view.known[at] and view.known[at + 1]] + view.known[at + 2:]
        groups, d = [], 0
        for i in range(len(sizes)):
            groups.append([d, d + 1] if i == at else [d])
            d += len(groups[-1])
        strides, stride = [], 1
        for s in reversed(sizes):
            strides.insert(0, stride)
            stride *= s
        result = View(self.fresh(), sizes, strides, 0, known, self.row_major_known(known), True)
        self.add(f"{result.name} = memref.collapse_shape {view.name} {groups} : "
                 f"{view.type(True)} into {result.type(True)}")
        return result, True

    def metadata(self, view, is_plain):
        """Taken apart and put together again, with dimensions in another order."""
        rank = len(view.sizes)
        m = self.fresh()
        kind = ", ".join(["index"] * (2 * rank + 1))
        self.add(f"{m}b, {m}o, {m}s:{rank}, {m}t:{rank} = memref.extract_strided_metadata "
                 f"{view.name} : {view.type(is_plain)} -> memref<i32>, {kind}")
        self.returned += [f"{m}o", f"{m}s#{rank - 1}", f"{m}t#0"]
        order = list(range(rank))
        self.rng.shuffle(order)
        result = View(self.fresh(), [view.sizes[d] for d in order],
                      [view.strides[d] for d in order], view.offset, [False] * rank,
                      [False] * rank, False)
        self.add(f"{result.name} = memref.reinterpret_cast {m}b to offset: [{m}o], sizes: "
                 f"[{join(f'{m}s#{d}' for d in order)}], strides: "
                 f"[{join(f'{m}t#{d}' for d in order)}] : memref<i32> to {result.type()}")
        return result, False

    def use(self, view, is_plain):
        kind, rng, rank = view.type(is_plain), self.rng, len(view.sizes)
        how = rng.choice(["walk", "affine", "fill", "dim", "dim"])
        if how == "fill":
            self.add(f"linalg.fill ins(%three : i32) outs({view.name} : {kind})")
            return
        if how == "dim":
            d = self.fresh()
            self.add(f"{d} = memref.dim {view.name}, %c{rng.randrange(rank)} : {kind}")
            self.returned.append(d)
            return
        ivs = []
        for d in range(rank):
            size, iv = self.fresh(), self.fresh()
            ivs.append(iv)
            self.add(f"{size} = memref.dim {view.name}, %c{d} : {kind}")
            if how == "affine":
                self.add(f"affine.for {iv} = 0 to {size} {{")
            else:
                self.add(f"scf.for {iv} = %c0 to {size} step %c1 {{")
        prefix = "affine" if how == "affine" else "memref"
        x, y = self.fresh(), self.fresh()
        self.add(f"{x} = {prefix}.load {view.name}[{join(ivs)}] : {kind}")
        self.add(f"{y} = arith.subi %three, {x} : i32")
        self.add(f"{prefix}.store {y}, {view.name}[{join(ivs)}] : {kind}")
        for _ in ivs:
            self.add("}")

    def __str__(self):
        request = "" if self.is_local else " {layout.transform = #L}"
        name = "%in" if self.is_local else "%a"
        kinds = ", ".join(["index"] * len(self.returned))
        values = "".join(f", %n{i}: index" for i in range(len(self.args)))
        result = f" -> ({kinds})" if self.returned else ""
        last = f"  return {join(self.returned)} : {kinds}" if self.returned else "  return"
        return (f"#L = #layout.buffer<index_map<{self.layout}>, pad<7 : i32>>\n"
                f"func.func @f({name}: {self.root.type(plain=True)}{request}{values}){result} {{\n"
                + "\n".join(self.lines) + f"\n{last}\n}}\n")

    def options(self):
        dims = [f"--dim=arg0.dim{d}:{s}"
                for d, (s, k) in enumerate(zip(self.root.sizes, self.root.known)) if not k]
        return dims + [f"--arg={i + 1}:{n}" for i, n in enumerate(self.args)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layout-check", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    args = parser.parse_args()
    failures = refused = 0
    for index in range(args.count):
        rng = random.Random(f"{args.seed}/{index}")
        program = Program(rng)
        option = rng.choice(["", "{change-interface=true}"])
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(str(program))
            file.flush()
            run = subprocess.run(
                [args.layout_check, file.name, "--entry=f", *program.options(),
                 f"--pipeline=builtin.module(layout-assign{option},layout-apply,layout-finalize)"],
                capture_output=True, text=True, timeout=120)
        output = run.stdout + run.stderr
        if run.returncode == 1 and any(refusal in output for refusal in REFUSALS):
            refused += 1
        elif run.returncode != 0:
            failures += 1
            print(f"program {index}: {join(program.options())}\n{program}\n{output}")
    print(f"{args.count} programs, {refused} refused, {failures} failures")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
