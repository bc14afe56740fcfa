// Copies with room for full vectors lie on the stack: all those of a function take at most 64 KiB.
// RUN: layout-opt %s --layout-set-target=target=x86-64-v4 --layout-apply --layout-widen-loops | FileCheck %s

#tiles = #layout.buffer<index_map<(i, c) -> (c floordiv 16, i, c mod 16)>, pad<undef>>

// CHECK-LABEL: func @small
// CHECK: memref.alloca() {{.*}}: memref<64xf64>
func.func @small(%a: memref<80x61xf64, #tiles>, %bias: memref<61xf64>) {
  affine.for %i = 0 to 80 {
    affine.for %c = 0 to 61 {
      %0 = affine.load %a[%i, %c] : memref<80x61xf64, #tiles>
      %1 = affine.load %bias[%c] : memref<61xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %a[%i, %c] : memref<80x61xf64, #tiles>
    }
  }
  return
}

// CHECK-LABEL: func @large
// CHECK-NOT: memref.alloca
// CHECK: affine.for %{{.*}} = 0 to 1500001
func.func @large(%a: memref<80x1500001xf64, #tiles>, %bias: memref<1500001xf64>) {
  affine.for %i = 0 to 80 {
    affine.for %c = 0 to 1500001 {
      %0 = affine.load %a[%i, %c] : memref<80x1500001xf64, #tiles>
      %1 = affine.load %bias[%c] : memref<1500001xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %a[%i, %c] : memref<80x1500001xf64, #tiles>
    }
  }
  return
}
