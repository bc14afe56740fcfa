#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times functions on tensors as layout-compile makes them, against upstream's loops.

  op.py file.mlir ... [--rounds N] [--extent N] [--options "reassociate ..."]

Each file has one function of tensors and numbers. It is compiled for this machine by
layout-compile{target=native} with these options; without choosing layouts, by the passes after
layout-choose; and by one-shot-bufferize and convert-linalg-to-affine-loops. All go through LLVM
at -O3, and run in turns in one thread, on the same random arguments: small whole numbers, so
that results are equal, which is looked at. Prints the least processor time of a run. Extents
that are not known are N.
"""

import argparse
import pathlib
import re
import time

import mlir_layout
import numpy

UPSTREAM = ("one-shot-bufferize{bufferize-function-boundaries=1 "
            "function-boundary-type-conversion=identity-layout-map},"
            "func.func(convert-linalg-to-affine-loops),layout-to-llvm")
UNCHOSEN = ("layout-set-target{{target=native}},convert-elementwise-to-linalg,layout-bufferize,"
            "layout-optimize{{linalg=true{reassociate}}},layout-to-llvm")


def write_pipelines(options):
    reassociate = " reassociate" if "reassociate" in options.split() else ""
    return {
        "layout-compile": f"layout-compile{{target=native {options}}}",
        "without layouts": UNCHOSEN.format(reassociate=reassociate),
        "upstream": UPSTREAM,
    }


def make_arguments(function, extent):
    random = numpy.random.default_rng(1)
    for element, shape, _ in function.arguments:
        kind = numpy.dtype({"f": "float", "i": "int"}[element[0]] + element[1:])
        if shape is None:
            yield kind.type(2)
        else:
            sizes = [extent if size is None else size for size in shape]
            yield random.integers(-2, 3, sizes).astype(kind)


def as_tuple(results):
    return results if isinstance(results, tuple) else (results,)


def measure(path, arguments):
    module = mlir_layout.parse(path)
    name = re.search(r"func\.func @(\w+)", path.read_text()).group(1)
    functions = {key: module.compile(name, pipeline=pipeline)
                 for key, pipeline in write_pipelines(arguments.options).items()}
    values = list(make_arguments(functions["upstream"], arguments.extent))
    expected = as_tuple(functions["upstream"](*[numpy.copy(value) for value in values]))
    times = {key: [] for key in functions}
    for _ in range(arguments.rounds):
        for key, function in functions.items():
            copies = [numpy.copy(value) for value in values]
            start = time.process_time()
            results = function(*copies)
            times[key].append(time.process_time() - start)
            if not all(map(numpy.array_equal, as_tuple(results), expected)):
                raise SystemExit(f"{path}: wrong: {key} differs from upstream")
    print(path)
    for key, values in times.items():
        print(f"  {key:16}{min(values) * 1e3:10.3f} ms"
              f"{min(times['upstream']) / min(values):8.2f} times upstream's speed", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--extent", type=int, default=64, help="of what is not known")
    parser.add_argument("--options", default="", help="of layout-compile")
    arguments = parser.parse_args()
    for path in arguments.files:
        measure(path, arguments)


if __name__ == "__main__":
    main()
