// A place with two stores is no sum, also where nothing is ever executed, so that
// no dependence is between the two.
// RUN: layout-opt %s --layout-tile-loops | FileCheck %s
// RUN: layout-check %s --entry=twice --pipeline="builtin.module(layout-tile-loops)"

#never = affine_set<(i) : (i - 1 >= 0, -i >= 0)>

// CHECK-LABEL: @twice
// CHECK-COUNT-2: affine.store
// CHECK-NOT: affine.store
func.func @twice(%a: memref<2x4xf32> {llvm.noalias}, %b: memref<8x2x4xf32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.if #never(%i) {
      affine.for %k = 0 to 1 {
        %0 = affine.load %a[%i floordiv 4, %i mod 4] : memref<2x4xf32>
        %1 = affine.load %b[%i, %k floordiv 4, %k mod 4] : memref<8x2x4xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %a[%i floordiv 4, %i mod 4] : memref<2x4xf32>
        %3 = arith.mulf %2, %0 : f32
        affine.store %3, %a[%i floordiv 4, %i mod 4] : memref<2x4xf32>
      }
    }
  }
  return
}
