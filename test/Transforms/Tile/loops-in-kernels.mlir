// What the target says is of the host: kernels keep their loops.
// RUN: layout-opt %s --layout-distribute-loops --layout-tile-loops --layout-vectorize-loops | FileCheck %s --implicit-check-not=vector
// CHECK-LABEL: gpu.func @kernel
// CHECK: affine.for %{{.*}} = 0 to 64 {
// CHECK: affine.store %{{.*}}, %{{.*}}[%{{.*}} floordiv 16, %{{.*}} mod 16]
// CHECK-LABEL: func.func @launches
// CHECK: gpu.launch
// CHECK: affine.for %{{.*}} = 0 to 64 {
// CHECK: affine.store %{{.*}}, %{{.*}}[%{{.*}} floordiv 16, %{{.*}} mod 16]
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%a: memref<4x16xf32>, %x: f32) kernel {
      affine.for %i = 0 to 64 {
        affine.store %x, %a[%i floordiv 16, %i mod 16] : memref<4x16xf32>
      }
      gpu.return
    }
  }
  func.func @launches(%a: memref<4x16xf32>, %x: f32) {
    %c1 = arith.constant 1 : index
    gpu.launch blocks(%b0, %b1, %b2) in (%g0 = %c1, %g1 = %c1, %g2 = %c1)
               threads(%t0, %t1, %t2) in (%h0 = %c1, %h1 = %c1, %h2 = %c1) {
      affine.for %i = 0 to 64 {
        affine.store %x, %a[%i floordiv 16, %i mod 16] : memref<4x16xf32>
      }
      gpu.terminator
    }
    return
  }
}
