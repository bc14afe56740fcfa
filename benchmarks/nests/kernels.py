# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Single nests as a front end emits them: buffers, and loops over M rows and N columns."""

import collections

# `buffers`: names and extents; `loops`, outermost first, around the statements of `body`, in
# which `%0 = load b %i, %j` and `store %0 b %i, %j` are accesses.
Nest = collections.namedtuple("Nest", "buffers loops body")

ROWS_AND_COLUMNS = {"i": "M", "j": "N"}


def nest(buffers, body, loops=ROWS_AND_COLUMNS):
    return Nest(buffers, loops, body)


def add_up(out, index, term="%0 = load a %i, %j", op="add", loops=ROWS_AND_COLUMNS, **buffers):
    """The element of `out` gets %0, too."""
    return nest({"a": "M N", **buffers},
                f"{term}\n%old = load {out} {index}\n%new = {op} %old, %0\nstore %new {out} {index}", loops)


NESTS = {
    "elementwise": [nest({"a": "M N", "b": "M N", "c": "M N"},
                         "%0 = load a %i, %j\n%1 = load b %i, %j\n%2 = mul %0, %1\n"
                         "%3 = add %2, %0\nstore %3 c %i, %j")],
    "bias": [nest({"a": "M N", "b": "N", "c": "M N"},
                  "%0 = load a %i, %j\n%1 = load b %j\n%2 = add %0, %1\nstore %2 c %i, %j")],
    "outer-product": [nest({"a": "M", "b": "N", "c": "M N"},
                           "%0 = load a %i\n%1 = load b %j\n%2 = mul %0, %1\nstore %2 c %i, %j")],
    "transpose": [nest({"a": "M N", "c": "N M"},
                       "%0 = load a %i, %j\n%1 = add %0, %0\nstore %1 c %j, %i")],
    "row-sums": [add_up("c", "%i", c="M")],
    "column-sums": [add_up("c", "%j", c="N")],
    "row-maxima": [add_up("c", "%i", op="max", c="M")],
    "matrix-vector": [add_up("c", "%i", "%x = load a %i, %j\n%y = load b %j\n%0 = mul %x, %y",
                             b="N", c="M")],
    "vector-matrix": [add_up("c", "%j", "%x = load a %i, %j\n%y = load b %i\n%0 = mul %x, %y",
                             b="M", c="N")],
    "stencil": [nest({"a": "M+2 N+2", "c": "M N"},
                     "%0 = load a %i + 1, %j\n%1 = load a %i + 1, %j + 2\n%2 = load a %i, %j + 1\n"
                     "%3 = load a %i + 2, %j + 1\n%4 = add %0, %1\n%5 = add %4, %2\n"
                     "%6 = add %5, %3\nstore %6 c %i, %j")],
    "max-pool": [add_up("c", "%i, %j", "%0 = load a %i * 2 + %r, %j * 2 + %s", op="max",
                        loops={**ROWS_AND_COLUMNS, "r": "3", "s": "3"},
                        a="2*M+1 2*N+1", c="M N")],
    "prefix-sums-of-columns": [nest({"a": "M+1 N"},
                                    "%0 = load a %i, %j\n%1 = load a %i + 1, %j\n%2 = add %0, %1\n"
                                    "store %2 a %i + 1, %j")],
    "normalization": [add_up("b", "%i", b="M", c="M N"),
                      nest({}, "%0 = load a %i, %j\n%1 = load b %i\n%2 = mul %0, %1\n"
                               "store %2 c %i, %j")],
}


def get_buffers(name, extents):
    """Shapes by name."""
    shapes = {}
    for part in NESTS[name]:
        for buffer, text in part.buffers.items():
            shapes[buffer] = tuple(eval(e, dict(extents)) for e in text.split())
    return shapes


def write_loops(name, extents, element, types):
    kind = "f" if element.startswith("f") else "i"
    names = {"add": f"arith.add{kind}", "mul": f"arith.mul{kind}",
             "max": "arith.maximumf" if kind == "f" else "arith.maxsi"}

    def translate(line):
        words = line.split()
        if words[0] == "store":
            index = " ".join(words[3:])
            return f"affine.store {words[1]}, %{words[2]}[{index}] : {types[words[2]]}"
        if words[2] == "load":
            index = " ".join(words[4:])
            return f"{words[0]} = affine.load %{words[3]}[{index}] : {types[words[3]]}"
        return f"{words[0]} = {names[words[2]]} {' '.join(words[3:])} : {element}"

    text = ""
    for part in NESTS[name]:
        body = "\n".join(map(translate, part.body.splitlines()))
        head = "".join(f"affine.for %{loop} = 0 to {eval(extent, dict(extents))} {{\n"
                       for loop, extent in part.loops.items())
        text += f"{head}{body}\n{'}' * len(part.loops)}\n"
    return text
