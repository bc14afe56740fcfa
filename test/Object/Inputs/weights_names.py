#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Weights whose names are words of the format, and files that name them elsewhere, too:
weights_names.py write PROGRAM.mlir
weights_names.py read LIBRARY.so FILE, which prints what functions read from several files
"""

import ctypes
import json
import os
import struct
import sys

NAMES = ["aaa", "shape", "dtype", "data_offsets", "layout_model", "layout_target", "bbb", "F32",
         "__metadata__"]


def program():
    for i, name in enumerate(NAMES):
        yield f'memref.global "private" constant @{name} : memref<2x1024xf32> = dense<{i + 1}.0>'
    for i, name in enumerate(NAMES):
        yield f"""func.func @get{i}(%i: index) -> f32 {{
  %m = memref.get_global @{name} : memref<2x1024xf32>
  %x = memref.load %m[%i, %i] : memref<2x1024xf32>
  return %x : f32
}}"""


def pairs(text):
    return json.loads(text, object_pairs_hook=list)


def edits(header):
    """What else the header may be, as text."""
    def write(change, **options):
        value = json.loads(header)
        change(value)
        return json.dumps(value, **options)

    def note(value):
        value["__metadata__"] = {name: "a note" for name in NAMES} | value["__metadata__"]
        value["__metadata__"]["quoted"] = '"bbb":{"dtype":"F32\\'

    def more(value):
        value["bbb"] = {"note": {"data_offsets": [0, 8192], "shape": [[], {"a": [1, None]}]}} | value["bbb"]

    yield "as written", header
    yield "notes", write(note)
    yield "more keys", write(more, indent=1)
    yield "escaped names", header.replace('"bbb"', '"\\u0062b\\u0062"')
    yield "another type", write(lambda value: value["bbb"].update(dtype="I32"))
    yield "another shape", write(lambda value: value["bbb"].update(shape=[2048]))
    yield "a longer shape", write(lambda value: value["bbb"].update(shape=[2, 1024, 1]))
    yield "no type", write(lambda value: value["bbb"].pop("dtype"))
    yield "no tensor", write(lambda value: value.pop("bbb"))
    yield "twice", header.rstrip()[:-1] + ',"bbb":{"data_offsets":[0,8192]}}'
    yield "no end", header.rstrip()[:-1]
    yield "negative", write(lambda value: value["bbb"].update(data_offsets=[-8192, 0]))
    yield "a name of the model elsewhere", write(
        lambda value: value.update(x={"layout_model": value["__metadata__"].pop("layout_model")}))


def read(library, path):
    library = ctypes.CDLL(os.path.abspath(library))
    data = open(path, "rb").read()
    (length,) = struct.unpack_from("<Q", data)
    text, blob = data[8:8 + length].decode(), data[8 + length:]
    keys = [key for key, _ in pairs(text)]
    print("keys:", *sorted(keys), "(each once)" if len(set(keys)) == len(keys) else "")
    for name, header in edits(text):
        changed = path + ".changed"
        with open(changed, "wb") as file:
            file.write(struct.pack("<Q", len(header)) + header.encode() + blob)
        status = library.names_load_weights(changed.encode())
        values = []
        for i in range(len(NAMES) if status == 0 else 0):
            get = library[f"_mlir_ciface_get{i}"]
            get.restype, get.argtypes = ctypes.c_float, [ctypes.c_int64]
            values.append(int(get(1 if i % 2 else 0)))
        library.names_unload_weights()
        print(f"{name}: {status}", *values)


if sys.argv[1] == "write":
    open(sys.argv[2], "w").write("\n".join(program()) + "\n")
else:
    read(*sys.argv[2:])
