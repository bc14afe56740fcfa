#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times the passes of two builds of the plugin on the same modules.

  compare.py --baseline BEFORE/LayoutPlugin.so [--plugin AFTER/LayoutPlugin.so]

The passes are those of run.py and padding.py, each in stock mlir-opt on one
thread. Of each the two builds take turns; the processor time of a run of that
build without any pass is taken off, and medians are compared. What a pass gets
is what the passes of --plugin leave: the same text for both builds.

Prints one line per module and pass: seconds before and after, and their ratio,
which is left out where starting a process varies by more. With --limit, fails if
a ratio is above it.
"""

import argparse
import pathlib
import shutil
import statistics
import sys
import tempfile

from padding import ALL, BEFORE, PASSES, pipeline, transform
from run import NOISE, PIPELINES, ROOT, generate, seconds, show

SHAPES = ("functions", "nests", "guarded-functions", "guarded-nests", "copies",
          "arguments")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--baseline", required=True)
    parser.add_argument("--plugin", default=ROOT / "build/lib/LayoutPlugin.so")
    parser.add_argument("--mlir-opt", default=shutil.which("mlir-opt-22"))
    parser.add_argument("--shapes", default=",".join(SHAPES))
    parser.add_argument("--size", type=int, default=1000,
                        help="of the modules of run.py; a tenth of it for those of "
                        "padding.py, which has more passes")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--limit", type=float)
    parser.add_argument("--markdown", action="store_true")
    return parser.parse_args()


def normalizing_steps(source):
    return [(name, source, PIPELINES[name]) for name in ("layout", "normalize")]


def padding_steps(arguments, source, directory):
    applied = directory / "applied.mlir"
    modules = [transform(arguments, source, BEFORE, applied)]
    for name in PASSES[:-1]:
        modules.append(transform(arguments, modules[-1], f"layout-{name}",
                                 directory / f"{name}.mlir"))
    steps = [(name, module, pipeline(f"layout-{name}"))
             for module, name in zip(modules, PASSES)]
    return steps + [("all", applied, pipeline(ALL))]


def measure(arguments, module, passes):
    """Median seconds of the passes by the baseline, and by the plugin."""
    builds = [argparse.Namespace(plugin=plugin, mlir_opt=arguments.mlir_opt)
              for plugin in (arguments.baseline, arguments.plugin)]
    times = [[], []]
    for _ in range(arguments.runs):
        for build, of_build in zip(builds, times):
            base = seconds(build, module, [])
            of_build.append(seconds(build, module, passes) - base)
    return [statistics.median(of_build) for of_build in times]


def main():
    arguments = parse_arguments()
    cells = "| {} | {} | {} | {} | {} | {} |" if arguments.markdown \
        else "{:<18} {:>6} {:<18} {:>10} {:>10} {:>6}"
    print(cells.format("module", "N", "passes", "before [s]", "after [s]", "ratio"))
    if arguments.markdown:
        print("|---|---|---|---|---|---|")
    worst = 0
    for shape in arguments.shapes.split(","):
        with tempfile.TemporaryDirectory() as name:
            directory = pathlib.Path(name)
            is_plain = shape in ("functions", "nests")
            size = arguments.size if is_plain else arguments.size // 10
            source = generate(shape, size, directory / "source.mlir")
            steps = normalizing_steps(source) if is_plain \
                else padding_steps(arguments, source, directory)
            for step, module, passes in steps:
                before, after = measure(arguments, module, passes)
                ratio = after / before if min(before, after) > NOISE else None
                worst = max(worst, ratio or 0)
                print(cells.format(shape, size, step, show(before), show(after),
                                   "" if ratio is None else f"{ratio:.2f}"),
                      flush=True)
    if arguments.limit and worst > arguments.limit:
        sys.exit(f"a ratio is {worst:.2f}, above {arguments.limit}")


if __name__ == "__main__":
    main()
