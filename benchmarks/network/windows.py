#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times convolutions of bytes, as layers of a network, in the forms that a layout gives them.

  windows.py [case ...] [--rounds N] [--check-only] [--build DIR] [--keep DIR]

Each case is one layer of quantized.py: an image of bytes, weights that are constants, a bias,
and what makes bytes of the sums. It is compiled by layout-compile for this machine. Beside that
runs another form of the same layer:

* few channels (`7x7-3`, `7x7-3-zero-first`: window and channels, -128 as the zero point of the
  image, channels first): the layouts without padding, stated as layout.prefer, in which only
  channels that are whole groups are multiplied as groups;
* many channels (`sums-64`, 3 x 3): the zero point -128, and bytes without sign, which have none.

Results are compared first, and equal. Then all run in turns, in one thread. Prints the least
processor time of a run, the conversion of the image included, and ratios to the first form.
"""

import collections
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from graph import Graph, make_input
from linalg import write_linalg
from quantized import quantize
from run import Ours, compare
from variants import CaseParser, open_folder, run

FIRST, UNSIGNED = "layout-compile", "without sign"
PIPELINE = "layout-compile{target=native deallocate=true}"

Case = collections.namedtuple("Case", "side window stride channels results zero is_first")
ORDERS = (("", False), ("-first", True))
ZEROS = (("", 0), ("-zero", -128))
CASES = {f"{window}x{window}-{channels}{zero}{order}":
         Case(side, window, stride, channels, 64, number, is_first)
         for side, window, stride in ((56, 3, 1), (224, 7, 2)) for channels in range(2, 9)
         for zero, number in ZEROS for order, is_first in ORDERS}
CASES |= {f"sums-{channels}": Case(side, 3, 1, channels, channels, -128, False)
          for side, channels in ((56, 64), (28, 128), (14, 256), (7, 512))}


def make_layer(case):
    """A convolution whose image has the zero point of the case."""
    graph = Graph("window", (1, case.side, case.side, case.channels))
    graph.clamp(graph.convolve(graph.input, case.results, case.window, case.stride))
    graph = quantize(graph)
    image = graph.input._replace(options=dict(graph.input.options, zero=case.zero))
    graph.nodes = [node._replace(inputs=(image,)) for node in graph.nodes]
    graph.input = image
    return graph


def find_block(build, path):
    """How many results lie side by side as layout-choose has them."""
    text = run([build / "bin/layout-opt", path, "--layout-set-target=target=native",
                "--layout-choose=layouts=always"], stdout=subprocess.PIPE).stdout
    # Other divisors are of groups, which are shorter.
    return max(map(int, re.findall(r"floordiv (\d+)", text)))


def state_layouts(source, case, block):
    """The program with the layouts that its convolution has if nothing is padded."""
    group = next(size for size in (4, 2, 1) if case.channels % size == 0)
    if case.is_first:
        # Channels are not side by side, and so have no groups.
        weights, group = "(k, c, r, s)", 1
        out = f"(n, k, h, w) -> (n, k floordiv {block}, h, w, k mod {block})"
    else:
        weights = "(r, s, c, k)"
        out = f"(n, h, w, k) -> (n, k floordiv {block}, h, w, k mod {block})"
    channels = "c" if group == 1 else f"c floordiv {group}"
    rest = "" if group == 1 else f", c mod {group}"
    weights += f" -> (k floordiv {block}, r, s, {channels}, k mod {block}{rest})"
    layouts = [f"#layout.buffer<index_map<{weights}>, pad<0 : i8>>",
               *["unit"] * (2 if case.zero else 0), f"#layout.buffer<index_map<{out}>, pad<undef>>"]
    return re.sub(r"(linalg\.conv_2d\w+ \{)", lambda match: match.group(1) +
                  f"layout.prefer = [unit, {', '.join(layouts)}], ", source)


def write_forms(build, case, graph, folder):
    """The texts of both forms, by their names in the table."""
    source = write_linalg(graph, channels_first=case.is_first)
    (folder / "layer.mlir").write_text(source)
    if case.channels > 8:
        return {FIRST: source, UNSIGNED: write_linalg(graph, unsigned=True)}
    block = find_block(build, folder / "layer.mlir")
    return {FIRST: source, "without padding": state_layouts(source, case, block)}


def make_runners(build, case, folder):
    import mlir_layout
    import numpy
    graph = make_layer(case)
    x, shape = make_input(graph), graph.result.shape
    if case.is_first:
        x = numpy.ascontiguousarray(x.transpose(0, 3, 1, 2))
        shape = (shape[0], shape[3], *shape[1:3])
    runners = {}
    for form, text in write_forms(build, case, graph, folder).items():
        path = folder / f"{form.replace(' ', '-')}.mlir"
        path.write_text(text)
        image = (x.view("uint8") ^ 128).view("int8") if form == UNSIGNED else x
        runners[form] = Ours(mlir_layout.parse(path), PIPELINE, image, shape)
    return runners


def measure(arguments, name, folder):
    runners = make_runners(arguments.build, CASES[name], folder)
    first = next(iter(runners.values()))
    expected = (first.result.view("uint8") ^ 128).view("int8")
    for form, runner in runners.items():
        compare(f"{name}, {form}", runner.result, expected if form == UNSIGNED else first.result)
    if arguments.check_only:
        print(f"{name:18}equal", flush=True)
        return
    times = {form: [] for form in runners}
    for _ in range(arguments.rounds):
        for form, runner in runners.items():
            times[form].append(runner.measure())
    for form, its in times.items():
        print(f"{name:18}{form:18}{min(its) * 1e3:10.3f}{min(its) / min(times[FIRST]):8.2f}",
              flush=True)


def main():
    parser = CaseParser(__doc__.split("\n")[0], "case", CASES)
    parser.add_argument("--rounds", type=int, default=51)
    parser.add_argument("--check-only", action="store_true", help="time nothing")
    arguments = parser.parse_args()
    sys.path.insert(0, str(arguments.build / "python"))
    print(f"{'case':18}{'form':18}{'ms':>10}{'ratio':>8}")
    for name in arguments.cases or CASES:
        with open_folder(arguments.keep, name) as folder:
            measure(arguments, name, folder)


if __name__ == "__main__":
    main()
