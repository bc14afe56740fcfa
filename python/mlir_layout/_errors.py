# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the package raises."""


class LayoutError(Exception):
    """What a layout, a pass, the parser or the compiler refuses.

    message   what is wrong, and mostly what to do
    location  "file:line:column" of the program, or None
    witness   the part of the message that names an index, to be checked by hand,
              such as "(0, 0) and (2, 0) both map to (0, 0)", or None
    notes     pairs of a location and a text, further errors among them
    """

    def __init__(self, message, location=None, witness=None, notes=()):
        super().__init__(message)
        self.message = message
        self.location = location
        self.witness = witness
        self.notes = tuple(notes)

    def __str__(self):
        lines = [self.message if self.location is None
                 else f"{self.location}: {self.message}"]
        for location, text in self.notes:
            lines.append(f"  note: {text}" if location is None
                         else f"  {location}: note: {text}")
        return "\n".join(lines)

    def __reduce__(self):
        return type(self), (self.message, self.location, self.witness, self.notes)
