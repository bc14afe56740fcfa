#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the tables of "In numbers" in the README with those of the pages they are from.

  check-numbers.py [ROOT]

A table belongs to the page that the nearest link above it names. Each of its cells must be
the one of that page in the row that begins the same, under the same heading.
"""

import pathlib
import re
import sys


def read_rows(text):
    """Rows of tables as (heading -> cell), by their first cell; of rows that begin the same
    all."""
    heads = None
    for line in text.splitlines():
        if not line.startswith("|"):
            heads = None
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if heads is None:
            heads = cells
        elif set(line) - set("|-"):
            yield cells[0], dict(zip(heads[1:], cells[1:]))


def check_table(table, page):
    known = list(read_rows(page))
    for name, cells in read_rows(table):
        if not any(name == other and cells.items() <= row.items() for other, row in known):
            yield f"{name}: {cells}"


def check(root):
    readme = (root / "README.md").read_text()
    section = re.search(r"^## In numbers$(.*?)^## ", readme, re.MULTILINE | re.DOTALL).group(1)
    page = None
    for part in section.split("\n\n"):
        if part.startswith("|"):
            found = (root / page).read_text() if page else ""
            yield from (f"{page} does not say {wrong}" for wrong in check_table(part, found))
        elif links := re.findall(r"\]\((docs/\w+\.md)", part):
            page = links[-1]


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    wrong = list(check(root))
    print("\n".join(wrong) if wrong else "the README's numbers are those of its pages")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
