#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that links of the documents lead somewhere.

  check-links.py [ROOT]

Fails where README.md or a page in docs/ links to a file that is not there, or to a
heading that the page does not have, or names a file of this tree that is not there, and where docs/Rationale.md does not list a
decision of a page in docs/Rationale.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
# A path from the root, such as `test/IR/*.mlir`, or a command that begins with one.
NAMED = re.compile(r"`((?:benchmarks|docs|examples|include|lib|python|scripts|test|tools|unittests)"
                   r"/[\w./*-]+)[` ]")
DECISION = re.compile(r"^## (.+)$", re.MULTILINE)


def get_anchor(heading):
    """As it is made of the words of a heading."""
    words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", words).replace(" ", "-")


def get_anchors(page):
    """Of all headings."""
    return {get_anchor(heading) for heading in HEADING.findall(CODE.sub("", page.read_text()))}


def find_fault(page, target):
    """What is wrong with a link of `page`, or nothing."""
    name, _, anchor = target.partition("#")
    file = (page.parent / name) if name else page
    if not file.exists():
        return "there is no such file"
    if anchor and file.suffix == ".md" and anchor not in get_anchors(file):
        return "there is no such heading"
    return None


def find_unlisted():
    """Entries that the list of decisions lacks."""
    for page in sorted((ROOT / "docs/Rationale").glob("*.md")):
        listed = (ROOT / "docs/Rationale.md").read_text()
        for heading in DECISION.findall(CODE.sub("", page.read_text())):
            entry = f"* [{heading}](Rationale/{page.name}#{get_anchor(heading)})"
            if entry not in listed:
                yield entry


def find_unnamed(page):
    """What the page calls a file of this tree, and is none."""
    for name in NAMED.findall(CODE.sub("", page.read_text())):
        if not any(ROOT.glob(name.rstrip("/"))):
            yield name


def main():
    faults = 0
    for entry in find_unlisted():
        print(f"docs/Rationale.md lacks: {entry}")
        faults += 1
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for target in LINK.findall(CODE.sub("", page.read_text())):
            if re.match(r"\w+:", target):
                continue
            if fault := find_fault(page, target):
                print(f"{page.relative_to(ROOT)} links to {target}: {fault}")
                faults += 1
        for name in find_unnamed(page):
            print(f"{page.relative_to(ROOT)} names {name}: there is no such file")
            faults += 1
    return 1 if faults else 0


sys.exit(main())
