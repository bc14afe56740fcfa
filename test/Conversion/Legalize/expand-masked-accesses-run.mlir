// Extents of 1 modulo the tile: LLVM unrolls the loop, and the mask of the last tile
// becomes a constant with one lane. It must not store the i32.
// RUN: layout-check %s --entry=transposed,narrow,straight --pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-apply,layout-optimize,layout-finalize)" | FileCheck %s
// RUN: layout-check %s --entry=transposed,narrow,straight --pipeline="builtin.module(layout-set-target{target=x86-64-v3},layout-apply,layout-optimize,layout-finalize)" | FileCheck %s
// CHECK-COUNT-3: runs agree

#columns = #layout.buffer<index_map<(d0, d1) -> (d1 floordiv 16, d0, d1 mod 16)>, pad<undef>>
#tiles = #layout.buffer<index_map<(d0, d1) -> (d0 floordiv 16, d1 floordiv 16, d0 mod 16, d1 mod 16)>, pad<undef>>
#transposed = #layout.buffer<index_map<(d0, d1) -> (d1, d0)>>

func.func @transposed(%a: memref<17x17xi32, #columns>, %b: memref<17x17xi8, #transposed>) {
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 17 {
      %x = affine.load %a[%i, %j] : memref<17x17xi32, #columns>
      %y = arith.trunci %x : i32 to i8
      affine.store %y, %b[%i, %j] : memref<17x17xi8, #transposed>
    }
  }
  return
}

func.func @narrow(%a: memref<20x33xi32, #tiles>, %b: memref<20x33xi8> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 33 {
      %x = affine.load %a[%i, %j] : memref<20x33xi32, #tiles>
      %y = arith.trunci %x : i32 to i8
      affine.store %y, %b[%i, %j] : memref<20x33xi8>
    }
  }
  return
}

// Saturation, as in requantization.
func.func @straight(%a: memref<20x33xi32, #tiles>, %b: memref<20x33xi16> {llvm.noalias}) {
  %low = arith.constant -32768 : i32
  %high = arith.constant 32767 : i32
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 33 {
      %x = affine.load %a[%i, %j] : memref<20x33xi32, #tiles>
      %l = arith.maxsi %x, %low : i32
      %h = arith.minsi %l, %high : i32
      %y = arith.trunci %h : i32 to i16
      affine.store %y, %b[%i, %j] : memref<20x33xi16>
    }
  }
  return
}
