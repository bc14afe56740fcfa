// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-apply,layout-tile-loops,layout-finalize)" --mlir-print-local-scope | FileCheck %s
//
// RUN: layout-opt %s --layout-apply --layout-tile-loops > %t.once
// RUN: layout-opt %t.once --layout-tile-loops | diff %t.once -
//
// DEFINE: %{check} = env MALLOC_PERTURB_=170 layout-check %s --pipeline="builtin.module(layout-apply,layout-optimize,layout-finalize)" --entry
// RUN: %{check}=rows
// RUN: %{check}=backwards
// RUN: %{check}=wild --arg=2:61
// RUN: %{check}=wild --arg=2:0
// RUN: %{check}=wild --arg=2:-9223372036854775808
//
// Loops with other steps than 1 count their iterations, where accesses divide.

#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 16, j floordiv 16, i mod 16, j mod 16)>, pad<undef>>

// Eight of the rows of a tile, and all of their columns as lanes.
// CHECK-LABEL: @rows
// CHECK-NOT: step
// CHECK: affine.for %{{.*}} = 0 to min affine_map<(d0) -> (8, d0 * -8 + 30)>
// CHECK: affine.load %{{[a-z0-9]+}}[%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} * 2 + 1, %{{[a-z0-9]+}}] : memref<4x3x16x16xf32>
// CHECK: return
func.func @rows(%a: memref<61x33xf32, #tiles>, %b: memref<61x33xf32, #tiles>) {
  affine.for %i = 1 to 61 step 2 {
    affine.for %j = 0 to 33 {
      %0 = affine.load %a[%i, %j] : memref<61x33xf32, #tiles>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %b[%i, %j] : memref<61x33xf32, #tiles>
    }
  }
  return
}

// Bounds that name the variable.
// CHECK-LABEL: @backwards
// CHECK-NOT: step
// CHECK: return
func.func @backwards(%a: memref<61x33xf32, #tiles>, %b: memref<61x33xf32, #tiles>) {
  affine.for %i = 0 to 61 step 4 {
    affine.for %j = affine_map<(i) -> (i floordiv 2)>(%i) to min affine_map<(i) -> (33, i + 3)>(%i) step 3 {
      %0 = affine.load %a[60 - %i, %j] : memref<61x33xf32, #tiles>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %b[%i, 32 - %j] : memref<61x33xf32, #tiles>
    }
  }
  return
}

// The number of iterations might wrap around.
// CHECK-LABEL: @wild
// CHECK: affine.for %{{.*}} = 1 to %{{.*}} step 2
func.func @wild(%a: memref<61x33xf32, #tiles>, %b: memref<61x33xf32, #tiles>, %n: index) {
  affine.for %i = 1 to %n step 2 {
    affine.for %j = 0 to 33 {
      %0 = affine.load %a[%i, %j] : memref<61x33xf32, #tiles>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %b[%i, %j] : memref<61x33xf32, #tiles>
    }
  }
  return
}
