// Where the grid is one block deep, as all channels fit into one texel, channels are
// still told apart: the number of a block is in the range that the grid has.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-apply,layout-to-vulkan)" -o %t.mlir
// RUN: %run_on_vulkan -e main %t.mlir | FileCheck %s
// The sum of 2 c over 60 elements, c = 0 to 59.
// CHECK: 3540

#blocked = #layout.buffer<index_map<(h, w, c) -> (c floordiv 4, h, w, c mod 4)>, axis_separator<[2]>>
!plain = memref<3x5x4xi32>
!in = memref<3x5x4xi32, #blocked, #layout.texture<read>>
!out = memref<3x5x4xi32, #blocked, #layout.texture<write>>

func.func private @printI64(i64)

func.func private @twice(%a: !in, %b: !out) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  gpu.launch blocks(%x, %y, %z) in (%gx = %c5, %gy = %c3, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    affine.for %l = 0 to 4 {
      %v = affine.load %a[%y, %x, 4 * %z + %l] : !in
      %w = arith.addi %v, %v : i32
      affine.store %w, %b[%y, %x, 4 * %z + %l] : !out
    }
    gpu.terminator
  }
  return
}

func.func @main() {
  %zero = arith.constant 0 : i64
  %host = memref.alloc() : !plain
  %a = memref.alloc() : !in
  %b = memref.alloc() : !out
  affine.for %h = 0 to 3 {
    affine.for %w = 0 to 5 {
      affine.for %c = 0 to 4 {
        %number = affine.apply affine_map<(h, w, c) -> (20 * h + 4 * w + c)>(%h, %w, %c)
        %value = arith.index_cast %number : index to i32
        affine.store %value, %host[%h, %w, %c] : !plain
      }
    }
  }
  layout.convert ins(%host : !plain) outs(%a : !in)
  layout.convert ins(%host : !plain) outs(%b : !out)
  call @twice(%a, %b) : (!in, !out) -> ()
  layout.convert ins(%b : !out) outs(%host : !plain)
  %sum = affine.for %h = 0 to 3 iter_args(%s0 = %zero) -> i64 {
    %s1 = affine.for %w = 0 to 5 iter_args(%s2 = %s0) -> i64 {
      %s3 = affine.for %c = 0 to 4 iter_args(%s4 = %s2) -> i64 {
        %value = affine.load %host[%h, %w, %c] : !plain
        %wide = arith.extsi %value : i32 to i64
        %s5 = arith.addi %s4, %wide : i64
        affine.yield %s5 : i64
      }
      affine.yield %s3 : i64
    }
    affine.yield %s1 : i64
  }
  call @printI64(%sum) : (i64) -> ()
  return
}
