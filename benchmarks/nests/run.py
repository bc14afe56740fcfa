#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times single nests, without layouts and in tiles, behind layout-optimize.

  run.py [nest ...] [--shapes 64x64 ...] [--elements f32 ...] [--tiles 32] [--rounds N]
         [--check-only] [--build DIR] [--keep DIR]

Each nest of kernels.py is compiled as it is (logical), by layout-optimize as it is
(optimized), and with its matrices in square tiles by what the documents tell users to
(tiles), for this machine, by the same clang. Results must be the same to the last bit. They
run in turns, in one thread. Prints the least time of a run of the logical version, and how
many times as fast the others are: 1 is as fast.
"""

import ctypes
import math
import pathlib
import statistics
import sys
import time

import numpy

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from kernels import NESTS, get_buffers, write_loops
from maps import get_physical_shape, split_map
from variants import APPLY, FINISH, CaseParser, compile_variant, describe, open_folder

OPTIMIZE = "layout-set-target{target=native},layout-optimize,"
PIPELINES = {"logical": FINISH, "optimized": OPTIMIZE + FINISH,
             "tiles": APPLY + OPTIMIZE + FINISH}
TYPES = {"f32": numpy.float32, "f64": numpy.float64, "i8": numpy.int8, "i16": numpy.int16,
         "i32": numpy.int32}


def get_map(shape, size):
    """Of a matrix, in tiles."""
    return (f"(i, j) -> (i floordiv {size}, j floordiv {size}, i mod {size}, j mod {size})"
            if len(shape) == 2 else None)


def write_program(name, extents, element, size):
    shapes = get_buffers(name, extents)
    types = {buffer: f"memref<{'x'.join(map(str, shape))}x{element}>"
             for buffer, shape in shapes.items()}
    layouts, arguments = "", []
    for buffer, shape in shapes.items():
        request = "llvm.noalias"
        if get_map(shape, size):
            layouts += (f"#{buffer} = #layout.buffer<index_map<{get_map(shape, size)}>, "
                        "pad<undef>>\n")
            request = f"layout.transform = #{buffer}"
        arguments.append(f"%{buffer}: {types[buffer]} {{{request}}}")
    return (f"{layouts}func.func @kernel({', '.join(arguments)}) {{\n"
            f"{write_loops(name, extents, element, types)}return\n}}\n")


def get_places(text, shape):
    """The index of each element in its layout."""
    dims, results = split_map(text)
    values = dict(zip(dims, numpy.indices(shape)))
    return tuple(eval(e.replace("floordiv", "//").replace("mod", "%"), dict(values))
                 for e in results)


def allocate(shape, type):
    """Where a line of the caches begins."""
    bytes = math.prod(shape) * numpy.dtype(type).itemsize
    memory = numpy.zeros(bytes + 64, numpy.uint8)
    begin = -memory.ctypes.data % 64
    return memory[begin:begin + bytes].view(type).reshape(shape)


class Variant:
    def __init__(self, library, name, shapes, type, size):
        self.function = getattr(ctypes.CDLL(str(library)), f"_mlir_ciface_{name}")
        self.function.restype = None
        self.places = {buffer: get_places(get_map(shape, size), shape)
                       for buffer, shape in shapes.items()
                       if name == "tiles" and get_map(shape, size)}
        self.arrays = {
            buffer: allocate(get_physical_shape(get_map(shape, size), shape)
                             if buffer in self.places else shape, type)
            for buffer, shape in shapes.items()}
        self.descriptors = [describe(array.ctypes.data, array.shape)
                            for array in self.arrays.values()]

    def fill(self, contents):
        for buffer, values in contents.items():
            self.arrays[buffer][self.places.get(buffer, ...)] = values

    def read(self):
        return [array[self.places.get(buffer, ...)] for buffer, array in self.arrays.items()]

    def run(self, number):
        """Seconds of the processor for one run."""
        arguments = [ctypes.byref(d) for d in self.descriptors]
        start = time.thread_time()
        for _ in range(number):
            self.function(*arguments)
        return (time.thread_time() - start) / number


def make_contents(shapes, type):
    """Small numbers; sums and products of floats stay normal over many runs."""
    random = numpy.random.default_rng(1)
    return {buffer: (random.random(shape) * 0.5).astype(type)
            if numpy.issubdtype(type, numpy.floating)
            else random.integers(-50, 50, shape).astype(type)
            for buffer, shape in shapes.items()}


def measure(arguments, name, shape, element, folder):
    """The least times, after results were compared."""
    extents = dict(zip("MN", map(int, shape.split("x"))))
    source = write_program(name, extents, element, arguments.tiles)
    shapes, type = get_buffers(name, extents), TYPES[element]
    variants = {}
    for variant, passes in PIPELINES.items():
        library = compile_variant(arguments.build, source, passes, folder / f"{variant}.so",
                                  ["-shared", "-fPIC"])
        variants[variant] = Variant(library, variant, shapes, type, arguments.tiles)
    contents = make_contents(shapes, type)
    for variant, its in variants.items():
        its.fill(contents)
        its.run(1)
        for expected, found in zip(variants["logical"].read(), its.read()):
            if expected.tobytes() != found.tobytes():
                raise SystemExit(f"{name} {shape} {element}: {variant} differs from logical")
    if arguments.check_only:
        return None
    numbers = {v: max(1, int(0.003 / its.run(3))) for v, its in variants.items()}
    times = {variant: [] for variant in variants}
    for _ in range(arguments.rounds):
        for variant, its in variants.items():
            its.fill(contents)
            times[variant].append(its.run(numbers[variant]))
    return {variant: min(taken) for variant, taken in times.items()}


def main():
    parser = CaseParser(__doc__.split("\n")[0], "nest", NESTS)
    parser.add_argument("--shapes", nargs="*", default=["64x64", "200x198", "500x510"])
    parser.add_argument("--elements", nargs="*", choices=TYPES, default=["f32", "f64", "i32"])
    parser.add_argument("--tiles", type=int, default=32)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--check-only", action="store_true", help="time nothing")
    arguments = parser.parse_args()
    print(f"{'nest':26}{'shape':10}{'element':9}{'us':>10}{'optimized':>11}{'tiles':>8}")
    ratios = {"optimized": [], "tiles": []}
    for name in arguments.nests or NESTS:
        for shape in arguments.shapes:
            for element in arguments.elements:
                with open_folder(arguments.keep, f"{name}-{shape}-{element}") as folder:
                    times = measure(arguments, name, shape, element, folder)
                if not times:
                    print(f"{name:26}{shape:10}{element:9} equal", flush=True)
                    continue
                for variant, its in ratios.items():
                    its.append(times["logical"] / times[variant])
                print(f"{name:26}{shape:10}{element:9}{times['logical'] * 1e6:10.2f}"
                      f"{ratios['optimized'][-1]:11.2f}{ratios['tiles'][-1]:8.2f}", flush=True)
    if ratios["tiles"]:
        print(f"{'geometric mean':55}" + "".join(
            f"{statistics.geometric_mean(its):{width}.2f}"
            for its, width in zip(ratios.values(), (11, 8))))


if __name__ == "__main__":
    main()
