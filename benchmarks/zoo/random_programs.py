# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Contractions of random shapes."""

import random

from programs import ROWS, batch, conv, depthwise, matmul, matvec, transposed

ELEMENTS = ("f32", "f32", "f32", "f16", "bf16", "i8", "f64", "i32")
EXTENTS = (3, 5, 7, 8, 10, 12, 14, 16, 17, 20, 24, 28, 30, 31, 32, 33, 40, 48, 50, 61, 64, 65, 96, 100,
           112, 120, 127, 128, 144, 150, 192, 200, 256, 300, 320, 384, 500, 512, 640, 768, 1000, 1024)
FEW = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 24, 33, 64, 100)
CHANNELS = (3, 8, 16, 24, 32, 40, 61, 64, 96)


def draw_product(rng, options, suffix):
    rows, depth, columns = rng.choice(FEW), rng.choice(EXTENTS), rng.choice(EXTENTS)
    kind = rng.choice((matmul, transposed))
    unknown = kind is matmul and rng.random() < 0.33
    if unknown:
        options["unknown"] = ROWS
    name = f"{kind.__name__}-{'?' * unknown}{rows}x{depth}x{columns}{suffix}"
    return name, kind(rows, depth, columns, **options)


def draw_convolution(rng, options, suffix):
    size, stride, images = rng.choice((1, 3, 3, 5)), rng.choice((1, 1, 2)), rng.choice((1, 1, 2, 4))
    side, nchw = rng.choice((9, 16, 18, 30, 34, 58)), rng.random() < 0.5
    channels, results = rng.choice(CHANNELS), rng.choice(CHANNELS[1:])
    name = (f"conv-{size}x{size}-{images}x{side}-{channels}-{results}-by-{stride}-"
            f"{'nchw' if nchw else 'nhwc'}{suffix}")
    return name, conv(side, channels, results, size, stride, nchw, images, **options)


def draw_depthwise(rng, options, suffix):
    side, channels = rng.choice((9, 16, 30, 34, 58)), rng.choice((8, 24, 32, 61, 64, 96, 144, 200))
    stride, images, nchw = rng.choice((1, 2)), rng.choice((1, 2)), rng.random() < 0.5
    name = f"depthwise-{images}x{side}-{channels}-by-{stride}-{'nchw' if nchw else 'nhwc'}{suffix}"
    return name, depthwise(side, channels, stride, nchw, images, **options)


def draw_batch(rng, options, suffix):
    extents = (rng.choice((2, 4, 8, 12)), rng.choice(FEW), rng.choice(EXTENTS[:33]),
               rng.choice(EXTENTS[:33]))
    return f"batch-{'x'.join(map(str, extents))}{suffix}", batch(*extents, **options)


def draw_vector(rng, options, suffix):
    rows, depth = rng.choice(EXTENTS), rng.choice(EXTENTS)
    return f"matvec-{rows}x{depth}{suffix}", matvec(rows, depth, **options)


def draw(seed, number):
    """Programs by their names: the first ones are the same for any number."""
    rng = random.Random(seed)
    kinds = (draw_product,) * 4 + (draw_convolution,) * 3 + (draw_depthwise, draw_batch, draw_vector)
    programs = {}
    for _ in range(number):
        options = {"element": rng.choice(ELEMENTS), "constant": rng.random() < 0.6}
        suffix = f"-{options['element']}{'-constant' * options['constant']}"
        name, program = rng.choice(kinds)(rng, options, suffix)
        programs[name] = program
    return programs
