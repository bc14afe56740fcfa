# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Index maps from Python functions: these are called once, with symbols."""

import operator

_LONGEST = 20000


class Index:
    """An affine expression of the indices of one map.

    Takes +, - and * with constants, + and - with other expressions, // and % by
    positive constants, and ^ if all operands but one are bounded by their form, as
    i % 8 is. Everything else is a TypeError, a divisor that is not
    positive a ValueError.
    """

    __slots__ = ("_text", "_trace")
    __hash__ = None

    def __init__(self, text, trace):
        if len(text) > _LONGEST:
            raise ValueError(f"an index expression has more than {_LONGEST} characters")
        self._text = text
        self._trace = trace

    def __repr__(self):
        return self._text

    def _operand(self, other, symbol, swapped=False):
        """The text of the other operand; None if it is none."""
        if isinstance(other, Index):
            if other._trace is not self._trace:
                raise ValueError(f"'{other._text}' is an index of another map")
            return other._text
        number = to_integer(other)
        if number is None:
            shown = [repr(self), repr(other)][::-1 if swapped else 1]
            raise TypeError(f"'{shown[0]} {symbol} {shown[1]}' is not affine: expects "
                            f"an index or an integer, found {type(other).__name__}")
        return str(number)

    def _make(self, a, symbol, b):
        return Index(f"({a} {symbol} {b})", self._trace)

    def __add__(self, other):
        return self._make(self._text, "+", self._operand(other, "+"))

    def __radd__(self, other):
        return self._make(self._operand(other, "+", True), "+", self._text)

    def __sub__(self, other):
        return self._make(self._text, "-", self._operand(other, "-"))

    def __rsub__(self, other):
        return self._make(self._operand(other, "-", True), "-", self._text)

    def __neg__(self):
        return self._make("-1", "*", self._text)

    def __pos__(self):
        return self

    def __mul__(self, other):
        if isinstance(other, Index):
            raise TypeError(f"'{self} * {other}' is not affine: a product of two indices")
        return self._make(self._text, "*", self._operand(other, "*"))

    __rmul__ = __mul__

    def __xor__(self, other):
        return self._make(self._text, "xor", self._operand(other, "^"))

    def __rxor__(self, other):
        return self._make(self._operand(other, "^", True), "xor", self._text)

    def _divide(self, other, symbol, name):
        if isinstance(other, Index):
            raise TypeError(f"'{self} {symbol} {other}' is not affine: the divisor is an "
                            "index, expects a positive integer")
        text = self._operand(other, symbol)
        if int(text) <= 0:
            raise ValueError(f"'{self} {symbol} {text}' is not affine: expects a positive "
                             "divisor")
        return self._make(self._text, name, text)

    def __floordiv__(self, other):
        return self._divide(other, "//", "floordiv")

    def __mod__(self, other):
        return self._divide(other, "%", "mod")

    def __divmod__(self, other):
        return self // other, self % other

    def _refuse_condition(self, *_):
        raise TypeError(f"'{self}' decides a condition: an index map has none, since it is "
                        "one expression for all indices")

    __bool__ = __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse_condition

    def _refuse_value(self, *_):
        raise TypeError(f"'{self}' has no value while a map is read: expects +, -, * by "
                        "constants, // and % by positive constants, and ^")

    __int__ = __float__ = __complex__ = __index__ = __abs__ = _refuse_value
    __round__ = __iter__ = __len__ = __getitem__ = __invert__ = _refuse_value
    __rfloordiv__ = __rmod__ = __rdivmod__ = _refuse_value
    # Of numpy's arrays and numbers, which would take the place of ours.
    __array_ufunc__ = None


def _refuse_operator(symbol):
    def refuse(self, other):
        raise TypeError(f"'{self} {symbol} {other}' is not affine: expects +, -, * by "
                        "constants, // and % by positive constants, and ^")
    return refuse


for _name, _symbol in {"truediv": "/", "pow": "**", "lshift": "<<", "rshift": ">>",
                       "and": "&", "or": "|", "matmul": "@"}.items():
    setattr(Index, f"__{_name}__", _refuse_operator(_symbol))
    setattr(Index, f"__r{_name}__", _refuse_operator(_symbol))


def swizzle(bits, base, shift):
    """CuTe's Swizzle<bits, base, shift>, a function of an index.

    The bits [base + shift, base + shift + bits) of the index are combined by ^ with
    its bits [base, base + bits); with a negative shift, the bits [base, base + bits)
    with those -shift higher. A ValueError if they overlap, that is, if abs(shift) is
    less than bits. The function takes integers and the indices of a map, and is a map
    by itself:

    >>> import mlir_layout as ml
    >>> ml.swizzle(2, 0, 2)(13)
    14
    >>> ml.layout(ml.swizzle(2, 0, 2)).map((13,))
    (14,)
    """
    numbers = [to_integer(number) for number in (bits, base, shift)]
    if None in numbers:
        raise TypeError("swizzle: expects three integers, found "
                        f"{bits!r}, {base!r}, {shift!r}")
    bits, base, shift = numbers
    name = f"swizzle<{bits}, {base}, {shift}>"
    if bits < 0 or base < 0:
        raise ValueError(f"{name} has a negative number of bits")
    if abs(shift) < bits:
        raise ValueError(f"{name} reads bits that it writes; expects |shift| >= bits")
    if bits + base + abs(shift) > 62:
        raise ValueError(f"{name} needs more than 62 bits")

    def apply(index):
        if isinstance(index, Index):
            return Index(f"{name}({index._text})", index._trace)
        number = to_integer(index)
        if number is None:
            raise TypeError(f"{name}: expects an index or an integer, found {index!r}")
        source, target = base + max(shift, 0), base + max(-shift, 0)
        return number ^ ((number >> source & ((1 << bits) - 1)) << target)

    return apply


def to_integer(value):
    """An integer of 64 bits; None if it is no integer."""
    try:
        number = operator.index(value)
    except TypeError:
        return None
    if not -2**63 <= number < 2**63:
        raise ValueError(f"{number} does not fit 64 bits")
    return number


def check_text(text, what):
    """Half of a surrogate pair is no character."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"{what}: expects characters of Unicode, found "
                         f"{text[error.start:error.end]!r} at position {error.start}") from None


def _read_result(value, trace, what):
    if isinstance(value, Index):
        if value._trace is not trace:
            raise ValueError(f"{what}: '{value}' is an index of another map")
        return repr(value)
    number = to_integer(value)
    if number is None:
        raise TypeError(f"{what}: expects index expressions, found {value!r}")
    return str(number)


def count_indices(function, what):
    """How many indices a function takes."""
    import inspect  # slow to import
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError) as error:
        raise TypeError(f"{what}: expects a function of indices, found {function!r}") from error
    for parameter in parameters:
        if parameter.kind not in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            raise TypeError(f"{what}: expects a function of a fixed number of indices, "
                            f"found the parameter '{parameter}'")
    return len(parameters)


def trace(function, what):
    """The map of a function as text, whether it yields a tuple, and the number of
    results. Calls the function once."""
    rank = count_indices(function, what)
    token = object()
    names = [f"d{i}" for i in range(rank)]
    results = function(*(Index(name, token) for name in names))
    is_tuple = isinstance(results, (tuple, list))
    texts = [_read_result(value, token, what)
             for value in (results if is_tuple else [results])]
    return f"({', '.join(names)}) -> ({', '.join(texts)})", is_tuple, len(texts)
