# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Schedules: steps on functions, handles, refusals."""

import ast
import inspect
import pathlib
import subprocess

import numpy as np
import pytest

import mlir_layout as ml
from mlir_layout._layout import core

SUM = """
func.func private @sum(%a: memref<14xi32>, %b: memref<1xi32>) {
  affine.for %i = 0 to 14 {
    %s = affine.load %b[0] : memref<1xi32>
    %x = affine.load %a[%i] : memref<14xi32>
    %t = arith.addi %s, %x : i32
    affine.store %t, %b[0] : memref<1xi32>
  }
  return
}
func.func @main(%a: memref<14xi32>, %b: memref<1xi32>) {
  call @sum(%a, %b) : (memref<14xi32>, memref<1xi32>) -> ()
  return
}
"""
SCALE = """
func.func @scale(%a: memref<14xf32>, %b: memref<14xf32>) {
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %b[%i] : memref<14xf32>
  }
  return
}
"""


def rows(pad=ml.none):
    return ml.layout(lambda i: (i // 4, i % 4), pad=pad)


def test_steps():
    module = ml.parse(SUM)
    schedule = ml.schedule(module)
    s = schedule["sum"]
    s.transform_layout(0, rows(0))
    assert "pad<0 : i32>" in str(module)
    s.apply()
    s.sequential_access(0)
    assert "affine.if" in str(module).split("@main")[0]
    s.overcompute()
    assert "affine.if" not in str(module).split("@main")[0]
    schedule["main"].check()
    a, b = np.arange(14, dtype=np.int32), np.zeros(1, np.int32)
    module.compile("main")(a, b)
    assert b[0] == a.sum()


def test_refusal_has_a_witness_and_changes_nothing():
    module = ml.parse(SUM)
    schedule = ml.schedule(module)
    s = schedule["sum"]
    s.transform_layout(0, rows())
    s.apply()
    s.sequential_access(0)
    before, steps = str(module), str(schedule)
    with pytest.raises(ml.LayoutError) as caught:
        s.overcompute()
    assert caught.value.message == (
        "overcompute: changes nothing: the condition stays: reading %arg0[3, 3], which is padding of kind none (state pad<undef>, or what it holds), when "
        "level 1 of 'affine.for' at 3:3 = 3, level 2 of 'affine.for' at 3:3 = 3")
    assert caught.value.location is None
    assert caught.value.witness.startswith("%arg0[3, 3], which is padding of kind none (state pad<undef>, or what it holds)")
    assert any("reads-none-padding" in text for _, text in caught.value.notes)
    assert str(module) == before and str(schedule) == steps
    s.overcompute(optional=True)


def test_text_is_a_schedule(tmp_path):
    module = ml.parse(SUM)
    schedule = ml.schedule(module)
    s = schedule["sum"]
    s.transform_layout(0, rows(0))
    s.apply()
    (tmp_path / "program.mlir").write_text(SUM)
    (tmp_path / "schedule.mlir").write_text(str(schedule))
    root = pathlib.Path(ml.__file__).parents[2]
    done = subprocess.run(
        [root / "bin" / "layout-opt", tmp_path / "program.mlir",
         f"--transform-preload-library=transform-library-paths={tmp_path}/schedule.mlir",
         "--transform-interpreter"],
        check=False, capture_output=True, text=True)
    assert not done.stderr
    assert done.stdout.strip() == str(module).strip()


def test_handles():
    module = ml.parse(SCALE)
    s = ml.schedule(module)["scale"]
    copy = s.cache_read(0, rows(ml.undef))
    assert "layout.transform" in str(module)
    s.assign()
    s.apply()
    assert "memref<4x4xf32>" in str(module)
    s.check()
    other = ml.schedule(ml.parse(SCALE))["scale"]
    with pytest.raises(ValueError, match="another schedule"):
        other.transform_layout(copy, rows())


def test_around_loops():
    module = ml.parse(SCALE)
    s = ml.schedule(module)["scale"]
    loops = s.tile_loops(optional=True)
    with pytest.raises(ml.LayoutError, match="its handle to them is empty"):
        s.cache_read(0, rows(ml.undef), around=loops)
    s.set_axis_separators(0, [])
    s.apply()
    s.sequential_access(0, optional=True)
    s.transform_layout(0, ml.layout(lambda i: (i % 4, i // 4), pad=ml.undef))
    s.apply()
    loops = s.sequential_access(0)
    s.cache_read(0, rows(ml.undef), around=loops)
    s.assign()
    s.apply()
    s.check()


def test_pads_take_the_type_of_the_buffer():
    for element, text in [("f64", "f64"), ("i1", "false"), ("index", "index"), ("i8", "i8")]:
        module = ml.parse(f"func.func private @f(%a: memref<14x{element}>) {{ return }}")
        ml.schedule(module)["f"].transform_layout(0, rows(0))
        assert f"pad<{'' if text == 'false' else '0'}" in str(module) and text in str(module)
    module = ml.parse("func.func private @f(%a: memref<14xbf16>) { return }")
    s = ml.schedule(module)["f"]
    with pytest.raises(TypeError, match="bf16"):
        s.transform_layout(0, rows(0))
    s.transform_layout(0, "#layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, "
                          "pad<0.0 : bf16>>")


def test_results_and_globals():
    module = ml.parse("""
        memref.global "private" @g : memref<14xf32> = dense<1.0>
        func.func private @f() -> memref<14xf32> {
          %0 = memref.alloc() : memref<14xf32>
          return %0 : memref<14xf32>
        }
        func.func @use() {
          %0 = memref.get_global @g : memref<14xf32>
          return
        }""")
    schedule = ml.schedule(module)
    schedule["f"].transform_layout(("result", 0), rows(0.0))
    schedule["use"].transform_layout("g", rows(1.0))
    assert str(module).count("#layout.buffer") == 2


def test_module_changed_by_something_else():
    module = ml.parse(SUM)
    s = ml.schedule(module)["sum"]
    s.transform_layout(0, rows(0))
    module.run("canonicalize")
    with pytest.raises(ml.LayoutError, match="begin a new schedule"):
        s.apply()
    ml.schedule(module)["sum"].apply()


def test_check_finds_a_difference():
    module = ml.parse(SUM.replace("i32", "f32").replace("addi", "addf").replace("14", "999"))
    schedule = ml.schedule(module)
    s = schedule["sum"]
    s.transform_layout(0, ml.layout(lambda i: (i % 32, i // 32), pad=0.0))
    s.apply()
    schedule["main"].check()
    s.sequential_access(0, reassociate=True)
    with pytest.raises(ml.LayoutError, match="the results differ: result differs at") as caught:
        schedule["main"].check()
    assert caught.value.witness.startswith("arg1[0]: expected")
    schedule["main"].check(rtol=1e-3)


@pytest.mark.parametrize("pad", [ml.none, ml.undef, 0.0])
def test_check_of_a_changed_interface(pad):
    """The layout that a step states is that by which the function is called afterwards."""
    s = ml.schedule(ml.parse(SCALE))["scale"]
    for argument in (0, 1):
        s.transform_layout(argument, rows(pad), change_interface=True)
    s.apply()
    s.check()
    s.check(pipeline="builtin.module(layout-optimize,layout-finalize)")


def test_check_of_a_changed_interface_finds_a_difference():
    schedule = ml.schedule(ml.parse(SCALE.replace("14", "16")))
    s = schedule["scale"]
    s.transform_layout(0, rows(), change_interface=True)
    s.apply()
    s.check()
    # Another layout of the same shape.
    s.transform_layout(0, ml.layout(lambda i, j: (j, i)), change_interface=True)
    s.apply()
    with pytest.raises(ml.LayoutError, match="no layout that says where its elements are"):
        s.check()


def test_separators_of_an_applied_layout():
    s = ml.schedule(ml.parse(SCALE.replace("14", "16")))["scale"]
    s.transform_layout(0, rows(), change_interface=True)
    s.apply()
    s.set_axis_separators(0, [1], change_interface=True)
    padded = ml.schedule(ml.parse(SCALE))["scale"]
    padded.transform_layout(0, rows(0.0), change_interface=True)
    padded.apply()
    with pytest.raises(ml.LayoutError, match="expects a buffer without padding"):
        padded.set_axis_separators(0, [1], change_interface=True)


def test_checks_that_cannot_be_run_say_so():
    s = ml.schedule(ml.parse(SCALE))["scale"]
    s.transform_layout(0, rows(0.0), change_interface=True)
    with pytest.raises(ml.LayoutError, match="nothing could be run: the pipeline leaves layouts"):
        s.check()
    other = ml.schedule(ml.parse("func.func @f(%n: index) { return }"))["f"]
    with pytest.raises(ValueError, match=r"arguments=\{0: ...\}"):
        other.check()
    other.check(arguments={0: 3})


@pytest.mark.parametrize("call, error", [
    (lambda s: s.nothing(), AttributeError),
    (lambda s: s.apply(1), TypeError),
    (lambda s: s.apply(pad=1), TypeError),
    (lambda s: s.apply(pad_placement=1), ml.LayoutError),
    (lambda s: s.apply(pad_placement="nowhere"), ml.LayoutError),
    (lambda s: s.flatten(max_rank=2**70), ValueError),
    (lambda s: s.transform_layout(0), TypeError),
    (lambda s: s.transform_layout(layout=rows()), TypeError),
    (lambda s: s.transform_layout(0, rows(), layout=rows()), TypeError),
    (lambda s: s.transform_layout(0, "#layout.none"), ml.LayoutError),
    (lambda s: s.transform_layout(0, "#layout.buffer<} {"), ml.LayoutError),
    (lambda s: s.transform_layout(7, rows()), ml.LayoutError),
    (lambda s: s.transform_layout(-1, rows()), ValueError),
    (lambda s: s.transform_layout(None, rows()), TypeError),
    (lambda s: s.transform_layout(1.5, rows()), TypeError),
    (lambda s: s.transform_layout(("first", 0), rows()), TypeError),
    (lambda s: s.transform_layout('"', rows()), ml.LayoutError),
    (lambda s: s.transform_layout(0, rows(), argument=1), TypeError),
    (lambda s: s.transform_layout(0, rows(), around=None), TypeError),
    (lambda s: s.set_axis_separators(0, [1.5]), TypeError),
    (lambda s: s.cache_read(0, rows(), around="loop"), TypeError),
    (lambda s: s.check(arguments=[1]), TypeError),
    (lambda s: s.check(pipeline="nothing"), ml.LayoutError),
])
def test_wrong_arguments(call, error):
    module = ml.parse(SUM)
    schedule = ml.schedule(module)
    before = str(module)
    with pytest.raises(error):
        call(schedule["sum"])
    assert str(module) == before and str(schedule) == str(ml.schedule(module))


def test_no_function_no_module():
    with pytest.raises(KeyError):
        ml.schedule(ml.parse(SUM))["nothing"]
    with pytest.raises(TypeError):
        ml.schedule(SUM)


def test_stub_has_each_step_with_its_options():
    stub = ast.parse((pathlib.Path(ml.__file__).with_name("__init__.pyi")).read_text())
    steps = next(node for node in stub.body
                 if isinstance(node, ast.ClassDef) and node.name == "FunctionSchedule")
    said = {method.name: {a.arg for a in [*method.args.args, *method.args.kwonlyargs]}
            for method in steps.body}
    said.pop("check")
    ops = core().schedule_ops()
    ops.pop("check")
    assert said.keys() == ops.keys()
    steps = ml.FunctionSchedule
    assert {name for name in dir(steps) if name[0] != "_"} == ops.keys() | {"check"}
    places = {"argument", "name", "result"}
    for op, attributes in ops.items():
        own = {"self", "buffer", "dtype", "around", "dot"}
        assert said[op] - own == set(attributes) - places, op
        assert set(inspect.signature(getattr(steps, op)).parameters) == said[op], op


def test_plans_of_nests():
    module = ml.parse(SCALE)
    s = ml.schedule(module)["scale"]
    s.loops(lambda i: (i // 8, ml.unroll(i // 4 % 2), ml.lanes(i % 4, "mask")))
    assert ("#layout.loops<(d0) -> (d0 floordiv 8, unroll (d0 floordiv 4) mod 2, "
            "lanes<mask> d0 mod 4)>") in str(module)
    s.loops("<(i) -> (i floordiv 4, lanes i mod 4), by tuned>", nest=0)
    assert "lanes d0 mod 4), by tuned>" in str(module)
    s.loops(lambda i: (i // 4, ml.lanes(i % 4)), dot="none")
    assert "dot = none>" in str(module)


def test_plans_are_followed():
    module = ml.parse(SCALE.replace("%b: memref<14xf32>", "%b: memref<14xf32> {llvm.noalias}"))
    s = ml.schedule(module)["scale"]
    s.loops(lambda i: (i // 4, ml.lanes(i % 4)))
    s.tile_loops()
    assert "#layout.loops<(d0, d1) -> (d0, lanes d1)>" in str(module)
    s.vectorize_loops()
    assert "vector<4xf32>" in str(module) and "layout.loops" not in str(module)
    s.check()


@pytest.mark.parametrize("plan, error, words", [
    (lambda i: i * 2, TypeError, "d0 .* 2. is no tile loop"),
    (lambda i: ml.lanes(i + 1), TypeError, "lanes: .d0 .* 1. is no tile loop"),
    (lambda i: ml.lanes(i) % 4, TypeError, "expects the tile within, as lanes"),
    (lambda i: 2, TypeError, "expects loops of the nest"),
    (lambda i: ml.lanes(ml.lanes(i)), TypeError, "expects a loop of the nest"),
    (lambda i: ml.rows(i, "peel"), ValueError, "expects one of mask, split"),
    (lambda i: ml.merge(i), ValueError, "expects two loops or more"),
    (lambda i: ml.merge(i, 2), TypeError, "expects loops of the nest"),
    (lambda i: i % 4, ml.LayoutError, "no complete chain"),
    (lambda i, j: (i, j), None, ""),
    ("(i) ->", ml.LayoutError, "expected"),
    (4, TypeError, ""),
])
def test_refused_plans(plan, error, words):
    s = ml.schedule(ml.parse(SCALE))["scale"]
    if error is None:
        s.loops(plan)
        with pytest.raises(ml.LayoutError, match="it is of 2 loops, and the perfect nest has 1"):
            s.tile_loops()
        return
    with pytest.raises(error, match=words):
        s.loops(plan)


def test_plans_of_no_nest():
    s = ml.schedule(ml.parse(SCALE))["scale"]
    with pytest.raises(ml.LayoutError, match="there is no nest 1; the function has 1"):
        s.loops("keep", nest=1)
    with pytest.raises(TypeError, match="goes with a function"):
        s.loops("keep", dot="auto")
