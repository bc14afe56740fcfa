#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times layout-compile on the kernels of PolyBench.

  polybench.py [kernel ...] [--runs N] [--build DIR]

Each kernel, of data set LARGE, goes through layout-compile{target=x86-64-v4 contract=true
change-interface=true}. Prints the processor time of the process, least of the runs, minus that
of one without passes, and the pass of this project that took most of it, by the clock.
"""

import pathlib
import re
import resource
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "polybench"), str(HERE.parent)]

from problems import SIZES, get_sizes, read_kernel
from variants import CaseParser

PIPELINE = "--layout-compile=target=x86-64-v4 contract=true change-interface=true"
TIMING = ["--mlir-timing", "--mlir-timing-display=list", "--mlir-disable-threading"]


def run_once(build, source, options):
    """Processor time of the process, and what it printed."""
    start = get_children_time()
    result = subprocess.run([build / "bin/layout-opt", *options, "-o", "/dev/null"], input=source,
                            stderr=subprocess.PIPE, text=True, check=True)
    return get_children_time() - start, result.stderr


def get_children_time():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def find_slowest(report):
    """The slowest pass of this project in a report of --mlir-timing."""
    passes = re.findall(r"^\s*([\d.]+) \(.*?%\)\s+(\w*Layout\w+)", report, re.MULTILINE)
    return max(((float(seconds), name) for seconds, name in passes), default=(0, "none"))


def main():
    parser = CaseParser(__doc__.split("\n")[0], "kernel", list(SIZES))
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    for kernel in arguments.kernels or SIZES:
        source = read_kernel(kernel, get_sizes(kernel, "LARGE"))
        least = {}
        for _ in range(arguments.runs):
            for key, options in (("none", []), ("all", [PIPELINE])):
                seconds, _ = run_once(arguments.build, source, options)
                least[key] = min(seconds, least.get(key, seconds))
        seconds, name = find_slowest(run_once(arguments.build, source, [PIPELINE, *TIMING])[1])
        print(f"{kernel:16}{(least['all'] - least['none']) * 1e3:8.0f} ms, without passes "
              f"{least['none'] * 1e3:.0f}; {name} {seconds * 1e3:.0f} ms", flush=True)


if __name__ == "__main__":
    main()
