#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times layout-optimize{padding=true}, and each of its passes alone.

All run in stock mlir-opt with the plugin loaded, on one thread, on modules of N
functions, N loop nests or N padded copies (see generate.py). Each pass gets the
module as the passes before it leave it; the processor time of a run without any
pass, parse and print only, is taken off. Passes are interleaved, and medians
reported: seconds for each pass and for all, ops of the module in a second of all,
and growth: 1 is linear, the time of one function, nest or copy over that of one in
the smallest module that takes more than starting a process varies by.

Prints one line per module and, with --markdown, a table.
"""

import argparse
import pathlib
import re
import statistics
import subprocess
import tempfile

from run import NOISE, ROOT, generate, seconds, show
import shutil

BEFORE = "layout-assign{change-interface=true},layout-apply"
PASSES = ["sequential-access", "merge-loops", "simplify", "overcompute",
          "remove-noop", "hoist-conditions", "partition-loops"]
ALL = "layout-optimize{padding=true}"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--plugin", default=ROOT / "build/lib/LayoutPlugin.so")
    parser.add_argument("--mlir-opt", default=shutil.which("mlir-opt-22"))
    parser.add_argument("--sizes", default="1,10,100,1000")
    parser.add_argument("--shapes",
                        default="guarded-functions,guarded-nests,copies,arguments")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--markdown", action="store_true")
    return parser.parse_args()


def pipeline(passes):
    return [f"--pass-pipeline=builtin.module({passes})"] if passes else []


def transform(arguments, source, passes, target):
    subprocess.run([arguments.mlir_opt, source, "-o", target,
                    f"--load-dialect-plugin={arguments.plugin}",
                    f"--load-pass-plugin={arguments.plugin}", *pipeline(passes)],
                   check=True)
    return target


def count_ops(module):
    """Ops in the generic form: one to a line, but for ends of regions."""
    return len(re.findall(r'^ *(?:%[^=]*= )?"', module, re.MULTILINE))


def measure(arguments, shape, size, directory):
    """Ops before, and median seconds of each pass and of all together."""
    def path(name):
        return pathlib.Path(directory) / f"{shape}-{size}-{name}.mlir"

    source = generate(shape, size, path("source"))
    inputs = [transform(arguments, source, BEFORE, path("applied"))]
    for name in PASSES[:-1]:
        inputs.append(transform(arguments, inputs[-1], f"layout-{name}", path(name)))
    steps = [(inputs[0], ALL)] + [(module, f"layout-{name}")
                                  for module, name in zip(inputs, PASSES)]
    times = [[] for _ in steps]
    for _ in range(arguments.runs):
        for step, (module, passes) in enumerate(steps):
            base = seconds(arguments, module, [])
            times[step].append(seconds(arguments, module, pipeline(passes)) - base)
    generic = subprocess.run(
        [arguments.mlir_opt, inputs[0], "--mlir-print-op-generic",
         f"--load-dialect-plugin={arguments.plugin}"],
        stdout=subprocess.PIPE, text=True, check=True).stdout
    return count_ops(generic), [statistics.median(step) for step in times]


def main():
    arguments = parse_arguments()
    names = ["module", "N", *PASSES, "all [s]", "ops/s", "growth"]
    cells = "| " + " | ".join(["{}"] * len(names)) + " |" if arguments.markdown \
        else " ".join("{:>" + str(max(7, len(name))) + "}" for name in names)
    print(cells.format(*names))
    if arguments.markdown:
        print("|" + "---|" * len(names))
    with tempfile.TemporaryDirectory() as directory:
        for shape in arguments.shapes.split(","):
            first = None
            for size in map(int, arguments.sizes.split(",")):
                ops, (whole, *parts) = measure(arguments, shape, size, directory)
                growth = rate = ""
                if whole > NOISE:
                    rate = f"{ops / whole:.0f}"
                    first = first or whole / size
                    growth = f"{whole / size / first:.2f}"
                print(cells.format(shape, size, *map(show, parts), show(whole), rate,
                                   growth), flush=True)


if __name__ == "__main__":
    main()
