#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times conversions of buffers from one layout to another, against copies.

  run.py [case ...] [--rounds N] [--sizes l1 l2 beyond] [--element f32] [--build DIR]
         [--target native] [--march native] [--without-onednn] [--without-upstream] [--keep DIR]

Each case is a function with one layout.convert, compiled with layout-apply alone
(applied) and by what the documents tell users to (documented), for this machine, for the
processor that --target names, or for none (--target none). What they leave is compared with
loops in C over the logical index, place by place, padding too. Then they run in turns with
these loops, compiled by clang -O3 for the same processor (--march), with memcpy and a copy by
non-temporal stores of as many bytes, with upstream's linalg.pack or linalg.unpack, tiled and vectorized by a schedule
(upstream), and with oneDNN's reorder, if that is installed and has the format. Prints the
medians of seconds of the processor, and of the ratios in each round: 1 is as fast as the
copy. Sizes: both buffers in the first cache, in the second, in none.
"""

import collections
import math
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import upstream
from maps import get_physical_shape, split_map, write_offset
from variants import (APPLY, CLANG, FINISH, CaseParser, compile_variant, has_library, open_folder,
                      run)

PIPELINES = {
    "applied": APPLY + FINISH,
    "documented": APPLY + "{target}layout-optimize," + FINISH,
}
C_TYPES = {"f32": "float", "f64": "double", "i8": "int8_t", "i16": "int16_t",
           "i32": "int32_t", "i64": "int64_t"}

# From one map over the logical index to another; the shape for each size, one that the
# blocks divide and one that they do not; oneDNN's names of both.
Case = collections.namedtuple("Case", "source dest shapes onednn", defaults=[None])

PLAIN2, PLAIN4 = "(i, j) -> (i, j)", "(n, h, w, c) -> (n, h, w, c)"
TILES = "(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)"
PANELS = "(i, j) -> (j floordiv 16, i, j mod 16)"
BLOCKS = "(n, h, w, c) -> (n, c floordiv 16, h, w, c mod 16)"
SQUARES = {"l1": ((32, 64), (29, 61)), "l2": ((256, 256), (253, 251)),
           "beyond": ((4096, 4096), (4093, 4091))}
IMAGES = {"l1": ((1, 5, 6, 64), (1, 5, 6, 61)), "l2": ((1, 28, 28, 64), (1, 28, 28, 61)),
          "beyond": ((4, 256, 256, 64), (4, 256, 256, 61))}

CASES = {
    "copy": Case(TILES, TILES, SQUARES),
    "pack": Case(PLAIN2, PANELS, SQUARES, ("ab", "panels")),
    "unpack": Case(PANELS, PLAIN2, SQUARES, ("panels", "ab")),
    "tiles": Case(PLAIN2, TILES, SQUARES),
    "untile": Case(TILES, PLAIN2, SQUARES),
    "transpose": Case(PLAIN2, "(i, j) -> (j, i)", SQUARES, ("ab", "ba")),
    "transposed-tiles": Case(
        PLAIN2, "(i, j) -> (j floordiv 16, i floordiv 16, j mod 16, i mod 16)", SQUARES),
    "nhwc-to-blocks": Case(PLAIN4, BLOCKS, IMAGES, ("acdb", "aBcd16b")),
    "blocks-to-nhwc": Case(BLOCKS, PLAIN4, IMAGES, ("aBcd16b", "acdb")),
    "nchw-to-blocks": Case("(n, h, w, c) -> (n, c, h, w)", BLOCKS, IMAGES,
                           ("abcd", "aBcd16b")),
    "blocks-to-nchw": Case(BLOCKS, "(n, h, w, c) -> (n, c, h, w)", IMAGES,
                           ("aBcd16b", "abcd")),
}


def get_pipeline(variant, target):
    stated = "" if target == "none" else f"layout-set-target{{target={target}}},"
    return PIPELINES[variant].replace("{target}", stated)


def write_reference(case, shape, folder):
    dims = split_map(case.source)[0]
    loops = "".join(f"for (int64_t {dim} = 0; {dim} < {extent}; ++{dim})\n"
                    for dim, extent in zip(dims, shape))
    source, dest = (write_offset(text, get_physical_shape(text, shape))
                    for text in (case.source, case.dest))
    (folder / "reference.inc").write_text(f"{loops}visit({source}, {dest});\n")


def write_type(text, shape, element):
    dims, results = split_map(text)
    sizes = "x".join(map(str, shape))
    if dims == results:
        return f"memref<{sizes}x{element}>"
    zero = "0.0" if element.startswith("f") else "0"
    return (f"memref<{sizes}x{element}, #layout.buffer<index_map<{text}>, "
            f"pad<{zero} : {element}>>>")


def write_program(case, shape, element):
    """Plain arguments reach nothing that others do; layouts promise that by themselves."""
    types = [write_type(text, shape, element) for text in (case.source, case.dest)]
    return (f"func.func @kernel(%source: {types[0]} {{llvm.noalias}}, "
            f"%dest: {types[1]} {{llvm.noalias}}) {{\n"
            f"  layout.convert ins(%source : {types[0]}) outs(%dest : {types[1]})\n"
            "  return\n}\n")


def compile_upstream(arguments, case, shape, pack, folder):
    schedule = folder / "schedule.mlir"
    schedule.write_text(upstream.write_schedule(pack))
    shapes = [get_physical_shape(text, shape) for text in (case.source, case.dest)]
    return compile_variant(
        arguments.build, upstream.write_program(pack, *shapes, arguments.element),
        upstream.PIPELINE.format(schedule), folder / "upstream.o", ["-c"])


def compile_loops(arguments, case, shape, flags, folder):
    places = math.prod(get_physical_shape(case.dest, shape))
    output = folder / "loops.o"
    run([*CLANG, *flags, "-I", folder, "-c", HERE / "loops.cpp", "-o", output,
         f"-DELEMENT={C_TYPES[arguments.element]}", "-DPAD=0",
         f"-DNUM_PLACES={places}", f"-DNUM_ELEMENTS={math.prod(shape)}"])
    return output


def measure(arguments, name, shape, folder):
    case = CASES[name]
    source = write_program(case, shape, arguments.element)
    flags = [f"-march={arguments.march}"]
    objects = [compile_variant(arguments.build, source, get_pipeline(variant, arguments.target),
                               folder / f"{variant}.o", [*flags, "-c"])
               for variant in PIPELINES]
    write_reference(case, shape, folder)
    defines = {"ELEMENT": C_TYPES[arguments.element], "ROUNDS": arguments.rounds, "PAD": 0}
    libraries = []
    pack = arguments.upstream and upstream.get_pack(name, shape)
    if pack:
        objects.append(compile_upstream(arguments, case, shape, pack, folder))
        defines["UPSTREAM"] = 1
    for end, text in ("SOURCE", case.source), ("DEST", case.dest):
        defines[f"{end}_SHAPE"] = ",".join(map(str, get_physical_shape(text, shape)))
    if arguments.onednn and case.onednn and arguments.element == "f32":
        # Its dimensions are in the order n, c, h, w.
        sizes = shape if len(shape) == 2 else [shape[i] for i in (0, 3, 1, 2)]
        defines["LOGICAL_SHAPE"] = ",".join(map(str, sizes))
        for end, tag in zip(("SOURCE", "DEST"), case.onednn):
            defines[f"ONEDNN_{end}"] = (
                "makePanels(sizes)" if tag == "panels"
                else f"makeDesc(sizes, memory::format_tag::{tag})")
        libraries = ["-ldnnl"]
    objects.append(compile_loops(arguments, case, shape, flags, folder))
    run([*CLANG, *(f"-D{name}={value}" for name, value in defines.items()), "-I", folder,
         HERE / "harness.cpp", *objects, "-o", folder / "bench", *libraries])
    # oneDNN else waits for threads on all processors.
    alone = dict(os.environ, OMP_NUM_THREADS="1")
    output = run([folder / "bench"], stdout=subprocess.PIPE, env=alone).stdout
    return [line.split() for line in output.splitlines()]


def main():
    parser = CaseParser(__doc__.split("\n")[0], "case", CASES)
    parser.add_argument("--rounds", type=int, default=41)
    parser.add_argument("--sizes", nargs="*", choices=["l1", "l2", "beyond"],
                        default=["l1", "l2", "beyond"])
    parser.add_argument("--element", choices=C_TYPES, default="f32")
    parser.add_argument("--target", default="native", help="of the passes; none: not stated")
    parser.add_argument("--march", default="native", help="what clang compiles for")
    parser.add_argument("--without-onednn", dest="onednn", action="store_false")
    parser.add_argument("--without-upstream", dest="upstream", action="store_false")
    arguments = parser.parse_args()
    arguments.onednn = arguments.onednn and has_library("oneapi/dnnl/dnnl.hpp", "dnnl")
    print(f"{'case':18}{'shape':20}{'variant':12}{'us':>12}{'of memcpy':>11}{'of NT copy':>12}")
    for name in arguments.cases or CASES:
        for size in arguments.sizes:
            for shape in CASES[name].shapes[size]:
                text = "x".join(map(str, shape))
                with open_folder(arguments.keep, f"{name}-{text}") as folder:
                    for variant, time, of_copy, of_past, _ in measure(
                            arguments, name, shape, folder):
                        if variant not in ("memcpy", "nt-copy"):
                            print(f"{name:18}{text:20}{variant:12}{float(time) * 1e6:12.2f}"
                                  f"{of_copy:>11}{of_past:>12}", flush=True)


if __name__ == "__main__":
    main()
