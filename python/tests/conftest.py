# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests share: layouts by brute force."""

import itertools

import numpy as np


def pack_slowly(x, layout, fill):
    """`pack`, element by element, from the map alone; `fill` elsewhere."""
    out = np.full(layout.physical_shape(x.shape), fill, x.dtype)
    for index in itertools.product(*map(range, x.shape)):
        out[layout.map(index)] = x[index]
    return out


def find_padding(layout, shape):
    """An array of the physical shape that is true where padding is."""
    return pack_slowly(np.zeros(shape, bool), layout, True)
