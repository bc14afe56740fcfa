// Kernels are no loops of a CPU: their arithmetic stays as it is, until
// layout-lower-indices makes bits of it.
// RUN: layout-opt %s --layout-apply --layout-optimize | FileCheck %s
// RUN: layout-opt %s --layout-apply --layout-optimize --layout-finalize --layout-lower-indices --cse | FileCheck %s --check-prefix=BITS

#swizzled = #layout.buffer<index_map<(i, j) -> (i, (j floordiv 8) xor (i mod 8), j mod 8)>>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @transpose(
  // CHECK: affine.for
  // CHECK: affine.store %{{.*}}, %{{.*}}[%{{[^,]*}}, ((%{{[^-]*}}) mod 2) * 4 + (({{[^-]*}}) mod 2) * 2 + ({{[^-]*}}) mod 2, %{{[^-]*}} mod 8]
  // CHECK: gpu.barrier
  // CHECK: affine.for
  // CHECK: affine.load
  // CHECK-NOT: * -
  // CHECK: gpu.return

  // BITS-LABEL: gpu.func @transpose(
  // BITS: affine.for
  // BITS: arith.xori
  // BITS-NOT: affine.store{{.*}}mod
  // BITS: memref.store
  // BITS: gpu.return
  gpu.func @transpose(%g: memref<64x64xf32>)
      workgroup(%a: memref<64x64xf32, #swizzled, 3>)
      kernel attributes {known_block_size = array<i32: 64, 4, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    affine.for %k = 0 to 16 {
      %l = affine.load %g[%k * 4 + %y, %x] : memref<64x64xf32>
      affine.store %l, %a[%k * 4 + %y, %x] : memref<64x64xf32, #swizzled, 3>
    }
    gpu.barrier
    affine.for %k = 0 to 16 {
      %l = affine.load %a[%x, %k * 4 + %y] : memref<64x64xf32, #swizzled, 3>
      affine.store %l, %g[%k * 4 + %y, %x] : memref<64x64xf32>
    }
    gpu.return
  }
}
