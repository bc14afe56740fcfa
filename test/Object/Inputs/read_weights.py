#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads a file of weights by the description of the format alone, and prints what it has:
read_weights.py FILE [COPY [EDIT]]

COPY is the same tensors written again: the header by json.dumps in another order, without
padding, so that no tensor is aligned. EDIT changes it: `model` or `target` (of another one),
`name` (a tensor under another name), `short` (one byte less), `header` (ends within the
header).
"""

import json
import struct
import sys

SIZES = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "I64": 8, "I32": 4, "I16": 2, "I8": 1, "U8": 1}


def read(path):
    data = open(path, "rb").read()
    (length,) = struct.unpack_from("<Q", data)
    assert data[8:9] == b"{" and length <= 100_000_000 and 8 + length <= len(data)
    header = json.loads(data[8:8 + length])
    metadata = header.pop("__metadata__", {})
    assert all(isinstance(value, str) for value in metadata.values())
    tensors, end = {}, 0
    for name, tensor in sorted(header.items(), key=lambda item: item[1]["data_offsets"]):
        begin, behind = tensor["data_offsets"]
        count = SIZES[tensor["dtype"]]
        for extent in tensor["shape"]:
            count *= extent
        assert begin == end and behind - begin == count, name
        end = behind
        tensors[name] = (tensor["dtype"], tensor["shape"], begin,
                         data[8 + length + begin:8 + length + behind])
    assert 8 + length + end == len(data)
    return length, metadata, tensors


def write(path, metadata, tensors, edit):
    if edit in ("model", "target"):
        metadata = metadata | {f"layout_{edit}": "another"}
    header, blob = {}, b""
    for name, (kind, shape, _, data) in reversed(tensors.items()):
        # No comma is read as a part of a number, and no blank is missed.
        header["x" + name if edit == "name" else name] = {
            "data_offsets": [len(blob), len(blob) + len(data)], "shape": shape, "dtype": kind}
        blob += data
    text = json.dumps(header | {"__metadata__": metadata}, indent=1).encode()
    text += b" " * (-(len(text) + 9) % 64)  # one byte off
    result = struct.pack("<Q", len(text)) + text + blob
    if edit == "short":
        result = result[:-1]
    if edit == "header":
        result = result[:100]
    open(path, "wb").write(result)


def main():
    length, metadata, tensors = read(sys.argv[1])
    if len(sys.argv) > 2:
        return write(sys.argv[2], metadata, tensors, sys.argv[3] if len(sys.argv) > 3 else "")
    print(f"data begin at a multiple of 64: {(8 + length) % 64 == 0}")
    for key, value in metadata.items():
        print(f"{key} = {value}")
    for name, (kind, shape, begin, data) in tensors.items():
        print(f"{name}: {kind} {shape}, {len(data)} bytes, aligned: {begin % 64 == 0}, sum {sum(data)}")


if __name__ == "__main__":
    main()
