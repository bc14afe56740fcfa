// Whether a sum has any part is not known: 2199023255555 is 3 modulo 8, and exceeds
// 2^40. What is not added to is not stored, so that the sum is in a register behind
// a condition only.
// RUN: layout-opt %s --layout-tile-loops | FileCheck %s
// RUN: layout-check %s --entry=sums --pipeline="builtin.module(layout-tile-loops)"

// CHECK-LABEL: @sums
// CHECK: %[[RUNS:.*]] = arith.cmpi slt
// CHECK-NEXT: scf.if %[[RUNS]] {
// CHECK-NEXT: affine.load %{{.*}} : memref<2x4xf32>
// CHECK-NEXT: affine.for {{.*}} iter_args
func.func @sums(%a: memref<8x2x4xf32> {llvm.noalias}, %c: memref<2x4xf32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to affine_map<(i) -> ((i * 2199023255555) mod 8)>(%i) {
      %0 = affine.load %a[%i, %k floordiv 4, %k mod 4] : memref<8x2x4xf32>
      %1 = affine.load %c[%i floordiv 4, %i mod 4] : memref<2x4xf32>
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %c[%i floordiv 4, %i mod 4] : memref<2x4xf32>
    }
  }
  return
}
