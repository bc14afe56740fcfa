// The attributions of a kernel are no arguments of it, on which a layout could be
// requested.
// RUN: layout-opt %s --layout-sequential-access | FileCheck %s

// CHECK: gpu.func @kernel
// CHECK: affine.for %[[I:.*]] = 0 to 5
// CHECK: affine.for %[[J:.*]] = 0 to 7
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
gpu.module @device {
  gpu.func @kernel(%x: f32) workgroup(%w: memref<5x7xf32, #gpu.address_space<workgroup>>) kernel {
    affine.for %j = 0 to 7 {
      affine.for %i = 0 to 5 {
        affine.store %x, %w[%i, %j] {layout.sequential} : memref<5x7xf32, #gpu.address_space<workgroup>>
      }
    }
    gpu.return
  }
}
