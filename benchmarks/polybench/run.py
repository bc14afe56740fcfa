#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times the kernels of PolyBench/C 4.2, whose arrays lie in tiles, against the same
without layouts.

  run.py [kernel ...] [--dataset MINI|SMALL|MEDIUM|LARGE] [--rounds N] [--seconds S]
         [--variants NAME ...] [--pipeline PASSES] [--check-only] [--keep DIR]

Each kernel of kernels/ is what a C front end makes of it: affine loops, no marks, no
flags. It is compiled as it is (logical), with its layouts (applied), by layout-optimize
as the documents tell users to (documented), likewise once it is lowered to scf loops (scf,
only if asked for), by layout-optimize without its layouts (optimized, only if asked for),
and by the passes of each --pipeline between layout-apply and layout-finalize. The same
clang compiles all. All start from the same arrays; what they leave in them must be what
the logical version leaves, to the last bit, or within --rtol. They run in turns, in one
thread. Prints medians of seconds of the processor, and how many times as fast as the
logical version each other is. Packing is not charged.
"""

import concurrent.futures
import ctypes
import multiprocessing
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import reference
from arrays import C_TYPES, Array, load_data, read_shapes
from problems import (CONTRACTIONS, DATASETS, SIZES, get_contents, get_scalar,
                      get_sizes, read_kernel)
from variants import (APPLY, CLANG, FINISH, WITHOUT_LAYOUTS, CaseParser,
                      compile_variant, drop_layouts, optimize, run)


def make_arguments(build, data, kernel, source, sizes):
    """Scalars, as C has them, and arrays, in the order of the signature."""
    signature = re.search(r"func\.func @kernel\((.*?)\) \{\n", source, re.DOTALL)[1]
    layouts = dict(re.findall(r"^(#\w+) = (.*)$", source, re.MULTILINE))
    shapes = read_shapes(source)
    physical = read_shapes(optimize(build, source, APPLY.rstrip(",")))
    arguments = []
    for number, (name, type, layout) in enumerate(re.findall(
            r"%(\w+): ([\w<>]+)(?: \{layout\.transform = (#\w+)\})?", signature)):
        if not layout:
            arguments.append(C_TYPES[type](get_scalar(name, kernel, sizes)))
            continue
        (shape, element), (physical_shape, _) = shapes.pop(0), physical.pop(0)
        array = Array(data, name, element, shape, physical_shape, layouts[layout])
        array.fill(get_contents(kernel, name), number)
        arguments.append(array)
    return arguments


class Variant:
    """A compiled version of a kernel, and what it is called with."""

    def __init__(self, name, library, arguments):
        self.name, self.arguments = name, arguments
        self.kind = "logical" if name in WITHOUT_LAYOUTS else "physical"
        self.function = getattr(ctypes.CDLL(str(library)), f"_mlir_ciface_{name}")
        self.function.restype = None
        self.arrays = [a for a in arguments if isinstance(a, Array)]

    def run(self, clock):
        """Seconds of one run on what the arrays hold at first."""
        for array in self.arrays:
            array.reset(self.kind)
        values = [ctypes.byref(a.descriptor[self.kind]) if isinstance(a, Array) else a
                  for a in self.arguments]
        start = clock()
        self.function(*values)
        return clock() - start

    def read(self):
        return [array.read(self.kind) for array in self.arrays]


def run_reference(kernel, arguments, sizes):
    """What reference.py leaves in the arrays, as bytes."""
    values = [argument.read_first() if isinstance(argument, Array) else argument.value
              for argument in arguments]
    getattr(reference, "kernel_" + kernel.replace("-", "_"))(*values, **sizes)
    return [argument.to_bytes(value) for argument, value in zip(arguments, values)
            if isinstance(argument, Array)]


def check(arrays, expected, found, tolerance, what):
    for array, *both in zip(arrays, expected, found):
        difference = array.compare(*both, tolerance)
        if difference:
            raise ValueError(f"{what}: {difference}")


def time_in_turns(variants, first, arguments):
    """Medians. A first run of each counts as a round, and is all there is if it took
    longer than all should; variants that take no time run more often."""
    times = [[time] for time in first]
    for _ in range(arguments.rounds - 1):
        if sum(map(sum, times)) > arguments.seconds:
            break
        for variant, taken in zip(variants, times):
            for _ in range(max(1, min(20, int(0.02 / taken[0])))):
                taken.append(variant.run(arguments.clock))
    return {variant.name: statistics.median(taken)
            for variant, taken in zip(variants, times)}


DOCUMENTED = "layout-set-target{target=native},layout-optimize,"
# What other front ends emit: the same loops as scf.for with arith and memref ops.
TO_SCF = "lower-affine,canonicalize,cse,"


def get_pipelines(arguments):
    """What stands before layout-finalize, behind layout-apply where there are layouts."""
    ours = {"applied": "", "documented": DOCUMENTED, "scf": DOCUMENTED,
            "optimized": DOCUMENTED}
    others = {f"other{i + 1}": f"{passes},"
              for i, passes in enumerate(arguments.pipeline)}
    return {name: ours[name] for name in arguments.variants} | others


def get_first_passes(name):
    apply = "" if name in WITHOUT_LAYOUTS else APPLY
    return (TO_SCF if name == "scf" else "") + apply


def make_variants(arguments, source, inputs, folder):
    passes = {name: get_first_passes(name) + between + FINISH
              for name, between in get_pipelines(arguments).items()}
    for name, passes in [("logical", FINISH), *passes.items()]:
        library = compile_variant(arguments.build, source, passes, folder / f"{name}.so",
                                  ["-shared", "-fPIC", "-lm", *arguments.flag])
        yield Variant(name, library, inputs)


def measure(arguments, kernel, data, folder):
    """Medians for each variant, after all were checked."""
    sizes = get_sizes(kernel, arguments.dataset)
    source = read_kernel(kernel, sizes)
    inputs = make_arguments(arguments.build, load_data(data), kernel, source, sizes)
    variants = list(make_variants(arguments, source, inputs, folder))
    arrays, times = variants[0].arrays, []
    for variant in variants:
        times.append(variant.run(arguments.clock))
        found = variant.read()
        if variant is variants[0]:
            expected = found
        check(arrays, expected, found, arguments.rtol, variant.name)
    if arguments.reference:
        check(arrays, run_reference(kernel, inputs, sizes), expected, arguments.rtol,
              "logical, by reference.py")
    if arguments.check_only:
        return {}
    return time_in_turns(variants, times, arguments)


def run_layout_check(arguments, kernel, folder):
    """Runs the variants under layout-check, on inputs which that picks."""
    sizes = get_sizes(kernel, arguments.dataset)
    source = read_kernel(kernel, sizes)
    scalars = [f"--arg={i}:{get_scalar(name, kernel, sizes)}"
               for i, name in enumerate(re.findall(r"%(\w+): f64[,)]", source))]
    for name, between in get_pipelines(arguments).items():
        passes = (get_first_passes(name) + between).rstrip(",")
        file = folder / f"{name}.mlir"
        file.write_text(drop_layouts(source) if name in WITHOUT_LAYOUTS else source)
        output = run([arguments.build / "bin/layout-check", file, "--entry=kernel",
                      f"--pipeline=builtin.module({passes})", *scalars],
                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout
        print(f"{kernel} {name} {output.strip()}", flush=True)


def report(kernel, times):
    print(f"{kernel:16}{times['logical']:12.6f}", end="")
    print("".join(f"{times['logical'] / time:12.2f}" for name, time in times.items()
                  if name != "logical"), flush=True)


def summarize(title, all_times):
    if all_times:
        print(f"{title:28}", end="")
        print("".join(
            f"{statistics.geometric_mean(t['logical'] / t[name] for t in all_times):12.2f}"
            for name in all_times[0] if name != "logical"))


def handle(arguments, kernel, data, parent):
    folder = parent / kernel
    folder.mkdir(parents=True, exist_ok=True)
    if arguments.layout_check:
        return run_layout_check(arguments, kernel, folder)
    # A process of its own: what the passes made may crash, and memory goes back.
    with concurrent.futures.ProcessPoolExecutor(
            1, multiprocessing.get_context("fork")) as pool:
        times = pool.submit(measure, arguments, kernel, data, folder).result()
    if times:
        report(kernel, times)
    else:
        print(f"{kernel}: all variants agree", flush=True)
    return times


def parse_arguments():
    parser = CaseParser(__doc__.split("\n\n")[0], "kernel", SIZES)
    parser.add_argument("--dataset", choices=DATASETS, default="LARGE")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=60,
                        help="no new round of a kernel after that")
    parser.add_argument("--wall", action="store_const", dest="clock",
                        const=time.perf_counter, default=time.thread_time,
                        help="measure what has threads, not processor time")
    parser.add_argument("--variants", nargs="*",
                        choices=["applied", "documented", "scf", "optimized"],
                        default=["applied", "documented"],
                        help="those beside logical and those of --pipeline")
    parser.add_argument("--pipeline", action="append", default=[], metavar="PASSES",
                        help="another variant: passes between layout-apply and "
                             "layout-finalize")
    parser.add_argument("--flag", action="append", default=[],
                        help="of clang, for all variants, as --flag=-ffp-contract=fast")
    parser.add_argument("--rtol", type=float, default=0,
                        help="relative difference of results that is none")
    parser.add_argument("--check-only", action="store_true", help="time nothing")
    parser.add_argument("--reference", action="store_true",
                        help="also compare the logical version with reference.py, "
                             "which is slow")
    parser.add_argument("--layout-check", action="store_true",
                        help="only run the variants under layout-check")
    return parser.parse_args()


def run_all(arguments, folder):
    """Times per kernel, and the kernels that failed."""
    times, failed = {}, []
    folder.mkdir(parents=True, exist_ok=True)
    data = folder / "data.so"
    run([*CLANG, "-fPIC", "-shared", HERE / "data.cpp", "-o", data])
    for kernel in arguments.kernels or SIZES:
        try:
            times[kernel] = handle(arguments, kernel, data, folder)
        except subprocess.CalledProcessError as error:
            failed.append(kernel)
            print(f"{kernel}: {error.cmd[0]} failed\n{error.stdout or ''}", flush=True)
        except concurrent.futures.process.BrokenProcessPool:
            failed.append(kernel)
            print(f"{kernel}: crashed", flush=True)
        except ValueError as error:
            failed.append(kernel)
            print(f"{kernel}: {error}", flush=True)
    return times, failed


def main():
    arguments = parse_arguments()
    if not (arguments.check_only or arguments.layout_check):
        print(f"{arguments.dataset:16}{'logical, s':>12}"
              + "".join(f"{name:>12}" for name in get_pipelines(arguments)), flush=True)
    with tempfile.TemporaryDirectory() as temporary:
        times, failed = run_all(arguments, arguments.keep or pathlib.Path(temporary))
    summarize("geometric mean", [t for t in times.values() if t])
    summarize("geometric mean, contractions",
              [t for kernel, t in times.items() if t and kernel in CONTRACTIONS])
    if failed:
        sys.exit("failed: " + ", ".join(failed))


if __name__ == "__main__":
    main()
