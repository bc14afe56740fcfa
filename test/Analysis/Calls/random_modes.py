#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Access modes of random functions against their execution.

Each function writes and reads one buffer in random loop nests with guards and
unknown conditions. Every path is executed element by element here; what
layout-apply says must hold on each. `write` and `read` are claims: one that the
execution contradicts is an error. `readwrite` where `write` would be right is
counted, since the analysis promises to be exact for such loops.
"""

import argparse
import itertools
import random
import re
import subprocess
import sys

LAYOUT = "#layout.buffer<index_map<({d}) -> ({r})>>"


class Function:
    """A tree of statements over one buffer, as text and as something to run."""

    def __init__(self, rng, name):
        self.rng = rng
        self.name = name
        self.shape = [rng.randint(1, 6) for _ in range(rng.randint(1, 2))]
        self.count = 0
        self.conditions = 0
        self.body = self.block(0, [], 0)

    def block(self, depth, ivs, guards):
        n = self.rng.randint(1, 3 if depth == 0 else 2)
        return [self.statement(depth, ivs, guards) for _ in range(n)]

    def statement(self, depth, ivs, guards):
        kinds = ["access"] * (1 + depth) + ["nest"] * (3 if depth < 3 else 0)
        if ivs:
            kinds += ["guard"]
        kinds += ["branch"] if self.conditions < 2 and self.rng.random() < 0.2 else []
        kind = self.rng.choice(kinds)
        if kind == "access":
            return ("access", self.rng.random() < 0.65, self.index(ivs))
        if kind == "nest":
            self.count += 1
            iv = f"%i{self.count}"
            size = self.rng.choice(self.shape)
            low, high = self.rng.choice(
                [(0, size)] * 5 + [(0, max(size - 1, 0)), (1, size), (0, 0),
                                   (0, -(-size // 2))])
            step = self.rng.choice([1, 1, 1, 1, 2])
            return ("loop", iv, low, high, step,
                    self.block(depth + 1, ivs + [iv], guards))
        if kind == "guard":
            iv = self.rng.choice(ivs)
            bound = self.rng.randint(0, 4)
            other = [self.access_only(ivs)] if self.rng.random() < 0.4 else None
            return ("guard", iv, bound, self.block(depth + 1, ivs, guards), other)
        self.conditions += 1
        other = self.block(depth + 1, ivs, guards) if self.rng.random() < 0.5 else None
        return ("branch", self.conditions - 1, self.block(depth + 1, ivs, guards), other)

    def access_only(self, ivs):
        return ("access", self.rng.random() < 0.7, self.index(ivs))

    def index(self, ivs):
        """Per dimension: coefficients of loop variables, and a constant."""
        result = []
        for _ in self.shape:
            roll = self.rng.random()
            if not ivs or roll < 0.12:
                result.append(({}, self.rng.randint(0, 2)))
            elif roll < 0.75:
                result.append(({self.rng.choice(ivs): 1}, 0))
            elif roll < 0.85:
                result.append(({self.rng.choice(ivs): 1}, 1))
            elif len(ivs) > 1:
                a, b = self.rng.sample(ivs, 2)
                result.append(({a: 2, b: 1}, 0))
            else:
                result.append(({ivs[0]: 1}, 0))
        return result

    # Execution -----------------------------------------------------------

    def run(self, choice):
        """(every element written, none read before, any written)."""
        self.written, self.bad_read, self.out = set(), False, False
        self.any_write = False
        self.execute(self.body, {}, choice)
        total = 1
        for s in self.shape:
            total *= s
        return len(self.written) == total, not self.bad_read

    def execute(self, block, env, choice):
        for s in block:
            if s[0] == "access":
                index = tuple(sum(c * env[v] for v, c in k.items()) + const
                              for k, const in s[2])
                if any(not 0 <= i < n for i, n in zip(index, self.shape)):
                    self.out = True
                    continue
                if s[1]:
                    self.written.add(index)
                elif index not in self.written:
                    self.bad_read = True
            elif s[0] == "loop":
                for value in range(s[2], s[3], s[4]):
                    self.execute(s[5], {**env, s[1]: value}, choice)
            elif s[0] == "guard":
                if env[s[1]] - s[2] >= 0:
                    self.execute(s[3], env, choice)
                elif s[4]:
                    self.execute(s[4], env, choice)
            elif choice[s[1]]:
                self.execute(s[2], env, choice)
            elif s[3]:
                self.execute(s[3], env, choice)

    def classify(self):
        """The exact mode; None if some path leaves the buffer."""
        writes = self.has_write(self.body)
        if not writes:
            return "read" if not self.leaves() else None
        good = True
        for choice in itertools.product([False, True], repeat=max(self.conditions, 0)):
            covered, ordered = self.run(choice)
            if self.out:
                return None
            good &= covered and ordered
        return "write" if good else "readwrite"

    def leaves(self):
        for choice in itertools.product([False, True], repeat=self.conditions):
            self.run(choice)
            if self.out:
                return True
        return False

    def has_write(self, block):
        for s in block:
            if s[0] == "access" and s[1]:
                return True
            for part in s[2:]:
                if isinstance(part, list) and part and isinstance(part[0], tuple) \
                        and isinstance(part[0][0], str) and self.has_write(part):
                    return True
        return False

    # Text ----------------------------------------------------------------

    def text(self):
        dims = ", ".join(f"d{i}" for i in range(len(self.shape)))
        layout = LAYOUT.format(d=dims, r=dims)
        self.type = f"memref<{'x'.join(map(str, self.shape))}xi32, {layout}>"
        conditions = "".join(f", %c{i}: i1" for i in range(self.conditions))
        lines = [f"func.func @{self.name}(%a: {self.type}, %v: i32{conditions}) {{"]
        self.emit(self.body, lines, 1)
        return "\n".join(lines + ["  return", "}"]) + "\n"

    def emit(self, block, lines, depth):
        pad = "  " * depth
        for s in block:
            if s[0] == "access":
                index = ", ".join(
                    " + ".join([f"{c} * {v}" for v, c in k.items()] + [str(const)])
                    for k, const in s[2])
                if s[1]:
                    lines.append(f"{pad}affine.store %v, %a[{index}] : {self.type}")
                else:
                    self.count += 1
                    lines.append(f"{pad}%x{self.count} = affine.load %a[{index}] : {self.type}")
            elif s[0] == "loop":
                lines.append(f"{pad}affine.for {s[1]} = {s[2]} to {s[3]} step {s[4]} {{")
                self.emit(s[5], lines, depth + 1)
                lines.append(pad + "}")
            elif s[0] == "guard":
                lines.append(f"{pad}affine.if affine_set<(d) : (d - {s[2]} >= 0)>({s[1]}) {{")
                self.emit(s[3], lines, depth + 1)
                if s[4]:
                    lines.append(pad + "} else {")
                    self.emit(s[4], lines, depth + 1)
                lines.append(pad + "}")
            else:
                lines.append(f"{pad}scf.if %c{s[1]} {{")
                self.emit(s[2], lines, depth + 1)
                if s[3]:
                    lines.append(pad + "} else {")
                    self.emit(s[3], lines, depth + 1)
                lines.append(pad + "}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layout-opt", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2000)
    options = parser.parse_args()
    print(f"seed {options.seed}")
    rng = random.Random(options.seed)
    functions, expected = [], {}
    for number in range(options.count):
        function = Function(rng, f"f{number}")
        mode = function.classify()
        if mode is None:
            continue # undefined behaviour claims nothing
        functions.append(function.text())
        expected[function.name] = mode
    result = subprocess.run([options.layout_opt, "-", "--layout-apply"],
                            input="".join(functions), capture_output=True, text=True)
    if result.returncode != 0:
        print(result.stderr[-3000:])
        return 1
    found = dict(re.findall(r'func\.func @(f\d+)\([^\n]*?layout\.access = "(\w+)"',
                            result.stdout))
    wrong = [n for n in expected
             if found.get(n) != expected[n] and found.get(n) != "readwrite"]
    missed = [n for n in expected
              if found.get(n) == "readwrite" and expected[n] != "readwrite"]
    print(f"{len(expected)} functions: {len(wrong)} wrong; of "
          f"{sum(m != 'readwrite' for m in expected.values())} read or write, "
          f"{len(missed)} not recognised")
    for name in wrong[:3]:
        print(f"{name}: expected {expected[name]}, found {found.get(name)}")
        print(next(t for t in functions if f"@{name}(" in t))
    for name in missed[:2]:
        print(f"not recognised: {name} is {expected[name]}")
        print(next(t for t in functions if f"@{name}(" in t))
    return 1 if wrong or len(expected) < options.count // 4 else 0


if __name__ == "__main__":
    sys.exit(main())
