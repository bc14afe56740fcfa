#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks layout-reflow which conversions between two pads of one layout are needed.

A tensor with one pad is converted to another one for an op of a fixed layout. Who only
reads takes the tensor as it is if its padding holds more than is needed. Who writes, or
hands the tensor on, gets a conversion, and the remark says what for. All programs of one
kind are one file, which is also executed.
"""

import argparse
import re
import subprocess
import sys
import tempfile

PADS = ["none", "undef", "0.0 : f32", "1.0 : f32", "value (a, b) -> (a + b)",
        "(a, b) -> (0, b)"]
NEEDS = {"none": "takes padding (%s), which no op may access, and is",
         "undef": "takes padding (%s), which may be overwritten with anything, and is"}
MATVEC = ("linalg.matvec ins(%a, {x} : tensor<6x14xf32>, {t}) outs({y} : {r}) -> {r}")


def tensor(count, pad):
    return (f"tensor<{count}xf32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, "
            f"pad<{pad}>>>")


def reader(given, needed):
    x, z, r = tensor(14, given), tensor(14, needed), "tensor<6xf32>"
    return f"""(%a: tensor<6x14xf32>, %x: {x}, %y: {r}) -> {r} {{
  %c = layout.convert %x : {x} to {z}
  %r = {MATVEC.format(x="%c", t=z, y="%y", r=r)}
  return %r : {r}
}}
"""


def element(given, needed):
    x, z = tensor(14, given), tensor(14, needed)
    return f"""(%x: {x}) -> f32 {{
  %c = layout.convert %x : {x} to {z}
  %i = arith.constant 13 : index
  %r = tensor.extract %c[%i] : {z}
  return %r : f32
}}
"""


def writer(given, needed):
    x, z, v = tensor(6, given), tensor(6, needed), "tensor<14xf32>"
    return f"""(%a: tensor<6x14xf32>, %v: {v}, %x: {x}) -> {z} {{
  %c = layout.convert %x : {x} to {z}
  %r = {MATVEC.format(x="%v", t=v, y="%c", r=z)}
  return %r : {z}
}}
"""


def returned(given, needed):
    x, z = tensor(14, given), tensor(14, needed)
    return f"""(%x: {x}) -> {z} {{
  %c = layout.convert %x : {x} to {z}
  return %c : {z}
}}
"""


# What the op makes is needed with one pad, and read with another, which it has at present.
def made(given, needed):
    x, z, r = tensor(14, given), tensor(14, needed), "tensor<6xf32>"
    return f"""(%a: tensor<6x14xf32>, %x: tensor<14xf32>, %y: {r}) -> ({x}, {r}) {{
  %e = tensor.empty() : {z}
  %m = linalg.exp ins(%x : tensor<14xf32>) outs(%e : {z}) -> {z}
  %c = layout.convert %m : {z} to {x}
  %r = {MATVEC.format(x="%m", t=z, y="%y", r=r)}
  return %c, %r : {x}, {r}
}}
"""


# What the op states stays what it is.
def stated(given, needed):
    x, z = tensor(14, given), tensor(14, needed)
    return f"""(%x: {x}) -> {z} {{
  %c = layout.convert %x : {x} to {z}
  %e = tensor.empty() : {z}
  %r = linalg.exp {{layout.prefer}} ins(%c : {z}) outs(%e : {z}) -> {z}
  return %r : {z}
}}
"""


def serves(given, needed):
    return given == needed or needed == "none" or (needed == "undef" and given != "none")


# For each kind of program: does it do without a conversion, and who needs one.
KINDS = {
    "reader": (reader, serves, "linalg.matvec", "3, 2"),
    "element": (element, serves, "tensor.extract", "3, 2"),
    "writer": (writer, lambda given, needed: given == needed, "linalg.matvec", "1, 2"),
    "returned": (returned, lambda given, needed: given == needed, "func.return", "3, 2"),
    "made": (made, serves, None, None),
    "stated": (stated, lambda given, needed: given == needed, "linalg.exp", "3, 2"),
}


def run(command):
    return subprocess.run(command, capture_output=True, text=True)


def remark_of(user, place, needed):
    need = NEEDS.get(needed, "reads padding (%s), which must be ") % place
    return f"'{user}' {need}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layout-opt", required=True)
    parser.add_argument("--layout-check", required=True)
    options = parser.parse_args()
    failures = count = 0
    cases = [(given, needed) for given in PADS for needed in PADS]
    for kind, (program, does_without, user, place) in KINDS.items():
        text = "".join(f"func.func @f{i}{program(*case)}" for i, case in enumerate(cases))
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(text)
            file.flush()
            answer = run([options.layout_opt, file.name, "--layout-reflow",
                          "--remarks-filter=layout", "-mlir-print-local-scope"])
            if answer.returncode != 0:
                print(kind, answer.stderr[-2000:])
                return 1
            functions = answer.stdout.split("func.func @")[1:]
            lines = program(*cases[0]).count("\n")
            remarks = {(int(line) - 1) // lines: said for line, said in re.findall(
                r":(\d+):\d+: remark: .* layout-reflow/kept .*Remark=\"(.*)\"", answer.stderr)}
            for i, (given, needed) in enumerate(cases):
                count += 1
                is_kept = "layout.convert" in functions[i]
                said = remarks.get(i)
                if (is_kept == does_without(given, needed) or (said is not None) != is_kept or
                        (is_kept and user and
                         not said.startswith(remark_of(user, place, needed)))):
                    print(f"{kind}: {given} for {needed}: {functions[i]}\n{said}")
                    failures += 1
            failures += execute(options, kind, file.name, len(cases))
    print(f"{count} pairs of pads, {failures} failures")
    return failures != 0


def execute(options, kind, file, count):
    """Some pairs of each kind."""
    entries = ",".join(f"f{i}" for i in range(len(kind) % 4, count, 4))
    answer = run([options.layout_check, file, f"--entry={entries}", "--rtol=1e-5",
                  "--pipeline=builtin.module(layout-reflow,layout-bufferize,layout-apply,"
                  "layout-optimize{padding=true},layout-finalize)"])
    if answer.returncode != 0:
        print(f"{kind}: {answer.stderr}")
    return answer.returncode != 0


if __name__ == "__main__":
    sys.exit(main())
