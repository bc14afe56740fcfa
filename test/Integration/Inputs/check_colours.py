# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Looks for elements of pictures that have no colour of their own.

  check_colours.py FILE|FOLDER ...

A file is a picture (.svg), a page with pictures (.html) or a notebook with pictures (.ipynb);
of a folder, all of these in it. Viewers that know no style sheets, or none with variables,
draw an element without a colour in black, on a background that is black as well. So each
element that is drawn has a `fill`, and each path a `stroke`, as an attribute, in a form that
SVG 1.1 knows. Prints how many pictures there are.
"""

import json
import pathlib
import re
import sys
import xml.etree.ElementTree as tree

SVG = "{http://www.w3.org/2000/svg}"
DRAWN = {"rect", "text", "path", "circle", "line", "polygon", "ellipse", "polyline"}
COLOUR = re.compile(r"none|#[0-9a-f]{3}|#[0-9a-f]{6}|url\(#\w+\)")


def get_pictures(path):
    text = path.read_text()
    if path.suffix == ".ipynb":
        outputs = [output for cell in json.loads(text)["cells"]
                   for output in cell.get("outputs", [])]
        text = "".join("".join(data) for output in outputs
                       for data in output.get("data", {}).values())
    return re.findall(r"<svg.*?</svg>", text, re.DOTALL)


def get_faults(picture):
    for element in tree.fromstring(picture).iter():
        kind = element.tag.removeprefix(SVG)
        needed = ["fill"] + ["stroke"] * (kind == "path") if kind in DRAWN else []
        given = [name for name in ("fill", "stroke") if name in element.attrib]
        for name in dict.fromkeys(needed + given):
            colour = element.get(name)
            if colour is None:
                yield f"<{kind}> without {name}: {dict(element.attrib)}"
            elif not COLOUR.fullmatch(colour):
                yield f"<{kind}> with {name}={colour!r}, which is for browsers"
    if "var(" in picture:
        yield "var(...), which is for browsers"


def get_files(paths):
    for path in map(pathlib.Path, paths):
        if not path.is_dir():
            yield path
            continue
        for file in sorted(path.rglob("*")):
            if file.suffix in (".svg", ".html", ".ipynb"):
                yield file


count, failed = 0, False
for file in get_files(sys.argv[1:]):
    for number, picture in enumerate(get_pictures(file)):
        count += 1
        faults = list(get_faults(picture))
        if faults:
            failed = True
            print(f"{file}, picture {number}: {faults[0]}, and {len(faults) - 1} more")
print(f"{count} pictures")
sys.exit(failed)
