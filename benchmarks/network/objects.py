#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From MLIR to a running program by two commands, layout-cc and a compiler of C.

  objects.py [network ...] [--megabytes N] [--build DIR] [--keep DIR]

Prints for each network what layout-cc and clang take of time, as on a clock and of the processor,
and the most memory that layout-cc has resident; then runs the program. With --megabytes, the same
for four weights of N megabytes together, from text (as resources and as literals) and from
bytecode, into the object file and into a file of weights, with the memory as a multiple of the
weights.
"""

import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from linalg import write_linalg
from memory import count, get_element
from networks import NETWORKS
from variants import CaseParser, open_folder, run

OPTIONS = ["-mcpu=native", "-fcontract", "-fapproximate", "-freassociate", "-fdeallocate"]
MAIN = """
#include "n.h"
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  %(element)s *x = calloc(%(x)d, sizeof *x), *y = calloc(%(y)d, sizeof *y);
%(load)s  network(x, y);
  printf("%%g\\n", (double)y[0]);
}
"""
LOAD = "  if (n_load_weights(\"n.safetensors\")) return 1;\n"
ROWS = 16


def measure(command, folder):
    """Seconds on a clock, seconds of the processor, the most resident bytes."""
    begin = time.monotonic()
    process = subprocess.Popen(list(map(str, command)), cwd=folder)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{command[0]} fails")
    return time.monotonic() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def compile_and_run(arguments, source, sizes, folder, is_outside, weights, element="float"):
    weights_option = ["--weights=n.safetensors"] if is_outside else []
    (folder / "main.c").write_text(MAIN % {"element": element, "x": sizes[0], "y": sizes[1],
                                           "load": LOAD if is_outside else ""})
    compiled = measure([arguments.build.absolute() / "bin/layout-cc", source, "-o", "n.o",
                        "--header=n.h", *weights_option, *OPTIONS], folder)
    linked = measure(["clang-22", "-O2", "main.c", "n.o", "-lm", "-o", "n"], folder)
    run([folder / "n"], cwd=folder, stdout=subprocess.DEVNULL)
    where = "outside" if is_outside else "inside"
    print(f"  {source.name:16} weights {where:8} layout-cc {compiled[0]:6.2f} s"
          f" (processor {compiled[1]:6.2f}), clang {linked[0]:5.2f}, together"
          f" {compiled[0] + linked[0]:6.2f} s, the most {compiled[2] / 1e6:7.0f} MB,"
          f" {compiled[2] / weights:5.2f} times the weights", flush=True)


def write_long(path, megabytes, is_literal):
    """Four products with weights, one after the other; the bytes of the weights."""
    import numpy
    columns = 4096
    rows = megabytes * 1_000_000 // (4 * 4 * columns)
    x, y = f"tensor<{ROWS}x{rows}xf32>", f"tensor<{ROWS}x{columns}xf32>"
    kind = f"tensor<{rows}x{columns}xf32>"

    def write_digits(file, i):
        numbers = numpy.random.default_rng(i).random((rows, columns), numpy.float32) - 0.5
        for part in numpy.array_split(numbers, 64):
            file.write(part.tobytes().hex())

    with path.open("w") as file:
        file.write(f"func.func @network(%in: memref<{ROWS}x{rows}xf32>, "
                   f"%out: memref<{ROWS}x{columns}xf32>) {{\n"
                   f"  %x = bufferization.to_tensor %in restrict : memref<{ROWS}x{rows}xf32> to {x}\n"
                   f"  %zero = arith.constant 0.0 : f32\n  %e = tensor.empty() : {y}\n"
                   f"  %r0 = linalg.fill ins(%zero : f32) outs(%e : {y}) -> {y}\n")
        for i in range(4):
            file.write(f"  %w{i} = arith.constant ")
            if is_literal:
                file.write('dense<"0x')
                write_digits(file, i)
                file.write('">')
            else:
                file.write(f"dense_resource<w{i}>")
            file.write(f" : {kind}\n  %r{i + 1} = linalg.matmul ins(%x, %w{i} : {x}, {kind}) "
                       f"outs(%r{i} : {y}) -> {y}\n")
        file.write(f"  bufferization.materialize_in_destination %r4 in restrict writable %out : "
                   f"({y}, memref<{ROWS}x{columns}xf32>) -> ()\n  return\n}}\n")
        if not is_literal:
            file.write("{-#\n  dialect_resources: {\n    builtin: {\n")
            for i in range(4):
                file.write(f'w{i}: "0x40000000')
                write_digits(file, i)
                file.write('",\n' if i < 3 else '"\n')
            file.write("    }\n  }\n#-}\n")
    return (ROWS * rows, ROWS * columns), 4 * rows * columns * 4


def measure_long(arguments, folder):
    print(f"four weights, {arguments.megabytes} MB")
    for name, is_literal in (("resources.mlir", False), ("literals.mlir", True)):
        source = folder / name
        sizes, weights = write_long(source, arguments.megabytes, is_literal)
        for is_outside in (False, True):
            compile_and_run(arguments, source, sizes, folder, is_outside, weights)
        if not is_literal:
            bytecode = folder / "bytecode.mlirbc"
            run([arguments.build / "bin/layout-opt", source, "--emit-bytecode", "-o", bytecode])
            for is_outside in (False, True):
                compile_and_run(arguments, bytecode, sizes, folder, is_outside, weights)
        source.unlink()


def measure_network(arguments, name, folder):
    print(name)
    graph = NETWORKS[name]()
    source = folder / "n.mlir"
    text = write_linalg(graph)
    source.write_text(text)
    weights = sum(len(line) // 2 for line in text.split("\n") if '"0x' in line)
    sizes = count(graph.input.shape), count(graph.result.shape)
    for is_outside in (False, True):
        compile_and_run(arguments, source, sizes, folder, is_outside, weights,
                        get_element(graph))


def main():
    parser = CaseParser(__doc__.split("\n")[0], "network", NETWORKS)
    parser.add_argument("--megabytes", type=int, help="of four weights, instead of networks")
    arguments = parser.parse_args()
    if arguments.megabytes:
        with open_folder(arguments.keep, "long") as folder:
            return measure_long(arguments, folder)
    for name in arguments.networks or NETWORKS:
        with open_folder(arguments.keep, name) as folder:
            measure_network(arguments, name, folder)


if __name__ == "__main__":
    main()
