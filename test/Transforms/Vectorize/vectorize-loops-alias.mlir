// Two arguments that may be one memory are the reason, whichever elements meet.
// RUN: layout-opt %s --layout-vectorize-loops --remarks-filter=layout 2>&1 -o /dev/null | FileCheck %s
// CHECK: [Analysis] layout-vectorize-loops/not-decided
// CHECK-SAME: %arg1 and %arg0 may be the same memory; state llvm.noalias if they are not
func.func @square(%a: memref<64x64xf32>, %b: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %a[%i, %j] : memref<64x64xf32>
      %1 = arith.mulf %0, %0 : f32
      affine.store %1, %b[%i, %j] : memref<64x64xf32>
    }
  }
  return
}
