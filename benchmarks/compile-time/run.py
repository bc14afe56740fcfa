#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times layout-assign + layout-apply, and layout-normalize-memrefs, against
upstream's --normalize-memrefs.

All run in the same stock mlir-opt with the plugin loaded, on one thread, on
the same modules (see generate.py). The processor time of a run without any
pass, parse and print only, is taken off each. They are interleaved, and medians
compared.

Prints one line per module and, with --markdown, a table.
"""

import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
NOISE = 0.005  # seconds: what starting a process varies by
PIPELINES = {
    "none": [],
    "layout": ["--pass-pipeline=builtin.module(layout-assign,layout-apply)"],
    "normalize": ["--pass-pipeline=builtin.module(layout-normalize-memrefs)"],
    "upstream": ["--pass-pipeline=builtin.module(normalize-memrefs)"],
}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--plugin", default=ROOT / "build/lib/LayoutPlugin.so")
    parser.add_argument("--mlir-opt", default=shutil.which("mlir-opt-22"))
    parser.add_argument("--sizes", default="100,300,1000,3000,10000")
    parser.add_argument("--shapes", default="functions,nests")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--upstream-limit", type=int, default=3000,
                        help="leave upstream out on modules of more functions; "
                        "at 10000 one run of it takes minutes")
    parser.add_argument("--markdown", action="store_true")
    return parser.parse_args()


def generate(shape, size, path):
    with open(path, "w") as file:
        subprocess.run([sys.executable, HERE / "generate.py", shape, str(size)],
                       stdout=file, check=True)
    return path


def seconds(arguments, module, passes):
    command = [arguments.mlir_opt, module,
               f"--load-dialect-plugin={arguments.plugin}",
               f"--load-pass-plugin={arguments.plugin}",
               "--mlir-disable-threading", "-o", "/dev/null"] + passes
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"failed: {' '.join(map(str, command))}")
    # Processor time, as everything is on one thread: other load matters less.
    return usage.ru_utime + usage.ru_stime


def measure(arguments, shape, size, directory):
    """Median seconds of the passes alone, None for what was left out."""
    module = generate(shape, size, pathlib.Path(directory) / f"{shape}-{size}.mlir")
    names = dict(PIPELINES)
    if shape == "functions" and size > arguments.upstream_limit:
        del names["upstream"]
    times = {name: [] for name in names}
    for _ in range(arguments.runs):
        for name, passes in names.items():
            times[name].append(seconds(arguments, module, passes))
    medians = {name: statistics.median(values) for name, values in times.items()}
    base = medians["none"]
    return {name: medians[name] - base if name in medians else None
            for name in ("layout", "normalize", "upstream")}


def show(time):
    return "" if time is None else f"{time:.3f}" if time > NOISE else f"<{NOISE}"


def row(shape, size, times, previous, cells):
    ours, upstream = times["layout"], times["upstream"]
    ratio = growth = ""
    if upstream is not None and min(ours, upstream) > NOISE:
        ratio = f"{upstream / ours:.1f}"
    if previous and min(ours, previous[1]) > NOISE:
        # 1 is linear: time grows as the module does.
        growth = f"{(ours / previous[1]) / (size / previous[0]):.2f}"
    return cells.format(shape, size, show(ours), show(times["normalize"]),
                        show(upstream), ratio, growth)


def main():
    arguments = parse_arguments()
    cells = "| {} | {} | {} | {} | {} | {} | {} |" if arguments.markdown \
        else "{:<10} {:>6} {:>10} {:>14} {:>12} {:>14} {:>8}"
    print(cells.format("module", "N", "ours [s]", "normalize [s]",
                       "upstream [s]", "upstream/ours", "growth"))
    if arguments.markdown:
        print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as directory:
        for shape in arguments.shapes.split(","):
            previous = None
            for size in map(int, arguments.sizes.split(",")):
                times = measure(arguments, shape, size, directory)
                print(row(shape, size, times, previous, cells), flush=True)
                previous = (size, times["layout"])


if __name__ == "__main__":
    main()
