#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times pack and unpack of the Python package against chains of numpy's functions.

  PYTHONPATH=build/python benchmarks/python/run.py [--rounds N]

The chains are pad, reshape and transpose, then a copy in row-major order, and back; what
both make is equal. *new* makes a new array, which the system has to find memory for; *out*
writes into one that is there. Prints the medians of seconds of the processor, ours, numpy's
and those of copying the larger array as it lies, and of the ratio in each round: how many
times as long numpy takes. No conversion is faster than the copy.
"""

import argparse
import statistics
import time

import mlir_layout as ml
import numpy as np


def pad_to(x, axis, factor):
    widths = [(0, 0)] * x.ndim
    widths[axis] = (0, -x.shape[axis] % factor)
    return np.pad(x, widths)


def block(x):
    x = pad_to(x, 3, 16)
    n, h, w, c = x.shape
    return x.reshape(n, h, w, c // 16, 16).transpose(0, 3, 1, 2, 4)


def unblock(y, shape):
    n, c, h, w, i = y.shape
    return y.transpose(0, 2, 3, 1, 4).reshape(n, h, w, c * i)[..., :shape[3]]


def tile(x):
    x = pad_to(pad_to(x, 0, 32), 1, 32)
    i, j = x.shape
    return x.reshape(i // 32, 32, j // 32, 32).transpose(0, 2, 1, 3)


def untile(y, shape):
    a, b, i, j = y.shape
    return y.transpose(0, 2, 1, 3).reshape(a * i, b * j)[:shape[0], :shape[1]]


def transpose(x):
    return x.T


def transpose_back(y, shape):
    return y.T


CASES = [
    ("NHWC to NCHW16c", ml.layout("NHWC -> NCHW16c", pad=0), block, unblock,
     [(1, 56, 56, 125), (8, 112, 112, 61), (8, 112, 112, 64)]),
    ("tiles of 32 x 32",
     ml.layout(lambda i, j: (i // 32, j // 32, i % 32, j % 32), pad=0), tile, untile,
     [(509, 1021), (4093, 4091), (4096, 4096)]),
    ("transpose", ml.layout(lambda i, j: (j, i)), transpose, transpose_back,
     [(509, 1021), (4093, 4091), (4096, 4096)]),
]


def copy(dest, source):
    np.copyto(dest, source)
    return dest


def measure(function):
    start = time.process_time()
    result = function()
    return result, time.process_time() - start


def compare(ours, theirs, plain, rounds):
    """Medians of all three, and of the ratio of the first two."""
    times = []
    for _ in range(rounds + 1):  # the first compiles
        a, our_time = measure(ours)
        b, their_time = measure(theirs)
        assert np.array_equal(a, b)
        times.append((our_time, their_time, measure(plain)[1]))
    return (*map(statistics.median, zip(*times[1:])),
            statistics.median(b / a for a, b, _ in times[1:]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--largest", type=float, default=1e9, help="bytes of an array")
    arguments = parser.parse_args()
    print(f"{'case':18}{'shape':20}{'':13}{'ms':>8}{'numpy':>8}{'copy':>8}{'ratio':>8}")
    for name, layout, forth, back, shapes in CASES:
        for shape in shapes:
            x = np.random.default_rng(0).random(shape, np.float32)
            if x.nbytes > arguments.largest:
                continue
            y = ml.pack(x, layout)
            x_out, y_out = np.zeros_like(x), np.zeros_like(y)
            x_other, y_other = np.zeros_like(x), np.zeros_like(y)
            copied = np.zeros_like(y)
            for what, ours, theirs, plain in [
                    ("pack, new", lambda: ml.pack(x, layout),
                     lambda: np.ascontiguousarray(forth(x)), y.copy),
                    ("pack, out", lambda: ml.pack(x, layout, y_out),
                     lambda: copy(y_other, forth(x)), lambda: copy(copied, y)),
                    ("unpack, new", lambda: ml.unpack(y, layout, shape),
                     lambda: np.ascontiguousarray(back(y, shape)), y.copy),
                    ("unpack, out", lambda: ml.unpack(y, layout, shape, x_out),
                     lambda: copy(x_other, back(y, shape)), lambda: copy(copied, y))]:
                our_time, their_time, copy_time, ratio = compare(
                    ours, theirs, plain, arguments.rounds)
                print(f"{name:18}{'x'.join(map(str, shape)):20}{what:13}{our_time * 1e3:8.2f}"
                      f"{their_time * 1e3:8.2f}{copy_time * 1e3:8.2f}{ratio:8.2f}", flush=True)


if __name__ == "__main__":
    main()
