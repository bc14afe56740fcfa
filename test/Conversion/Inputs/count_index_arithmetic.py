# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares index arithmetic of CPU code with layout-lower-indices and without.

  count_index_arithmetic.py LAYOUT_OPT PIPELINE [PROGRAM.mlir ...]

Compiles the kernels of PolyBench, or the programs, by PIPELINE as it is, and once more
without the pass; counts the integer instructions of the LLVM dialect on indices, constants
not among them. Prints the sums, and fails if the pass makes one program longer.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "benchmarks/polybench"))

from problems import SIZES, get_sizes, read_kernel

PASS = "layout-lower-indices"
INTEGERS = re.compile(r"llvm\.(add|sub|mul|[su]div|[su]rem|shl|[la]shr|and|or|xor|icmp|select)\b"
                      r"[^\n]*: (?:i1, )?i64$", re.MULTILINE)


def run(tool, arguments, program):
    return subprocess.run([tool, *arguments], input=program, check=True, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def get_passes(tool, pipeline):
    text = run(tool, [f"--pass-pipeline=builtin.module({pipeline})", "--dump-pass-pipeline"],
               "module {}").stderr
    start = text.index("builtin.module(")
    return re.sub(r"\s*\n\s*", "", text[start:]).rstrip()


def main():
    tool, pipeline, *programs = sys.argv[1:]
    passes = get_passes(tool, pipeline)
    without = passes.replace(PASS + ",", "")
    if without == passes:
        sys.exit(f"no {PASS} in {passes}")
    sources = ({path: pathlib.Path(path).read_text(encoding="utf-8") for path in programs} or
               {name: read_kernel(name, get_sizes(name, "MINI")) for name in SIZES})
    totals, longer = [0, 0], []
    for name, source in sources.items():
        counts = [len(INTEGERS.findall(run(tool, ["--pass-pipeline=" + text], source).stdout))
                  for text in (passes, without)]
        totals = [total + count for total, count in zip(totals, counts)]
        if counts[0] > counts[1]:
            longer.append(f"{name}: {counts[0]}, without {counts[1]}")
    print(f"{len(sources)} programs: {totals[0]} integer instructions, without {totals[1]}")
    if longer:
        sys.exit("longer: " + "; ".join(longer))


main()
