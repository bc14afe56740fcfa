# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs: parsed, changed by passes, checked, compiled."""

import os
import pathlib
import re
from typing import NamedTuple

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


def _write_tuned(tuned):
    """The option of layout-compile, if there is such a file."""
    path = _take_path(tuned, "tuned")
    if not path:
        return []
    if set(path) & set("{}\"'"):
        raise ValueError(f"tuned: expects a path without braces and quotes, found {path!r}")
    return [f"tuned={{{path}}}"]


class TunedNest(NamedTuple):
    """What `Module.tune` has found of a nest of loops.

    location            where it is
    plan                its `#layout.loops`; None: the model's choice was not beaten
    microseconds        of a call with the plan, 0 without
    model_microseconds  of a call with the model's choice, measured beside it
    """

    location: str
    plan: str | None
    microseconds: float
    model_microseconds: float


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
        layout-check: @set: 4 runs agree (2 data sets x 2 poison patterns), padding as guaranteed
        """
        values, extents = _write_values(arguments, dims)
        rtol = float(rtol)
        if not 0 <= rtol <= 1:
            raise ValueError(f"rtol: expects a number from 0 to 1, found {rtol}")
        return Check(*self._module.check(
            _take_text(function, "function"), _take_text(pipeline, "pipeline"), values, extents,
            _take_number(seed, "seed", 0, 2**63 - 1), rtol,
            _take_number(timeout, "timeout", 1, 10**6)))

    def _write_options(self, *, threads, deallocate, layouts, tuned=None, **switches):
        """Options of layout-compile, as words."""
        if deallocate is None:
            deallocate = self._module.leaves_freeing()
        if layouts not in ("auto", "always", "none"):
            raise ValueError('layouts: expects "auto", "always" or "none", found '
                             f"{layouts!r}")
        return [f"{name.replace('_', '-')}={_is_option(value, name)}"
                for name, value in (switches | {"deallocate": deallocate}).items()] + [
                    f"layouts={layouts}", f"threads={_take_number(threads, 'threads', 1, 4096)}"
                ] + _write_tuned(tuned)

    def compile(self, function, target="native", change_interface=False, contract=False,
                approximate=False, reassociate=False, threads=1, deallocate=None, pipeline=None,
                remarks=False, layouts="auto", wide_accumulate=False, tuned=None):
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
        tuned             a file of `tune`: nests take their plans from there

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
        options = self._write_options(
            change_interface=change_interface, contract=contract, approximate=approximate,
            reassociate=reassociate, threads=threads, deallocate=deallocate, layouts=layouts,
            wide_accumulate=wide_accumulate, tuned=tuned)
        if pipeline is None:
            from ._convert import read_target
            pipeline = f"layout-compile{{{' '.join([f'target={read_target(target)}', *options])}}}"
        name = _take_text(function, "function")
        compiled, collected = self._module.compile(
            name, _take_text(pipeline, "pipeline"), with_remarks=_wants_remarks(remarks))
        return Function(compiled, name, _filter_remarks(collected, remarks))


    def tune(self, function, file, budget=60.0, least_gain=0.03, candidates=12, arguments=None,
             dims=None, seed=0, rtol=0.0, timeout=60, verbose=False, target="native",
             change_interface=False, contract=False, approximate=False, reassociate=False,
             threads=1, deallocate=None, layouts="auto", wide_accumulate=False):
        """Chooses the plans of nests by measurement on this machine, as `layout-tune` does it.

        file        where they are kept, for `compile(.., tuned=file)`; what it has already
                    stays, and is not measured again. It is written after each nest
        budget      seconds that all may take
        least_gain  the part of the time of a call that a plan must save
        candidates  the most plans of a nest that are tried
        verbose     write progress to the standard error

        arguments, dims, seed, rtol and timeout are as of `check`, the others as of `compile`.
        Returns a list of `TunedNest`. A program that has no reference, or that another
        machine is meant for, is a `LayoutError`.

        >>> import mlir_layout as ml, os, tempfile
        >>> m = ml.parse('''
        ... func.func @double(%a: memref<1000xf32>, %b: memref<1000xf32> {llvm.noalias}) {
        ...   affine.for %i = 0 to 1000 {
        ...     %x = affine.load %a[%i] : memref<1000xf32>
        ...     %y = arith.addf %x, %x : f32
        ...     affine.store %y, %b[%i] : memref<1000xf32>
        ...   }
        ...   return
        ... }''')
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = os.path.join(folder, "tuned.mlir")
        ...     nests = m.tune("double", file, budget=30, candidates=2)
        ...     f = m.compile("double", tuned=file)
        >>> [nest.location for nest in nests]
        ['<text>:3:3']
        """
        values, extents = _write_values(arguments, dims)
        options = self._write_options(
            change_interface=change_interface, contract=contract, approximate=approximate,
            reassociate=reassociate, threads=threads, deallocate=deallocate, layouts=layouts,
            wide_accumulate=wide_accumulate)
        from ._convert import read_target
        return [TunedNest(*nest) for nest in self._module.tune(
            _take_text(function, "function"), _take_path(file, "file"), read_target(target),
            options, values, extents, _take_number(seed, "seed", 0, 2**63 - 1), float(rtol),
            _take_number(timeout, "timeout", 1, 10**6), float(budget), float(least_gain),
            _take_number(candidates, "candidates", 1, 1000),
            _is_option(verbose, "verbose") == "true")]

    def save(self, path, header=None, weights=None, target="native", linker=None,
             change_interface=False, contract=False, approximate=False, reassociate=False,
             threads=1, deallocate=None, remarks=False, layouts="auto", wide_accumulate=False,
             tuned=None):
        """Writes the module, which stays as it is, to a file.

        path     what ends in .mlir is text, .mlirbc bytecode; .o, .so, .s and .ll are compiled
                 as `layout-cc` does it, with all public functions
        header   where to write declarations for C
        weights  where to write large constants, as safetensors, which `load` reads again;
                 None: into the program
        target   "native", "default" or any processor that `layout-cc` takes
        linker   the compiler of C that links .so; None: cc

        The others are as of `compile`. Returns a list of `Remark`. What is refused is a
        `LayoutError`, as is a file that cannot be written; then all files are as they were.

        >>> import mlir_layout as ml, numpy as np, os, tempfile
        >>> m = ml.parse("func.func @next(%a: i32) -> i32 {"
        ...              "  %one = arith.constant 1 : i32"
        ...              "  %b = arith.addi %a, %one : i32"
        ...              "  return %b : i32 }")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     library = os.path.join(folder, "next.so")
        ...     m.save(library)
        ...     ml.load(library).next(41)
        []
        42
        """
        path, header, weights = (_take_path(each, name) for each, name in
                                 ((path, "path"), (header, "header"), (weights, "weights")))
        options = self._write_options(
            change_interface=change_interface, contract=contract, approximate=approximate,
            reassociate=reassociate, threads=threads, deallocate=deallocate, layouts=layouts,
            wide_accumulate=wide_accumulate, keep_arguments=True, tuned=tuned)
        if path.endswith((".mlir", ".mlirbc")):
            if header or weights:
                raise ValueError("header, weights: a module is written as it is, by itself")
            _replace_file(path, self._module.bytecode() if path.endswith(".mlirbc") else
                          str(self).encode())
            return []
        collected = self._module.save(
            path, header, weights, _take_text(target, "target"), options,
            _take_text(linker or "", "linker"), _wants_remarks(remarks))
        return _filter_remarks(collected, remarks)


class Library:
    """A compiled library, loaded into this process. Its functions are attributes, and items
    where a name is none of Python's. `load` makes it.

    Weights that are in a file must be loaded before any function is called.

    >>> import mlir_layout as ml, os, tempfile
    >>> m = ml.parse('''
    ... func.func @same(%a: i32) -> i32 { return %a : i32 }
    ... func.func @"none of Python's"(%a: i32) -> i32 { return %a : i32 }''')
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "same.so")
    ...     _ = m.save(path)
    ...     library = ml.load(path)
    >>> list(library)
    ['same', "none of Python's"]
    >>> library.same(3), library["none of Python's"](4)
    (3, 4)
    """

    def __init__(self, library, path):
        self._library = library
        self._path = path
        self._functions = {name: (function, why) for name, function, why in library.functions()}

    def __getitem__(self, name):
        if name not in self._functions:
            raise KeyError(name)
        function, why = self._functions[name]
        if function is None:
            raise TypeError(why)
        return _LibraryFunction(function, name, self._library)

    def __getattr__(self, name):
        if name.startswith("__") or name not in self._functions:
            raise AttributeError(f"the library has no function {name!r}")
        return self[name]

    def __dir__(self):
        return [*super().__dir__(), *self._functions]

    def __iter__(self):
        return iter(self._functions)

    def __len__(self):
        return len(self._functions)

    def load_weights(self, path):
        """Loads weights that `save` has written to a file, once; a `LayoutError` says what is
        wrong with the file, and nothing is loaded then.

        >>> import mlir_layout as ml, os, tempfile
        >>> m = ml.parse('''
        ... func.func @get(%i: index) -> f32 {
        ...   %w = arith.constant dense<2.5> : tensor<5000xf32>
        ...   %x = tensor.extract %w[%i] : tensor<5000xf32>
        ...   return %x : f32
        ... }''')
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     library, weights = (os.path.join(folder, name) for name in ("g.so", "g.weights"))
        ...     _ = m.save(library, weights=weights)
        ...     library = ml.load(library)
        ...     library.load_weights(weights)
        >>> library.get(17)
        2.5
        """
        self._library.load_weights(_take_path(path, "path"))

    def __repr__(self):
        return f"<library {self._path!r}: {', '.join(self._functions)}>"


class _LibraryFunction(Function):
    def __init__(self, function, name, library):
        super().__init__(function, name)
        self._library = library

    def __call__(self, *arguments):
        if self._library.has_weights() and not self._library.are_weights_loaded():
            raise ValueError("the weights of the library are not loaded: call load_weights")
        return super().__call__(*arguments)


def load(path, weights=None):
    """A `Library` of a file .so that `Module.save` or `layout-cc` has written, or a `Module` of
    .mlir or .mlirbc.

    weights  the file of the library's weights, if it has one

    Loading a library runs its code: load only what you trust. What cannot be loaded, what is
    made for another processor, and weights of another library are a `LayoutError`.

    >>> import mlir_layout as ml
    >>> try:
    ...     ml.load("missing.so")
    ... except ml.LayoutError as error:
    ...     "missing.so" in error.message
    True
    """
    path = _take_path(path, "path")
    if path.endswith((".mlir", ".mlirbc")):
        if weights is not None:
            raise ValueError("weights: a module has its constants within it")
        return parse(pathlib.Path(path))
    library = Library(core().Library.load(path), path)
    if weights is not None:
        library.load_weights(weights)
    return library


def _take_path(path, name):
    """A path as text; "" for None."""
    if path is None and name != "path":
        return ""
    if not isinstance(path, (str, os.PathLike)) or not isinstance(os.fspath(path), str):
        raise TypeError(f"{name}: expects a path, found {path!r}")
    text = os.fspath(path)
    if not text or "\0" in text:
        raise ValueError(f"{name}: expects a path, found {path!r}")
    return text


def _replace_file(path, data):
    """Writes a file, which is complete or as it was. What is no file is written to."""
    is_device = os.path.exists(path) and not os.path.isfile(path)
    place = path if is_device else f"{path}.{os.getpid()}.new"
    try:
        try:
            with open(place, "wb" if is_device else "xb") as file:
                file.write(data)
            if not is_device:
                os.replace(place, path)
        except BaseException:
            if not is_device and os.path.exists(place):
                os.unlink(place)
            raise
    except OSError as error:
        raise LayoutError(f"cannot write '{path}': {error.strerror}") from error


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
