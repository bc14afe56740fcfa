#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Memory of whole networks, compiled and in ONNX Runtime.

  memory.py [network ...] [--build DIR] [--keep DIR] [--session DIR]

As run.py has them; each network runs three times. Ours is a program of its own, linked with the
object file of the network: what it has resident behind the runs, and the most until then.
That of ONNX Runtime is the same of its process, less what was resident before the model was
read. Prints the most that compiling takes, too: of layout-opt, and of llc.
"""

import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from graph import is_quantized, make_input
from linalg import write_linalg
from networks import NETWORKS
from run import COMPILE
from session import Session
from variants import CaseParser, open_folder, run

MAIN = """
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void network(%(parameters)s);
int main(void) {
  %(element)s *x = calloc(%(x)d, sizeof *x), *y = calloc(%(y)d, sizeof *y);
  for (int i = 0; i < 3; ++i)
    network(%(arguments)s);
  char line[256];
  for (FILE *file = fopen("/proc/self/status", "r"); fgets(line, 256, file);)
    if (!strncmp(line, "VmRSS", 5) || !strncmp(line, "VmHWM", 5))
      fputs(line, stdout);
}
"""

MEASURED = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def count(shape):
    product = 1
    for extent in shape:
        product *= extent
    return product


def get_element(graph):
    """In C, of its input and of its result."""
    return "signed char" if is_quantized(graph) else "float"


def expand_memref(pointer, element, shape):
    """The arguments that a memref is, and their types."""
    strides = [count(shape[i + 1:]) for i in range(len(shape))]
    numbers = [0, *shape, *strides]
    return ([pointer, pointer, *map(str, numbers)],
            [f"{element} *"] * 2 + ["int64_t"] * len(numbers))


def write_main(graph, path):
    element = get_element(graph)
    x, x_types = expand_memref("x", element, graph.input.shape)
    y, y_types = expand_memref("y", element, graph.result.shape)
    path.write_text(MAIN % {
        "element": element,
        "parameters": ", ".join(x_types + y_types), "arguments": ", ".join(x + y),
        "x": count(graph.input.shape), "y": count(graph.result.shape)})


def run_measured(command):
    """The most bytes that the command had resident."""
    # From a small process: the system counts what a process had before it became the command.
    lines = run([sys.executable, "-c", MEASURED, *command], stdout=subprocess.PIPE).stdout
    return int(lines) * 1024


def compile_program(arguments, graph, folder):
    """The program, and the most bytes that layout-opt and llc had resident."""
    source, lowered, llvm = (folder / name for name in ("n.mlir", "n.llvm.mlir", "n.ll"))
    source.write_text(write_linalg(graph))
    optimizer = run_measured([arguments.build / "bin/layout-opt", source, "-o", lowered,
                              f"--pass-pipeline=builtin.module({COMPILE})"])
    run(["mlir-translate-22", "--mlir-to-llvmir", lowered, "-o", llvm])
    generator = run_measured(["llc-22", "-O3", "-relocation-model=pic", "-filetype=obj", llvm,
                              "-o", folder / "n.o"])
    write_main(graph, folder / "main.c")
    run(["clang-22", "-O2", folder / "main.c", folder / "n.o", "-lm", "-o", folder / "n"])
    return folder / "n", optimizer, generator


def run_program(program):
    """Resident bytes behind the runs, and the most until then."""
    lines = run([program], stdout=subprocess.PIPE).stdout.split("\n")
    sizes = {line.split(":")[0]: int(line.split()[1]) * 1024 for line in lines if line}
    return sizes["VmRSS"], sizes["VmHWM"]


def measure(arguments, name, folder):
    graph = NETWORKS[name]()
    program, optimizer, generator = compile_program(arguments, graph, folder)
    ours = run_program(program)
    session = Session(arguments.session, 1, graph, folder, make_input(graph))
    session.measure()
    session.close()
    before, behind, most = session.memory
    peer = behind - before, most - before
    print(name)
    for what, a, b in zip(("behind runs", "the most"), ours, peer):
        print(f"  {what:12}{a / 1e6:8.1f} MB, ONNX Runtime {b / 1e6:8.1f} MB{a / b:8.2f}")
    print(f"  to compile  {optimizer / 1e6:8.1f} MB, llc {generator / 1e6:17.1f} MB", flush=True)


def main():
    parser = CaseParser(__doc__.split("\n")[0], "network", NETWORKS)
    parser.add_argument("--session", type=pathlib.Path, default=pathlib.Path("."),
                        help="folder of onnxruntime-node")
    arguments = parser.parse_args()
    for name in arguments.networks or NETWORKS:
        with open_folder(arguments.keep, name) as folder:
            measure(arguments, name, folder)


if __name__ == "__main__":
    main()
