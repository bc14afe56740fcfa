# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Looks for elements of pictures that have no colour of their own.

  check_colours.py FILE|FOLDER ...

A file is a picture (.svg), a page with pictures (.html) or a notebook with pictures (.ipynb);
of a folder, all of these in it. Viewers that know no style sheets, or none with variables,
draw an element without a colour in black, on a background that is black as well. So each
element that is drawn has a `fill`, and each path a `stroke`, as an attribute, in a form that
SVG 1.1 knows. Prints how many pictures there are.

The style sheet of a page (.html) that has a dark scheme has each colour of that scheme as a plain
one before: whatever is coloured on a dark background is coloured without one.
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


DARK = re.compile(r"@media \(prefers-color-scheme: dark\) \{((?:[^{}]*\{[^{}]*\})*)\s*\}")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")


def get_colours(sheet):
    """{(selector, property): colour}, with the names that shorthands have in the dark scheme."""
    colours = {}
    for selectors, body in RULE.findall(sheet):
        for name, value in re.findall(r"([\w-]+):\s*([^;]+)", body):
            words = [word for word in value.split() if word.startswith("#")]
            name = re.sub(r"^border-.*", "border-color", name)
            for selector in selectors.split(",") if words else []:
                colours[selector.strip(), name] = words[-1]
    return colours


def get_page_faults(page):
    """What a page without its pictures says of colours in its style sheet."""
    sheets = "".join(re.findall(r"<style>(.*?)</style>", page, re.DOTALL))
    sheets = re.sub(r"^\.layout-picture .*$|^  \.layout-picture .*$", "", sheets, flags=re.MULTILINE)
    plain = get_colours(DARK.sub("", sheets))
    for name, colour in get_colours("".join(DARK.findall(sheets))).items():
        if name not in plain:
            yield f"{' '.join(name)} has the colour {colour} on a dark background only"
    for name, colour in plain.items():
        if not COLOUR.fullmatch(colour):
            yield f"{' '.join(name)} is {colour}, which is for browsers"
    if "var(" in sheets:
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
    page = re.sub(r"<svg.*?</svg>", "", file.read_text(), flags=re.DOTALL)
    for fault in get_page_faults(page) if file.suffix == ".html" else []:
        failed = True
        print(f"{file}: {fault}")
print(f"{count} pictures")
sys.exit(failed)
