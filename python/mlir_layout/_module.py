# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs: parsed, changed by passes, checked, compiled."""

import operator
import os

from . import _trace
from ._layout import _give_shape, core

# `layout-compile` up to where the lowering begins.
_TO_CHECK = "layout-bufferize,layout-assign,layout-apply,layout-optimize"
_VERDICTS = ("agree", "differ", "no reference")


class Check:
    """What running a function with and without its layouts has shown.

    verdict  "agree", "differ" or "no reference" (there is nothing to compare with)
    text     what `layout-check` prints
    witness  the part that names an element or an index, or None
    error    the `LayoutError` of the first error, or None

    True if the runs agree.
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
    number for each other argument. Arrays are neither copied nor kept."""

    def __init__(self, function, name):
        self._function = function
        self.__name__ = name

    @property
    def arguments(self):
        """For each argument its element type in MLIR; the shape, None for a number; and
        whether it is written. An extent that is None may be any."""
        return [_describe(argument) for argument in self._function.arguments()]

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
    """A program. `str` is its text."""

    def __init__(self, module):
        self._module = module

    def __str__(self):
        return str(self._module)

    def run(self, pipeline):
        """Runs passes, as `mlir-opt --pass-pipeline` takes them, with or without
        `builtin.module(..)`. Returns the warnings and remarks. After a `LayoutError` the
        module is what it was."""
        return self._module.run(_take_text(pipeline, "pipeline"))

    def check(self, function, pipeline=_TO_CHECK, arguments=None, dims=None, seed=0, rtol=0.0,
              timeout=60):
        """Runs a function without layouts and after the pipeline, on the same inputs.

        pipeline   passes that leave no layout, and no LLVM dialect: it is lowered then
        arguments  number of a scalar argument -> value
        dims       (number of an argument, dimension) -> its extent, where it is dynamic
        timeout    seconds of the processor for one run

        A function that is not there, and values that it does not take or lacks, are a
        ValueError.
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
                approximate=False, reassociate=False, threads=1, pipeline=None):
        """Compiles a function for this machine; the module stays as it is.

        target            "native", "default" or a processor of the kind that this machine
                          has: what passes take the machine for
        change_interface  requests on arguments are met by physical buffers of the caller
        contract          fuse multiplications and additions of floats
        approximate       functions of f32, such as exp and erf, by polynomials
        reassociate       sums of floats in another order
        threads           how many share the work of large loops; several take LLVM's
                          OpenMP runtime, libomp
        pipeline          passes in place of `layout-compile` with these options
        """
        from ._convert import read_target
        if pipeline is None:
            pipeline = (f"layout-compile{{target={read_target(target)} "
                        f"change-interface={_is_option(change_interface, 'change_interface')} "
                        f"contract={_is_option(contract, 'contract')} "
                        f"approximate={_is_option(approximate, 'approximate')} "
                        f"reassociate={_is_option(reassociate, 'reassociate')} "
                        f"threads={operator.index(threads)}}}")
        name = _take_text(function, "function")
        return Function(self._module.compile(name, _take_text(pipeline, "pipeline")), name)


def parse(source):
    """A module, of MLIR as text or of a file: a `pathlib.Path`, or a text of one line that
    ends in .mlir."""
    name = "<text>"
    if isinstance(source, os.PathLike) or (
            isinstance(source, str) and source.endswith(".mlir") and "\n" not in source):
        name = os.fspath(source)
        with open(name, encoding="utf-8") as file:
            source = file.read()
    return Module(core().Module.parse(_take_text(source, "source"),
                                      str(name).encode(errors="backslashreplace").decode()))
