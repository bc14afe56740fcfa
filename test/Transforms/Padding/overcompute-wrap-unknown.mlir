// Where an index is not known to be in bounds it is wrapped: 2199023255555, which is
// 3 modulo 16, exceeds 2^40.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-overcompute{wrap-indices=true})" | FileCheck %s
// RUN: layout-check %s --entry=wrapped --pipeline="builtin.module(layout-overcompute{wrap-indices=true})"

// CHECK-LABEL: @wrapped
// CHECK-NOT:     affine.if
// CHECK:         affine.load %arg0[(%{{.*}} * 2199023255555) mod 17 - {{.*}} * 16]
func.func @wrapped(%a: memref<16xi32>, %b: memref<32xi32> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    affine.if affine_set<(i) : (3 - i >= 0)>(%i) {
      %v = affine.load %a[(%i * 2199023255555) mod 17] : memref<16xi32>
      %x = affine.load %b[%i] : memref<32xi32>
      affine.store %x, %b[%i] : memref<32xi32>
    }
  }
  return
}
