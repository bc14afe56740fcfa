#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the cells of a notebook, so that what it shows stays true. Without Jupyter.

  notebook.py check  examples/layouts.ipynb ...
  notebook.py update examples/layouts.ipynb ...

The cells of a notebook are run in their order, in one namespace. What a cell prints, and
the value of its last line, as text and as the picture that it has, must be what the
notebook shows; `update` writes them instead.
"""

import ast
import contextlib
import io
import json
import pathlib
import sys


def to_lines(text):
    return text.splitlines(keepends=True)


def run_cell(source, names):
    """The outputs of a cell, as notebooks have them."""
    body = ast.parse(source)
    last = body.body.pop() if body.body and isinstance(body.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(body, "<cell>", "exec"), names)
        if last:
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    outputs = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream",
                        "text": to_lines(printed.getvalue())})
    if value is not None:
        data = {"text/plain": to_lines(repr(value))}
        picture = value._repr_svg_() if hasattr(value, "_repr_svg_") else None
        if picture is not None:
            data["image/svg+xml"] = to_lines(picture)
        outputs.append({"data": data, "execution_count": None, "metadata": {},
                        "output_type": "execute_result"})
    return outputs


def rerun(notebook):
    names = {"__name__": "__main__"}
    count = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        count += 1
        cell["execution_count"] = count
        cell["outputs"] = run_cell("".join(cell["source"]), names)
        for output in cell["outputs"]:
            if "execution_count" in output:
                output["execution_count"] = count


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ("check", "update"):
        sys.exit(__doc__)
    failed = False
    for path in map(pathlib.Path, sys.argv[2:]):
        old = path.read_text()
        notebook = json.loads(old)
        rerun(notebook)
        new = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
        if sys.argv[1] == "update":
            path.write_text(new)
        elif old != new:
            failed = True
            for number, (was, now) in enumerate(zip(old.splitlines(), new.splitlines()), 1):
                if was != now:
                    print(f"{path}:{number}: shows {was.strip()[:100]}\nas run {now.strip()[:100]}")
                    break
            else:
                print(f"{path}: has other outputs than a run")
    return failed


if __name__ == "__main__":
    sys.exit(main())
