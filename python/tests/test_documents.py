# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The examples of docs/Python.md, from top to bottom in one interpreter."""

import ast
import doctest
import inspect
import pathlib
import re

import mlir_layout as ml
import pytest
from mlir_layout._layout import core

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def test_the_examples_of_the_page():
    text = (ROOT / "docs/Python.md").read_text()
    blocks = re.findall(r"^```pycon\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "Python.md", None, 0)
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples)
    assert result.attempted > 20 and result.failed == 0


def find_docstrings():
    """Public functions, classes, their methods and properties, with their docstrings."""
    for name in ml.__all__:
        thing = getattr(ml, name)
        if name in ("none", "undef"):
            continue
        yield name, inspect.getdoc(thing)
        for member, value in vars(thing).items() if inspect.isclass(thing) else ():
            if not member.startswith("_"):
                yield f"{name}.{member}", inspect.getdoc(value)
    for step in core().schedule_ops():
        yield f"FunctionSchedule.{step}", inspect.getdoc(getattr(ml.FunctionSchedule, step))


# What is said of the class, or seen in its example.
WITHOUT_EXAMPLE = {"BankConflicts.cycles", "BankConflicts.least", "BankConflicts.threads",
                   "BankConflicts.bank", "Layout.logical_rank", "Layout.physical_rank",
                   "Remark.pass_name", "TunedNest", "TunedNest.location",
                   "TunedNest.plan", "TunedNest.microseconds", "TunedNest.model_microseconds"}


@pytest.mark.parametrize("name, text", find_docstrings())
def test_docstrings_have_examples_that_run(name, text):
    parser = doctest.DocTestParser()
    values = {}
    if name.startswith("FunctionSchedule."):  # these go on with the example of the class
        shared = parser.get_doctest(inspect.getdoc(ml.FunctionSchedule), {}, name, None, 0)
        assert doctest.DocTestRunner().run(shared, clear_globs=False).failed == 0
        values = shared.globs
    examples = parser.get_doctest(text, values, name, None, 0)
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples)
    assert result.failed == 0
    assert result.attempted > 0 or name in WITHOUT_EXAMPLE


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
        stated |= {field.target.id for field in node.body if isinstance(field, ast.AnnAssign)}
        assert {n for n in vars(thing) if not n.startswith("_")} - stated <= {"name"}, name


def check_parameters(function, node):
    stated = [a.arg for a in (*node.args.posonlyargs, *node.args.args)]
    found = [p.name for p in inspect.signature(function).parameters.values()
             if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    assert stated == found, node.name
