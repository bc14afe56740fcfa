# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs: parsed, changed by passes, checked, compiled."""

import operator
import os
import re

from . import _trace
from ._errors import LayoutError
from ._layout import _give_shape, core

# What `compile` runs, up to where the lowering begins.
_TO_CHECK = "layout-compile{to-llvm=false}"
_VERDICTS = ("agree", "differ", "no reference")


class Check:
    """What running a function with and without its layouts has shown.

    verdict  "agree", "differ" or "no reference" (there is nothing to compare with)
    text     what `layout-check` prints
    witness  the part that names an element or an index, or None
    error    the `LayoutError` of the first error, or None

    True if the runs agree. `Module.check` makes it.

    >>> import mlir_layout as ml
    >>> check = ml.parse("func.func @f(%a: memref<4xi32>) { return }").check("f")
    >>> bool(check), check.verdict, check.witness
    (True, 'agree', None)
    """

    def __init__(self, verdict, text, witness, error):
        self.verdict = _VERDICTS[verdict]
        self.text = text
        self.witness = witness or None
        self.error = error

    def __bool__(self):
        return self.verdict == "agree"

    def __str__(self):
        return self.text

    def __repr__(self):
        return f"Check({self.verdict!r}, {self.text!r})"


class Function:
    """A compiled function. Takes an array for each buffer, of its shape in memory, and a
    number for each other argument. Arrays are neither copied nor kept.

    Returns None, a number, an array or a tuple of these. An array that the function has
    allocated is not copied, and its memory is freed with it; one that is an argument is copied.

    `remarks` is the list of `Remark` that `compile` was to collect.

    A wrong number of arguments, a wrong element type is a TypeError; a wrong shape, strides,
    address, an array that is read-only where the function writes, or that overlaps another
    where a layout guarantees that it does not, a ValueError: before anything runs.

    >>> import mlir_layout as ml, numpy as np
    >>> f = ml.parse('''
    ... func.func @twice(%a: memref<4xf32>) {
    ...   affine.for %i = 0 to 4 {
    ...     %x = affine.load %a[%i] : memref<4xf32>
    ...     %y = arith.addf %x, %x : f32
    ...     affine.store %y, %a[%i] : memref<4xf32>
    ...   }
    ...   return
    ... }''').compile("twice")
    >>> x = np.arange(4, dtype=np.float32)
    >>> f(x)
    >>> x
    array([0., 2., 4., 6.], dtype=float32)
    """

    def __init__(self, function, name, remarks=()):
        self._function = function
        self.__name__ = name
        self.remarks = list(remarks)

    @property
    def arguments(self):
        """For each argument its element type in MLIR; the shape, None for a number; and
        whether it is written. An extent that is None may be any.

        >>> import mlir_layout as ml
        >>> ml.parse("func.func @f(%a: memref<?x4xf32>, %n: index) { return }").compile(
        ...     "f").arguments
        [('f32', (None, 4), False), ('index', None, False)]
        """
        return [_describe(argument) for argument in self._function.arguments()]

    @property
    def results(self):
        """For each result its element type in MLIR, and the shape, None for a number.

        >>> import mlir_layout as ml
        >>> f = ml.parse("func.func @f(%a: memref<4xf32>, %n: i32) -> (memref<4xf32>, i32) {"
        ...              "  return %a, %n : memref<4xf32>, i32 }").compile("f")
        >>> f.results
        [('f32', (4,)), ('i32', None)]
        """
        return [_describe(result)[:2] for result in self._function.results()]

    def __call__(self, *arguments):
        return self._function.call(arguments)

    def __repr__(self):
        texts = []
        for element, shape, _ in self.arguments:
            texts.append(element if shape is None else f"{element}{list(shape)}")
        return f"<compiled function {self.__name__}({', '.join(texts)})>"


def _describe(argument):
    shape = argument["shape"]
    return (argument["element"], None if shape is None else _give_shape(shape),
            argument["written"])


def _take_text(text, what):
    if not isinstance(text, str):
        raise TypeError(f"{what}: expects a text, found {text!r}")
    _trace.check_text(text, what)
    return text


def _take_items(value, name):
    if value is not None and not isinstance(value, dict):
        raise TypeError(f"{name}: expects a dict, found {value!r}")
    return (value or {}).items()


def _is_option(value, name):
    if not isinstance(value, bool):
        raise TypeError(f"{name}: expects True or False, found {value!r}")
    return "true" if value else "false"


def _take_number(value, name, least=0, most=2**32 - 1):
    number = _trace.to_integer(value)
    if number is None:
        raise TypeError(f"{name}: expects an integer, found {value!r}")
    if not least <= number <= most:
        raise ValueError(f"{name}: expects an integer from {least} to {most}, found {number}")
    return number


def _wants_remarks(remarks):
    if isinstance(remarks, str):
        try:
            re.compile(_take_text(remarks, "remarks"))
        except (re.error, RecursionError, OverflowError) as error:
            raise ValueError(f"remarks: {remarks!r} is no regular expression: {error}") from error
        return True
    return _is_option(remarks, "remarks") == "true"


def _filter_remarks(collected, remarks):
    if not isinstance(remarks, str):
        return collected
    return [remark for remark in collected
            if remark.name is None or re.search(remarks, remark.name)]


def _write_value(value):
    """A number as `layout-check` takes it."""
    text = str(value)
    if text in ("True", "False"):
        text = text.lower()
    return _take_text(text, "arguments")


def _write_values(arguments, dims):
    """Scalar arguments and dynamic extents as `layout-check` takes them."""
    values = [f"{_take_number(i, 'arguments')}:{_write_value(value)}"
              for i, value in _take_items(arguments, "arguments")]
    extents = []
    for place, value in _take_items(dims, "dims"):
        if not isinstance(place, tuple) or len(place) != 2:
            raise TypeError(f"dims: expects (argument, dimension), found {place!r}")
        number, dim = (_take_number(part, "dims") for part in place)
        extents.append(f"arg{number}.dim{dim}:{_take_number(value, 'dims', 0, 2**62)}")
    return values, extents


class Module:
    """A program. `str` is its text. `parse` makes it.

    >>> import mlir_layout as ml
    >>> print(ml.parse("func.func private @f(i32)"))
    module {
      func.func private @f(i32)
    }
    <BLANKLINE>
    """

    def __init__(self, module):
        self._module = module

    def __str__(self):
        return str(self._module)

    def run(self, pipeline, remarks=False):
        """Runs passes, as `mlir-opt --pass-pipeline` takes them, with or without
        `builtin.module(..)`. After a `LayoutError` the module is what it was.

        remarks  False: only warnings; True: also what this project's passes did, did not do
                 and do not know; a text: those of whose name, "pass/reason", this regular
                 expression matches some part

        Returns a list of `Remark`.

        >>> import mlir_layout as ml
        >>> m = ml.parse('''
        ... #L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
        ... func.func @sum(%a: memref<14xi32, #L>, %b: memref<i32>) {
        ...   affine.for %i = 0 to 14 {
        ...     %x = affine.load %a[%i] : memref<14xi32, #L>
        ...     %s = affine.load %b[] : memref<i32>
        ...     %t = arith.addi %s, %x : i32
        ...     affine.store %t, %b[] : memref<i32>
        ...   }
        ...   return
        ... }''')
        >>> [remark] = m.run("layout-apply,layout-vectorize-loops", remarks="vectorize")
        >>> remark.location, remark.kind, remark.name
        ('<text>:4:3', 'missed', 'layout-vectorize-loops/body')
        >>> remark.message.split(":")[0]
        'not vectorized'
        """
        collected = self._module.run(_take_text(pipeline, "pipeline"), _wants_remarks(remarks))
        return _filter_remarks(collected, remarks)

    def check(self, function, pipeline=_TO_CHECK, arguments=None, dims=None, seed=0, rtol=0.0,
              timeout=60):
        """Runs a function without layouts and after the pipeline, on the same inputs.

        pipeline   passes that leave no layout, and no LLVM dialect: it is lowered then; by
                   default what `compile` runs before its lowering, without options
        arguments  number of a scalar argument -> value
        dims       (number of an argument, dimension) -> its extent, where it is dynamic
        timeout    seconds of the processor for one run

        seed       another set of random data
        rtol       the relative difference of floats, from 0 to 1, that is none

        Returns a `Check`. A function that is not there, and values that it does not take or
        lacks, are a ValueError; a pipeline that is none is a `LayoutError`.

        >>> import mlir_layout as ml
        >>> m = ml.parse('''
        ... #L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
        ... func.func @set(%a: memref<?xi32, #L>, %x: i32) {
        ...   affine.store %x, %a[0] : memref<?xi32, #L>
        ...   return
        ... }''')
        >>> print(m.check("set", arguments={1: 5}, dims={(0, 0): 14}), end="")
        layout-check: @set: 4 runs agree (2 data sets x 2 poison patterns), padding as promised
        """
        values, extents = _write_values(arguments, dims)
        rtol = float(rtol)
        if not 0 <= rtol <= 1:
            raise ValueError(f"rtol: expects a number from 0 to 1, found {rtol}")
        return Check(*self._module.check(
            _take_text(function, "function"), _take_text(pipeline, "pipeline"), values, extents,
            _take_number(seed, "seed", 0, 2**63 - 1), rtol,
            _take_number(timeout, "timeout", 1, 10**6)))

    def compile(self, function, target="native", change_interface=False, contract=False,
                approximate=False, reassociate=False, threads=1, deallocate=None, pipeline=None,
                remarks=False, layouts="auto", wide_accumulate=False):
        """Compiles a function for this machine; the module stays as it is.

        target            "native", "default" or a processor that this machine can run:
                          what passes take the machine for, and code is made for
        change_interface  requests on arguments are met by physical buffers of the caller
        contract          fuse multiplications and additions of floats
        approximate       functions of f32, such as exp and erf, by polynomials
        reassociate       sums of floats in another order
        threads           how many share the work of large loops; several take LLVM's
                          OpenMP runtime, libomp
        deallocate        free each buffer after its last use; None: of programs on tensors
                          that free nothing themselves
        pipeline          passes in place of `layout-compile` with these options
        remarks           as of `run`: what the `remarks` of the function are
        layouts           "auto": contractions get layouts where that is estimated to be
                          quicker; "always"; or "none"
        wide_accumulate   add up numbers of bf16 and f16 in f32, and round once

        Returns a `Function`. What the compiler refuses is a `LayoutError`; a function or a
        target that is not there a ValueError.

        >>> import mlir_layout as ml
        >>> m = ml.parse("func.func @next(%a: i32) -> i32 {"
        ...              "  %one = arith.constant 1 : i32"
        ...              "  %b = arith.addi %a, %one : i32"
        ...              "  return %b : i32 }")
        >>> m.compile("next")(41)
        42
        """
        from ._convert import read_target
        if deallocate is None:
            deallocate = self._module.leaves_freeing()
        if layouts not in ("auto", "always", "none"):
            raise ValueError('layouts: expects "auto", "always" or "none", found '
                             f"{layouts!r}")
        if pipeline is None:
            pipeline = (f"layout-compile{{target={read_target(target)} "
                        f"change-interface={_is_option(change_interface, 'change_interface')} "
                        f"contract={_is_option(contract, 'contract')} "
                        f"approximate={_is_option(approximate, 'approximate')} "
                        f"reassociate={_is_option(reassociate, 'reassociate')} "
                        f"deallocate={_is_option(deallocate, 'deallocate')} "
                        f"layouts={layouts} "
                        f"wide-accumulate={_is_option(wide_accumulate, 'wide_accumulate')} "
                        f"threads={operator.index(threads)}}}")
        name = _take_text(function, "function")
        compiled, collected = self._module.compile(
            name, _take_text(pipeline, "pipeline"), with_remarks=_wants_remarks(remarks))
        return Function(compiled, name, _filter_remarks(collected, remarks))


def parse(source):
    """A module, of MLIR as text, as bytecode (`bytes`) or of a file of either: a
    `pathlib.Path`, or a text of one line that ends in .mlir or .mlirbc.

    Returns a `Module`. What the parser or a verifier refuses is a `LayoutError` with location
    and witness; a file that is not there what `open` raises.

    >>> import mlir_layout as ml
    >>> try:
    ...     ml.parse("func.func private @f(memref<8xf32, #layout.buffer<index_map<(i) -> (i mod 4)>>>)")
    ... except ml.LayoutError as error:
    ...     error.location, error.witness
    ('<text>:1:22', '(0) and (4) both map to (0)')
    """
    name = "<text>"
    if isinstance(source, os.PathLike) or (
            isinstance(source, str) and source.endswith((".mlir", ".mlirbc"))
            and "\n" not in source):
        name = os.fspath(source)
        with open(name, "rb") as file:
            source = file.read()
        if not source.startswith(_BYTECODE):
            source = _decode(source, name)
    if isinstance(source, bytes):
        if not source.startswith(_BYTECODE):
            raise TypeError("source: expects a text, or bytecode of MLIR as bytes, found bytes "
                            "that do not begin as bytecode does")
        return Module(core().Module.parse_bytecode(source, _write_name(name)))
    return Module(core().Module.parse(_take_text(source, "source"), _write_name(name)))


_BYTECODE = b"ML\xefR"  # how it begins


def _write_name(name):
    return os.fsdecode(name).encode(errors="backslashreplace").decode()


def _decode(source, name):
    try:
        return source.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise LayoutError(f"{os.fsdecode(name)!r} is neither text in UTF-8 nor bytecode of MLIR: "
                          f"byte {error.start} begins no character") from None
