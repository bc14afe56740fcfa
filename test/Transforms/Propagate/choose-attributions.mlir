// The attributions of a kernel are no arguments of it.
// RUN: layout-opt %s --layout-choose | FileCheck %s

// CHECK: gpu.func @kernel(%{{.*}}: memref<14xf32>{{.*}} workgroup(
gpu.module @device {
  gpu.func @kernel(%a: memref<14xf32>) workgroup(%w: memref<14xf32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %x = memref.load %a[%c0] : memref<14xf32>
    memref.store %x, %w[%c0] : memref<14xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
