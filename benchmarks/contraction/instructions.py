#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts instructions of products of matrices on processors that need not be there.

  instructions.py [case ...] [--build DIR] [--keep DIR] [--size N]

Compiles the product of two N x N matrices, the second one and the result in panels, by
layout-compile and LLVM for each processor, and the kernel of kernels.c, as it is written
by hand, by clang. In either it finds the innermost loop with the most multiply-adds, and
prints its instructions for each vector of multiply-adds: 1 if it did nothing else.
"""

import collections
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from run import blocks, matmul, panels, write_program
from variants import CaseParser, open_folder, run

# As layout-compile and as clang name it; bits of a register, and of how many a panel is.
Machine = collections.namedtuple("Machine", "processor flags bits registers")
Case = collections.namedtuple("Case", "machine element steps")

NEON = Machine("armv8.6-a+fullfp16", ["-march=armv8.6-a+fp16"], 128, 2)
SVE = Machine("neoverse-v1+sve=256", ["-march=armv8.6-a+sve+fp16", "-msve-vector-bits=256"], 256, 2)
STEPS = {"f32": 1, "f16": 1, "bf16": 2, "i8": 4}
CASES = {f"{name}-{element}": Case(machine, element, steps)
         for name, machine in (("neon", NEON), ("sve", SVE)) for element, steps in STEPS.items()}
RESULTS = {"f32": "f32", "f16": "f16", "bf16": "f32", "i8": "i32"}
BITS = {"f32": 32, "f16": 16, "i32": 32}
# How many products each lane adds.
PRODUCTS = [(re.compile(r"(sdot|udot|usdot)\b"), 4), (re.compile(r"bfdot\b"), 2),
            (re.compile(r"(fmla|fmad|mla|mad|smlal2?|umlal2?|bfmlal[bt])\b"), 1)]


def write_case(case, size):
    result = RESULTS[case.element]
    lanes = case.machine.registers * case.machine.bits // BITS[result]
    maps = blocks(lanes, case.steps) if case.steps > 1 else panels(lanes)
    text = write_program(matmul(size, case.element, case.element, result, maps))
    return text.replace("fastmath<contract>", "fastmath<contract,reassoc>")  # as bfdot rounds


def compile_layouts(build, source, processor):
    text = run([build / "bin/layout-opt",
                f"--layout-compile=target={processor} change-interface contract reassociate"],
               input=source, stdout=subprocess.PIPE).stdout
    text = run(["mlir-translate-22", "--mlir-to-llvmir"], input=text, stdout=subprocess.PIPE).stdout
    text = run(["opt-22", "-O3", "-S", f"-load-pass-plugin={build}/lib/LayoutPlugin.so"], input=text,
               stdout=subprocess.PIPE).stdout
    return run(["llc-22", "-O3", "-o", "-"], input=text, stdout=subprocess.PIPE).stdout


def compile_by_hand(case):
    return run(["clang-22", "--target=aarch64-linux-gnu", *case.machine.flags, "-O3", "-S",
                f"-DKERNEL_{case.element}", HERE / "kernels.c", "-o", "-"],
               stdout=subprocess.PIPE).stdout


def find_loops(assembly):
    """The instructions of the blocks that branch to themselves."""
    label, block = None, []
    for line in assembly.splitlines():
        text = line.split("//")[0].strip()
        if match := re.match(r"(\.\w+):", text):
            label, block = match.group(1), []
        elif text and not text.startswith(".") and not text.endswith(":"):
            block.append(text)
            if label and re.match(rf"b\S*\s.*{re.escape(label)}$|cbn?z\s.*{re.escape(label)}$", text):
                yield block
                label = None


def count(assembly, steps):
    """Instructions, and registers of products of so many steps, of the loop with most."""
    loops = [(sum(number for text in loop for pattern, number in PRODUCTS
                  if pattern.match(text)), len(loop)) for loop in find_loops(assembly)]
    products, instructions = max(loops, default=(0, 0))
    if products == 0:
        sys.exit("no loop of the assembly multiplies and adds")
    return instructions, products // steps


def main():
    parser = CaseParser(__doc__.split("\n")[0], "case", CASES)
    parser.add_argument("--size", type=int, default=192)
    arguments = parser.parse_args()
    print(f"{'case':12}{'layouts':>12}{'each':>8}{'by hand':>12}{'each':>8}{'ratio':>8}")
    for name in arguments.cases or CASES:
        case = CASES[name]
        source = write_case(case, arguments.size)
        with open_folder(arguments.keep, name) as folder:
            (folder / "kernel.mlir").write_text(source)
            assembly = compile_layouts(arguments.build, source, case.machine.processor)
            (folder / "kernel.s").write_text(assembly)
            by_hand = compile_by_hand(case)
            (folder / "by-hand.s").write_text(by_hand)
        (ours, products), (theirs, others) = (count(text, case.steps)
                                               for text in (assembly, by_hand))
        ratio = ours / products / (theirs / others)
        print(f"{name:12}{ours:6}/{products:<5}{ours / products:8.3f}{theirs:6}/{others:<5}"
              f"{theirs / others:8.3f}{ratio:8.2f}", flush=True)


if __name__ == "__main__":
    main()
