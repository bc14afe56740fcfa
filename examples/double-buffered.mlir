// A tile in workgroup memory that is swizzled and one that is padded, two stages in
// turns: while a step is worked on, the next one is copied into the other stage. The
// host counts elements that are not twice what they were.
//
// REQUIRES: vulkan
// RUN: layout-opt %s --layout-assign --layout-apply --layout-to-vulkan -o %t.mlir
// RUN: %run_on_vulkan -e main %t.mlir | FileCheck %s
// RUN: layout-opt %s --layout-to-gpu --layout-to-vulkan -o %t.bits.mlir
// RUN: %run_on_vulkan -e main %t.bits.mlir | FileCheck %s
//
// CHECK: {{^0$}}

#swizzled = #layout.buffer<index_map<(s, i, j) -> (s, i, (j floordiv 4) xor (i mod 8), j mod 4)>>
#padded = #layout.buffer<index_map<(s, i, j) -> (s, i, j)>, extent<[?, ?, ? + 4]>>
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @tile(%in: memref<9x32x32xi32>, %out: memref<8x32x32xi32>)
        workgroup(%a: memref<2x32x32xi32, 3> {layout.transform = #swizzled},
                  %b: memref<2x32x32xi32, 3> {layout.transform = #padded})
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %x = gpu.thread_id x
      %row = affine.apply affine_map<(x) -> (x floordiv 8)>(%x)
      %column = affine.apply affine_map<(x) -> (x mod 8 * 4)>(%x)
      %lane = affine.apply affine_map<(x) -> (x mod 32)>(%x)
      %chunk = affine.apply affine_map<(x) -> (x floordiv 32 * 4)>(%x)
      affine.for %k = 0 to 9 {
        %stage = affine.apply affine_map<(k) -> (k mod 2)>(%k)
        %copy = vector.load %in[%k, %row, %column] : memref<9x32x32xi32>, vector<4xi32>
        vector.store %copy, %a[%stage, %row, %column] : memref<2x32x32xi32, 3>, vector<4xi32>
        gpu.barrier
        affine.if affine_set<(k) : (k - 1 >= 0)>(%k) {
          %ready = affine.apply affine_map<(k) -> ((k + 1) mod 2)>(%k)
          %v = vector.load %a[%ready, %lane, %chunk] : memref<2x32x32xi32, 3>, vector<4xi32>
          %w = arith.addi %v, %v : vector<4xi32>
          vector.store %w, %b[%ready, %lane, %chunk] : memref<2x32x32xi32, 3>, vector<4xi32>
        }
        gpu.barrier
        affine.if affine_set<(k) : (k - 1 >= 0)>(%k) {
          %before = affine.apply affine_map<(k) -> (k - 1)>(%k)
          %ready = affine.apply affine_map<(k) -> ((k + 1) mod 2)>(%k)
          %v = vector.load %b[%ready, %row, %column] : memref<2x32x32xi32, 3>, vector<4xi32>
          vector.store %v, %out[%before, %row, %column] : memref<8x32x32xi32>, vector<4xi32>
        }
      }
      gpu.return
    }
  }
  func.func private @printI64(i64)
  func.func private @printNewline()
  func.func @main() {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %factor = arith.constant 715827883 : i32
    %none = arith.constant 0 : i64
    %in = memref.alloc() : memref<9x32x32xi32>
    %out = memref.alloc() : memref<8x32x32xi32>
    affine.for %k = 0 to 9 {
      affine.for %i = 0 to 32 {
        affine.for %j = 0 to 32 {
          %n = affine.apply affine_map<(k, i, j) -> (1024 * k + 32 * i + j)>(%k, %i, %j)
          %m = arith.index_cast %n : index to i32
          %v = arith.muli %m, %factor : i32
          affine.store %v, %in[%k, %i, %j] : memref<9x32x32xi32>
        }
      }
    }
    gpu.launch_func @kernels::@tile blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1) args(%in : memref<9x32x32xi32>, %out : memref<8x32x32xi32>)
    %wrong = affine.for %k = 0 to 8 iter_args(%p = %none) -> i64 {
      %q = affine.for %i = 0 to 32 iter_args(%r = %p) -> i64 {
        %s = affine.for %j = 0 to 32 iter_args(%t = %r) -> i64 {
          %v = affine.load %in[%k, %i, %j] : memref<9x32x32xi32>
          %twice = arith.addi %v, %v : i32
          %found = affine.load %out[%k, %i, %j] : memref<8x32x32xi32>
          %is = arith.cmpi ne, %twice, %found : i32
          %one = arith.extui %is : i1 to i64
          %u = arith.addi %t, %one : i64
          affine.yield %u : i64
        }
        affine.yield %s : i64
      }
      affine.yield %q : i64
    }
    call @printI64(%wrong) : (i64) -> ()
    call @printNewline() : () -> ()
    memref.dealloc %in : memref<9x32x32xi32>
    memref.dealloc %out : memref<8x32x32xi32>
    return
  }
}
