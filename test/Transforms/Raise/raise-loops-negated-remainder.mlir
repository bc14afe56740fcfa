// A remainder that a bound subtracts: MLIR's canonicalization would take it to be no
// smaller than at its least operand, and the loop would lose iterations.
// RUN: layout-check %s --entry=subtracted --arg=1:7 --pipeline="builtin.module(lower-affine,layout-raise-loops,canonicalize)" | FileCheck %s
// RUN: layout-check %s --entry=nested --arg=1:7 --pipeline="builtin.module(lower-affine,layout-raise-loops,canonicalize)" | FileCheck %s
// RUN: layout-check %s --entry=tiled --pipeline="builtin.module(layout-apply,layout-tile-loops,canonicalize)" | FileCheck %s
// CHECK: runs agree

func.func @subtracted(%a: memref<4x4xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %0 = arith.muli %i, %c3 : index
    %1 = arith.addi %0, %c1 : index
    %2 = arith.remsi %1, %c2 : index
    %3 = arith.subi %c1, %2 : index
    scf.for %j = %3 to %c2 step %c1 {
      memref.store %x, %a[%i, %j] : memref<4x4xi32>
    }
  }
  return
}

func.func @nested(%a: memref<8x8xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = arith.muli %i, %c3 : index
    %1 = arith.remsi %0, %c5 : index
    %2 = arith.remsi %1, %c2 : index
    %3 = arith.subi %c8, %2 : index
    %4 = arith.subi %3, %1 : index
    scf.for %j = %c0 to %4 step %c1 {
      memref.store %x, %a[%i, %j] : memref<8x8xi32>
    }
  }
  return
}

// Borders of tiles that move with another loop.
#tiles = #layout.buffer<index_map<(i, j) -> (i, (i * 3 + j) floordiv 2, (i * 3 + j) mod 2)>, pad<undef>>
func.func @tiled(%a: memref<4x5xi32, #tiles>, %b: memref<4x5xi32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 5 {
      %0 = affine.load %a[%i, %j] : memref<4x5xi32, #tiles>
      affine.store %0, %b[%i, %j] : memref<4x5xi32>
    }
  }
  return
}
