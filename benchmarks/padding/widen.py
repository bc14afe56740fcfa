#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times what layout-widen-loops gains where extents do not fill tiles.

  widen.py [case ...] [--targets x86-64-v2 ...] [--rounds N] [--build DIR] [--keep DIR]

Each case is compiled by the loop passes of layout-optimize, with layout-widen-loops and
without; and once more with the extent of the next multiple of its tile. These run in
turns, in one thread. Prints the median of processor time in us, and the time of the
first two, and of the last, relative to that without.
"""

import ctypes
import math
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from variants import CaseParser, describe, open_folder, optimize, run

BEFORE = "layout-apply,layout-raise-loops,canonicalize,"
BEHIND = ("layout-collapse-dims,layout-fuse-epilogues,layout-vectorize-copies,"
          "layout-partition-loops{only-fills=true},layout-tile-loops,layout-vectorize-loops,"
          "canonicalize,cse,layout-hoist-invariants,layout-finalize,canonicalize,layout-to-llvm")
TARGETS = ("x86-64-v2", "x86-64-v3", "x86-64-v4")
TIMER = """
#include <time.h>
typedef void (*Kernel)(void *, void *, void *, void *);
double measure(Kernel kernel, void **arguments, long runs) {
  struct timespec begin, end;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
  for (long run = 0; run < runs; ++run)
    kernel(arguments[0], arguments[1], arguments[2], arguments[3]);
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
  return (end.tv_sec - begin.tv_sec) + (end.tv_nsec - begin.tv_nsec) * 1e-9;
}
"""


def nest(loops, body):
    return ("".join(f"affine.for %{name} = 0 to {extent} {{\n" for name, extent in loops)
            + body + "}\n" * len(loops))


def accumulate(a, b, c, a_type, b_type, c_type):
    return f"""%0 = affine.load %a[{a}] : {a_type}
%1 = affine.load %b[{b}] : {b_type}
%2 = affine.load %c[{c}] : {c_type}
%3 = arith.mulf %0, %1 : f32
%4 = arith.addf %2, %3 : f32
affine.store %4, %c[{c}] : {c_type}
"""


def tiled(rank, tile):
    """The last dimension in tiles, the number of the tile first."""
    names = [f"d{d}" for d in range(rank)]
    *rest, last = names
    results = [f"{last} floordiv {tile}", *rest, f"{last} mod {tile}"]
    return f"#layout.buffer<index_map<({', '.join(names)}) -> ({', '.join(results)})>, pad<undef>>"


def pack_shape(shape, tile):
    return [-(-shape[-1] // tile), *shape[:-1], tile]


def make_program(arguments, tile, body):
    """`arguments`: name, shape, whether it is tiled; returns the text, and the shapes
    in memory."""
    layouts = sorted({len(shape) for _, shape, is_tiled in arguments if is_tiled})
    text = "".join(f"#tiles{rank} = {tiled(rank, tile)}\n" for rank in layouts)
    types = {name: f"memref<{'x'.join(map(str, shape))}xf32{f', #tiles{len(shape)}' if is_tiled else ''}>"
             for name, shape, is_tiled in arguments}
    signature = ", ".join(f"%{name}: {types[name]}" for name, _, _ in arguments)
    text += f"func.func @kernel({signature}) attributes {{llvm.emit_c_interface}} {{\n"
    text += "%zero = arith.constant 0.0 : f32\n" + body(types) + "return\n}\n"
    return text, [pack_shape(shape, tile) if is_tiled else shape for _, shape, is_tiled in arguments]


def depthwise(side, tile):
    def make(channels):
        def body(types):
            outer = [("h", side), ("w", side), ("o", channels)]
            return (nest(outer, f"affine.store %zero, %c[%h, %w, %o] : {types['c']}\n")
                    + nest(outer + [("r", 3), ("s", 3)],
                           accumulate("%h + %r, %w + %s, %o", "%r, %s, %o", "%h, %w, %o",
                                      types["a"], types["b"], types["c"])))
        return make_program([("a", [side + 2, side + 2, channels], True), ("b", [3, 3, channels], True),
                             ("c", [side, side, channels], True)], tile, body)
    return make


def product(rows, steps, tile, has_bias=False):
    """A matrix product, or a pointwise convolution; with a bias and a maximum."""
    def make(columns):
        def body(types):
            outer = [("i", rows), ("j", columns)]
            first = f"affine.store %zero, %c[%i, %j] : {types['c']}\n"
            last = ""
            if has_bias:
                first = (f"%0 = affine.load %bias[%j] : {types['bias']}\n"
                         f"affine.store %0, %c[%i, %j] : {types['c']}\n")
                last = nest(outer, f"%0 = affine.load %c[%i, %j] : {types['c']}\n"
                            "%1 = arith.maximumf %0, %zero : f32\n"
                            f"affine.store %1, %c[%i, %j] : {types['c']}\n")
            return (nest(outer, first)
                    + nest(outer + [("k", steps)],
                           accumulate("%i, %k", "%k, %j", "%i, %j", types["a"], types["b"], types["c"]))
                    + last)
        bias = [("bias", [columns], False)] if has_bias else []
        return make_program([("a", [rows, steps], False), ("b", [steps, columns], True),
                             ("c", [rows, columns], True), *bias], tile, body)
    return make


def elements(rows, tile):
    def make(columns):
        def body(types):
            return nest([("i", rows), ("j", columns)], f"""%0 = affine.load %a[%i, %j] : {types['a']}
%1 = affine.load %b[%i, %j] : {types['b']}
%2 = arith.mulf %0, %1 : f32
affine.store %2, %c[%i, %j] : {types['c']}
""")
        return make_program([(name, [rows, columns], True) for name in "abc"], tile, body)
    return make


CASES = {
    "depthwise-56-61": (depthwise(56, 32), 61, 32),
    "depthwise-28-61": (depthwise(28, 16), 61, 16),
    "pointwise-28-61": (product(28 * 28, 64, 32), 61, 32),
    "pointwise-28-61-bias": (product(28 * 28, 64, 32, has_bias=True), 61, 32),
    "pointwise-28-253": (product(28 * 28, 64, 32), 253, 32),
    "product-127": (product(127, 127, 32), 127, 32),
    "product-127-33": (product(127, 127, 32), 33, 32),
    "elements-61": (elements(64, 32), 61, 32),
    "elements-253": (elements(64, 32), 253, 32),
    "elements-1021": (elements(64, 32), 1021, 32),
}


def compile_kernel(build, text, target, passes, output):
    low = optimize(build, text, f"layout-set-target{{target={target}}},{passes}")
    ir = run(["mlir-translate-22", "--mlir-to-llvmir"], input=low, stdout=subprocess.PIPE).stdout
    output.with_suffix(".ll").write_text(ir)
    run(["clang-22", "-O3", f"-march={target}", "-ffp-contract=fast", "-shared", "-fPIC",
         "-Wno-override-module", output.with_suffix(".ll"), "-lm", "-o", output])
    return ctypes.cast(ctypes.CDLL(str(output))._mlir_ciface_kernel, ctypes.c_void_p)


class Memory:
    """Small integers, from a multiple of 64 on."""

    def __init__(self, shape):
        self.bytes = ctypes.create_string_buffer(4 * math.prod(shape) + 128)
        self.address = -(-ctypes.addressof(self.bytes) // 64) * 64
        numbers = (ctypes.c_float * math.prod(shape)).from_address(self.address)
        for i in range(len(numbers)):
            numbers[i] = (i * 7 + 3) % 5 - 2
        self.descriptor = describe(self.address, shape)


def measure(timer, kernels, rounds):
    """Name -> (kernel, shapes); name -> the median time in seconds."""
    prepared = {}
    for name, (kernel, shapes) in kernels.items():
        memories = [Memory(shape) for shape in shapes]
        pointers = (ctypes.c_void_p * 4)(*[ctypes.addressof(m.descriptor) for m in memories])
        once = timer(kernel, pointers, 3) / 3
        prepared[name] = (kernel, pointers, max(1, int(0.01 / max(once, 1e-8))), memories)
    times = {name: [] for name in kernels}
    for _ in range(rounds):
        for name, (kernel, pointers, runs, _) in prepared.items():
            times[name].append(timer(kernel, pointers, runs) / runs)
    return {name: sorted(its)[len(its) // 2] for name, its in times.items()}


def make_timer(folder):
    (folder / "timer.c").write_text(TIMER)
    run(["clang-22", "-O2", "-shared", "-fPIC", folder / "timer.c", "-o", folder / "timer.so"])
    timer = ctypes.CDLL(str(folder / "timer.so")).measure
    timer.restype = ctypes.c_double
    timer.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_long]
    return timer


def main():
    parser = CaseParser(__doc__.split("\n")[0], "case", CASES)
    parser.add_argument("--targets", nargs="+", default=TARGETS)
    parser.add_argument("--rounds", type=int, default=11)
    arguments = parser.parse_args()
    print(f"{'':24}{'target':12}{'without us':>12}{'with':>8}{'full':>8}")
    for case in arguments.cases or CASES:
        make, extent, tile = CASES[case]
        for target in arguments.targets:
            with open_folder(arguments.keep, f"{case}-{target}") as folder:
                kernels = {}
                for name, size, passes in (("without", extent, ""), ("with", extent, "layout-widen-loops,"),
                                           ("full", -(-extent // tile) * tile, "")):
                    text, shapes = make(size)
                    kernels[name] = (compile_kernel(arguments.build, text, target, BEFORE + passes + BEHIND,
                                                    folder / f"{name}.so"), shapes)
                times = measure(make_timer(folder), kernels, arguments.rounds)
                print(f"{case:24}{target:12}{times['without'] * 1e6:12.2f}"
                      f"{times['with'] / times['without']:8.2f}{times['full'] / times['without']:8.2f}",
                      flush=True)


if __name__ == "__main__":
    main()
