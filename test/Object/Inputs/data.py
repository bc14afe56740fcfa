#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a program with constants of all kinds, and a C program that asks for each
element: data.py OUT.mlir OUT.c

Constants of 4096 bytes or more go beside the code, and smaller ones through LLVM; `small`
is one of those, and has the elements of `f32`.
"""

import pathlib
import struct
import sys

COUNT = 5000
# Name -> element type, that of C, struct's letter, form, elements.
CONSTANTS = {
    "f32": ("f32", "float", "f", "resource", [i * 0.5 - 7 for i in range(COUNT)]),
    "small": ("f32", "float", "f", "resource", [i * 0.5 - 7 for i in range(7)]),
    "f64": ("f64", "double", "d", "dense", [i * 0.25 for i in range(COUNT)]),
    "i8": ("i8", "int8_t", "b", "dense", [i % 251 - 125 for i in range(COUNT)]),
    "i16": ("i16", "int16_t", "h", "splat", [-1234] * COUNT),
    "i32": ("i32", "int32_t", "i", "resource", [i * 7 for i in range(COUNT)]),
    "i64": ("i64", "int64_t", "q", "dense", [i << 33 for i in range(COUNT)]),
    "zero": ("i64", "int64_t", "q", "splat", [0] * COUNT),
    "bit": ("i1", "bool", "?", "resource", [i % 3 == 0 for i in range(COUNT)]),
    "bits": ("i1", "bool", "?", "dense", [i % 5 == 0 for i in range(COUNT)]),
    "ones": ("i1", "bool", "?", "splat", [1] * COUNT),
}
# Name -> element type, type that C has for it, op that makes it, elements. Fewer than 4096 bytes of
# bits may be more in memory.
INTEGERS = {
    "nibbles": ("i4", "int8_t", "i8", [i % 16 - 8 for i in range(COUNT)]),
    "nibble": ("i4", "int8_t", "i8", [-3] * COUNT),
    "odd": ("i24", "int32_t", "i32", [i * 1601 - 4000000 for i in range(COUNT)]),
    "longer": ("i40", "int64_t", "i64", [i * 104729000 - 2**38 for i in range(COUNT)]),
}
COMPLEX = {
    "complex": ("f32", "float", [(i * 0.5, -i) for i in range(COUNT)]),
    "wide": ("f64", "double", [(2.5, -7.0)] * COUNT),
}


def write_value(form, letter, element, elements, name):
    if form == "resource":
        return f"dense_resource<{name}>"
    if form == "splat":
        return f"dense<{str(bool(elements[0])).lower() if letter == '?' else elements[0]}>"
    if letter == "?":
        return "dense<[" + ", ".join(str(bool(bit)).lower() for bit in elements) + "]>"
    return 'dense<"0x' + struct.pack(f"<{len(elements)}{letter}", *elements).hex() + '">'


def write_program():
    text, blobs = "", []
    for name, (element, _, letter, form, elements) in CONSTANTS.items():
        buffer = f"memref<{len(elements)}x{element}>"
        value = write_value(form, letter, element, elements, name)
        if form == "resource":
            raw = struct.pack(f"<{len(elements)}{letter}", *elements)
            blobs.append(f'      {name}: "0x{struct.pack("<I", 8).hex()}{raw.hex()}"')
        # One is seen outside; its elements can be written, as those of `i32` can.
        visibility = '"public"' if name == "f64" else '"private"'
        constant = "" if name in ("f64", "i32") else "constant "
        text += f"""memref.global {visibility} {constant}@{name}_data : {buffer} = {value}
func.func @get_{name}(%i: index) -> {element} {{
  %buffer = memref.get_global @{name}_data : {buffer}
  %element = memref.load %buffer[%i] : {buffer}
  return %element : {element}
}}
"""
    for name, (element, _, wide, elements) in INTEGERS.items():
        buffer = f"memref<{COUNT}x{element}>"
        value = elements[0] if len(set(elements)) == 1 else f"[{', '.join(map(str, elements))}]"
        text += f"""memref.global "private" constant @{name}_data : {buffer} = dense<{value}>
func.func @get_{name}(%i: index) -> {wide} {{
  %buffer = memref.get_global @{name}_data : {buffer}
  %element = memref.load %buffer[%i] : {buffer}
  %wide = arith.extsi %element : {element} to {wide}
  return %wide : {wide}
}}
"""
    for name, (element, _, elements) in COMPLEX.items():
        buffer = f"memref<{COUNT}xcomplex<{element}>>"
        parts = [f"({float(a)!r}, {float(b)!r})" for a, b in elements]
        value = parts[0] if len(set(parts)) == 1 else f"[{', '.join(parts)}]"
        text += f"""memref.global "private" constant @{name}_data : {buffer} = dense<{value}>
func.func @get_{name}(%i: index, %imaginary: i1) -> {element} {{
  %buffer = memref.get_global @{name}_data : {buffer}
  %number = memref.load %buffer[%i] : {buffer}
  %a = complex.re %number : complex<{element}>
  %b = complex.im %number : complex<{element}>
  %part = arith.select %imaginary, %b, %a : {element}
  return %part : {element}
}}
"""
    text += f"""func.func @set_i32(%i: index, %x: i32) {{
  %buffer = memref.get_global @i32_data : memref<{COUNT}xi32>
  memref.store %x, %buffer[%i] : memref<{COUNT}xi32>
  return
}}
"""
    return text + "{-#\n  dialect_resources: {\n    builtin: {\n" + ",\n".join(blobs) + "\n    }\n  }\n#-}\n"


def write_caller():
    text = '#include "data.h"\n#include <stdio.h>\n\nextern double f64_data[];\n\nint main(void) {\n  int wrong = 0;\n'
    for name, (_, type_, letter, _, elements) in CONSTANTS.items():
        numbers = ", ".join(str(int(x)) if letter in "?bhiq" else repr(x) for x in elements)
        text += f"""  static const {type_} {name}[] = {{{numbers}}};
  for (int i = 0; i < {len(elements)}; ++i)
    wrong += get_{name}(i) != {name}[i];
"""
    for name, (_, type_, _, elements) in INTEGERS.items():
        text += f"""  static const {type_} {name}[] = {{{", ".join(map(str, elements))}}};
  for (int i = 0; i < {COUNT}; ++i)
    wrong += get_{name}(i) != {name}[i];
"""
    for name, (_, type_, elements) in COMPLEX.items():
        text += f"""  static const {type_} {name}_parts[] = {{{", ".join(str(x) for pair in elements for x in pair)}}};
  for (int i = 0; i < 2 * {COUNT}; ++i)
    wrong += get_{name}(i / 2, i % 2) != {name}_parts[i];
"""
    return text + """  set_i32(4999, 3);
  wrong += get_i32(4999) != 3 || get_i32(4998) == 3;
  wrong += f64_data[9] != 2.25;
  f64_data[9] = 1;
  wrong += get_f64(9) != 1;
  printf("%d wrong\\n", wrong);
  return wrong != 0;
}
"""


def main():
    pathlib.Path(sys.argv[1]).write_text(write_program())
    pathlib.Path(sys.argv[2]).write_text(write_caller())


if __name__ == "__main__":
    main()
