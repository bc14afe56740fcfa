// Buffers for which no layout is chosen keep their type, and a remark says why.
// RUN: layout-opt %s --layout-choose-swizzle --mlir-print-local-scope --remarks-filter=layout --remark-policy=all 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t
// Accesses to a subview, folded.
// RUN: layout-opt %s --fold-memref-alias-ops --layout-choose-swizzle | FileCheck %s --check-prefix=FOLDED
// FOLDED: gpu.func @stated({{.*}}, %{{.*}} : memref<64x32xf32, #layout{{[0-9]+}}, 3>)

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
  // A buffer that only views access.
  // REMARK-COUNT-1: other-use {{.*}}"the layout stays, as 'memref.subview' uses the buffer
  // REMARK-NOT: remark
  // CHECK-LABEL: gpu.func @stated
  gpu.func @stated(%v: f32)
      workgroup(%a: memref<32x32xf32, 3> {layout.transform = #layout.buffer<index_map<(i, j) -> (j, i)>>},
                %b: memref<32x32xf32, strided<[33, 1]>, 3>, %c: memref<0x32xf32, 3>, %d: memref<64x32xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    memref.store %v, %a[%x, %c0] : memref<32x32xf32, 3>
    memref.store %v, %b[%x, %c0] : memref<32x32xf32, strided<[33, 1]>, 3>
    memref.store %v, %c[%x, %c0] : memref<0x32xf32, 3>
    %s = memref.subview %d[0, 0] [32, 32] [1, 1] : memref<64x32xf32, 3> to memref<32x32xf32, strided<[32, 1]>, 3>
    memref.store %v, %s[%x, %c0] : memref<32x32xf32, strided<[32, 1]>, 3>
    gpu.return
  }
}
