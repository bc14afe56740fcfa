# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the README's table "Feature by entry point" ticks for Python."""

import pathlib
import re

import mlir_layout as ml

README = pathlib.Path(__file__).parents[2] / "README.md"


def test_each_pass_and_pipeline_runs():
    section = README.read_text().split("## Feature by entry point")[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if "✓" in line]
    names = [name for row in rows for name in re.findall(r"`((?:convert-)?layout-[\w-]+)`", row)]
    assert len(names) > 40
    options = {"layout-set-fastmath": "{contract}"}  # nothing is an error
    for name in names:
        ml.parse("module {}").run(name + options.get(name, ""))
