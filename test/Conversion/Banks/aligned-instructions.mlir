// Copies and matrices of more than an element demand an alignment of the buffer, which PTX takes from its elements.
// RUN: layout-opt %s --layout-to-gpu | FileCheck %s
// CHECK: workgroup(%{{.*}} : memref<{{.*}}> {llvm.align = 16 : i64})
#swizzled = #layout.buffer<index_map<(i, j) -> (i, (j floordiv 8) xor (i mod 8), j mod 8)>>
gpu.module @kernels {
  gpu.func @copied(%a: memref<32x64xf16>) workgroup(%b: memref<32x64xf16, 3> {layout.transform = #swizzled})
      kernel attributes {known_block_size = array<i32: 32, 8, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %column = affine.apply affine_map<(y) -> (y * 8)>(%y)
    %token = nvgpu.device_async_copy %a[%x, %column], %b[%x, %column], 8 : memref<32x64xf16> to memref<32x64xf16, 3>
    nvgpu.device_async_wait %token
    gpu.return
  }
}
// An index below 2^32 is compared as a number without a sign where it gets 32 bits.
// CHECK-LABEL: gpu.func @below
// CHECK: arith.cmpi ult, {{.*}} : i32
gpu.module @large {
  gpu.func @below(%a: memref<3000000000xi8>) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>, known_grid_size = array<i32: 16777216, 1, 1>} {
    %x = gpu.thread_id x
    %b = gpu.block_id x
    %size = arith.constant 256 : index
    %n = arith.constant 3000000000 : index
    %s = arith.muli %b, %size : index
    %i = arith.addi %s, %x : index
    %inside = arith.cmpi slt, %i, %n : index
    scf.if %inside {
      %one = arith.constant 1 : i8
      memref.store %one, %a[%i] : memref<3000000000xi8>
    }
    gpu.return
  }
}
// CHECK: memref.global "private" @shared : memref<32x64xf16, 3> = uninitialized {alignment = 16 : i64}
// What is stated stays.
// CHECK: memref.global "private" @stated : memref<32x64xf16, 3> = uninitialized {alignment = 128 : i64}
gpu.module @globals {
  memref.global "private" @shared : memref<32x64xf16, 3> = uninitialized
  memref.global "private" @stated : memref<32x64xf16, 3> = uninitialized {alignment = 128 : i64}
  gpu.func @global(%a: memref<32x64xf16>) kernel attributes {known_block_size = array<i32: 32, 8, 1>} {
    %x = gpu.thread_id x
    %zero = arith.constant 0 : index
    %b = memref.get_global @shared : memref<32x64xf16, 3>
    %v = vector.load %a[%x, %zero] : memref<32x64xf16>, vector<8xf16>
    vector.store %v, %b[%x, %zero] : memref<32x64xf16, 3>, vector<8xf16>
    gpu.return
  }
}
// CHECK-LABEL: gpu.func @both
// CHECK-SAME: llvm.align = 32 : i64
gpu.module @both {
  gpu.func @both(%a: memref<16x16xf16>, %c: memref<16x16xf16>) workgroup(%b: memref<16x16xf16, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %zero = arith.constant 0 : index
    %token = nvgpu.device_async_copy %a[%zero, %zero], %b[%zero, %zero], 8 : memref<16x16xf16> to memref<16x16xf16, 3>
    nvgpu.device_async_wait %token
    %m = gpu.subgroup_mma_load_matrix %b[%zero, %zero] {leadDimension = 16 : index} : memref<16x16xf16, 3> -> !gpu.mma_matrix<16x16xf16, "COp">
    gpu.subgroup_mma_store_matrix %m, %c[%zero, %zero] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<16x16xf16>
    gpu.return
  }
}
