// A buffer for which a layout is requested has one: nothing is chosen for it.
// RUN: layout-opt %s --layout-choose-swizzle | FileCheck %s
// RUN: layout-opt %s --layout-choose-swizzle --layout-to-gpu -o /dev/null
// CHECK: workgroup(%{{.*}} : memref<2x32x32xf16, 3> {layout.transform = #{{.*}}}, %{{.*}} : memref<2x32x32xf16, 3> {layout.transform = #{{.*}}})
#pad = #layout.buffer<index_map<(s, i, j) -> (s, i, j)>, extent<[?, ?, ? + 8]>, pad<undef>>
gpu.module @kernels {
  gpu.func @k(%in: memref<9x32x32xf16>, %out: memref<8x32x32xf16>)
      workgroup(%a: memref<2x32x32xf16, 3> {layout.transform = #pad}, %b: memref<2x32x32xf16, 3> {layout.transform = #pad})
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %x = gpu.thread_id x
    %row = affine.apply affine_map<(x) -> (x floordiv 4)>(%x)
    %column = affine.apply affine_map<(x) -> (x mod 4 * 8)>(%x)
    %lane = affine.apply affine_map<(x) -> (x mod 32)>(%x)
    %chunk = affine.apply affine_map<(x) -> (x floordiv 32 * 8)>(%x)
    affine.for %k = 0 to 9 {
      %stage = affine.apply affine_map<(k) -> (k mod 2)>(%k)
      %copy = nvgpu.device_async_copy %in[%k, %row, %column], %a[%stage, %row, %column], 8 {bypassL1} : memref<9x32x32xf16> to memref<2x32x32xf16, 3>
      %group = nvgpu.device_async_create_group %copy
      nvgpu.device_async_wait %group {numGroups = 1 : i32}
      gpu.barrier
      affine.if affine_set<(k) : (k - 1 >= 0)>(%k) {
        %ready = affine.apply affine_map<(k) -> ((k + 1) mod 2)>(%k)
        %v = vector.load %a[%ready, %lane, %chunk] : memref<2x32x32xf16, 3>, vector<8xf16>
        vector.store %v, %b[%ready, %lane, %chunk] : memref<2x32x32xf16, 3>, vector<8xf16>
      }
      gpu.barrier
      affine.if affine_set<(k) : (k - 1 >= 0)>(%k) {
        %before = affine.apply affine_map<(k) -> (k - 1)>(%k)
        %ready = affine.apply affine_map<(k) -> ((k + 1) mod 2)>(%k)
        %v = vector.load %b[%ready, %row, %column] : memref<2x32x32xf16, 3>, vector<8xf16>
        vector.store %v, %out[%before, %row, %column] {alignment = 16 : i64} : memref<8x32x32xf16>, vector<8xf16>
      }
    }
    gpu.return
  }
}
