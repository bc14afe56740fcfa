# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays from one layout to another, by compiled conversions."""

import collections
import re
import threading

import numpy as np

from ._errors import LayoutError
from ._layout import Layout, _PadMap, _give_shape, _read_shape, _write_word_or_map, core

_FLOATS = {2: "f16", 4: "f32", 8: "f64"}
_TARGET = re.compile(r"[A-Za-z0-9_.+=-]+")


def read_dtype(dtype):
    if dtype is None:  # which is float64 to numpy
        raise TypeError("expects a numpy type, found None")
    dtype = np.dtype(dtype)
    is_known = dtype.kind in "biu" and dtype.itemsize <= 8 or (
        dtype.kind == "f" and dtype.itemsize in _FLOATS) or (
        dtype.kind == "c" and dtype.itemsize in (8, 16))
    if not is_known:
        raise TypeError(f"expects a boolean, integer, floating-point or complex type of at most "
                        f"64 bits a number, found {dtype}")
    if not dtype.isnative:
        raise TypeError(f"expects numbers in the order of bytes of this machine, found {dtype.str}")
    return dtype


def get_element(dtype):
    """The element type in MLIR of a numpy type."""
    if dtype.kind == "b":
        return "i1"
    if dtype.kind == "f":
        return _FLOATS[dtype.itemsize]
    if dtype.kind == "c":
        return f"complex<{_FLOATS[dtype.itemsize // 2]}>"
    return f"i{8 * dtype.itemsize}"


def write_bits(value, dtype):
    """The bits of a number as a signed integer."""
    return int.from_bytes(np.array(value, dtype).tobytes(), "little", signed=True)


def _take_number(pad, dtype):
    """A pad as a number of this type."""
    found = getattr(pad, "dtype", None)
    if found is not None and found != dtype:
        raise TypeError(f"pad: expects a number of type {dtype}, found {pad!r} of type {found}")
    number = pad.item() if found is not None else pad
    fits = True
    if isinstance(number, complex):
        fits = dtype.kind == "c"
    elif dtype.kind in "bui":
        fits = not isinstance(number, float) or number.is_integer()
        least, most = (0, 1) if dtype.kind == "b" else (
            np.iinfo(dtype).min, np.iinfo(dtype).max)
        fits = fits and least <= number <= most
        number = int(number) if fits else number
    if fits:
        try:
            with np.errstate(over="ignore"):
                taken = np.array(number, dtype)
        except OverflowError:
            fits = False
        else:
            fits = dtype.kind in "bui" or bool(np.isfinite(taken)) or not bool(
                np.isfinite(complex(number)))
    if not fits:
        raise ValueError(f"pad: {pad!r} is no number of type {dtype}")
    return taken


def write_pad(pad, dtype, element):
    """A pad for elements of a type in MLIR that has the bits of `dtype`."""
    text = _write_word_or_map(pad)
    if text is not None:
        return text
    number = _take_number(pad, dtype)
    if element.startswith("complex"):
        raise TypeError("pad: a constant is an integer or a float in MLIR, and no complex number")
    if element.startswith("f"):
        digits = 2 * dtype.itemsize
        bits = int.from_bytes(number.tobytes(), "little")
        return f"0x{bits:0{digits}X} : {element}"
    bits = write_bits(number, dtype)
    return f"{'true' if bits else 'false'}" if element == "i1" else f"{bits} : {element}"


def _computes(layout):
    """Is there a pad that is computed as a number?"""
    return any(isinstance(pad, _PadMap) and not pad.is_copy for _, _, pad in layout._steps)


def _choose_element(layout, dtype):
    """What a conversion moves are bits, but where a pad computes numbers."""
    if not _computes(layout):
        return f"i{8 * dtype.itemsize}"
    if dtype.kind not in "iuf":
        raise TypeError(f"pad: a value that is computed is an integer or a float, not {dtype}")
    return get_element(dtype)


def _remember(layout, key, ask):
    """What `ask` says, once for each key; a few of them."""
    value = layout._known.get(key)
    if value is None:
        value = ask()
        if len(layout._known) >= 64:
            layout._known.clear()
        layout._known[key] = value
    return value


def _write_for(layout, dtype):
    """The element type and the layout of a conversion."""
    def write():
        element = _choose_element(layout, dtype)
        return element, layout._write(lambda pad: write_pad(pad, dtype, element))
    return _remember(layout, dtype, write)


def _get_range(dtype):
    """The least and the greatest integer of 64 bits that a type has, rounded."""
    if dtype.kind == "f":
        # 65519 is rounded to 65504, which is the greatest, 65520 to infinity.
        return (-65519, 65519) if dtype.itemsize == 2 else (-2**63, 2**63 - 1)
    limits = np.iinfo(dtype)
    return limits.min, min(limits.max, 2**63 - 1)


def _check_numbers(layout, dtype, shape):
    """Refuses a pad that is computed as a number which the type has not."""
    def check():
        try:
            found = layout._core.find_pad_outside(shape, *_get_range(dtype))
        except LayoutError as error:
            raise ValueError(f"pad: {error.message}") from error
        if found:
            step, place, number = found
            where = f"of step {step} " if len(layout._steps) > 1 else ""
            what = (f"{number} does not fit {dtype}" if number is not None
                    else "computing the number takes more than 64 bits")
            raise ValueError(f"pad: {where}at {place}: {what}")
        return True
    if _computes(layout):
        _remember(layout, (dtype, shape), check)


def _get_physical_shape(layout, shape):
    return _remember(layout, shape, lambda: layout.physical_shape(shape))


_MOST_CONVERSIONS = 256
_conversions = collections.OrderedDict()
_lock = threading.Lock()


def _describe(layout, dtype, shape, packs, target):
    """What names a conversion, once all of it was found right."""
    def check():
        element, text = _write_for(layout, dtype)
        _check_numbers(layout, dtype, shape)
        return element, shape, text, packs, target
    return _remember(layout, (dtype, shape, packs, target), check)


def _compile(element, shape, layout_text, packs, target):
    plain = f"memref<{''.join(f'{extent}x' for extent in shape)}{element}"
    types = [f"{plain}>", f"{plain}, {layout_text}>"]
    source, dest = types if packs else types[::-1]
    text = (f"func.func @convert(%source: {source} {{llvm.noalias}}, "
            f"%dest: {dest} {{llvm.noalias}}) {{\n"
            f"  layout.convert ins(%source : {source}) outs(%dest : {dest})\n"
            "  return\n}\n")
    return core().Module.parse(text, "conversion").compile(
        "convert", f"layout-compile{{target={target}}}", as_bits=True)[0]


def _get_conversion(name):
    """The compiled conversion, from the cache; the one that was used least recently
    goes when there are many."""
    with _lock:
        function = _conversions.get(name)
        if function is not None:
            _conversions.move_to_end(name)
            return function
    function = _compile(*name)
    with _lock:
        _conversions[name] = function
        while len(_conversions) > _MOST_CONVERSIONS:
            _conversions.popitem(last=False)
    return function


# What was right once; a small conversion takes no longer than asking again.
_right_targets = set()
_right_dtypes = set()


def read_target(target):
    if not isinstance(target, str):
        raise TypeError(f"target: expects a text, found {target!r}")
    if target in _right_targets:
        return target
    if not _TARGET.fullmatch(target):
        raise ValueError(f"target: expects 'native', 'default' or a processor, found {target!r}")
    if why := core().why_no_target(target):
        raise ValueError(f"target: {why}")
    _right_targets.add(target)
    return target


def _take_array(array, name):
    if type(array) is not np.ndarray and (
            not isinstance(array, np.ndarray) or isinstance(array, np.ma.MaskedArray)):
        raise TypeError(f"{name}: expects a numpy array, found {type(array).__name__}")
    if array.dtype not in _right_dtypes:
        _right_dtypes.add(read_dtype(array.dtype))
    return array


def _is_usable(array):
    flags, dtype = array.flags, array.dtype
    return flags.c_contiguous and flags.aligned and (
        dtype.itemsize <= dtype.alignment or array.ctypes.data % dtype.itemsize == 0)


def _take_out(out, shape, dtype):
    if out is None:
        return np.empty(shape, dtype)
    _take_array(out, "out")
    if out.dtype != dtype:
        raise TypeError(f"out: expects the type {dtype}, found {out.dtype}")
    if out.shape != shape:
        raise ValueError(f"out: expects the shape {shape}, found {out.shape}")
    if not out.flags.writeable:
        raise ValueError("out: is read-only")
    if not _is_usable(out):
        raise ValueError("out: expects a row-major array without gaps, aligned to its elements")
    return out


def _convert(source, out, layout, shape, packs, target):
    if not _is_usable(source):
        source = np.array(source, order="C", subok=False)
    if out.size == 0:
        return out
    function = _get_conversion(_describe(layout, source.dtype, shape, packs, target))
    function.call([source, out])
    return out


def _check_layout(layout):
    if not isinstance(layout, Layout):
        raise TypeError(f"layout: expects a layout, found {type(layout).__name__}")


def pack(x, layout, out=None, target="native"):
    """The elements of an array in a layout: an array of the physical shape.

    x       a numpy array of the logical shape: booleans, integers, floats or complex numbers;
            one that is not contiguous is copied first
    layout  a `Layout` of as many indices as `x` has axes
    out     the array to write into, of `layout.physical_shape(x.shape)` and the type of `x`,
            contiguous, apart from `x`; None: a new one
    target  the processor that code is made for: "native" (this one), "default" or its name

    Returns `out`. Padding holds what the layout says; where it says `none` or `undef`, what
    `out` had there. The first conversion of a shape compiles it, in tenths of a second.

    TypeError, ValueError: an argument that is not as above, or a pad that is no number of the
    type of `x`. LayoutError: the layout is wrong on this shape.

    >>> import mlir_layout as ml, numpy as np
    >>> ml.pack(np.arange(6), ml.layout(lambda i: (i // 4, i % 4), pad=-1))
    array([[ 0,  1,  2,  3],
           [ 4,  5, -1, -1]])
    """
    _check_layout(layout)
    _take_array(x, "x")
    target = read_target(target)
    out = _take_out(out, _get_physical_shape(layout, x.shape), x.dtype)
    return _convert(x, out, layout, x.shape, True, target)


def unpack(x, layout, shape, out=None, target="native"):
    """The elements of an array of the physical shape, by their logical indices: the
    inverse of `pack`. What padding holds does not matter.

    x       a numpy array of `layout.physical_shape(shape)`
    layout  as of `pack`
    shape   the logical shape, a tuple of integers
    out     the array to write into, of this shape and the type of `x`; None: a new one
    target  as of `pack`

    Returns `out`. Errors are those of `pack`.

    >>> import mlir_layout as ml, numpy as np
    >>> rows = ml.layout(lambda i: (i // 4, i % 4))
    >>> ml.unpack(np.array([[0, 1, 2, 3], [4, 5, 9, 9]]), rows, (6,))
    array([0, 1, 2, 3, 4, 5])
    """
    _check_layout(layout)
    _take_array(x, "x")
    target = read_target(target)
    shape = tuple(_read_shape(shape))
    if -1 in shape:
        raise ValueError(f"shape: expects extents that are known, found {_give_shape(shape)}")
    physical = _get_physical_shape(layout, shape)
    if x.shape != physical:
        raise ValueError(f"x: expects the shape {physical}, found {x.shape}")
    out = _take_out(out, shape, x.dtype)
    return _convert(x, out, layout.without_pads(), shape, False, target)
