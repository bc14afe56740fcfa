#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times what the passes make of programs whose layouts pad.

  run.py [kernel ...] [--rounds N] [--without-libraries] [--build DIR] [--keep DIR]

Each kernel of kernels/ is compiled as it is (logical), with its layouts (applied), and
without its marks by layout-set-target and layout-optimize, without padding=true, as
docs/Benchmarks.md says (documented). The other variants get the order of the loops by hand:
tiles (branchy), those partitioned at the padding, and those overcomputed. They run against C++
programs of the same loops that the same clang compiles, OpenBLAS and oneDNN, in one thread, in turns;
results are compared. Prints medians, GFLOP/s and the ratio to the logical version.
Needs OpenBLAS and oneDNN (scripts/setup --libraries), unless run --without-libraries.
"""

import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from variants import APPLY, CLANG, FINISH, CaseParser, compile_variant, open_folder, run

FLAGS = ["-ffp-contract=fast"]

# Per kernel: its source, what stands for $N and the like, the order of its loops
# in tiles, and how many floating-point operations it does.
MATMUL_ORDER = ("(i, k, j) -> (i floordiv 32, j floordiv 32, k floordiv 32, "
                "i mod 32, k mod 32, j mod 32)")
CONVOLUTION_ORDER = ("(i, j, r, s, c, k) -> (k floordiv 32, i, j, r, s, "
                     "c floordiv 32, c mod 32, k mod 32)")


def row_sum_order(run):
    return f"(i, j) -> (i, j floordiv {run}, j mod {run})"


KERNELS = {
    "matmul-127": ("matmul", {"N": 127}, MATMUL_ORDER, 2 * 127**3),
    "matmul-1021": ("matmul", {"N": 1021}, MATMUL_ORDER, 2 * 1021**3),
    "row-sum-16x14": ("row_sum", {"R": 16, "N": 14, "T": 4}, row_sum_order(4),
                      16 * 14),
    "row-sum-1021": ("row_sum", {"R": 1021, "N": 1021, "T": 32}, row_sum_order(32),
                     1021 * 1021),
    "convolution-61": ("convolution", {"C": 61}, CONVOLUTION_ORDER,
                       2 * 56 * 56 * 9 * 61 * 61),
}
DEFINES = {"N": "SIZE", "C": "SIZE", "R": "ROWS", "T": "RUN"}


def pipelines(order):
    walk = f'layout-sequential-access{{nest-map="{order}"}},'
    return {
        "logical": FINISH,
        "applied": APPLY + FINISH,
        "documented": APPLY + "layout-set-target{target=native},layout-optimize," + FINISH,
        "branchy": APPLY + walk + FINISH,
        "partitioned": APPLY + walk + "layout-simplify,layout-partition-loops," + FINISH,
        "overcomputed": APPLY + walk + "layout-simplify,layout-overcompute," + FINISH,
    }


def measure(build, kernel, rounds, libraries, folder):
    file, values, order, _ = KERNELS[kernel]
    source = (HERE / "kernels" / f"{file}.mlir").read_text()
    for name, value in values.items():
        source = source.replace(f"${name}", str(value))
    unmarked = source.replace(" {layout.sequential}", "")
    objects = [compile_variant(build, unmarked if name == "documented" else source, passes, folder / f"{name}.o", [*FLAGS, "-c"])
               for name, passes in pipelines(order).items()]
    defines = [f"-D{DEFINES[name]}={value}" for name, value in values.items()]
    run([*CLANG, *FLAGS, *defines, f"-DROUNDS={rounds}", HERE / f"{file}.cpp", *objects,
         "-o", folder / "bench",
         *(["-DLIBRARIES", "-lopenblas", "-ldnnl"] if libraries else [])])
    alone = dict(os.environ, OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    output = run([folder / "bench"], stdout=subprocess.PIPE, env=alone).stdout
    return {name: float(time) for name, time in map(str.split, output.splitlines())}


def report(kernel, times):
    operations = KERNELS[kernel][3]
    print(f"\n{kernel:22}{'us':>12}{'GFLOP/s':>10}{'x logical':>11}")
    for name, time in times.items():
        print(f"  {name:20}{time * 1e6:12.2f}{operations / time * 1e-9:10.1f}"
              f"{times['logical'] / time:11.2f}", flush=True)


def main():
    parser = CaseParser(__doc__.split("\n")[0], "kernel", KERNELS)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--without-libraries", action="store_true",
                        help="leave out OpenBLAS and oneDNN")
    arguments = parser.parse_args()
    for kernel in arguments.kernels or KERNELS:
        with open_folder(arguments.keep, kernel) as folder:
            report(kernel, measure(arguments.build, kernel, arguments.rounds,
                                   not arguments.without_libraries, folder))


if __name__ == "__main__":
    main()
