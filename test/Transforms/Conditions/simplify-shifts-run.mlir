// A shift to the left of an index drops bits; a product does not.
// RUN: layout-check %s --entry=extend --arg=1:4294967296 --pipeline="builtin.module(layout-simplify,layout-remove-noop)"
// RUN: layout-check %s --entry=drop --pipeline="builtin.module(layout-simplify,layout-remove-noop)"
// RUN: layout-opt %s --layout-simplify | FileCheck %s

// CHECK-LABEL: func.func @extend(
// CHECK:         scf.if
func.func @extend(%a: memref<1xi32>, %x: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %seven = arith.constant 7 : i32
  %nine = arith.constant 9 : i32
  %high = arith.shli %x, %c32 : index
  %low = arith.shrsi %high, %c32 : index
  %same = arith.cmpi eq, %low, %x : index
  scf.if %same {
    memref.store %seven, %a[%c0] : memref<1xi32>
  } else {
    memref.store %nine, %a[%c0] : memref<1xi32>
  }
  return
}

// CHECK-LABEL: func.func @drop(
// CHECK:         scf.if
func.func @drop(%a: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c30 = arith.constant 30 : index
  %seven = arith.constant 7 : i32
  affine.for %i = 0 to 64 {
    %x = arith.shli %i, %c30 : index
    %y = arith.shli %x, %c30 : index
    %negative = arith.cmpi slt, %y, %c0 : index
    scf.if %negative {
      memref.store %seven, %a[%i] : memref<64xi32>
    }
  }
  return
}

// What stays small drops nothing.
// CHECK-LABEL: func.func @small(
// CHECK-NOT:     scf.if
func.func @small(%a: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %seven = arith.constant 7 : i32
  affine.for %i = 0 to 64 {
    %x = arith.shli %i, %c4 : index
    %positive = arith.cmpi sge, %x, %c0 : index
    scf.if %positive {
      memref.store %seven, %a[%i] : memref<64xi32>
    }
  }
  return
}
