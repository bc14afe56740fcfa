// RUN: layout-check %s --entry=remainder --pipeline="builtin.module(layout-partition-loops,canonicalize)"
// RUN: layout-check %s --entry=remainder --pipeline="builtin.module(layout-optimize{padding=true})"
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-partition-loops,canonicalize)" | FileCheck %s

// The bound is a remainder of the loop around, which MLIR's canonicalization must
// not take for that of its first iteration.
// CHECK-DAG: #[[END:.*]] = affine_map<(d0) -> (8, d0 * 3 + ((d0 * -3 - 1) floordiv 4) * 4 + 4)>
// CHECK-DAG: #[[BEGIN:.*]] = affine_map<(d0) -> (0, d0 * 3 + ((d0 * -3 - 1) floordiv 4) * 4 + 4)>
// CHECK-LABEL: @remainder
// CHECK: affine.for %{{.*}} = 0 to min #[[END]]
// CHECK: affine.for %{{.*}} = max #[[BEGIN]]
func.func @remainder(%a: memref<4x8xi8>) {
  %one = arith.constant 1 : i8
  %two = arith.constant 2 : i8
  affine.for %j = 1 to 4 {
    affine.for %i = 0 to 8 {
      affine.if affine_set<(i, j) : (i - (j * 3) mod 4 >= 0)>(%i, %j) {
        affine.store %one, %a[%j, %i] : memref<4x8xi8>
      } else {
        affine.store %two, %a[%j, %i] : memref<4x8xi8>
      }
    }
  }
  return
}
