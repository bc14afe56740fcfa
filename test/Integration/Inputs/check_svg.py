# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Looks at pictures of layouts without a browser.

  check_svg.py FILE ...

Each is well-formed, no text touches another or leaves the picture, what is written in a
cell fits into it, and an element that is on both sides has one colour. Prints of each
how many cells are of which kind, and how many elements are on both sides.
"""

import collections
import re
import sys
import xml.etree.ElementTree as tree

SVG = "{http://www.w3.org/2000/svg}"
SMALL = "10"  # the size of texts that name none
# Widths of a character by font size, of the widest of the fonts that the pictures name, and
# how far a text goes up.
WIDTHS = {"12": 7.3, SMALL: 6.1}
HEIGHTS = {"12": 9, SMALL: 7.5}


def get_box(text):
    size = text.get("font-size", SMALL)
    width = len(text.text or "") * WIDTHS[size]
    x, y = float(text.get("x")), float(text.get("y"))
    left = {"middle": x - width / 2, "end": x - width}.get(text.get("text-anchor"), x)
    return left, y - HEIGHTS[size], left + width, y + 1


def overlap(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def check_cell(cell):
    rect, text = cell.find(SVG + "rect"), cell.find(SVG + "text")
    box = tuple(float(rect.get(name)) for name in ("x", "y", "width", "height"))
    if text is not None:
        width = len(text.text) * WIDTHS[SMALL]
        assert width <= box[2], f"{text.text} is wider than its cell"
    return box[0], box[1], box[0] + box[2], box[1] + box[3]


def check(path):
    root = tree.parse(path).getroot()
    assert root.get("font-size") == SMALL
    width, height = float(root.get("width")), float(root.get("height"))
    cells = [group for group in root.iter(SVG + "g") if "cell" in group.get("class", "")]
    boxes = [(check_cell(cell), "a cell") for cell in cells]
    texts = [text for text in root.findall(SVG + "text") if text.text]
    boxes += [(get_box(text), text.text) for text in texts]
    for (left, top, right, bottom), what in boxes:
        assert 0 <= left and right <= width and 0 <= top and bottom <= height, \
            f"{path}: {what} leaves the picture"
    grid = collections.defaultdict(list)  # by lines of 20 pixels, to compare few
    for box, what in boxes:
        for line in range(int(box[1] // 20), int(box[3] // 20) + 1):
            grid[line].append((box, what))
    for line in grid.values():
        line.sort()
        for number, (box, what) in enumerate(line):
            for other, who in line[number + 1:]:
                if other[0] >= box[2]:
                    break
                # Cells touch each other.
                inner = (box[0] + 0.2, box[1] + 0.2, box[2] - 0.2, box[3] - 0.2)
                assert not overlap(inner, other), f"{path}: {what!r} touches {who!r}"
    colors = collections.defaultdict(list)
    for cell in cells:
        if cell.get("data-k"):
            colors[cell.get("data-k")].append(cell.find(SVG + "rect").get("fill"))
    both = [pair for pair in colors.values() if len(pair) == 2]
    assert all(a == b for a, b in both), f"{path}: two colours of one element"
    assert all(len(pair) <= 2 for pair in colors.values()), f"{path}: three of one element"
    kinds = collections.Counter(re.sub("^cell ?", "", cell.get("class")) or "data"
                                for cell in cells)
    print(f"{dict(sorted(kinds.items()))}, {len(both)} on both sides")


for path in sys.argv[1:]:
    check(path)
