# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The examples of docs/Python.md, from top to bottom in one interpreter."""

import ast
import doctest
import inspect
import pathlib
import re

import mlir_layout as ml
from mlir_layout._layout import core

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def test_the_examples_of_the_page():
    text = (ROOT / "docs/Python.md").read_text()
    blocks = re.findall(r"^```pycon\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "Python.md", None, 0)
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples)
    assert result.attempted > 20 and result.failed == 0


def test_the_stub_names_what_there_is():
    stub = ast.parse((ROOT / "python/mlir_layout/__init__.pyi").read_text())
    names = {node.name: node for node in stub.body
             if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name[0] != "_"}
    values = {node.target.id for node in stub.body if isinstance(node, ast.AnnAssign)}
    assert set(names) | values == set(ml.__all__)
    for name, node in names.items():
        thing = getattr(ml, name)
        assert inspect.getdoc(thing), name
        if isinstance(node, ast.FunctionDef):
            check_parameters(thing, node)
            continue
        for method in node.body:
            # Steps are what ops there are: test_schedule.py.
            is_step = name == "FunctionSchedule" and method.name in core().schedule_ops()
            if isinstance(method, ast.FunctionDef) and (
                    not is_step or method.name == "check"):
                found = inspect.getattr_static(thing, method.name)
                if isinstance(found, property):
                    found = found.fget
                check_parameters(found, method)
        stated = {method.name for method in node.body if isinstance(method, ast.FunctionDef)}
        assert {n for n in vars(thing) if not n.startswith("_")} - stated <= {"name"}, name


def check_parameters(function, node):
    stated = [a.arg for a in (*node.args.posonlyargs, *node.args.args)]
    found = [p.name for p in inspect.signature(function).parameters.values()
             if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    assert stated == found, node.name
