#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times a function in its physical layouts against the same in logical ones.

  compare.py example.mlir function

Three versions: without layouts, lowered as it is; with its layouts applied; and what
layout-compile makes of it for this machine. All go through the same JIT
(mlir-runner -O3), and state the same about aliasing. A main function calls the
function in a loop and prints the time of one call; runs are interleaved. Prints the
medians, and how many times as fast as the first version the others are.
"""

import argparse
import pathlib
import re
import statistics
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LLVM = "/usr/lib/llvm-22"
PIPELINES = {
    "without layouts": "layout-to-llvm",
    "layouts applied":
        "layout-assign{change-interface=true},layout-apply,layout-to-llvm",
    "layout-compile": "layout-compile{target=native change-interface=true}",
}
REQUEST = re.compile(r"layout\.transform = #\w+")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("function")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--calls", type=int, default=10, help="calls in a run")
    parser.add_argument("--runs", type=int, default=5)
    return parser.parse_args()


def with_driver(source, function, calls):
    """The source and a main function that calls `function` on buffers of ones.
    The function is kept whole: inlined, the loop of calls might vanish."""
    signature = re.search(rf"func\.func @{function}\(.*?\) (?=\{{\n)", source,
                          re.DOTALL)
    source = (source[:signature.end()] + 'attributes {passthrough = ["noinline"]} '
              + source[signature.end():])
    types = re.findall(r"memref<[0-9x]+f32>", signature.group())
    names = [f"%m{i}" for i in range(len(types))]
    call = f"call @{function}({', '.join(names)}) : ({', '.join(types)}) -> ()"
    buffers = "".join(f"  {name} = memref.alloc() : {type}\n"
                      f"  linalg.fill ins(%one : f32) outs({name} : {type})\n"
                      for name, type in zip(names, types))
    frees = "".join(f"  memref.dealloc {name} : {type}\n"
                    for name, type in zip(names, types))
    return f"""{source}
func.func private @rtclock() -> f64
func.func private @printF64(f64)
func.func private @printNewline()
func.func @main() {{
  %one = arith.constant 1.0 : f32
  %from = arith.constant 0 : index
  %step = arith.constant 1 : index
  %calls = arith.constant {calls} : index
{buffers}  {call}
  %start = call @rtclock() : () -> f64
  scf.for %i = %from to %calls step %step {{
    func.{call}
  }}
  %stop = call @rtclock() : () -> f64
  %all = arith.subf %stop, %start : f64
  %n = arith.constant {calls}.0 : f64
  %each = arith.divf %all, %n : f64
  func.call @printF64(%each) : (f64) -> ()
  func.call @printNewline() : () -> ()
{frees}  return
}}
"""


def lower(build, module, passes):
    plugin = build / "lib/LayoutPlugin.so"
    return subprocess.run(
        ["mlir-opt-22", f"--load-dialect-plugin={plugin}",
         f"--load-pass-plugin={plugin}",
         f"--pass-pipeline=builtin.module({passes})"],
        input=module, text=True, stdout=subprocess.PIPE, check=True).stdout


def seconds(lowered):
    libraries = [f"--shared-libs={LLVM}/lib/libmlir_{name}runner_utils.so"
                 for name in ("", "c_")]
    output = subprocess.run(
        ["mlir-runner-22", "-O3", "--entry-point-result=void", *libraries],
        input=lowered, text=True, stdout=subprocess.PIPE, check=True).stdout
    return float(output)


def main():
    arguments = parse_arguments()
    text = arguments.source.read_text()
    physical = with_driver(text, arguments.function, arguments.calls)
    # A request guarantees that nothing else reaches the argument: so may this one.
    logical = REQUEST.sub("llvm.noalias", physical)
    lowered = {
        name: lower(arguments.build,
                    logical if name == "without layouts" else physical, passes)
        for name, passes in PIPELINES.items()}
    times = {name: [] for name in lowered}
    for _ in range(arguments.runs):
        for name, module in lowered.items():
            times[name].append(seconds(module))
    medians = {name: statistics.median(times[name]) * 1e6 for name in times}
    for name, median in medians.items():
        ratio = "" if name == "without layouts" else \
            f", {medians['without layouts'] / median:.2f} times as fast"
        print(f"{name:<15} {median:9.1f} us a call{ratio}")


if __name__ == "__main__":
    main()
