// What writes padding goes where it is: no other place is asked whether it is padding.
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-optimize,layout-finalize,canonicalize)" --mlir-print-local-scope | FileCheck %s
// RUN: layout-check %s --entry=twice --pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-optimize,layout-finalize)"

#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 16, j floordiv 16, i mod 16, j mod 16)>, pad<5 : i32>>

// CHECK-LABEL: @twice
// CHECK-NOT: affine.if
// CHECK: affine.for %{{.*}} = 2 to 3
// CHECK-NOT: affine.if
// CHECK: return
func.func @twice(%a: memref<40x39xi32> {layout.transform = #tiles}, %b: memref<40x39xi32> {layout.transform = #tiles}) {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 39 {
      %0 = affine.load %a[%i, %j] : memref<40x39xi32>
      %1 = arith.addi %0, %0 : i32
      affine.store %1, %b[%i, %j] : memref<40x39xi32>
    }
  }
  return
}
