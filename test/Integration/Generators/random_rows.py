# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a function that stores rows of buffers element by element.

Usage: random_rows.py SEED COUNT

Each of COUNT loops stores all elements of a row of one or two local buffers, in any
order, with loads and stores in between that may be to the same row, to another, or
elsewhere: whether the stores are one store of a vector depends on them.
"""

import random
import sys

ROWS = 6


def body(rng, number):
    lines, count = [], 0

    def name():
        nonlocal count
        count += 1
        return f"%v{number}_{count}"

    values = ["%x"]
    buffers = [f"%b{number}", f"%c{number}"][:rng.choice([1, 1, 2])]
    left = {buffer: rng.sample(range(4), 4) for buffer in buffers}
    mixed = rng.random() < 0.5
    while any(left.values()):
        kind = rng.choice(["load", "store", "store", "store", "add", "elsewhere"])
        buffer = rng.choice([b for b in buffers if left[b]])
        if kind == "store":
            lines.append(f"memref.store {rng.choice(values)}, {buffer}[%i, %k{left[buffer].pop()}]"
                         " : memref<6x4xi32>")
        elif kind == "load":
            # One that is not stored yet sees what was there before.
            element = rng.choice(left[buffer]) if mixed else rng.randrange(4)
            row = "%i" if rng.random() < 0.9 else "%j"
            values.append(name())
            lines.append(f"{values[-1]} = memref.load {buffer}[{row}, %k{element}] "
                         ": memref<6x4xi32>")
        elif kind == "add":
            a, b = rng.choice(values), rng.choice(values)
            values.append(name())
            lines.append(f"{values[-1]} = arith.addi {a}, {b} : i32")
        elif rng.random() < 0.5:
            lines.append(f"memref.store {rng.choice(values)}, %in[%i, %k{rng.randrange(4)}]"
                         " : memref<6x4xi32>")
        else:
            a = rng.choice(values)
            values.append(name())
            callee = rng.choice(["next", "next", "next", "note"])
            arguments, types = (f"{a}, {buffers[0]}", "i32, memref<6x4xi32>") \
                if callee == "note" else (a, "i32")
            lines.append(f"{values[-1]} = func.call @{callee}({arguments}) : ({types}) -> i32")
    return "\n".join("    " + line for line in lines)


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(seed)
    print(f"""// Seed {seed}.
func.func private @next(%x: i32) -> i32 {{
  %y = arith.addi %x, %x : i32
  return %y : i32
}}
func.func private @note(%x: i32, %b: memref<6x4xi32>) -> i32 {{
  %c1 = arith.constant 1 : index
  %y = memref.load %b[%c1, %c1] : memref<6x4xi32>
  %z = arith.xori %x, %y : i32
  return %z : i32
}}
func.func @f(%in: memref<6x4xi32>, %out: memref<{2 * count}x6x4xi32>) {{""")
    for k in range(4):
        print(f"  %k{k} = arith.constant {k} : index")
    for n in range(count):
        for letter in "bc":
            print(f"  %{letter}{n} = memref.alloc() : memref<6x4xi32>")
            print(f"""  affine.for %i = 0 to {ROWS} {{
    %v = vector.load %in[%i, %k0] : memref<6x4xi32>, vector<4xi32>
    vector.store %v, %{letter}{n}[%i, %k0] : memref<6x4xi32>, vector<4xi32>
  }}""")
        print(f"""  affine.for %i = 0 to {ROWS} {{
    %j = affine.apply affine_map<(i) -> ((i * 5 + 1) mod {ROWS})>(%i)
    %x = memref.load %in[%j, %k2] : memref<6x4xi32>
{body(rng, n)}
  }}""")
        for letter, place in [("b", 2 * n), ("c", 2 * n + 1)]:
            print(f"""  affine.for %i = 0 to {ROWS} {{
    affine.for %k = 0 to 4 {{
      %x = memref.load %{letter}{n}[%i, %k] : memref<6x4xi32>
      affine.store %x, %out[{place}, %i, %k] : memref<{2 * count}x6x4xi32>
    }}
  }}
  memref.dealloc %{letter}{n} : memref<6x4xi32>""")
    print("  return\n}")


if __name__ == "__main__":
    main()
