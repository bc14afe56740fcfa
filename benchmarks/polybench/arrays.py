# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays that are passed to kernels, in row-major order and laid out."""

import ctypes
import math
import re

from variants import describe

C_TYPES = {"f64": ctypes.c_double, "f32": ctypes.c_float, "i32": ctypes.c_int32,
           "i8": ctypes.c_int8}
# The row-major version of an array, and the one with its layout.
KINDS = ["logical", "physical"]


def load_data(path):
    """What data.cpp exports."""
    data = ctypes.CDLL(str(path))
    pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int64
    data.allocateArray.argtypes = [number]
    data.allocateArray.restype = pointer
    data.fillArray.argtypes = [pointer, text, text, number, number, number]
    data.copyArray.argtypes = [pointer, pointer, number, number, pointer, pointer,
                               ctypes.c_bool]
    data.findArrayDifference.argtypes = [pointer, pointer, text, number,
                                         ctypes.c_double]
    data.findArrayDifference.restype = number
    return data


class Array:
    """An array of which both versions can be reset to what they held at first."""

    def __init__(self, data, name, element, shape, physical_shape, layout):
        self.data, self.name, self.element, self.shape = data, name, element, shape
        self.size, self.width = math.prod(shape), ctypes.sizeof(C_TYPES[element])
        self.bytes, self.memory, self.first, self.descriptor = {}, {}, {}, {}
        for kind, sizes in zip(KINDS, (shape, physical_shape)):
            self.bytes[kind] = math.prod(sizes) * self.width
            self.memory[kind] = data.allocateArray(self.bytes[kind])
            self.first[kind] = data.allocateArray(self.bytes[kind])
            self.descriptor[kind] = describe(self.memory[kind], sizes)
        self.offsets = [(ctypes.c_int64 * extent)(*column) for extent, column in
                        zip(shape, get_offsets(layout, shape, physical_shape))]

    def fill(self, contents, seed):
        self.data.fillArray(self.first["logical"], self.element.encode(),
                            contents.encode(), self.size, self.shape[-1], seed)
        self.copy(self.first["logical"], self.first["physical"], True)

    def reset(self, kind):
        ctypes.memmove(self.memory[kind], self.first[kind], self.bytes[kind])

    def copy(self, logical, physical, to_physical):
        rank = len(self.shape)
        columns = (ctypes.c_void_p * rank)(*map(ctypes.addressof, self.offsets))
        self.data.copyArray(logical, physical, self.width, rank,
                            (ctypes.c_int64 * rank)(*self.shape), columns, to_physical)

    def read(self, kind):
        """Its elements in row-major order, as bytes."""
        if kind == "logical":
            return ctypes.string_at(self.memory[kind], self.bytes[kind])
        result = ctypes.create_string_buffer(self.bytes["logical"])
        self.copy(ctypes.addressof(result), self.memory[kind], False)
        return result.raw

    def read_first(self):
        """What it held at first, as lists of lists."""
        elements = list((C_TYPES[self.element] * self.size).from_address(
            self.first["logical"]))
        for extent in reversed(self.shape[1:]):
            elements = [elements[i:i + extent] for i in range(0, len(elements), extent)]
        return elements

    def to_bytes(self, lists):
        return bytes((C_TYPES[self.element] * self.size)(*flatten(lists)))

    def compare(self, expected, found, tolerance):
        """Says how these bytes differ, if they do."""
        e = self.data.findArrayDifference(expected, found, self.element.encode(),
                                          self.size, tolerance)
        if e < 0:
            return ""
        values = [C_TYPES[self.element].from_buffer_copy(bytes, e * self.width).value
                  for bytes in (found, expected)]
        indices = []
        for extent in reversed(self.shape):
            e, index = divmod(e, extent)
            indices.insert(0, index)
        return f"{self.name}{indices} is {values[0]!r}, not {values[1]!r}"


def flatten(lists):
    return ([e for part in lists for e in flatten(part)] if isinstance(lists[0], list)
            else lists)


def get_offsets(layout, shape, physical_shape):
    """For each dimension, what each index in it adds to the place of an element."""
    names, results = re.search(r"index_map<\((.*?)\) -> \((.*?)\)>", layout).groups()
    if "pad<0" not in layout:
        raise ValueError(f"padding is filled with zeros, which is not right for {layout}")
    names = names.split(", ")
    offsets = [[0] * extent for extent in shape]
    for r, result in enumerate(results.split(", ")):
        name, *operation = result.split()
        column = offsets[names.index(name)]
        stride = math.prod(physical_shape[r + 1:])
        for index in range(len(column)):
            column[index] += stride * get_digit(index, *operation)
    return offsets


def get_digit(index, operation=None, radix=1):
    if operation == "floordiv":
        return index // int(radix)
    return index % int(radix) if operation == "mod" else index


def read_shapes(source):
    """Shape and elements of each array among the arguments of @kernel."""
    signature = re.search(r"func\.func @kernel\(.*?\) \{\n", source, re.DOTALL)[0]
    return [([int(extent) for extent in sizes.split("x")[:-1]], element)
            for sizes, element in re.findall(r"memref<((?:\d+x)+)(\w+)", signature)]
