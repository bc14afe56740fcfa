#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Long constants in texts of all kinds:

  long_constants.py write FILE            a program that has some, and texts that look like some
  long_constants.py error KIND FILE       one that is wrong
  long_constants.py large MEGABYTES FILE  four weights, as literals and as resources
  long_constants.py compare FILE FILE     that both have the same constants, in any order
  long_constants.py memory COMMAND..      runs the command and prints its most resident megabytes
"""

import random
import resource
import struct
import subprocess
import sys

COUNT = 20000  # of 4 bytes: more than what is short


def digits(seed, count=COUNT):
    return random.Random(seed).randbytes(4 * count).hex()


def write(path):
    numbers = {name: digits(name) for name in ("a", "b", "c", "d e", "f.1$")}
    # No NaN, which prints in another way.
    halves = struct.pack("<40000e", *(i % 1000 * 0.5 for i in range(40000))).hex()
    functions = []

    def get(name, type_, constant, element="i32"):
        functions.append(
            f"func.func @get_{name}(%i: index) -> {element} {{\n"
            f"  %w = arith.constant {constant} : {type_} // not \"0x the end {{-#\n"
            f"  %x = tensor.extract %w[%i] : {type_}\n  return %x : {element}\n}}\n")

    long = f"tensor<{COUNT}xi32>"
    get("literal", long, f'dense<"0x{numbers["a"]}">')
    get("spaces", long, f'dense<"0x{numbers["b"].upper()}">  ')
    get("halves", "tensor<40000xf16>", f'dense<"0x{halves}">', "f16")
    get("resource", long, "dense_resource<c>")
    get("quoted", long, 'dense_resource<"d e">')
    get("dotted", long, "dense_resource<f.1$>")
    bits = random.Random(1).randbytes(80000).hex()
    get("bits", "tensor<640000xi1>", f'dense<"0x{bits}">', "i1")
    # A text within a string, and one whose type is in front of it.
    functions.append(f'func.func private @told() attributes {{text = "dense<\\"0x{numbers["a"]}\\"> : {long}"}}\n')
    functions.append(f'memref.global "private" constant @front : memref<{COUNT}xi32> = dense<"0x{numbers["b"]}">\n')
    functions.append(f"""func.func @get_front(%i: index) -> i32 {{
  %w = memref.get_global @front : memref<{COUNT}xi32>
  %x = memref.load %w[%i] : memref<{COUNT}xi32>
  return %x : i32
}}
""")
    blobs = [f'c: "0x04000000{numbers["c"]}"', f'"d e" : "0x40000000{numbers["d e"]}"',
             f'f.1$: // "{{\n "0x08000000{numbers["f.1$"]}"', f'unused: "0x08000000{numbers["a"]}"']
    with open(path, "w") as file:
        file.write("".join(functions) + "{-#\n  dialect_resources: {\n    builtin: {\n      " +
                   ",\n      ".join(blobs) + "\n    }\n  }\n#-}\n")


def write_error(kind, path):
    number = digits("a")
    long = f"tensor<{COUNT}xi32>"
    constant = {"digit": f'dense<"0x{number[:-1]}g"> : {long}',
                "odd": f'dense<"0x{number[:-1]}"> : {long}',
                "size": f'dense<"0x{number}"> : tensor<{COUNT + 1}xi32>',
                "end": f'dense<"0x{number}\n"> : {long}',
                "later": f'dense<"0x{number}"> : {long}\n  %y = arith.wrong'}[kind]
    with open(path, "w") as file:
        file.write(f"func.func @f(%i: index) -> i32 {{\n  %w = arith.constant {constant}\n"
                   f"  %x = tensor.extract %w[%i] : {long}\n  return %x : i32\n}}\n")


def write_large(megabytes, path):
    rows = megabytes * 1_000_000 // (4 * 4 * 1024)
    kind = f"tensor<{rows}x1024xf32>"
    with open(path, "w") as file:
        blobs = []
        for i in range(4):
            data = random.Random(i).randbytes(rows * 4096).hex()
            constant = f"dense_resource<w{i}>" if i % 2 else f'dense<"0x{data}">'
            if i % 2:
                blobs.append(f'w{i}: "0x40000000{data}"')
            file.write(f"func.func @get{i}(%i: index) -> f32 {{\n  %w = arith.constant {constant} : {kind}\n"
                       f"  %x = tensor.extract %w[%i, %i] : {kind}\n  return %x : f32\n}}\n")
        file.write("{-#\n  dialect_resources: {\n    builtin: {\n      " + ",\n      ".join(blobs) +
                   "\n    }\n  }\n#-}\n")


def compare(*paths):
    size = 4 * COUNT  # of each constant, or of a part of one
    blocks = []
    for path in paths:
        data = open(path, "rb").read()
        blocks.append(sorted(data[i:i + size] for i in range(0, len(data), size)))
    assert blocks[0] == blocks[1]


def main():
    what, *rest = sys.argv[1:]
    if what == "write":
        write(*rest)
    elif what == "error":
        write_error(*rest)
    elif what == "compare":
        compare(*rest)
    elif what == "large":
        write_large(int(rest[0]), rest[1])
    else:
        subprocess.run(rest, check=True)
        print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1000)


if __name__ == "__main__":
    main()
