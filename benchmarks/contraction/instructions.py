#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts instructions of products of matrices on processors that need not be there.

  instructions.py [case ...] [--build DIR] [--keep DIR] [--size N]

Compiles the product of two N x N matrices, the second one and the result in panels, by
layout-compile and LLVM for each processor, and the kernel of kernels.c or kernels_riscv.c,
as it is written by hand, by clang. In either it finds the innermost loop with the most
multiply-adds, and prints its instructions for each register of multiply-adds: 1 if it did
nothing else, and less where an instruction is of several registers.
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
Machine = collections.namedtuple("Machine", "processor triple flags kernels bits registers")
Case = collections.namedtuple("Case", "machine element steps")


def make_arm(processor, flags, bits):
    return Machine(processor, "aarch64-linux-gnu", flags, "kernels.c", bits, 2)


def make_riscv(bits, feature):
    return Machine(f"rv64gcv+zvl{bits}b+{feature}", "riscv64-linux-gnu",
                   ["-menable-experimental-extensions", "-mrvv-vector-bits=zvl",
                    f"-march=rv64gcv_zvl{bits}b_{EXPERIMENTAL.get(feature, feature)}"],
                   "kernels_riscv.c", bits, 2)


EXPERIMENTAL = {"zvqdotq": "zvqdotq0p0"}
NEON = make_arm("armv8.6-a+fullfp16", ["-march=armv8.6-a+fp16"], 128)


def make_sve(bits):
    return make_arm(f"armv8.6-a+fullfp16+sve={bits}",
                    ["-march=armv8.6-a+sve+fp16", f"-msve-vector-bits={bits}"], bits)


STEPS = {"f32": 1, "f16": 1, "bf16": 2, "i8": 4}
ARMS = {"neon": NEON, **{f"sve{bits}": make_sve(bits) for bits in (128, 256, 512)}}
CASES = {f"{name}-{element}": Case(machine, element, steps)
         for name, machine in ARMS.items() for element, steps in STEPS.items()}
for bits in (128, 256, 512):
    for name, feature, steps in (("f32", "zvfh", 1), ("f16", "zvfh", 1), ("bf16", "zvfbfwma", 1),
                                 ("i8", "zvfh", 1), ("i8-dot", "zvqdotq", 4)):
        CASES[f"rvv{bits}-{name}"] = Case(make_riscv(bits, feature), name.split("-")[0], steps)
RESULTS = {"f32": "f32", "f16": "f16", "bf16": "f32", "i8": "i32"}
BITS = {"f32": 32, "f16": 16, "i32": 32}
# How many products each lane adds.
PRODUCTS = [(re.compile(r"(sdot|udot|usdot|sudot|vqdot(u|su)?\.v[vx])\b"), 4),
            (re.compile(r"bfdot\b"), 2),
            (re.compile(r"(vfwmacc(bf16)?|vwmacc(u|su|us)?)\.v[vfx]\b"), 2),  # twice as wide
            (re.compile(r"(fmla|fmad|mla|mad|smlal2?|umlal2?|bfmlal[bt])\b"), 1),
            (re.compile(r"vf?m(acc|add)\.v[vfx]\b"), 1)]
# How many registers are one operand from there on.
GROUPS = re.compile(r"vseti?vli\s.*\bm(f?)(\d)\b")
BRANCH = r"(b\S*|cbn?z)\s(.*[\s,])?"


def write_case(case, size):
    result = RESULTS[case.element]
    lanes = case.machine.registers * case.machine.bits // BITS[result]
    maps = blocks(lanes, case.steps) if case.steps > 1 else panels(lanes)
    # As bfdot rounds.
    return write_program(matmul(size, case.element, case.element, result, maps), reassociate=True)


def compile_layouts(build, source, processor):
    text = run([build / "bin/layout-opt",
                f"--layout-compile=target={processor} change-interface contract reassociate"],
               input=source, stdout=subprocess.PIPE).stdout
    text = run(["mlir-translate-22", "--mlir-to-llvmir"], input=text, stdout=subprocess.PIPE).stdout
    text = run(["opt-22", "-O3", "-S", f"-load-pass-plugin={build}/lib/LayoutPlugin.so"], input=text,
               stdout=subprocess.PIPE).stdout
    flags = ["-mattr=+d"] if processor.startswith("rv") else []
    return run(["llc-22", "-O3", *flags, "-o", "-"], input=text, stdout=subprocess.PIPE).stdout


def compile_by_hand(case):
    return run(["clang-22", f"--target={case.machine.triple}", *case.machine.flags, "-O3", "-S",
                f"-DKERNEL_{case.element}", HERE / case.machine.kernels, "-o", "-"],
               stdout=subprocess.PIPE).stdout


def find_loops(assembly, comment):
    """The instructions of the blocks that branch to themselves, with registers of operands."""
    label, block, group = None, [], 1
    for line in assembly.splitlines():
        text = line.split(comment)[0].strip()
        if match := re.match(r"(\.\w+):", text):
            label, block = match.group(1), []
        elif text and not text.startswith(".") and not text.endswith(":"):
            if match := GROUPS.match(text):
                group = 1 if match.group(1) else int(match.group(2))
            block.append((text, group))
            if label and re.match(BRANCH + re.escape(label) + "$", text):
                yield block
                label = None


def count_products(text, group):
    return sum(number * group for pattern, number in PRODUCTS if pattern.match(text))


def count(assembly, case):
    """Instructions, and registers of products of so many steps, of the loop with most."""
    comment = "#" if case.machine.triple.startswith("riscv") else "//"
    loops = [(sum(count_products(*its) for its in loop), len(loop))
             for loop in find_loops(assembly, comment)]
    products, instructions = max(loops, default=(0, 0))
    if products == 0:
        sys.exit("no loop of the assembly multiplies and adds")
    return instructions, products // case.steps


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
        (ours, products), (theirs, others) = (count(text, case)
                                               for text in (assembly, by_hand))
        ratio = ours / products / (theirs / others)
        print(f"{name:16}{ours:6}/{products:<5}{ours / products:8.3f}{theirs:6}/{others:<5}"
              f"{theirs / others:8.3f}{ratio:8.2f}", flush=True)


if __name__ == "__main__":
    main()
