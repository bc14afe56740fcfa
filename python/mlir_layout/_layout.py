# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Layouts: index maps from Python functions, and what follows from them."""

import itertools
import math
import operator
import re
from typing import NamedTuple

from . import _trace
from ._errors import LayoutError


_MOST_AXES = 1000


def core():
    """The C++ half, loaded when it is first needed: it brings LLVM with it."""
    from . import _core
    return _core


class _Word:
    """A pad without a value."""

    def __init__(self, name):
        self._name = name

    def __repr__(self):
        return f"mlir_layout.{self._name}"

    def __reduce__(self):
        return self._name


none = _Word("none")
undef = _Word("undef")


class Picture(str):
    """A text that is shown as it is; in a notebook the picture in its place. `Layout.draw`
    makes it; `str` has no quotes around it.

    >>> import mlir_layout as ml
    >>> ml.layout(lambda i: (i // 2, i % 2)).draw((4,)).splitlines()[1]
    'logical 4, physical 2x2: 0 of 4 places are padding'
    """

    def __new__(cls, text, draw_svg=None):
        picture = super().__new__(cls, text)
        picture._draw_svg = draw_svg
        return picture

    def __repr__(self):
        return str(self)

    def __reduce__(self):
        return Picture, (str(self),)

    def _repr_svg_(self):
        # Where there is none, the notebook shows the text.
        try:
            return self._draw_svg() if self._draw_svg else None
        except LayoutError:
            return None


class BankConflicts(NamedTuple):
    """The cycles that a warp waits at worst for an access to workgroup memory, and the least
    that would do. Where these differ, two threads that access different words of one bank.

    >>> import mlir_layout as ml
    >>> ml.layout(lambda i: i).bank_conflicts((64,), "f4", lambda t: (2 * t,)).threads
    (0, 16)
    """

    cycles: int
    least: int
    threads: tuple | None
    bank: int | None


class IndexMap:
    """An index map by itself, such as the inverse of a layout: a function of integers.

    Made of its text in MLIR's form. A wrong text, or an index that it does not take, is a
    `LayoutError`, when it is called.

    >>> import mlir_layout as ml
    >>> ml.IndexMap("(d0, d1) -> (d0 * 4 + d1)")(1, 2)
    (6,)
    """

    def __init__(self, text):
        if not isinstance(text, str):
            raise TypeError(f"expects the text of a map, found {text!r}")
        _trace.check_text(text, "index map")
        self._text = text

    def __str__(self):
        return self._text

    def __repr__(self):
        return f"IndexMap('{self._text}')"

    def __call__(self, *index):
        """The value at an index, which is given as numbers or as one tuple."""
        if len(index) == 1 and isinstance(index[0], (tuple, list)):
            index = index[0]
        return tuple(core().evaluate_map(self._text, _read_index(index)))

    def __eq__(self, other):
        return self._text == other._text if isinstance(other, IndexMap) else NotImplemented

    def __hash__(self):
        return hash(self._text)


class Layout:
    """Where each element of a buffer lies, and what the padding holds.

    Made by `layout`; `first >> second` is a layout of two steps. Immutable. Two
    layouts are equal if their maps, extents, pads and separators are. Shapes are tuples of
    integers, counted in elements; None is an extent that is not known.

    >>> import mlir_layout as ml
    >>> L = ml.layout("NHWC -> NCHW16c", pad=0.0)
    >>> L.logical_rank, L.physical_rank, L.map((0, 3, 4, 60))
    (4, 5, (0, 3, 3, 4, 12))
    """

    __slots__ = ("_steps", "_separators", "_core", "_key", "_without_pads", "_known")
    # numpy is not to take a layout for an element of an array.
    __array_ufunc__ = None

    def __init__(self, steps, separators):
        self._steps = steps  # (map, extent or None, pad), the first two as MLIR writes them
        self._separators = separators
        self._core = core().Layout.parse(self._write(_write_known_pad))
        self._key = str(self._core)
        self._without_pads = None
        self._known = {}  # what conversions of a type and a shape need
        # As MLIR writes the maps.
        self._steps = tuple((index_map, extent, pad) for index_map, (_, extent, pad)
                            in zip(self._core.maps(), steps))

    def _write(self, write_pad):
        parts = []
        for index_map, extent, pad in self._steps:
            parts.append(f"index_map<{index_map}>")
            if extent is not None:
                parts.append(f"extent<{extent}>")
            if pad is not none:
                parts.append(f"pad<{write_pad(pad)}>")
        if self._separators is not None:
            parts.append(f"axis_separator<[{', '.join(map(str, self._separators))}]>")
        return f"#layout.buffer<{', '.join(parts)}>"

    def __str__(self):
        return self._write(_write_shown_pad)

    def __repr__(self):
        return f"Layout('{self}')"

    def __eq__(self, other):
        return self._key == other._key if isinstance(other, Layout) else NotImplemented

    def __hash__(self):
        return hash(self._key)

    def __rshift__(self, other):
        if not isinstance(other, Layout):
            return NotImplemented
        if self._separators is not None:
            raise ValueError("axis separators come last: expects them of the second layout")
        return Layout(self._steps + other._steps, other._separators)

    def __reduce__(self):
        return Layout, (self._steps, self._separators)

    @property
    def logical_rank(self):
        """How many indices it takes."""
        return self._core.logical_rank()

    @property
    def physical_rank(self):
        """How many indices a place has."""
        return self._core.physical_rank()

    def attribute(self, dtype):
        """The `#layout.buffer` for elements of a numpy type, which pads then have: text to
        put into a program. A pad that is no number of this type is a ValueError.

        >>> import mlir_layout as ml
        >>> ml.layout(lambda i: (i // 4, i % 4), pad=1).attribute("i4")
        '#layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, pad<1 : i32>>'
        """
        from . import _convert
        dtype = _convert.read_dtype(dtype)
        element = _convert.get_element(dtype)
        return self._write(lambda pad: _convert.write_pad(pad, dtype, element))

    def physical_shape(self, shape):
        """The shape in memory of a buffer of this logical shape; None is an extent that
        is not known. Raises `LayoutError` where the layout is wrong on this shape.

        >>> import mlir_layout as ml
        >>> ml.layout("NHWC -> NCHW16c").physical_shape((None, 56, 56, 61))
        (None, 4, 56, 56, 16)
        """
        return _give_shape(self._core.facts(_read_shape(shape))[0])

    def flattened_shape(self, shape):
        """The shape with the axes between separators joined.

        >>> import mlir_layout as ml
        >>> ml.layout(lambda i, j: (i // 4, j, i % 4), axis_separator=[1]).flattened_shape((8, 5))
        (2, 20)
        """
        return _give_shape(self._core.facts(_read_shape(shape))[1])

    def padding_count(self, shape):
        """How many places (elements) of the buffer are padding, for a shape whose extents are
        all known.

        >>> import mlir_layout as ml
        >>> ml.layout(lambda i: (i // 4, i % 4)).padding_count((14,))
        2
        """
        shape = _read_shape(shape)
        if -1 in shape:
            raise ValueError("expects a shape whose extents are all known")
        count = self._core.facts(shape)[2]
        if count is None:
            raise LayoutError("the padding has more places than 64 bits count")
        return count

    def without_pads(self):
        """The layout whose padding may hold anything.

        >>> import mlir_layout as ml
        >>> ml.layout(lambda i: (i // 4, i % 4), pad=0).without_pads()
        Layout('#layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, pad<undef>>')
        """
        if self._without_pads is None:
            self._without_pads = Layout(
                tuple((index_map, extent, undef) for index_map, extent, _ in self._steps),
                self._separators)
        return self._without_pads

    @property
    def inverse(self):
        """The way back from places that hold data, on every shape: an `IndexMap`. A
        `LayoutError` if none was found.

        >>> import mlir_layout as ml
        >>> ml.layout(lambda i: (i // 4, i % 4)).inverse
        IndexMap('(d0, d1) -> (d0 * 4 + d1)')
        """
        return self.inverse_on((None,) * self.logical_rank)

    def inverse_on(self, shape):
        """The way back from places that hold data, of a buffer of this shape, which may be
        simpler, or be there where `inverse` is not.

        >>> import mlir_layout as ml
        >>> ml.layout(lambda i, j: (i * 3 + j,)).inverse_on((4, 3))
        IndexMap('(d0) -> (d0 floordiv 3, d0 mod 3)')
        """
        _, _, _, inverse, why = self._core.facts(_read_shape(shape))
        if not inverse:
            raise LayoutError("no inverse was found: " + why)
        return IndexMap(inverse)

    def map(self, index):
        """The place of a logical index, a tuple of integers of at least 0; whether it is in a
        shape is not checked.

        >>> import mlir_layout as ml
        >>> ml.layout(lambda i: (i // 4, i % 4)).map((13,))
        (3, 1)
        """
        index = _read_index(index)
        if len(index) != self.logical_rank:
            raise ValueError(f"expects an index of {self.logical_rank} numbers, found {index}")
        if any(number < 0 for number in index):
            raise ValueError(f"expects numbers of at least 0, found {index}")
        return tuple(self._core.map(index))

    def bank_conflicts(self, shape, dtype, index, threads=32, width=1, counts=(), store=False,
                       rules="nvidia"):
        """What an access to a buffer in the workgroup memory of a GPU costs: `BankConflicts`
        of the warp that waits longest, counted exactly.

        index    a function of the number of a thread in its block, and of variables, to the
                 logical index of the first element that the thread accesses
        threads  how many a block has
        width    how many elements along the last dimension each thread accesses at once
        counts   for each variable, how many values it has: 0, 1, ... The worst counts
        store    whether the access writes
        rules    how lanes are served: "nvidia", "amd" or "amd-cdna4"

        A `LayoutError` where an index leaves the shape, or the elements of an access are not
        contiguous and aligned.

        >>> import mlir_layout as ml
        >>> rows = ml.layout(lambda i, j: (i, j))
        >>> rows.bank_conflicts((64, 64), "f2", lambda t: (t, 0), width=8)
        BankConflicts(cycles=32, least=4, threads=(0, 1), bank=0)
        >>> swizzled = ml.layout(lambda i, j: (i, j // 8 ^ i % 8, j % 8))
        >>> swizzled.bank_conflicts((64, 64), "f2", lambda t: (t, 0), width=8)
        BankConflicts(cycles=4, least=4, threads=None, bank=None)
        """
        from . import _convert
        text, is_tuple, count = _trace.trace(index, "index")
        if not is_tuple or count != self.logical_rank:
            raise ValueError(f"index: expects a function to a tuple of {self.logical_rank} "
                             "numbers")
        counts = _read_numbers(counts, "counts")
        variables = _trace.count_indices(index, "index") - 1
        if len(counts) != variables:
            raise ValueError(f"counts: expects {variables} numbers, one for each variable of "
                             f"the index, found {len(counts)}")
        numbers = []
        for name, value in {"width": width, "threads": threads}.items():
            number = _trace.to_integer(value)
            if number is None or number < 1:
                raise ValueError(f"{name}: expects a positive integer, found {value!r}")
            numbers.append(number)
        cycles, least, witness = self._core.bank_conflicts(
            _read_shape(shape), text, numbers[0], _convert.read_dtype(dtype).itemsize,
            numbers[1], counts, bool(store), str(rules))
        threads, bank = (witness[:2], witness[2]) if witness else (None, None)
        return BankConflicts(cycles, least, threads, bank)

    def draw(self, shape, format="text", axes=(), banks=None):
        """A picture of where the elements lie and where padding is.

        As text, or with format="svg" both sides of a slice along two logical axes, by
        their numbers: rows, columns. A notebook shows the latter of both. An extent of None is
        drawn for an example, which is said: "for d0 = 6". With `banks`, a numpy type, the colours
        of the picture are the banks of a GPU's workgroup memory in which elements of this type
        begin.

        >>> import mlir_layout as ml
        >>> ml.layout(lambda i: (i // 4, i % 4)).draw((None,))
        #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>
        logical ?, physical ?x4; for d0 = 6:
        logical 6, physical 2x4: 2 of 8 places are padding
        ░ padding of step 1, #layout.pad<none>
        logical d0 in physical [0, 1]
              0 1 2 3
            0 0 1 2 3
            1 4 5 ░ ░
        <BLANKLINE>
        """
        if format not in ("text", "svg"):
            raise ValueError(f"expects the format 'text' or 'svg', found {format!r}")
        shape = _read_shape(shape)
        axes = tuple(_read_axis(axis) for axis in _take_tuple(axes, "axes"))
        # The pad has no type yet.
        words = [(known, f"pad<{_write_shown_pad(pad)}>")
                 for known, (_, _, pad) in zip(self._core.pads(), self._steps)]

        size = 0
        if banks is not None:
            from . import _convert
            size = _convert.read_dtype(banks).itemsize

        def draw_svg():
            return self._core.draw_svg(shape, axes, words, size)

        if format == "svg":
            return Picture(draw_svg(), draw_svg)
        text = self._core.draw(shape)
        for known, shown in words:
            text = text.replace(known, shown)
        return Picture(text, draw_svg)


def _read_axis(axis):
    try:
        number = operator.index(axis)
    except TypeError as error:
        raise TypeError(f"axes: expects numbers of axes, found {axis!r}") from error
    if not 0 <= number < _MOST_AXES:
        raise ValueError(f"axes: there is no axis {number}")
    return number


def _take_tuple(values, what):
    if isinstance(values, (str, bytes)):
        raise TypeError(f"{what}: expects a tuple of integers, found {values!r}")
    try:
        values = tuple(itertools.islice(values, _MOST_AXES + 1))
    except TypeError as error:
        raise TypeError(f"{what}: expects a tuple of integers, found {values!r}") from error
    if len(values) > _MOST_AXES:
        raise ValueError(f"{what}: expects at most {_MOST_AXES} numbers")
    return values


def _read_numbers(values, what):
    values = _take_tuple(values, what)
    numbers = []
    for value in values:
        number = -1 if value is None and what == "shape" else _trace.to_integer(value)
        if number is None:
            raise TypeError(f"{what}: expects a tuple of integers, found {values!r}")
        numbers.append(number)
        if what == "shape" and value is not None and number < 0:
            raise ValueError(f"shape: expects extents of at least 0, found {values!r}")
    return numbers


def _read_shape(shape):
    return _read_numbers(shape, "shape")


def _read_index(index):
    return _read_numbers(index, "index")


def _give_shape(shape):
    return tuple(None if extent < 0 else extent for extent in shape)


def _is_number(value):
    if isinstance(value, (bool, int, float, complex)):
        return True
    return type(value).__module__ == "numpy" and hasattr(value, "dtype") and (
        getattr(value, "shape", None) == () and value.dtype.kind in "biufc")


class _PadMap:
    """A pad that is computed from its place."""

    def __init__(self, text, is_copy):
        self.text = text if is_copy else f"value {text}"
        self.is_copy = is_copy


def _read_pad(pad, physical_rank):
    if pad is none or pad is undef or _is_number(pad):
        return pad
    if not callable(pad):
        raise TypeError("pad: expects a number, mlir_layout.none, mlir_layout.undef or a "
                        f"function of a place, found {pad!r}")
    rank = _trace.count_indices(pad, "pad")
    if rank != physical_rank:
        raise ValueError(f"pad: expects a function of {physical_rank} indices, as the layout "
                         f"has physical axes, found {rank}")
    text, is_tuple, count = _trace.trace(pad, "pad")
    if is_tuple and count != physical_rank:
        raise ValueError(f"pad: expects {physical_rank} indices of the element that is "
                         f"copied, found {count}")
    return _PadMap(text, is_tuple)


def _write_word_or_map(pad):
    if pad is none or pad is undef:
        return pad._name
    return pad.text if isinstance(pad, _PadMap) else None


def _write_known_pad(pad):
    """A pad for questions that are not about its type: 0.0 and 0 are one number."""
    text = _write_word_or_map(pad)
    if text is not None:
        return text
    if isinstance(pad, complex) or getattr(getattr(pad, "dtype", None), "kind", "") == "c":
        from ._convert import write_bits
        return f"{write_bits(complex(pad), 'complex128')} : i128"
    number = pad.item() if hasattr(pad, "item") else pad
    if isinstance(number, float):
        if not (number.is_integer() and abs(number) < 2**63) or (
                number == 0 and math.copysign(1, number) < 0):
            from ._convert import write_bits
            return f"0x{write_bits(number, 'float64') % 2**64:016X} : f64"
    number = int(number)
    width = 64 if -2**63 <= number < 2**63 else max(number.bit_length() + 1, 65)
    if width > 1024:
        raise ValueError("pad: expects a number of at most 1024 bits")
    return f"{number} : i{width}"


def _write_shown_pad(pad):
    text = _write_word_or_map(pad)
    if text is not None:
        return text
    number = pad.item() if hasattr(pad, "item") else pad
    return repr(number).lower()  # true, false


_STRINGS = re.compile(r"\s*(\w+)\s*->\s*(\w+)\s*", re.ASCII)
_EXTENT = re.compile(r"\?( *\+ *[0-9]{1,18})?")


def _read_extent(extents, physical_rank):
    texts = []
    for extent in _take_tuple(extents, "extent"):
        if extent is None:
            texts.append("?")
        elif isinstance(extent, str):
            if not _EXTENT.fullmatch(extent):
                raise ValueError(f"extent: expects a number, None, '?' or '? + 1', found {extent!r}")
            texts.append(extent)
        else:
            number = _trace.to_integer(extent)
            if number is None:
                raise TypeError(f"extent: expects a number, None, '?' or '? + 1', found {extent!r}")
            if number < 0:
                raise ValueError(f"extent: expects numbers of at least 0, found {number}")
            texts.append(str(number))
    if len(texts) != physical_rank:
        raise ValueError(f"extent: expects {physical_rank} extents, one for each physical "
                         f"axis, found {len(texts)}")
    return f"[{', '.join(texts)}]"


def _read_map(index_map):
    """The text of the map."""
    if isinstance(index_map, str):
        strings = _STRINGS.fullmatch(index_map)
        if not strings:
            raise ValueError("expects layout strings such as 'NHWC -> NCHW16c', found "
                             f"{index_map!r}")
        return f'"{strings[1]}" -> "{strings[2]}"'
    if not callable(index_map):
        raise TypeError("expects a function of indices or layout strings such as "
                        f"'NHWC -> NCHW16c', found {index_map!r}")
    return _trace.trace(index_map, "index map")[0]


def layout(index_map, pad=none, extent=None, axis_separator=None):
    """A layout of one step.

    index_map       a function from the logical indices to the tuple of the physical
                    ones, or layout strings: "NHWC -> NCHW16c"
    pad             what the padding holds: a number; `none`, may be neither read nor
                    written; `undef`, any value; a function from a place to a number (a
                    value) or to a tuple (the element of which it is a copy)
    extent          for each physical axis a number, None (the derived extent) or
                    "? + 1" (a border after it)
    axis_separator  the first axis of each group but the first, where the axes of a
                    group become one when flattened

    The function is called once, with symbols: `+`, `-`, `*` with constants, `//` and `%` by
    positive constants; all else is a TypeError or a ValueError. A map that no shape has, such as
    one under which two indices share a physical index, is a `LayoutError` when a shape is computed.

    >>> import mlir_layout as ml
    >>> L = ml.layout(lambda n, h, w, c: (n, c // 16, h, w, c % 16), pad=0.0)
    >>> L == ml.layout("NHWC -> NCHW16c", pad=0.0)
    True
    >>> L.physical_shape((1, 56, 56, 61))
    (1, 4, 56, 56, 16)
    """
    text = _read_map(index_map)
    plain = Layout(((text, None, none),), None)
    rank = plain.physical_rank
    if extent is not None:
        extent = _read_extent(extent, rank)
    if axis_separator is not None:
        axis_separator = tuple(_read_numbers(axis_separator, "axis_separator"))
    return Layout(((text, extent, _read_pad(pad, rank)),), axis_separator)
