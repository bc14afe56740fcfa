// Kernels are no loops of a CPU: their arithmetic stays as it is, until
// layout-lower-indices makes bits of it. Only divisions by other numbers than
// powers of two are taken out of loops.
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

  // CHECK-LABEL: gpu.func @threes(
  // CHECK: affine.for %[[O:.*]] = 0 to 22 {
  // CHECK-NEXT: affine.for %[[T:.*]] = 0 to 3 {
  // CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[O]], %[[T]]] : memref<22x3xf32, 3>
  // By powers of two.
  // CHECK: affine.for %[[I:.*]] = 0 to 64 {
  // CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[I]] floordiv 4, %[[I]] mod 4] : memref<16x4xf32, 3>
  // The last tile is not full.
  // CHECK: affine.for %[[I:.*]] = 0 to 65 {
  // CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[I]] floordiv 3, %[[I]] mod 3] : memref<22x3xf32, 3>
  // A division would stay.
  // CHECK: affine.for %[[I:.*]] = 0 to 33 {
  // CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[(%[[I]] + %[[X:.*]]) floordiv 3, (%[[I]] + %[[X]]) mod 3] : memref<22x3xf32, 3>
  gpu.func @threes(%v: f32)
      workgroup(%a: memref<66xf32, #layout.buffer<index_map<(i) -> (i floordiv 3, i mod 3)>>, 3>,
                %b: memref<64xf32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    affine.for %i = 0 to 66 {
      affine.store %v, %a[%i] : memref<66xf32, #layout.buffer<index_map<(i) -> (i floordiv 3, i mod 3)>>, 3>
    }
    affine.for %i = 0 to 64 {
      affine.store %v, %b[%i] : memref<64xf32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>, 3>
    }
    affine.for %i = 0 to 65 {
      affine.store %v, %a[%i] : memref<66xf32, #layout.buffer<index_map<(i) -> (i floordiv 3, i mod 3)>>, 3>
    }
    affine.for %i = 0 to 33 {
      affine.store %v, %a[%i + %x] : memref<66xf32, #layout.buffer<index_map<(i) -> (i floordiv 3, i mod 3)>>, 3>
    }
    gpu.return
  }
}
