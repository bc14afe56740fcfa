// RUN: layout-check %s --entry=shift --pipeline="builtin.module(layout-optimize,func.func(affine-scalrep))"
// RUN: layout-opt %s --layout-optimize | FileCheck %s

// Upstream's forwarding of stores behind this pass: of an `affine.vector_store`
// it compares the first element only, and would keep what the first nest read.
// CHECK-LABEL: @shift
// CHECK:       vector.load %{{.*}}[%c1] : memref<9xf32>, vector<8xf32>
// CHECK:       vector.store %{{.*}}[%c0] : memref<9xf32>, vector<8xf32>
func.func @shift(%a: memref<9xf32>) {
  %c = arith.constant 1.0 : f32
  affine.for %i = 0 to 8 {
    %0 = affine.load %a[%i + 1] : memref<9xf32>
    affine.store %0, %a[%i] : memref<9xf32>
  }
  affine.for %i = 0 to 8 {
    %0 = affine.load %a[%i + 1] : memref<9xf32>
    %1 = arith.addf %0, %c : f32
    affine.store %1, %a[%i] : memref<9xf32>
  }
  return
}
