#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times the passes on a kernel with eight swizzled workgroup buffers.

  benchmarks/gpu/compile_time.py [BUILD_DIR] [--limit SECONDS]

Each buffer has another swizzle or shape, and is stored to by rows and read by columns. What
layout-opt takes for an empty module is subtracted; medians of 7 runs in turns. With a
limit, fails above it.
"""

import argparse
import pathlib
import statistics
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PASSES = "builtin.module(layout-to-gpu)"
RUNS = 7


def make_kernel():
    buffers, lines = [], []
    for number in range(8):
        rows, columns = 32 << number % 2, 32 << number % 3
        layout = (f"#layout.buffer<index_map<(i, j) -> (swizzle<{1 + number % 3}, {number % 4}, "
                  f"{3 + number % 2}>({columns} * i + j))>>")
        memory = f"memref<{rows}x{columns}xf16, {layout}, 3>"
        buffers.append(f"%a{number}: {memory}")
        lines += [f"memref.store %v, %a{number}[%y, %x] : {memory}",
                  f"%t{number} = memref.load %a{number}[%x, %y] : {memory}",
                  f"memref.store %t{number}, %out[%x, %y] : memref<32x32xf16>"]
    return (f"gpu.module @m {{\ngpu.func @k(%v: f16, %out: memref<32x32xf16>)\n"
            f"workgroup({', '.join(buffers)}) kernel attributes "
            "{known_block_size = array<i32: 32, 32, 1>} {\n"
            "%x = gpu.thread_id x\n%y = gpu.thread_id y\n" + "\n".join(lines) +
            "\ngpu.return\n}\n}\n")


def measure(tool, program):
    start = time.perf_counter()
    subprocess.run([tool, "-", f"--pass-pipeline={PASSES}"], input=program, text=True, check=True,
                   stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", nargs="?", default=ROOT / "build", type=pathlib.Path)
    parser.add_argument("--limit", type=float)
    options = parser.parse_args()
    programs = {"kernel": make_kernel(), "nothing": "module {}\n"}
    times = {name: [] for name in programs}
    for _ in range(RUNS):
        for name, program in programs.items():
            times[name].append(measure(options.build / "bin/layout-opt", program))
    seconds = statistics.median(times["kernel"]) - statistics.median(times["nothing"])
    print(f"eight swizzled buffers: {seconds:.3f} s")
    if options.limit and seconds > options.limit:
        raise SystemExit(f"above the limit of {options.limit} s")


if __name__ == "__main__":
    main()
