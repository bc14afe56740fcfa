#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles whole networks by layout-compile; runs them beside ONNX Runtime and upstream.

  run.py [network ...] [--rounds N] [--check-only] [--without-upstream] [--without-onnx]
         [--build DIR] [--keep DIR] [--session DIR] [--threads N] [--nchw]

A network is written twice from one description, with the same weights: as linalg on tensors
without layouts, and as ONNX (python3-onnx), which `onnxruntime-node` runs; --session is the
folder in which `npm install --ignore-scripts onnxruntime-node` was run. Images go in as
(1, height, width, channels) here, and as (1, channels, height, width) there; with --nchw, the
network written for the second form, as torch-mlir does, runs beside it. Networks in bytes are
written in two forms on each side: what is not negative with a zero point or as bytes without sign,
and with conversions from and to floats around the ops or with ops on bytes (QLinearConv).

Results are compared first: no number may differ by more than 1e-4 of the greatest, and no byte at
all. Then all run in turns, in one thread each. Prints conversions that the compiler left, times to
compile, and medians of the processor time of a run. With --threads, programs for so many threads
run beside ours for one, without upstream, all timed by the clock.
"""

import pathlib
import re
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from graph import is_quantized, make_input
from linalg import write_linalg
from networks import NETWORKS
from session import Session
from variants import CaseParser, open_folder, run

COMPILE = ("layout-compile{target=native contract=true reassociate=true approximate=true "
           "deallocate=true}")
UPSTREAM = ("one-shot-bufferize,buffer-deallocation-pipeline,func.func(convert-linalg-to-loops),"
            "layout-to-llvm")
TOLERANCE = 1e-4
# For so many seconds threads without work keep a processor busy, which another program wants.
SPINNING = 0.25


def count_conversions(build, source):
    """Those at the borders, where an argument enters or the result leaves, and others."""
    text = run([build / "bin/layout-opt", source, "--layout-set-target=target=native",
                "--layout-choose", "--layout-reflow"], stdout=subprocess.PIPE).stdout
    conversions = re.findall(r"(%\w+) = layout\.convert (%\w+)", text)
    inputs = set(re.findall(r"(%\w+) = bufferization\.to_tensor", text))
    outputs = set(re.findall(r"materialize_in_destination (%\w+)", text))
    borders = sum(source in inputs or result in outputs for result, source in conversions)
    return borders, len(conversions) - borders


class Ours:
    """A compiled function, in this process, timed by `clock`."""

    def __init__(self, module, pipeline, x, shape, clock=time.process_time):
        import numpy
        self.clock = clock
        start = time.process_time()
        self.function = module.compile("network", pipeline=pipeline)
        self.compile_time = time.process_time() - start
        self.x, self.result = x, numpy.zeros(shape, x.dtype)
        self.measure()

    def measure(self):
        start = self.clock()
        self.function(self.x, self.result)
        return self.clock() - start

    def close(self):
        pass


def compare(name, result, expected):
    import numpy
    most = float(numpy.abs(expected.astype(float)).max())
    error = float(numpy.abs(result.astype(float) - expected).max()) / most
    if not error <= (0 if result.dtype == numpy.int8 else TOLERANCE):
        raise SystemExit(f"{name}: wrong: differs by {error:.2e} of the greatest number")
    return error


def make_runners(arguments, graph, folder, x, clock):
    """Returns what runs in this process, by its name in the table."""
    import mlir_layout
    import numpy
    pipeline = COMPILE.replace("}", f" threads={arguments.threads}}}")
    module = mlir_layout.parse(folder / "network.mlir")
    runners = {"layouts": Ours(module, pipeline, x, graph.result.shape, clock)}
    if arguments.threads > 1:
        runners["one thread"] = Ours(module, COMPILE, x, graph.result.shape, clock)
    if is_quantized(graph):
        (folder / "unsigned.mlir").write_text(write_linalg(graph, unsigned=True))
        runners["without sign"] = Ours(mlir_layout.parse(folder / "unsigned.mlir"), pipeline, x,
                                       graph.result.shape, clock)
    if arguments.nchw and x.ndim == 4:
        (folder / "nchw.mlir").write_text(write_linalg(graph, channels_first=True))
        print(f"{graph.name}: conversions at the borders and inside as NCHW: %d, %d" %
              count_conversions(arguments.build, folder / "nchw.mlir"))
        runners["as NCHW"] = Ours(mlir_layout.parse(folder / "nchw.mlir"), pipeline,
                                  numpy.ascontiguousarray(x.transpose(0, 3, 1, 2)),
                                  graph.result.shape, clock)
    if arguments.upstream:
        runners["upstream"] = Ours(module, UPSTREAM, x, graph.result.shape)
    return runners


def make_sessions(arguments, graph, folder, x):
    sessions = {"ONNX Runtime": Session(arguments.session, arguments.threads, graph, folder, x)}
    if is_quantized(graph):
        (folder / "qlinear").mkdir(exist_ok=True)
        sessions["its QLinear"] = Session(arguments.session, arguments.threads, graph,
                                          folder / "qlinear", x, qlinear=True)
    return sessions


def measure(arguments, name, folder):
    graph = NETWORKS[name]()
    (folder / "network.mlir").write_text(write_linalg(graph))
    borders, inside = count_conversions(arguments.build, folder / "network.mlir")
    x = make_input(graph)
    clock = time.process_time if arguments.threads == 1 else time.perf_counter
    runners = make_runners(arguments, graph, folder, x, clock)
    if arguments.onnx:
        runners.update(make_sessions(arguments, graph, folder, x))
    expected = list(runners.values())[-1].result
    errors = {key: compare(f"{name}, {key}", runner.result, expected)
              for key, runner in runners.items()}
    print(f"{name}: {graph.get_products() * 1e-6:.0f} million products; conversions: {inside} "
          f"inside, {borders} at the borders; compiled in "
          f"{runners['layouts'].compile_time:.1f} s")
    times = {key: [] for key in runners}
    for _ in range(0 if arguments.check_only else arguments.rounds):
        for key, runner in runners.items():
            if arguments.threads > 1:
                time.sleep(SPINNING)
                runner.measure()
            times[key].append(runner.measure())
    for key, runner in runners.items():
        runner.close()
        if times[key]:
            median = statistics.median(times[key])
            ratio = median / statistics.median(times["layouts"])
            print(f"  {key:14}{median * 1e3:10.2f} ms{ratio:8.2f}   "
                  f"differs by {errors[key]:.1e}", flush=True)


def main():
    parser = CaseParser(__doc__.split("\n")[0], "network", NETWORKS)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--check-only", action="store_true", help="time nothing")
    parser.add_argument("--without-upstream", dest="upstream", action="store_false")
    parser.add_argument("--without-onnx", dest="onnx", action="store_false",
                        help="compares with upstream, if with anything")
    parser.add_argument("--session", type=pathlib.Path, default=pathlib.Path("."),
                        help="folder of onnxruntime-node")
    parser.add_argument("--threads", type=int, default=1,
                        help="programs for so many threads; needs a quiet machine")
    parser.add_argument("--nchw", action="store_true",
                        help="also as front ends write it for images with channels first")
    arguments = parser.parse_args()
    arguments.upstream &= arguments.threads == 1
    sys.path.insert(0, str(arguments.build / "python"))
    for name in arguments.networks or NETWORKS:
        with open_folder(arguments.keep, name) as folder:
            measure(arguments, name, folder)


if __name__ == "__main__":
    main()
