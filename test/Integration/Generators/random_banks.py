#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random accesses to workgroup memory, of which layout-report-banks counts the conflicts.

  random_banks.py LAYOUT_OPT SEED COUNT

Compares with a count over all threads, iterations and bytes. Expressions are text of
Python that is also text of MLIR, once operators are replaced. Fails where a number
differs, and where more than a tenth is not counted that can be.
"""

import itertools
import random
import re
import subprocess
import sys

# Lanes of a half that load 16 bytes together, on AMD.
QUADS = {"amd": [(0, 5), (1, 4), (2, 7), (3, 6)], "amd-cdna4": [(0, 3, 5, 6), (1, 2, 4, 7)]}
BYTES = {"i8": 1, "f16": 2, "f32": 4, "f64": 8, "complex<f32>": 8, "f128": 16}


def to_mlir(text):
    return text.replace("//", "floordiv").replace("%", "mod").replace("^", "xor")


def find_groups(rules, size, is_store):
    """The banks, the lanes of a warp, and those that are served together; no groups if there is
    no rule."""
    if rules == "nvidia":
        return 32, 32, [range(first, first + 128 // max(size, 4))
                        for first in range(0, 32, 128 // max(size, 4))]
    if rules == "amd-cdna4" and not is_store and size <= 4:
        return 32, 64, []
    banks = 64 if rules == "amd-cdna4" and not is_store else 32
    lanes = banks * 4 // max(size, 4)
    if size == 16 and not is_store:
        return banks, 64, [[half + 4 * quad + lane for quad in quads for lane in range(4)]
                           for half in (0, 32) for quads in QUADS[rules]]
    return banks, 64, [range(first, first + lanes) for first in range(0, 64, lanes)]


def evaluate(texts, **values):
    return tuple(eval(text, {}, values) for text in texts)  # pylint: disable=eval-used


class Access:
    def __init__(self, rng):
        self.block = rng.choice([(32, 1, 1), (8, 8, 1), (16, 4, 1), (4, 4, 4), (20, 3, 1), (33, 1, 1)])
        self.shape = rng.choice([(32, 32), (64, 64), (24, 40), (32, 33), (8, 128), (17, 48)])
        self.type = rng.choice(["f16", "f32", *BYTES])
        self.trips = rng.choice([1, 2, 7, 1, 2, 7, 140])
        self.width = 1
        while (self.type in ("f16", "f32") and self.shape[1] % (2 * self.width) == 0 and
               self.width < 8 and rng.random() < 0.6):
            self.width *= 2
        self.layout = self.choose_layout(rng)
        rows, columns = self.shape
        self.index = (f"({self.expr(rng, 2)}) % {rows}",
                      f"({self.expr(rng, 2)}) % {columns // self.width} * {self.width}")

    def choose_layout(self, rng):
        """Results of the map, and what the last extent is longer."""
        unit, bits = self.width, rng.randint(1, 3)
        low = [f"j % {unit}"] if unit > 1 else []
        layouts = [
            (["i", "j"], 0), (["i", "j"], unit * rng.choice([1, 2, 8])),
            (["i", f"(j // {unit}) ^ ((i // {rng.randint(1, 3)}) % {1 << bits})", *low], 0),
            (["i // 3", f"j // {unit}", "i % 3", *low], 0)]
        if unit == 1:
            layouts.append((["j", "i"], 0))
        if self.shape[1] % (unit << bits) == 0:
            layouts.append(([f"({self.shape[1]} * i + j) ^ (i % {1 << bits} * {unit})"], 0))
        return rng.choice(layouts)

    def expr(self, rng, depth):
        if depth == 0 or rng.random() < 0.2:
            return rng.choice("xxyzk")
        number = rng.choice([2, 3, 4, 8, 16])
        inner = self.expr(rng, depth - 1)
        return rng.choice([f"({inner} + {self.expr(rng, depth - 1)})", f"({inner} * {number})",
                           f"({inner} // {number})", f"({inner} % {number})",
                           f"({inner} * {number} + {self.expr(rng, depth - 1)})"])

    def write(self, number):
        results, pad = self.layout
        extents = ", ".join(["?"] * (len(results) - 1) + [f"? + {pad}"])
        layout = (f"#layout.buffer<index_map<(i, j) -> ({to_mlir(', '.join(results))})>"
                  f"{f', extent<[{extents}]>' if pad else ''}>")
        memory = f"memref<{self.shape[0]}x{self.shape[1]}x{self.type}, {layout}, 3>"
        access = (f"memref.store %v, %a[%i, %j] : {memory}" if self.width == 1 else
                  f"%t = vector.transfer_read %a[%i, %j], %v {{in_bounds = [true]}} : {memory}, "
                  f"vector<{self.width}x{self.type}>")
        i, j = (f"affine.apply affine_map<(x, y, z, k) -> ({to_mlir(text)})>(%x, %y, %z, %k)"
                for text in self.index)
        return f"""gpu.func @k{number}(%v: {self.type}) workgroup(%a: {memory})
    kernel attributes {{known_block_size = array<i32: {', '.join(map(str, self.block))}>}} {{
  %x = gpu.thread_id x
  %y = gpu.thread_id y
  %z = gpu.thread_id z
  affine.for %k = 0 to {self.trips} {{
    %i = {i}
    %j = {j}
    {access}
  }}
  gpu.return
}}
"""

    def find_offset(self):
        """A function from an index to the offset of its element."""
        results, pad = self.layout
        places = {at: evaluate(results, i=at[0], j=at[1])
                  for at in itertools.product(*map(range, self.shape))}
        extents = [max(axis) + 1 for axis in zip(*places.values())]
        extents[-1] += pad
        def offset(at):
            total = 0
            for place, extent in zip(places[at], extents):
                total = total * extent + place
            return total
        return offset

    def count(self, rules):
        """(cycles, least) of the warp that waits longest; None if an access is not contiguous
        and aligned, or there is no rule."""
        offset, size = self.find_offset(), BYTES[self.type]
        piece = min(16, size * self.width)
        num_banks, num_lanes, groups = find_groups(rules, piece, self.width == 1)
        if not groups:
            return None
        threads = [(x, y, z) for z in range(self.block[2]) for y in range(self.block[1])
                   for x in range(self.block[0])]
        worst = (0, 0, 0)
        for k, first in itertools.product(range(self.trips),
                                          range(0, len(threads), num_lanes)):
            starts = []
            for x, y, z in threads[first:first + num_lanes]:
                i, j = evaluate(self.index, x=x, y=y, z=z, k=k)
                start = offset((i, j))
                if (start * size % piece or
                        any(offset((i, j + e)) != start + e for e in range(self.width))):
                    return None
                starts.append(start * size)
            cycles = least = 0
            for byte, group in itertools.product(range(0, size * self.width, piece), groups):
                banks = {}
                for lane in group:
                    for at in range(piece if lane < len(starts) else 0):
                        word = (starts[lane] + byte + at) // 4
                        banks.setdefault(word % num_banks, set()).add(word)
                cycles += max(map(len, banks.values()), default=0)
                least += bool(banks)
            worst = max(worst, (cycles - least, cycles, least))
        return worst[1:]


def report(tool, text, rules):
    """The remarks on the accesses, in order."""
    command = [tool, "-", f"--layout-report-banks=rules={rules}", "--remarks-filter=layout", "--remark-policy=all"]
    result = subprocess.run(command, input=text, text=True, check=True, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE)
    return re.findall(r": remark: .*Remark=\"(.*)\"", result.stderr)


def main():
    tool, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(seed)
    accesses = [Access(rng) for _ in range(count)]
    texts = [access.write(number) for number, access in enumerate(accesses)]
    uncounted = 0
    for rules in ("nvidia", "amd", "amd-cdna4"):
        remarks = report(tool, "gpu.module @m {\n" + "".join(texts) + "}\n", rules)
        for access, text, words in zip(accesses, texts, remarks, strict=True):
            expected = access.count(rules)
            found = re.search(r"waits (\d+) cycles?(?: where (\d+)|, without)", words)
            uncounted += found is None and expected is not None
            if found and (int(found[1]), int(found[2] or found[1])) != expected:
                sys.exit(f"seed {seed}, {rules}: expected {expected}, found: {words}\n{text}")
    if 10 * uncounted > 3 * count:
        sys.exit(f"seed {seed}: {uncounted} of {3 * count} accesses are not counted")
    print(f"{count} accesses, {uncounted} not counted")


if __name__ == "__main__":
    main()
