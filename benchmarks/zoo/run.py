#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs small programs with layouts, without, and as `layout-choose` decides.

  run.py [program ...] [--rounds N] [--check-only] [--build DIR] [--keep DIR] [--target TARGET]
         [--upstream] [--random N [--seed N]]

Each program is compiled three times by layout-compile, for this machine: with
`layouts=always`, with `layouts=none`, and as users do, with `layouts=auto`. No number of a
result may differ by more than 1e-5 of the greatest. Then all three run in turns, in one thread.
Prints the medians of the processor time of a call, and how many times as long as the better one of the
first two the third one takes; a program that is above 1.05 runs twice more, and the least of
the three ratios counts. Less than half a microsecond is no difference. At the end: the
geometric mean, and how many are above.

If a program has an extent that the compiler does not know, the same with all extents known
runs beside it, and its time and how many times as long the unknown one takes are printed.

With --upstream, upstream's loops run beside, too: one-shot-bufferize, convert-linalg-to-loops and
LLVM's -O3 for the same processor, with the same flags on floating-point arithmetic. Their time
is printed, and how many times as long we take, where that is above 1.05 as a loss.

With --random, so many contractions of random shapes run, and not those of the table.
"""

import math
import pathlib
import re
import statistics
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from ops import OPS, UNKNOWN_ROWS, write_op
from programs import KNOWN, PROGRAMS, write_program
from random_programs import draw
from variants import CaseParser, open_folder

CHOICES = ("always", "none", "auto")
PIPELINE = ("layout-compile{{target={target} contract=true reassociate=true approximate=true "
            "deallocate=true layouts={layouts}}}")
UPSTREAM_LOOPS = ("one-shot-bufferize{bufferize-function-boundaries "
                  "function-boundary-type-conversion=identity-layout-map},"
                  "buffer-deallocation-pipeline,func.func(convert-linalg-to-loops)")
FLAGS = "fastmath<reassoc,contract,afn>"
# Slower than this counts.
LIMIT = 1.05
# Slower than with extents known counts, of at least and of less than 8 images, rows or columns.
LIMITS_UNKNOWN = (1.1, 1.3)
# Differences below are those of the clock, in seconds.
LEAST = 0.5e-6
# A variant runs for so many seconds in each round.
ROUND = 0.01


ALL = {**PROGRAMS, **OPS, **UNKNOWN_ROWS}


def make_array(shape, element, seed, limits=(-2, 3)):
    """Small whole numbers. Elements of bf16 are the upper halves of f32."""
    import numpy
    numbers = numpy.random.default_rng(seed).integers(*limits, shape)
    if element == "bf16":
        return (numbers.astype(numpy.float32).view(numpy.uint32) >> 16).astype(numpy.uint16)
    types = {"f64": numpy.float64, "f32": numpy.float32, "f16": numpy.float16, "i32": numpy.int32,
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


def get_ratio_to_known(times):
    if "known" not in times or times["auto"] - times["known"] < LEAST:
        return 1.0
    return times["auto"] / times["known"]


def get_limit_to_known(name):
    if name not in PROGRAMS:
        known, _ = UNKNOWN_ROWS.get(name, (name, None))
        return LIMITS_UNKNOWN[int(OPS[known].arguments[0].split("x")[0]) < 8]
    program = PROGRAMS[name]
    places = zip((program.data, program.weights, program.result), program.unknown)
    extents = [shape[place] for shape, place in places if place is not None]
    return LIMITS_UNKNOWN[bool(extents and extents[0] < 8)]


def get_ratio_to_upstream(times):
    if "upstream" not in times or times["auto"] - times["upstream"] < LEAST:
        return min(1.0, times["auto"] / times["upstream"]) if "upstream" in times else 1.0
    return times["auto"] / times["upstream"]


def compile_upstream(text, target):
    import mlir_layout
    module = mlir_layout.parse(text)
    module.run(UPSTREAM_LOOPS)
    loops = re.sub(r"(= (?:arith\.(?:add|sub|mul|div|maximum|minimum)f|math\.\w+) [^:]*?)"
                   r"( fastmath<\w+>)? :", rf"\1 {FLAGS} :", str(module))
    attach = "" if target == "default" else f",layout-attach-target{{target={target}}}"
    return mlir_layout.parse(loops).compile(
        "f", pipeline=f"layout-set-target{{target={target}}},layout-to-llvm{attach}")


def write(name):
    """The text of a program, that of the same with all extents known or None, and arguments."""
    if name not in PROGRAMS:
        known, op = UNKNOWN_ROWS.get(name, (name, OPS.get(name)))
        arguments = []
        for number, argument in enumerate(OPS[known].arguments):
            *extents, element = argument.split("x")
            limits = (0, op.limit) if op.limit and element == "i32" else (-2, 3)
            arguments.append(make_array(tuple(map(int, extents)), element, number + 1, limits))
        return write_op(op), write_op(OPS[known]) if known != name else None, arguments
    program = PROGRAMS[name]
    weights = make_array(program.weights, program.element, 2)
    arguments = [make_array(program.data, program.element, 1)]
    if not program.constant:
        arguments.append(weights)
    known = None
    if program.unknown != KNOWN:
        known = write_program(program._replace(unknown=KNOWN), weights)
    return write_program(program, weights), known, arguments


def compile_program(name, target, upstream, folder):
    import mlir_layout
    import numpy
    text, known, arguments = write(name)
    (folder / f"{name.replace('?', 'unknown')}.mlir").write_text(text)

    def compile_for(program, layouts):
        return mlir_layout.parse(program).compile(
            "f", pipeline=PIPELINE.format(target=target, layouts=layouts))
    functions = {layouts: compile_for(text, layouts) for layouts in CHOICES}
    if upstream:
        try:
            functions["upstream"] = compile_upstream(text, target)
        except mlir_layout.LayoutError as error:
            print(f"{name}: upstream: {str(error).splitlines()[0]}")
    if known:
        functions["known"] = compile_for(known, "auto")
    results = {layouts: function(*arguments) for layouts, function in functions.items()}
    expected = results["none"].astype(numpy.float64)
    finite = numpy.isfinite(expected)
    for layouts, result in results.items():
        difference = numpy.abs(result[finite] - expected[finite]).max(initial=0)
        # Upstream's loops add up, and compute exponentials, in another way.
        tolerance = 1e-3 if layouts == "upstream" else 1e-5
        if (not difference <= tolerance * numpy.abs(expected[finite]).max(initial=0) or
                not (result[~finite] == expected[~finite]).all()):
            raise SystemExit(f"{name}: wrong: layouts={layouts} gives another result")
    return functions, arguments


def measure(name, options, folder):
    functions, arguments = compile_program(name, options.target, options.upstream, folder)
    if options.check_only:
        print(f"{name}: agrees")
        return 1.0, True, 1.0
    limit = get_limit_to_known(name)
    times = time_in_turns(functions, arguments, options.rounds)
    ratio, to_known = get_ratio(times), get_ratio_to_known(times)
    to_upstream = get_ratio_to_upstream(times)
    for _ in range(2 if max(ratio, to_upstream) > LIMIT or to_known > limit else 0):
        again = time_in_turns(functions, arguments, options.rounds)
        if get_ratio(again) < ratio:
            times, ratio = again, get_ratio(again)
        to_known = min(to_known, get_ratio_to_known(again))
        to_upstream = min(to_upstream, get_ratio_to_upstream(again))
    text = f"{name:36}" + "".join(f"{times[layouts] * 1e6:11.1f}" for layouts in CHOICES)
    text += f"{ratio:8.2f}{'  !' if ratio > LIMIT else ''}"
    if "known" in times:
        text += (f"   known {times['known'] * 1e6:9.1f}{to_known:8.2f}"
                 f"{'  !' if to_known > limit else ''}")
    if "upstream" in times:
        text += (f"   upstream {times['upstream'] * 1e6:9.1f}{to_upstream:8.2f}"
                 f"{'  !' if to_upstream > LIMIT else ''}")
    print(text, flush=True)
    return ratio, to_known <= limit, to_upstream


def compute_mean(ratios):
    return math.exp(statistics.fmean(map(math.log, ratios)))


def main():
    parser = CaseParser(__doc__.split("\n")[0], "program", ALL)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--check-only", action="store_true", help="time nothing")
    parser.add_argument("--upstream", action="store_true", help="run upstream's loops, too")
    parser.add_argument("--target", default="native", help="what is compiled for")
    parser.add_argument("--random", type=int, metavar="N", help="so many random programs")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.random:
        drawn = draw(options.seed, options.random)
        PROGRAMS.update(drawn)
        options.programs = list(drawn)
    sys.path.insert(0, str(options.build / "python"))
    print(f"{'':36}" + "".join(f"{layouts:>11}" for layouts in CHOICES) + f"{'ratio':>8}")
    with open_folder(options.keep, "zoo") as folder:
        ratios, keep_up, to_upstream = zip(*[measure(name, options, folder)
                                for name in options.programs or ALL])
    mean = compute_mean(ratios)
    above = sum(ratio > LIMIT for ratio in ratios)
    print(f"{len(ratios)} programs, geometric mean {mean:.3f}, above {LIMIT}: {above}, "
          f"slower than with extents known: {keep_up.count(False)}")
    if options.upstream:
        print(f"of upstream's time: geometric mean {compute_mean(to_upstream):.3f}, above {LIMIT}: "
              f"{sum(ratio > LIMIT for ratio in to_upstream)}")


if __name__ == "__main__":
    main()
