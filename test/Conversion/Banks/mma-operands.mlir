// Swizzles that Triton chooses for operands of mma in f16, by (vec, perPhase,
// maxPhase), have no bank conflicts, and layout-choose-swizzle finds as good ones:
// copies of 16 bytes by each thread, then ldmatrix of four tiles.
// RUN: layout-opt %s --layout-assign --layout-report-banks --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s --check-prefix=STATED
// RUN: sed "s/ {layout.transform = [^}]*}//" %s | layout-opt --layout-report-banks --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: sed "s/ {layout.transform = [^}]*}//" %s | layout-opt --layout-choose-swizzle --layout-report-banks --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s --check-prefix=STATED
// RUN: sed "s/ {layout.transform = [^}]*}//" %s | layout-opt --layout-choose-swizzle --layout-to-gpu | FileCheck %s

// STATED-NOT: layout-report-banks/conflicts
// STATED-COUNT-8: layout-report-banks/no-conflicts
// STATED-NOT: layout-report-banks/
// PLAIN-COUNT-4: layout-report-banks/conflicts
// CHECK-COUNT-4: nvgpu.device_async_copy {{.*}} to memref<{{[0-9x]+}}xf16, 3>

#columns16 = #layout.buffer<index_map<(i, j) -> (i, (j floordiv 8) xor ((i floordiv 4) mod 2), j mod 8)>> // (8, 4, 2)
#columns32 = #layout.buffer<index_map<(i, j) -> (i, (j floordiv 8) xor ((i floordiv 2) mod 4), j mod 8)>> // (8, 2, 4)
#columns64 = #layout.buffer<index_map<(i, j) -> (i, (j floordiv 8) xor ((i floordiv 1) mod 8), j mod 8)>> // (8, 1, 8)
#columns128 = #layout.buffer<index_map<(i, j) -> (i, (j floordiv 8) xor ((i floordiv 1) mod 8), j mod 8)>> // (8, 1, 8)

gpu.module @kernels {
  gpu.func @columns16(%in: memref<64x16xf16>)
      workgroup(%a: memref<64x16xf16, 3> {layout.transform = #columns16})
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %x = gpu.thread_id x
    %column = affine.apply affine_map<(x) -> (x mod 2 * 8)>(%x)
    affine.for %p = 0 to 1 {
      %row = affine.apply affine_map<(x, p) -> (p * 64 + x floordiv 2)>(%x, %p)
      %t = nvgpu.device_async_copy %in[%row, %column], %a[%row, %column], 8 : memref<64x16xf16> to memref<64x16xf16, 3>
    }
    gpu.barrier
    affine.for %m = 0 to 4 {
      affine.for %k = 0 to 1 {
        %row = affine.apply affine_map<(x, m) -> (m * 16 + x mod 16)>(%x, %m)
        %chunk = affine.apply affine_map<(x, k) -> (k * 16 + (x mod 32) floordiv 16 * 8)>(%x, %k)
        %f = nvgpu.ldmatrix %a[%row, %chunk] {numTiles = 4 : i32, transpose = false} : memref<64x16xf16, 3> -> vector<4x2xf16>
      }
    }
    gpu.return
  }
  gpu.func @columns32(%in: memref<64x32xf16>)
      workgroup(%a: memref<64x32xf16, 3> {layout.transform = #columns32})
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %x = gpu.thread_id x
    %column = affine.apply affine_map<(x) -> (x mod 4 * 8)>(%x)
    affine.for %p = 0 to 2 {
      %row = affine.apply affine_map<(x, p) -> (p * 32 + x floordiv 4)>(%x, %p)
      %t = nvgpu.device_async_copy %in[%row, %column], %a[%row, %column], 8 : memref<64x32xf16> to memref<64x32xf16, 3>
    }
    gpu.barrier
    affine.for %m = 0 to 4 {
      affine.for %k = 0 to 2 {
        %row = affine.apply affine_map<(x, m) -> (m * 16 + x mod 16)>(%x, %m)
        %chunk = affine.apply affine_map<(x, k) -> (k * 16 + (x mod 32) floordiv 16 * 8)>(%x, %k)
        %f = nvgpu.ldmatrix %a[%row, %chunk] {numTiles = 4 : i32, transpose = false} : memref<64x32xf16, 3> -> vector<4x2xf16>
      }
    }
    gpu.return
  }
  gpu.func @columns64(%in: memref<64x64xf16>)
      workgroup(%a: memref<64x64xf16, 3> {layout.transform = #columns64})
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %x = gpu.thread_id x
    %column = affine.apply affine_map<(x) -> (x mod 8 * 8)>(%x)
    affine.for %p = 0 to 4 {
      %row = affine.apply affine_map<(x, p) -> (p * 16 + x floordiv 8)>(%x, %p)
      %t = nvgpu.device_async_copy %in[%row, %column], %a[%row, %column], 8 : memref<64x64xf16> to memref<64x64xf16, 3>
    }
    gpu.barrier
    affine.for %m = 0 to 4 {
      affine.for %k = 0 to 4 {
        %row = affine.apply affine_map<(x, m) -> (m * 16 + x mod 16)>(%x, %m)
        %chunk = affine.apply affine_map<(x, k) -> (k * 16 + (x mod 32) floordiv 16 * 8)>(%x, %k)
        %f = nvgpu.ldmatrix %a[%row, %chunk] {numTiles = 4 : i32, transpose = false} : memref<64x64xf16, 3> -> vector<4x2xf16>
      }
    }
    gpu.return
  }
  gpu.func @columns128(%in: memref<64x128xf16>)
      workgroup(%a: memref<64x128xf16, 3> {layout.transform = #columns128})
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %x = gpu.thread_id x
    %column = affine.apply affine_map<(x) -> (x mod 16 * 8)>(%x)
    affine.for %p = 0 to 8 {
      %row = affine.apply affine_map<(x, p) -> (p * 8 + x floordiv 16)>(%x, %p)
      %t = nvgpu.device_async_copy %in[%row, %column], %a[%row, %column], 8 : memref<64x128xf16> to memref<64x128xf16, 3>
    }
    gpu.barrier
    affine.for %m = 0 to 4 {
      affine.for %k = 0 to 8 {
        %row = affine.apply affine_map<(x, m) -> (m * 16 + x mod 16)>(%x, %m)
        %chunk = affine.apply affine_map<(x, k) -> (k * 16 + (x mod 32) floordiv 16 * 8)>(%x, %k)
        %f = nvgpu.ldmatrix %a[%row, %chunk] {numTiles = 4 : i32, transpose = false} : memref<64x128xf16, 3> -> vector<4x2xf16>
      }
    }
    gpu.return
  }
}
