# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the package raises, and what passes say without failing."""

import collections


def _join(head, notes):
    lines = [head]
    for location, text in notes:
        lines.append(f"  note: {text}" if location is None
                     else f"  {location}: note: {text}")
    return "\n".join(lines)


class LayoutError(Exception):
    """What a layout, a pass, the parser or the compiler refuses.

    message   what is wrong, and mostly what to do
    location  "file:line:column" of the program, or None
    witness   the part of the message that names an index, to be checked by hand,
              such as "(0, 0) and (2, 0) both map to (0, 0)", or None
    notes     pairs of a location and a text, further errors among them

    >>> import mlir_layout as ml
    >>> try:
    ...     ml.layout(lambda i, j: (i % 2, j)).physical_shape((4, 4))
    ... except ml.LayoutError as error:
    ...     error.witness
    '(0, 0) and (2, 0) both map to (0, 0)'
    """

    def __init__(self, message, location=None, witness=None, notes=()):
        super().__init__(message)
        self.message = message
        self.location = location
        self.witness = witness
        self.notes = tuple(notes)

    def __str__(self):
        return _join(self.message if self.location is None
                     else f"{self.location}: {self.message}", self.notes)

    def __reduce__(self):
        return type(self), (self.message, self.location, self.witness, self.notes)


_FIELDS = ("kind", "name", "message", "location", "witness", "notes", "cause", "remedy")


class Remark(collections.namedtuple("Remark", _FIELDS, defaults=(None, None, (), None, None))):
    """What a pass did, did not do or does not know; or a warning.

    kind      "passed" (done), "missed" (not done: a rule forbids it), "analysis" (not known);
              "warning" and "remark" of passes that are not this project's
    name      "pass/reason", as docs/Remarks.md lists them; None of a warning
    message   what it says
    location  "file:line:column" of the op concerned, or None
    witness   the part of the message that names an index, or None
    notes     pairs of a location and a text
    cause     why passes say this, or None
    remedy    what to do about it, or None if there is nothing to do

    `pass_name` is the part of `name` before the reason. `str` is one line, with its notes
    below. `Module.run` and `Module.compile` give them.

    >>> import mlir_layout as ml
    >>> ml.Remark("missed", "layout-apply/split-access", "several accesses").pass_name
    'layout-apply'
    """

    __slots__ = ()

    @property
    def pass_name(self):
        """The pass, or None."""
        return None if self.name is None else self.name.split("/")[0]

    def __str__(self):
        where = "" if self.location is None else f"{self.location}: "
        name = "" if self.name is None else f"{self.name}: "
        return _join(f"{where}{self.kind}: {name}{self.message}", self.notes)
