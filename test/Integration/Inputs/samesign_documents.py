# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fails for each command in the documents of the folder given that lets `opt` or
`clang` optimise an .ll file and does not load the plugin (see samesign.test)."""

import pathlib
import re
import sys

COMMAND = re.compile(r"^(?=.*\b(opt|clang)(-22)?\b(?!\S*-opt))(?=.* -O[123s])(?=.*\.(ll|bc)\b).*$")

root = pathlib.Path(sys.argv[1])
wrong = []
for page in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
    lines = page.read_text(encoding="utf-8").replace("\\\n", " ").split("\n")
    wrong += [f"{page.relative_to(root)}: {line}" for line in lines
              if COMMAND.match(line) and "LayoutPlugin.so" not in line]
if wrong:
    sys.exit("\n".join(wrong))
