# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels: their sizes, as in PolyBench/C 4.2, and what is passed to them."""

import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent

DATASETS = ["MINI", "SMALL", "MEDIUM", "LARGE"]
CONTRACTIONS = ["gemm", "2mm", "3mm", "syrk", "syr2k", "symm", "trmm", "doitgen",
                "covariance", "correlation"]
# Per kernel: what $NI and the like stand for, in each data set.
SIZES = {
    "gemm": ("NI NJ NK", (20, 25, 30), (60, 70, 80), (200, 220, 240), (1000, 1100, 1200)),
    "2mm": ("NI NJ NK NL", (16, 18, 22, 24), (40, 50, 70, 80),
            (180, 190, 210, 220), (800, 900, 1100, 1200)),
    "3mm": ("NI NJ NK NL NM", (16, 18, 20, 22, 24), (40, 50, 60, 70, 80),
            (180, 190, 200, 210, 220), (800, 900, 1000, 1100, 1200)),
    "syrk": ("M N", (20, 30), (60, 80), (200, 240), (1000, 1200)),
    "syr2k": ("M N", (20, 30), (60, 80), (200, 240), (1000, 1200)),
    "symm": ("M N", (20, 30), (60, 80), (200, 240), (1000, 1200)),
    "trmm": ("M N", (20, 30), (60, 80), (200, 240), (1000, 1200)),
    "doitgen": ("NQ NR NP", (8, 10, 12), (20, 25, 30), (40, 50, 60), (140, 150, 160)),
    "covariance": ("M N", (28, 32), (80, 100), (240, 260), (1200, 1400)),
    "correlation": ("M N", (28, 32), (80, 100), (240, 260), (1200, 1400)),
    "atax": ("M N", (38, 42), (116, 124), (390, 410), (1900, 2100)),
    "bicg": ("M N", (38, 42), (116, 124), (390, 410), (1900, 2100)),
    "mvt": ("N", (40,), (120,), (400,), (2000,)),
    "gemver": ("N", (40,), (120,), (400,), (2000,)),
    "gesummv": ("N", (30,), (90,), (250,), (1300,)),
    "cholesky": ("N", (40,), (120,), (400,), (2000,)),
    "lu": ("N", (40,), (120,), (400,), (2000,)),
    "ludcmp": ("N", (40,), (120,), (400,), (2000,)),
    "trisolv": ("N", (40,), (120,), (400,), (2000,)),
    "durbin": ("N", (40,), (120,), (400,), (2000,)),
    "gramschmidt": ("M N", (20, 30), (60, 80), (200, 240), (1000, 1200)),
    "jacobi-1d": ("TSTEPS N", (20, 30), (40, 120), (100, 400), (500, 2000)),
    "jacobi-2d": ("TSTEPS N", (20, 30), (40, 90), (100, 250), (500, 1300)),
    "seidel-2d": ("TSTEPS N", (20, 40), (40, 120), (100, 400), (500, 2000)),
    "heat-3d": ("TSTEPS N", (20, 10), (40, 20), (100, 40), (500, 120)),
    "fdtd-2d": ("TMAX NX NY", (20, 20, 30), (40, 60, 80),
                (100, 200, 240), (500, 1000, 1200)),
    "adi": ("TSTEPS N", (20, 20), (40, 60), (100, 200), (500, 1000)),
    "deriche": ("W H", (64, 64), (192, 128), (720, 480), (4096, 2160)),
    "floyd-warshall": ("N", (60,), (180,), (500,), (2800,)),
    "nussinov": ("N", (60,), (180,), (500,), (2500,)),
}
# What arrays hold at first, where it is not just any numbers (see data.cpp).
CONTENTS = {
    ("cholesky", "A"): "dominant",
    ("lu", "A"): "dominant",
    ("ludcmp", "A"): "dominant",
    ("trisolv", "L"): "dominant",
    ("durbin", "r"): "autocorrelation",
    ("nussinov", "table"): "zero",
}


def get_sizes(kernel, dataset):
    names, *values = SIZES[kernel]
    return dict(zip(names.split(), values[DATASETS.index(dataset)]))


def get_scalar(name, kernel, sizes):
    values = {"alpha": 0.25 if kernel == "deriche" else 1.5, "beta": 1.2,
              "float_n": sizes.get("N")}
    return values[name]


def get_contents(kernel, name):
    return CONTENTS.get((kernel, name), "uniform")


def read_kernel(kernel, sizes):
    """The kernel, with numbers for $N and ${N - 1}."""
    def get_number(match):
        size, difference = match[1] or match[2], int((match[3] or "0").replace(" ", ""))
        return str(sizes[size] + difference)

    return re.sub(r"\$(?:([A-Z]+)|\{([A-Z]+) ([+-] \d+)\})", get_number,
                  (HERE / "kernels" / f"{kernel}.mlir").read_text())
