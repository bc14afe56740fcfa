# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans of nests from Python functions: these are called once, with the loops."""

import re

from ._trace import Index, count_indices

_LOOP = r"(?:d\d+|merge\([^()]*\))"
_TILE_LOOP = re.compile(rf"{_LOOP}|\({_LOOP} (?:floordiv|mod) \d+\)"
                        rf"|\(\({_LOOP} floordiv \d+\) mod \d+\)")
_PARTIALS = ("mask", "split", "shift", "whole", "edge")


class _Together:
    """A tile loop with its role."""

    __slots__ = ("_text", "_trace")
    __hash__ = None

    def __init__(self, text, trace):
        self._text = text
        self._trace = trace

    def __repr__(self):
        return self._text

    def _divide(self, other):
        role = self._text.split()[0].split("<")[0]
        raise TypeError(f"{role}: expects the tile within, as {role}(i % 8), found a division of "
                        f"'{self}'")

    __mod__ = __floordiv__ = _divide


def _check_tile_loop(where, loop):
    if not _TILE_LOOP.fullmatch(repr(loop)):
        raise TypeError(f"{where}: {loop} is no tile loop: expects a loop, or one with // and % "
                        "by numbers, as i // 16, i % 16 or i // 4 % 4")


def _make(role, loop, partial=None):
    if not isinstance(loop, Index):
        raise TypeError(f"{role}: expects a loop of the nest, or a tile of one, found {loop!r}")
    _check_tile_loop(role, loop)
    if partial is not None and partial not in _PARTIALS:
        raise ValueError(f"{role}: expects one of {', '.join(_PARTIALS)}, found {partial!r}")
    word = "" if partial is None else f"<{partial}>"
    return _Together(f"{role}{word} {loop!r}", loop._trace)


def unroll(loop):
    """A tile loop whose iterations follow each other without a loop, in `loops`.

    >>> import mlir_layout as ml
    >>> m = ml.parse("func.func @f(%a: memref<8x8xf32>, %x: f32) {"
    ...              " affine.for %i = 0 to 8 { affine.for %j = 0 to 8 {"
    ...              " affine.store %x, %a[%i, %j] : memref<8x8xf32> } } return }")
    >>> ml.schedule(m)["f"].loops(lambda i, j: (i, ml.unroll(j)))
    >>> "(d0, unroll d1)" in str(m)
    True
    """
    return _make("unroll", loop)


def rows(loop, partial=None):
    """A tile loop whose iterations are rows of a register tile, in `loops`.

    partial  how a tile that lacks some is executed: "mask", "split", "shift", "whole" or
             "edge"; None: as the compiler chooses

    >>> import mlir_layout as ml
    >>> m = ml.parse("func.func @f(%a: memref<8x8xf32>, %x: f32) {"
    ...              " affine.for %i = 0 to 8 { affine.for %j = 0 to 8 {"
    ...              " affine.store %x, %a[%i, %j] : memref<8x8xf32> } } return }")
    >>> ml.schedule(m)["f"].loops(lambda i, j: (ml.rows(i, "edge"), ml.lanes(j)))
    >>> "(rows<edge> d0, lanes d1)" in str(m)
    True
    """
    return _make("rows", loop, partial)


def lanes(loop, partial=None):
    """A tile loop whose iterations are lanes of vectors, in `loops`; `partial` as of
    `rows`.

    >>> import mlir_layout as ml
    >>> m = ml.parse("func.func @f(%a: memref<8x8xf32>, %x: f32) {"
    ...              " affine.for %i = 0 to 8 { affine.for %j = 0 to 8 {"
    ...              " affine.store %x, %a[%i, %j] : memref<8x8xf32> } } return }")
    >>> ml.schedule(m)["f"].loops(lambda i, j: (j // 4, i, ml.lanes(j % 4, "mask")))
    >>> "lanes<mask> d1 mod 4" in str(m)
    True
    """
    return _make("lanes", loop, partial)


def steps(loop, partial=None):
    """A tile loop of which each lane executes all iterations together, as the terms that one
    instruction adds up, in `loops`; `partial` as of `rows`.

    >>> import mlir_layout as ml
    >>> m = ml.parse("func.func @f(%a: memref<8x8xf32>, %x: f32) {"
    ...              " affine.for %i = 0 to 8 { affine.for %j = 0 to 8 {"
    ...              " affine.store %x, %a[%i, %j] : memref<8x8xf32> } } return }")
    >>> ml.schedule(m)["f"].loops(lambda i, j: (ml.lanes(j), ml.steps(i)))
    >>> "(lanes d1, steps d0)" in str(m)
    True
    """
    return _make("steps", loop, partial)


def merge(*loops):
    """The number of the common iteration of loops in a row, in `loops`.

    >>> import mlir_layout as ml
    >>> m = ml.parse("func.func @f(%a: memref<8x8xf32>, %x: f32) {"
    ...              " affine.for %i = 0 to 8 { affine.for %j = 0 to 8 {"
    ...              " affine.store %x, %a[%i, %j] : memref<8x8xf32> } } return }")
    >>> ml.schedule(m)["f"].loops(lambda i, j: (ml.merge(i, j) // 4, ml.lanes(ml.merge(i, j) % 4)))
    >>> "lanes merge(d0, d1) mod 4" in str(m)
    True
    """
    for loop in loops:
        if not isinstance(loop, Index):
            raise TypeError(f"merge: expects loops of the nest, found {loop!r}")
        if loop._trace is not loops[0]._trace:
            raise ValueError(f"merge: '{loop}' is a loop of another nest")
    if len(loops) < 2:
        raise ValueError(f"merge: expects two loops or more, found {len(loops)}")
    return Index(f"merge({', '.join(map(repr, loops))})", loops[0]._trace)


def _read_result(value, trace):
    if not isinstance(value, (Index, _Together)):
        raise TypeError(f"loops: expects loops of the nest, or tiles of them, found {value!r}")
    if value._trace is not trace:
        raise ValueError(f"loops: '{value}' is a loop of another nest")
    if isinstance(value, Index):
        _check_tile_loop("loops", value)
    return repr(value)


def trace_loops(function):
    """The plan as text, `(d0, d1) -> (..)`. Calls the function once."""
    token = object()
    names = [f"d{i}" for i in range(count_indices(function, "loops"))]
    results = function(*(Index(name, token) for name in names))
    if not isinstance(results, (tuple, list)):
        results = [results]
    texts = [_read_result(value, token) for value in results]
    return f"({', '.join(names)}) -> ({', '.join(texts)})"
