// From a kernel in place, on a laid-out texture, to the LLVM dialect.
// RUN: layout-opt %s --layout-apply --layout-to-vulkan | FileCheck %s

#nchw4c = #layout.buffer<index_map<"NHWC" -> "NCHW4c">, axis_separator<[3]>>
!texture = memref<1x4x6x8xf16, #nchw4c, #layout.texture<read>>

// The kernel is a binary; the host's side of the texture is memory, uploaded
// into an image of 8 rows and 6 columns of Rgba16f, which is number 2.
// CHECK-DAG: llvm.func @layoutImageCreate(i32, i64, i64, i64) -> !llvm.ptr
// CHECK-DAG: llvm.func @layoutImageUpload(!llvm.ptr, !llvm.ptr, i64)
// CHECK-DAG: llvm.func @layoutImageDestroy(!llvm.ptr)

// CHECK-LABEL: llvm.func @double(
// CHECK-DAG:     %[[F:.*]] = llvm.mlir.constant(2 : i32)
// CHECK-DAG:     %[[W:.*]] = llvm.mlir.constant(6 : i64)
// CHECK-DAG:     %[[H:.*]] = llvm.mlir.constant(8 : i64)
// CHECK-DAG:     %[[L:.*]] = llvm.mlir.constant(0 : i64)
// CHECK-DAG:     %[[S:.*]] = llvm.mlir.constant(384 : i64)
// CHECK:         %[[I:.*]] = llvm.call @layoutImageCreate(%[[F]], %[[W]], %[[H]], %[[L]])
// CHECK:         llvm.call @layoutImageUpload(%[[I]], %{{.*}}, %[[S]])
// CHECK:         gpu.launch_func
// CHECK-SAME:      @double_kernel::@double_kernel
// CHECK-SAME:      %[[I]] : !llvm.ptr
// CHECK-NOT:     layoutImageDownload
// CHECK:         llvm.call @layoutImageDestroy(%[[I]])
// CHECK-NOT:     memref.
// CHECK:       gpu.binary @double_kernel
func.func @double(%texture: !texture, %out: memref<1x4x6x8xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%w, %h, %z) in (%gx = %c6, %gy = %c4, %gz = %c1)
             threads(%c, %ty, %tz) in (%bx = %c8, %by = %c1, %bz = %c1) {
    %x = memref.load %texture[%c0, %h, %w, %c] : !texture
    %y = arith.addf %x, %x : f16
    memref.store %y, %out[%c0, %h, %w, %c] : memref<1x4x6x8xf16>
    gpu.terminator
  }
  return
}
