# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the size of a PNG file and the colours of some of its pixels.

Usage: read_png.py FILE X,Y... Reads what layout-draw writes, checksums checked:
eight bits, red green blue, rows without filters.
"""

import struct
import sys
import zlib


def read_chunks(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, chunks = 8, {}
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        (checksum,) = struct.unpack(">I", data[at + 8 + length : at + 12 + length])
        assert checksum == zlib.crc32(kind + body), kind
        chunks[kind] = body
        at += 12 + length
    return chunks


def main():
    with open(sys.argv[1], "rb") as file:
        chunks = read_chunks(file.read())
    width, height, *rest = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert rest == [8, 2, 0, 0, 0], rest
    assert b"IEND" in chunks
    rows = zlib.decompress(chunks[b"IDAT"])
    assert len(rows) == height * (1 + 3 * width)
    print(f"{width}x{height}")
    for place in sys.argv[2:]:
        x, y = map(int, place.split(","))
        at = y * (1 + 3 * width) + 1 + 3 * x
        assert rows[y * (1 + 3 * width)] == 0
        print(place, *rows[at : at + 3])


if __name__ == "__main__":
    main()
