// Buffers for which no layout is chosen keep their type, and a remark says why.
// RUN: layout-opt %s --layout-choose-swizzle --mlir-print-local-scope --remarks-filter=layout --remark-policy=all 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t

gpu.module @kernels {
  memref.global "private" @global : memref<32x32xf32, 3>

  // The type of an argument is that of the caller's operand.
  // REMARK: :[[# @LINE + 2]]:{{[0-9]+}}: remark: [Missed] layout-choose-swizzle/not-chosen {{.*}}"the layout stays, as the buffer is no attribution or allocation of the kernel"
  // CHECK: gpu.func @argument(%{{.*}}: memref<32x32xf32, 3>, %{{.*}}: f32) attributes
  gpu.func @argument(%a: memref<32x32xf32, 3>, %v: f32) attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    memref.store %v, %a[%x, %c0] : memref<32x32xf32, 3>
    // REMARK: :[[# @LINE + 1]]:10: remark: [Missed] layout-choose-swizzle/not-chosen {{.*}}"the layout stays, as the buffer is no attribution or allocation of the kernel"
    %g = memref.get_global @global : memref<32x32xf32, 3>
    memref.store %v, %g[%x, %c0] : memref<32x32xf32, 3>
    gpu.return
  }

  // REMARK-COUNT-1: "the layout stays, as one is requested; run layout-assign"
  // REMARK-COUNT-1: "the layout stays, as the type of the buffer states one"
  // REMARK-COUNT-1: "the layout stays, as the shape of the buffer is dynamic or empty"
  // A buffer that only views of other dimensions access.
  // REMARK-COUNT-1: other-use {{.*}}"the layout stays, as 'memref.collapse_shape' uses the buffer
  // REMARK-COUNT-1: other-use {{.*}}"the layout stays, as 'vector.transfer_read' uses the buffer
  // Runs along a dimension that is not the last one of the buffer.
  // REMARK-COUNT-1: other-use {{.*}}"the layout stays, as 'vector.transfer_read' uses the buffer
  // Another buffer begins as a copy of it.
  // REMARK-COUNT-1: other-use {{.*}}"the layout stays, as 'bufferization.clone' uses the buffer
  // REMARK-NOT: remark
  // CHECK-LABEL: gpu.func @stated
  gpu.func @stated(%v: f32)
      workgroup(%a: memref<32x32xf32, 3> {layout.transform = #layout.buffer<index_map<(i, j) -> (j, i)>>},
                %b: memref<32x32xf32, strided<[33, 1]>, 3>, %c: memref<0x32xf32, 3>, %d: memref<64x32xf32, 3>,
                %e: memref<64x32x4xf32, 3>, %f: memref<64x32xf32, 3>, %g: memref<64x32xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    memref.store %v, %a[%x, %c0] : memref<32x32xf32, 3>
    memref.store %v, %b[%x, %c0] : memref<32x32xf32, strided<[33, 1]>, 3>
    memref.store %v, %c[%x, %c0] : memref<0x32xf32, 3>
    %s = memref.collapse_shape %d [[0, 1]] : memref<64x32xf32, 3> into memref<2048xf32, 3>
    memref.store %v, %s[%x] : memref<2048xf32, 3>
    // The second vector leaves its part, which the buffer does not show.
    %t = memref.subview %e[0, 0, 0] [64, 32, 4] [1, 1, 1] : memref<64x32x4xf32, 3> to memref<64x32x4xf32, strided<[128, 4, 1]>, 3>
    %l = vector.transfer_read %t[%x, %c0, %c0], %v : memref<64x32x4xf32, strided<[128, 4, 1]>, 3>, vector<4xf32>
    %m = vector.transfer_read %t[%x, %c0, %x], %v : memref<64x32x4xf32, strided<[128, 4, 1]>, 3>, vector<4xf32>
    memref.store %v, %f[%x, %c0] : memref<64x32xf32, 3>
    %u = memref.subview %f[0, 3] [64, 1] [1, 1] : memref<64x32xf32, 3> to memref<64xf32, strided<[32], offset: 3>, 3>
    %n = vector.transfer_read %u[%x], %v {in_bounds = [true]} : memref<64xf32, strided<[32], offset: 3>, 3>, vector<4xf32>
    memref.store %v, %g[%x, %c0] : memref<64x32xf32, 3>
    %h = bufferization.clone %g : memref<64x32xf32, 3> to memref<64x32xf32, 3>
    gpu.return
  }
}
