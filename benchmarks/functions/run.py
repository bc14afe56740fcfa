#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures how far approximated functions are from exact ones.

  run.py [function ...] [--step N] [--worst N] [--check] [--build DIR] [--keep DIR]

Each function that layout-set-fastmath=approximate knows is compiled for this machine and compared with
the function of doubles of the library of C, for each Nth bit pattern of an f32; with
--step 1, the default, for all 2^32 (a minute or two for each function). Prints the inputs
with the largest errors, in units in the last place of the exact result. Results that are
subnormal are left out.

--check compares with docs/ConversionPasses.md, too: the largest error, of the inputs in
worst.txt, which a sweep over all found, and of those of this sweep, is the one in the table
there, rounded up to a tenth.
"""

import math
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from variants import CLANG, FINISH, ROOT, CaseParser, compile_variant, open_folder, run

FUNCTIONS = ["exp", "expm1", "tanh", "erf", "erfc", "log1p"]
PASSES = "layout-set-target{target=native},layout-set-fastmath{approximate},layout-optimize," + FINISH

KERNEL = """\
func.func @kernel(%a: memref<?xf32>, %b: memref<?xf32> {llvm.noalias}) {
  %zero = arith.constant 0 : index
  %size = memref.dim %a, %zero : memref<?xf32>
  affine.for %i = 0 to %size {
    %x = affine.load %a[%i] : memref<?xf32>
    %y = math.NAME %x : f32
    affine.store %y, %b[%i] : memref<?xf32>
  }
  return
}
"""


def measure(build, name, step, count, inputs, folder):
    """The largest errors: pairs of a bit pattern and units, largest first."""
    compiled = compile_variant(build, KERNEL.replace("NAME", name), PASSES,
                               folder / "approximated.o", ["-c"])
    run([*CLANG, f"-DEXACT=std::{name}", HERE / "sweep.cpp", compiled, "-o", folder / "sweep"])
    output = run([folder / "sweep", str(step), str(count), *inputs], stdout=subprocess.PIPE).stdout
    return [(pattern, float(units)) for pattern, units in map(str.split, output.splitlines())]


def read_worst():
    """The inputs of worst.txt, by function."""
    inputs = {}
    for line in (HERE / "worst.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, pattern, _ = line.split()
            inputs.setdefault(name, []).append(pattern)
    return inputs


def read_documented():
    """The errors of the documents, as texts, by function."""
    text = (ROOT / "docs/ConversionPasses.md").read_text()
    table = text.split("| function | units in the last place |\n", 1)[1].split("\n\n", 1)[0]
    return {name: units.strip() for names, units in re.findall(r"\| (`.*`) \|(.*)\|", table)
            for name in re.findall(r"`(\w+)`", names)}


def main():
    parser = CaseParser(__doc__.split("\n")[0], "function", FUNCTIONS)
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--worst", type=int, default=4, help="how many inputs are printed")
    parser.add_argument("--check", action="store_true", help="compare with the documents")
    arguments = parser.parse_args()
    inputs = read_worst() if arguments.check else {}
    wrong = False
    for name in arguments.functions or FUNCTIONS:
        with open_folder(arguments.keep, name) as folder:
            worst = measure(arguments.build, name, arguments.step, arguments.worst,
                            inputs.get(name, []), folder)
        for pattern, units in worst:
            print(f"{name} {pattern} {units:.3f}", flush=True)
        documented = read_documented()[name] if arguments.check else None
        if arguments.check and f"{math.ceil(10 * worst[0][1]) / 10:.1f}" != documented:
            print(f"{name}: docs/ConversionPasses.md says {documented}")
            wrong = True
    sys.exit(wrong)


if __name__ == "__main__":
    main()
