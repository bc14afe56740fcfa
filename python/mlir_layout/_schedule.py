# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Schedules: what is to be done to which function and which buffer, step by step."""

import re

import numpy as np

from ._convert import write_pad
from ._errors import LayoutError
from ._layout import Layout, _write_word_or_map, core
from ._loops import trace_loops
from ._module import Module, _take_number, _take_text, _write_values
from ._steps import Steps

_HEAD = """\
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
"""
_TAIL = """\
    transform.yield
  }
}
"""
_CHECK = """\
module attributes {transform.with_named_sequence} {
  transform.named_sequence @steps(%module: !transform.any_op) {
"""
_CHECK_TAIL = """\
    transform.yield
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
"""
_ANY = "!transform.any_op"
# What an op takes beside the options of its pass.
_PLACES = ("argument", "result", "name")
_LAYOUT_OPS = ("transform_layout", "cache_read", "cache_write")
_BUFFER_OPS = (*_LAYOUT_OPS, "set_axis_separators", "sequential_access")


class Handle:
    """What a step has made: loops, for `around`, or the copies of `cache_read` and
    `cache_write`, which later steps take for a buffer. Of one schedule.

    >>> import mlir_layout as ml
    >>> m = ml.parse("func.func @f(%a: memref<4xf32>, %x: f32) {"
    ...              "  affine.store %x, %a[0] : memref<4xf32>"
    ...              "  return }")
    >>> ml.schedule(m)["f"].cache_write(0, ml.layout(lambda i: (i // 2, i % 2)))
    <what cache_write has made>
    """

    __slots__ = ("_schedule", "_step")

    def __init__(self, schedule, step):
        self._schedule = schedule
        self._step = step

    def __repr__(self):
        return f"<what {self._step.op} has made>"


class _Step:
    """One op, and whether a later step asks for what it has made."""

    def __init__(self, number, op, function, target, around, words, attributes):
        self.number = number
        self.op = op
        self.function = function
        self.target = target  # a step that made it, or None: the function
        self.around = around
        self.words = words  # between the target and the attributes, and after these
        self.attributes = attributes
        self.is_requested = False

    @property
    def made(self):
        return f"%made{self.number}"

    def write(self):
        lines = ""
        target = f"%f{self.number}"
        if self.target is not None:
            target = self.target.made
        else:
            lines = _write_match(target, self.function)
        operands, types = target, _ANY
        if self.around is not None:
            operands += f" around {self.around.made}"
            types += f", {_ANY}"
        results = f"%to{self.number}" + (f", {self.made}" if self.is_requested else "")
        result_types = f"({_ANY}, {_ANY})" if self.is_requested else _ANY
        attributes = f" {{{', '.join(self.attributes)}}}" if self.attributes else ""
        before, after = self.words
        return (f"{lines}    {results} = transform.layout.{self.op} {operands}{before}{attributes}"
                f"{after}\n        : ({types}) -> {result_types}\n")


class _Plan:
    """The op that states the plan of a nest."""

    target = around = None

    def __init__(self, number, function, plan, nest):
        self.number = number
        self.function = function
        self.plan = plan
        self.nest = nest

    def write(self):
        target = f"%f{self.number}"
        return (f"{_write_match(target, self.function)}"
                f"    transform.layout.loops {target} with {self.plan} "
                f"{{nest = {self.nest} : i64}} : {_ANY}\n")


def _write_match(handle, function):
    return (f"    {handle} = transform.structured.match ops{{[\"func.func\"]}}\n"
            f"        attributes{{sym_name = {_quote(function)}}} in %module : ({_ANY}) -> {_ANY}\n")


def _quote(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _write_option(name, value):
    if isinstance(value, bool):
        return f"{name} = {'true' if value else 'false'}"
    if isinstance(value, str):
        return f"{name} = {_quote(_take_text(value, name))}"
    return f"{name} = {_take_number(value, name, -2**63, 2**63 - 1)} : i64"


class Schedule:
    """Steps on the functions of a module, which is changed by each of them at once.

    `schedule["conv2d"]` takes steps. `str` is the schedule as a program of the transform
    dialect. A step that cannot be done is a `LayoutError`, and the module and the schedule
    are what they were. A function that is not there is a KeyError. `schedule` makes it.

    >>> import mlir_layout as ml
    >>> s = ml.schedule(ml.parse("func.func private @f(%a: memref<4xf32>) { return }"))
    >>> _ = s["f"].transform_layout(0, ml.layout(lambda i: (i // 2, i % 2)))
    >>> "transform.layout.transform_layout" in str(s)
    True
    """

    def __init__(self, module):
        if not isinstance(module, Module):
            raise TypeError(f"module: expects a Module, found {module!r}")
        self._core = core().Schedule(module._module)
        self._steps = []

    def __getitem__(self, function):
        name = _take_text(function, "function")
        if not self._core.has_function(name):
            raise KeyError(f"there is no function @{name}")
        return FunctionSchedule(self, name)

    def __str__(self):
        return _HEAD + self._write_steps() + _TAIL

    def _write_steps(self):
        return "".join(step.write() for step in self._steps)

    def _add(self, step):
        """Does a step; the remarks of its pass, or a LayoutError without a place in the
        schedule, which is generated."""
        used = [made for made in (step.target, step.around) if made is not None]
        were_requested = [made.is_requested for made in used]
        for made in used:
            made.is_requested = True
        self._steps.append(step)
        try:
            return _call(self._core.run, str(self))
        except BaseException:
            self._steps.pop()
            for made, was_requested in zip(used, were_requested):
                made.is_requested = was_requested
            raise


def _call(run, text):
    try:
        return run(text)
    except LayoutError as error:
        location = error.location
        if location is not None and location.startswith("<schedule>"):
            location = None
        notes = [(place, note) for place, note in error.notes
                 if place is None or not place.startswith("<schedule>")]
        message = re.sub(r"^'transform\.layout\.(\w+)' op ", r"\1: ", error.message)
        raise LayoutError(message, location, error.witness, notes) from None


class FunctionSchedule(Steps):
    __doc__ = Steps.__doc__
    __slots__ = ("_schedule", "_name")

    def __init__(self, schedule, name):
        self._schedule = schedule
        self._name = name

    def __repr__(self):
        return f"<schedule of @{self._name}>"

    def loops(self, plan, *, nest=0, dot=None):
        """States the plan of a nest (docs/Loops.md), which `tile_loops` and `vectorize_loops`
        follow, or refuse where it would change results or does not fit.

        plan  a function of the loops of the nest, outermost first, that gives its tile
              loops; "keep": the nest is left to LLVM; or the text of a `#layout.loops`
        nest  the number of the nest, or `linalg` op, in the function, in the order of the
              text
        dot   the instruction that adds up products of steps; "auto" or "none"

        >>> m = ml.parse(program)
        >>> s = ml.schedule(m)["square"]
        >>> s.loops(lambda i: (i // 4, ml.lanes(i % 4, "mask")))
        >>> s.loops("keep")
        >>> "layout.loops = #layout.loops<keep>" in str(m)
        True
        """
        if callable(plan):
            text = f"<{trace_loops(plan)}{self._write_dot(dot)}>"
        elif dot is not None:
            raise TypeError("loops: 'dot' goes with a function; a text states its own")
        else:
            text = _take_text(plan, "plan")
            text = "<keep>" if text == "keep" else text
        number = _take_number(nest, "nest", 0, 2**63 - 1)
        self._schedule._add(_Plan(len(self._schedule._steps), self._name, text, number))

    @staticmethod
    def _write_dot(dot):
        if dot is None:
            return ""
        word = _take_text(dot, "dot")
        return f", dot = {word if word in ('auto', 'none') else _quote(word)}"

    # What each op has beside the options of its pass.

    def _do_step(self, op, arguments, options):
        known = core().schedule_ops()[op]
        names = (["buffer"] if op in _BUFFER_OPS else []) + (
            ["layout"] if op in _LAYOUT_OPS else []) + (
            ["separators"] if op == "set_axis_separators" else [])
        if len(arguments) > len(names):
            raise TypeError(f"{op}: expects at most {len(names)} arguments without a name, "
                            f"found {len(arguments)}")
        given = dict(zip(names, arguments))
        for name in [*names, "around", "dtype"]:
            if name in options:
                if name in given:
                    raise TypeError(f"{op}: {name} is given twice")
                given[name] = options.pop(name)
        buffer, around = given.get("buffer"), given.get("around")
        self._check_options(op, known, options, given)
        target, attributes = self._read_buffer(op, buffer)
        words = ("", "")
        if op in _LAYOUT_OPS:
            text = self._write_layout(op, buffer, given)
            words = ("", f" with {text}")
        elif op == "set_axis_separators":
            axes = [_take_number(axis, "separators") for axis in given.get("separators", ())]
            words = (f" at [{', '.join(map(str, axes))}]", "")
        attributes += [_write_option(name, value) for name, value in options.items()
                       if name != "optional"]
        if options.get("optional"):
            attributes.append("optional")
        step = _Step(len(self._schedule._steps), op, self._name, target,
                     self._take_handle(around, "around"), words, attributes)
        self._schedule._add(step)
        return Handle(self._schedule, step)

    @staticmethod
    def _check_options(op, known, options, given):
        taken = set(known) - {*_PLACES, "layout", "separators"}
        for name in options:
            if name not in taken:
                raise TypeError(f"{op}: there is no option {name!r}; there are "
                                f"{', '.join(sorted(taken)) or 'none'}")
        if "around" in given and op not in ("cache_read", "cache_write"):
            raise TypeError(f"{op}: there is no option 'around'")
        if "dtype" in given and op not in _LAYOUT_OPS:
            raise TypeError(f"{op}: there is no option 'dtype'")

    def _take_handle(self, value, name):
        if value is None:
            return None
        if not isinstance(value, Handle):
            raise TypeError(f"{name}: expects what a step has returned, found {value!r}")
        if value._schedule is not self._schedule:
            raise ValueError(f"{name}: what a step of another schedule has returned")
        return value._step

    def _read_buffer(self, op, buffer):
        """The target, and the attributes that name a buffer of it."""
        if buffer is None:
            if op in _BUFFER_OPS and op != "sequential_access":
                raise TypeError(f"{op}: expects a buffer: the number of an argument, ('result', "
                                f"number), the name of a global, or what a step has returned")
            return None, []
        if isinstance(buffer, Handle):
            return self._take_handle(buffer, "buffer"), []
        if isinstance(buffer, str):
            return None, [f"name = {_quote(_take_text(buffer, 'buffer'))}"]
        if isinstance(buffer, tuple):
            if len(buffer) != 2 or buffer[0] != "result":
                raise TypeError(f"buffer: expects ('result', number), found {buffer!r}")
            return None, [f"result = {_take_number(buffer[1], 'buffer')} : i64"]
        return None, [f"argument = {_take_number(buffer, 'buffer')} : i64"]

    def _write_layout(self, op, buffer, given):
        layout = given.get("layout")
        if isinstance(layout, str):
            return _take_text(layout, "layout")
        if not isinstance(layout, Layout):
            raise TypeError(f"{op}: expects a layout, or the text of one, found {layout!r}")
        if given.get("dtype") is not None:
            return layout.attribute(given["dtype"])
        element = self._find_element(buffer)
        dtype = np.dtype(_find_dtype(element, layout))
        return layout._write(lambda pad: write_pad(pad, dtype, element))

    def _find_element(self, buffer):
        ask = self._schedule._core
        if isinstance(buffer, str):
            return ask.element_of_global(buffer)
        if isinstance(buffer, tuple):
            return ask.element_of_result(self._name, buffer[1])
        if isinstance(buffer, Handle):
            return ""
        return ask.element_of_argument(self._name, _take_number(buffer, "buffer"))

    def check(self, arguments=None, dims=None, seed=0, rtol=0.0, timeout=60,
              pipeline="builtin.module(layout-finalize)"):
        """Runs the function without any layouts, and as the steps so far make it, on the
        same inputs, as `Module.check` does. A `LayoutError`, with the element that differs as
        witness, if the results do; also if what the steps leave cannot be run, for one since
        it still has layouts. Values that the function does not take or lacks are one, too.

        arguments  number of a scalar argument -> value
        dims       (number of an argument, dimension) -> its extent, where it is dynamic
        timeout    seconds of the processor for one run
        seed       another set of random data
        rtol       the relative difference of floats, from 0 to 1, that is none
        pipeline   passes after the steps

        >>> m = ml.parse(program)
        >>> schedule = ml.schedule(m)
        >>> _ = schedule["square"].transform_layout(0, rows)
        >>> _ = schedule["square"].apply()
        >>> schedule["main"].check()
        """
        values, extents = _write_values(arguments, dims)
        words = ["schedule = @steps", f"pipeline = {_quote(_take_text(pipeline, 'pipeline'))}",
                 f"arguments = [{', '.join(map(_quote, values))}]",
                 f"dims = [{', '.join(map(_quote, extents))}]",
                 f"seed = {_take_number(seed, 'seed', 0, 2**63 - 1)} : i64",
                 f"rtol = {float(rtol)!r} : f64",
                 f"timeout = {_take_number(timeout, 'timeout', 1, 10**6)} : i64"]
        _call(self._schedule._core.try_out,
              _CHECK + self._schedule._write_steps() + _CHECK_TAIL
              + _write_match("%f", self._name)
              + f"    transform.layout.check %f {{{', '.join(words)}}} : {_ANY}\n" + _TAIL)


def _find_dtype(element, layout):
    """The numpy type of elements. Where pads are words, any will do."""
    names = {"i1": "bool", "f16": "float16", "f32": "float32", "f64": "float64",
             "index": "int64", "complex<f32>": "complex64", "complex<f64>": "complex128"}
    if element in names:
        return names[element]
    if re.fullmatch("i(8|16|32|64)", element):
        return element.replace("i", "int")
    if all(_write_word_or_map(pad) is not None for _, _, pad in layout._steps):
        return "float32"
    if element:
        raise TypeError(f"layout: its pad is a number, and numpy has no type for {element}: give "
                        f"the layout as text")
    raise TypeError("layout: the type of its pad is not known: give dtype, or the layout as text")


def schedule(module):
    """Begins a `Schedule` of a `Module`.

    >>> import mlir_layout as ml
    >>> ml.schedule(ml.parse("func.func private @f(%a: memref<4xf32>) { return }"))["f"]
    <schedule of @f>
    """
    return Schedule(module)
