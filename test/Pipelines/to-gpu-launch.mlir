// The kernel of a launch, outlined: its tile keeps the layout, accesses are aligned, and
// the size of blocks is known.
// RUN: layout-opt %s --gpu-kernel-outlining --layout-to-gpu | FileCheck %s
// CHECK: gpu.func @launch_kernel({{.*}}) workgroup(%[[B:.*]] : memref<32x8x4xf32, 3> {llvm.align = 16 : i64}) kernel
// CHECK-SAME: known_block_size = array<i32: 32, 1, 1>
// CHECK: vector.store %{{.*}}, %[[B]][{{.*}}] {alignment = 16 : i64}
// CHECK: vector.load %[[B]][{{.*}}] {alignment = 16 : i64}
#swizzled = #layout.buffer<index_map<(i, j) -> (i, (j floordiv 4) xor (i mod 8), j mod 4)>>
func.func @launch(%v: vector<4xf32>, %o: memref<32x32xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %p = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%x, %y, %z) in (%sx = %c32, %sy = %c1, %sz = %c1)
             workgroup(%b: memref<32x32xf32, #swizzled, 3>) {
    %c0 = arith.constant 0 : index
    vector.transfer_write %v, %b[%x, %c0] {in_bounds = [true]} : vector<4xf32>, memref<32x32xf32, #swizzled, 3>
    gpu.barrier
    %w = vector.transfer_read %b[%c0, %c0], %p {in_bounds = [true]} : memref<32x32xf32, #swizzled, 3>, vector<4xf32>
    vector.store %w, %o[%x, %c0] : memref<32x32xf32>, vector<4xf32>
    gpu.terminator
  }
  return
}
