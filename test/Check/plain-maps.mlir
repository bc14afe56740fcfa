// A module of plain affine_map layouts does not name the dialect.
// RUN: layout-check %s --entry=f --arg=1:5 --pipeline="builtin.module(layout-normalize-memrefs)" | FileCheck %s
// RUN: not layout-check %s --entry=f --arg=1:5 --pipeline="builtin.module(canonicalize)" 2>&1 | FileCheck %s --check-prefix=LEFT
// CHECK: 4 runs agree
// LEFT: the pipeline leaves the layout of 'memref<4x8xi32, affine_map<(d0, d1) -> (d1, d0)>>' behind
func.func @f(%a: memref<4x8xi32, affine_map<(i, j) -> (j, i)>>, %v: i32) {
  affine.store %v, %a[1, 2] : memref<4x8xi32, affine_map<(i, j) -> (j, i)>>
  return
}
