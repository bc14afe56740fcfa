// Requests beside memory attributions of kernels. Accesses that upstream verifies to
// have a stride of 1 go to the physical buffer.
// RUN: layout-opt %s --layout-assign | FileCheck %s
// RUN: layout-opt %s --layout-to-gpu | FileCheck %s --check-prefix=LOWERED
// RUN: not layout-opt %s --layout-apply 2>&1 | FileCheck %s --check-prefix=EARLY

// EARLY: error: 'gpu.func' op still requests a layout by 'layout.transform'; run layout-assign before layout-apply

#swizzled = #layout.buffer<index_map<(s, i, j) -> (s, i, (j floordiv 8) xor (i mod 8), j mod 8)>>
#padded = #layout.buffer<index_map<(i, j) -> (i, j)>, extent<[?, ? + 8]>>

// CHECK-DAG: #[[SWIZZLED:.+]] = #layout.buffer<index_map<(d0, d1, d2) -> (d0, d1, (d2 floordiv 8) xor (d1 mod 8), d2 mod 8)>>
// CHECK-DAG: #[[PADDED:.+]] = #layout.buffer<index_map<(d0, d1) -> (d0, d1)>, extent<[?, ? + 8]>>
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @copies(
  // CHECK-SAME: workgroup(%[[A:.+]] : memref<2x32x64xf16, #[[SWIZZLED]], 3>
  // CHECK-NOT: layout.transform
  // CHECK: %[[P:.+]] = layout.as_physical %[[A]]
  // CHECK: %[[CHUNK:.+]] = affine.apply
  // CHECK: nvgpu.device_async_copy %{{.*}}, %[[P]][%{{.*}}, %{{.*}}, %[[CHUNK]], %{{.*}}], 8 {bypassL1}
  // CHECK: nvgpu.ldmatrix %[[A]]
  // CHECK: vector.transfer_read %[[A]]
  // LOWERED-LABEL: gpu.func @copies(
  // LOWERED-SAME: workgroup(%[[A:.+]] : memref<2x32x8x8xf16, 3> {llvm.align = 16 : i64})
  // LOWERED-NOT: affine
  // LOWERED: arith.xori {{.*}} : i32
  // LOWERED: nvgpu.device_async_copy {{.*}}, %[[A]]
  // LOWERED-NOT: divsi
  // LOWERED: vector.load %[[A]][{{.*}}] {alignment = 16 : i64} : memref<2x32x8x8xf16, 3>, vector<8xf16>
  gpu.func @copies(%in: memref<32x64xf16>, %out: memref<32x64xf16>)
      workgroup(%a: memref<2x32x64xf16, 3> {layout.transform = #swizzled})
      kernel attributes {known_block_size = array<i32: 32, 8, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %c1 = arith.constant 1 : index
    %j = affine.apply affine_map<(y) -> (8 * y)>(%y)
    %t = nvgpu.device_async_copy %in[%x, %j], %a[%c1, %x, %j], 8 {bypassL1} : memref<32x64xf16> to memref<2x32x64xf16, 3>
    %g = nvgpu.device_async_create_group %t
    nvgpu.device_async_wait %g {numGroups = 0 : i32}
    %m = nvgpu.ldmatrix %a[%c1, %x, %j] {numTiles = 4 : i32, transpose = false} : memref<2x32x64xf16, 3> -> vector<4x2xf16>
    %v = vector.load %a[%c1, %x, %j] : memref<2x32x64xf16, 3>, vector<8xf16>
    vector.store %v, %out[%x, %j] : memref<32x64xf16>, vector<8xf16>
    gpu.return
  }

  // One of several stages is a view, whose accesses are those of the buffer.
  // CHECK-LABEL: gpu.func @stages(
  // CHECK-SAME: workgroup(%[[A:.+]] : memref<2x32x64xf16, #[[SWIZZLED]], 3>, %[[B:.+]] : memref<32x64xf16, #[[PADDED]], 3>)
  // CHECK-NOT: subview
  // CHECK: %[[P:.+]] = layout.as_physical %[[A]]
  // CHECK: nvgpu.device_async_copy %{{.*}}, %[[P]][%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}], 8 : {{.*}} to memref<2x32x8x8xf16, 3>
  // CHECK: nvgpu.ldmatrix %[[A]][%{{.*}}, %{{.*}}, %{{.*}}]
  // CHECK: %[[Q:.+]] = layout.as_physical %[[B]]
  // CHECK: gpu.subgroup_mma_load_matrix %[[Q]][%{{.*}}, %{{.*}}] {leadDimension = 72 : index}
  // LOWERED-LABEL: gpu.func @stages(
  // LOWERED-NOT: subview
  // LOWERED: nvgpu.device_async_copy {{.*}} to memref<2x32x8x8xf16, 3>
  gpu.func @stages(%in: memref<32x64xf16>, %s: index)
      workgroup(%a: memref<2x32x64xf16, 3> {layout.transform = #swizzled},
                %b: memref<32x64xf16, 3> {layout.transform = #padded})
      kernel attributes {known_block_size = array<i32: 32, 8, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %c8 = arith.constant 8 : index
    %j = affine.apply affine_map<(y) -> (8 * y)>(%y)
    %st = memref.subview %a[%s, 0, 0] [1, 32, 64] [1, 1, 1] : memref<2x32x64xf16, 3> to memref<32x64xf16, strided<[64, 1], offset: ?>, 3>
    %t = nvgpu.device_async_copy %in[%x, %j], %st[%x, %j], 8 : memref<32x64xf16> to memref<32x64xf16, strided<[64, 1], offset: ?>, 3>
    %odd = memref.subview %st[1, 0] [16, 64] [2, 1] : memref<32x64xf16, strided<[64, 1], offset: ?>, 3> to memref<16x64xf16, strided<[128, 1], offset: ?>, 3>
    %m = nvgpu.ldmatrix %odd[%y, %j] {numTiles = 4 : i32, transpose = false} : memref<16x64xf16, strided<[128, 1], offset: ?>, 3> -> vector<4x2xf16>
    %right = memref.subview %b[0, 32] [32, 32] [1, 1] : memref<32x64xf16, 3> to memref<32x32xf16, strided<[64, 1], offset: 32>, 3>
    %n = gpu.subgroup_mma_load_matrix %right[%c8, %c8] {leadDimension = 64 : index} : memref<32x32xf16, strided<[64, 1], offset: 32>, 3> -> !gpu.mma_matrix<16x16xf16, "COp">
    gpu.return
  }

  // Rows of a matrix are as far apart as those of the buffer.
  // CHECK-LABEL: gpu.func @matrices(
  // CHECK-SAME: private(%{{.+}} : memref<8xf32, #{{.+}}, 5>)
  // CHECK: gpu.subgroup_mma_load_matrix %{{.+}}[%{{.+}}, %{{.+}}] {leadDimension = 72 : index} : memref<32x72xf16, 3>
  // CHECK: gpu.subgroup_mma_store_matrix %{{.+}}, %{{.+}}[%{{.+}}, %{{.+}}] {leadDimension = 72 : index}
  gpu.func @matrices()
      workgroup(%b: memref<32x64xf16, 3> {layout.transform = #padded, llvm.align = 16 : i64})
      private(%p: memref<8xf32, 5> {layout.transform = #layout.buffer<index_map<(i) -> (i xor 1)>>})
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c16 = arith.constant 16 : index
    %m = gpu.subgroup_mma_load_matrix %b[%c16, %c16] {leadDimension = 64 : index} : memref<32x64xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
    %c = gpu.subgroup_mma_load_matrix %b[%c16, %c16] {leadDimension = 64 : index} : memref<32x64xf16, 3> -> !gpu.mma_matrix<16x16xf16, "COp">
    gpu.subgroup_mma_store_matrix %c, %b[%c16, %c16] {leadDimension = 64 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x64xf16, 3>
    gpu.return
  }

  // Of any buffer, with a layout that leaves rows as they are.
  // CHECK-LABEL: gpu.func @same_rows(
  // CHECK: gpu.subgroup_mma_load_matrix %{{.+}}[%{{.+}}, %{{.+}}, %{{.+}}] {leadDimension = 32 : index} : memref<32x8x4xf16>
  gpu.func @same_rows(%i: index) kernel {
    %a = memref.alloc() {layout.transform = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<undef>>} : memref<32x32xf16>
    %m = gpu.subgroup_mma_load_matrix %a[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
    gpu.return
  }

  // What may be one buffer has one layout.
  // CHECK-LABEL: gpu.func @selected(
  // CHECK-SAME: workgroup(%{{.+}} : memref<8x64xf16, #[[PADDED]], 3>)
  gpu.func @selected(%c: i1, %v: f16, %i: index) workgroup(%w: memref<8x64xf16, 3>) kernel {
    %x = memref.alloc() {layout.transform = #padded} : memref<8x64xf16, 3>
    %y = arith.select %c, %x, %w : memref<8x64xf16, 3>
    memref.store %v, %y[%i, %i] : memref<8x64xf16, 3>
    gpu.return
  }
}
