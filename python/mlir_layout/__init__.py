# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Layouts of buffers: where each element lies in memory, and what padding holds.

    import mlir_layout as ml
    L = ml.layout(lambda n, h, w, c: (n, c // 16, h, w, c % 16), pad=0.0)
    y = ml.pack(x, L)             # a numpy array of L.physical_shape(x.shape)
    x = ml.unpack(y, L, x.shape)

`parse` reads a program; its functions are checked and compiled, and `schedule` says what is
to be done to which of them. Errors are `LayoutError`, and TypeError and ValueError for
arguments.
"""

from ._errors import LayoutError, Remark
from ._layout import BankConflicts, IndexMap, Layout, Picture, layout, none, undef
from ._loops import lanes, merge, rows, steps, unroll
from ._module import Check, Function, Library, Module, TunedNest, load, parse
from ._trace import swizzle

__all__ = ["BankConflicts", "Check", "Function", "FunctionSchedule", "Handle", "IndexMap", "Layout",
           "LayoutError", "Library", "Module", "Picture", "Remark", "Schedule", "TunedNest",
           "lanes", "layout", "load", "merge", "none", "pack", "parse", "rows", "schedule", "steps",
           "swizzle", "undef", "unpack", "unroll"]


def __getattr__(name):
    # numpy is imported when it is first needed.
    if name in ("pack", "unpack"):
        from . import _convert as room
    elif name in ("FunctionSchedule", "Handle", "Schedule", "schedule"):
        from . import _schedule as room
    else:
        room = None
    if room is not None:
        globals()[name] = getattr(room, name)
        return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return __all__
