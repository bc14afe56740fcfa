# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans by measurement: files, compilations that use them, refusals."""

import numpy as np
import pytest

import mlir_layout as ml

PRODUCT = """
func.func @product(%a: memref<33x20xf32>, %b: memref<20x40xf32>, %c: memref<33x40xf32> {llvm.noalias}) {
  affine.for %i = 0 to 33 {
    affine.for %j = 0 to 40 {
      affine.for %k = 0 to 20 {
        %x = affine.load %a[%i, %k] : memref<33x20xf32>
        %y = affine.load %b[%k, %j] : memref<20x40xf32>
        %s = affine.load %c[%i, %j] : memref<33x40xf32>
        %p = arith.mulf %x, %y : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %c[%i, %j] : memref<33x40xf32>
      }
    }
  }
  return
}
"""


def test_what_is_tuned_is_compiled(tmp_path):
    file = tmp_path / "with space.mlir"
    module = ml.parse(PRODUCT)
    [nest] = module.tune("product", file, budget=30, candidates=2)
    assert nest.location == "<text>:3:3"
    assert nest.plan is None or nest.plan.startswith("#layout.loops<")
    assert (nest.microseconds < nest.model_microseconds) == (nest.plan is not None)
    assert "@nest0" in file.read_text()
    function = module.compile("product", tuned=file, remarks="tuned")
    assert [remark.name for remark in function.remarks] == (
        [] if nest.plan is None else ["layout-tile-loops/tuned"])
    a = np.arange(33 * 20, dtype=np.float32).reshape(33, 20)
    b = np.arange(20 * 40, dtype=np.float32).reshape(20, 40) % 7
    c = np.zeros((33, 40), np.float32)
    function(a, b, c)
    assert np.array_equal(c, a @ b)
    assert module.tune("product", file, budget=30) == []  # in the file already


def test_stated_options_must_be_right(tmp_path):
    module = ml.parse(PRODUCT)
    file = tmp_path / "tuned.mlir"
    with pytest.raises(ValueError, match="there is no function @none"):
        module.tune("none", file)
    with pytest.raises(ml.LayoutError, match="names no file"):
        module.tune("product", None)
    with pytest.raises(ml.LayoutError, match="expects a budget of more than 0 seconds"):
        module.tune("product", file, budget=0)
    with pytest.raises(ValueError, match="argument 0"):
        module.tune("product", file, arguments={0: 1})
    with pytest.raises(ValueError, match="target: "):
        module.tune("product", file, target="cortex-a76")
    assert not file.exists()


def test_broken_files_are_errors(tmp_path):
    module = ml.parse(PRODUCT)
    with pytest.raises(ml.LayoutError, match="the file of tuning '.*' cannot be read"):
        module.compile("product", tuned=tmp_path / "none.mlir")
    file = tmp_path / "broken.mlir"
    file.write_text("module {}")
    with pytest.raises(ml.LayoutError, match="as layout-tune writes it"):
        module.compile("product", tuned=file)
    with pytest.raises(ml.LayoutError, match="as layout-tune writes it"):
        module.tune("product", file)
    with pytest.raises(ValueError, match="expects a path without braces and quotes"):
        module.compile("product", tuned="{.mlir")
