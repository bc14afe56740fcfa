#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs small programs with layouts, without, and as `layout-choose` decides.

  run.py [program ...] [--rounds N] [--check-only] [--build DIR] [--keep DIR] [--target TARGET]

Each program is compiled three times by layout-compile, for this machine: with
`layouts=always`, with `layouts=none`, and as users do, with `layouts=auto`. No number of a
result may differ by more than 1e-5 of the greatest. Then all three run in turns, in one thread.
Prints the medians of the processor time of a call, and how many times as long as the better one of the
first two the third one takes; a program that is above 1.05 runs twice more, and the least of
the three ratios counts. Less than half a microsecond is no difference. At the end: the
geometric mean, and how many are above.
"""

import math
import pathlib
import statistics
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from programs import PROGRAMS, write_program
from variants import CaseParser, open_folder

CHOICES = ("always", "none", "auto")
PIPELINE = ("layout-compile{{target={target} contract=true reassociate=true approximate=true "
            "deallocate=true layouts={layouts}}}")
# Slower than this counts.
LIMIT = 1.05
# Differences below are those of the clock, in seconds.
LEAST = 0.5e-6
# A variant runs for so many seconds in each round.
ROUND = 0.01


def make_array(shape, element, seed):
    """Small whole numbers. Elements of bf16 are the upper halves of f32."""
    import numpy
    numbers = numpy.random.default_rng(seed).integers(-2, 3, shape)
    if element == "bf16":
        return (numbers.astype(numpy.float32).view(numpy.uint32) >> 16).astype(numpy.uint16)
    types = {"f64": numpy.float64, "f32": numpy.float32, "i32": numpy.int32,
             "i16": numpy.int16, "i8": numpy.int8}
    return numbers.astype(types[element])


def time_calls(function, arguments, calls):
    start = time.process_time()
    for _ in range(calls):
        function(*arguments)
    return (time.process_time() - start) / calls


def time_in_turns(functions, arguments, rounds):
    """Medians of the seconds of a call."""
    calls = {name: max(1, int(ROUND / max(time_calls(function, arguments, 1), 1e-7)))
             for name, function in functions.items()}
    times = {name: [] for name in functions}
    for _ in range(rounds):
        for name, function in functions.items():
            times[name].append(time_calls(function, arguments, calls[name]))
    return {name: statistics.median(seconds) for name, seconds in times.items()}


def get_ratio(times):
    best = min(times["always"], times["none"])
    return 1.0 if times["auto"] - best < LEAST else times["auto"] / best


def compile_program(name, program, target, folder):
    import mlir_layout
    import numpy
    weights = make_array(program.weights, program.element, 2)
    text = write_program(program, weights)
    (folder / f"{name.replace('?', 'unknown')}.mlir").write_text(text)
    arguments = [make_array(program.data, program.element, 1)]
    if not program.constant:
        arguments.append(weights)
    module = mlir_layout.parse(text)
    functions = {layouts: module.compile("f", pipeline=PIPELINE.format(target=target,
                                                                       layouts=layouts))
                 for layouts in CHOICES}
    results = {layouts: function(*arguments) for layouts, function in functions.items()}
    expected = results["none"].astype(numpy.float64)
    for layouts in ("always", "auto"):
        if not numpy.abs(results[layouts] - expected).max() <= 1e-5 * numpy.abs(expected).max():
            raise SystemExit(f"{name}: wrong: layouts={layouts} gives another result")
    return functions, arguments


def measure(name, options, folder):
    functions, arguments = compile_program(name, PROGRAMS[name], options.target, folder)
    if options.check_only:
        print(f"{name}: agrees")
        return 1.0
    times = time_in_turns(functions, arguments, options.rounds)
    ratio = get_ratio(times)
    for _ in range(2 if ratio > LIMIT else 0):
        again = time_in_turns(functions, arguments, options.rounds)
        if get_ratio(again) < ratio:
            times, ratio = again, get_ratio(again)
    print(f"{name:36}" + "".join(f"{times[layouts] * 1e6:11.1f}" for layouts in CHOICES) +
          f"{ratio:8.2f}{'  !' if ratio > LIMIT else ''}", flush=True)
    return ratio


def main():
    parser = CaseParser(__doc__.split("\n")[0], "program", PROGRAMS)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--check-only", action="store_true", help="time nothing")
    parser.add_argument("--target", default="native", help="what is compiled for")
    options = parser.parse_args()
    sys.path.insert(0, str(options.build / "python"))
    print(f"{'':36}" + "".join(f"{layouts:>11}" for layouts in CHOICES) + f"{'ratio':>8}")
    with open_folder(options.keep, "zoo") as folder:
        ratios = [measure(name, options, folder) for name in options.programs or PROGRAMS]
    mean = math.exp(statistics.fmean(map(math.log, ratios)))
    above = sum(ratio > LIMIT for ratio in ratios)
    print(f"{len(ratios)} programs, geometric mean {mean:.3f}, above {LIMIT}: {above}")


if __name__ == "__main__":
    main()
