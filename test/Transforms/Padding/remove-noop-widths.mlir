// A store is of what is there already only if all bits are the same.
// RUN: layout-opt %s --layout-remove-noop | FileCheck %s
// RUN: layout-check %s --entry=same,other,wide_loop,iterations,covered,without_sign --pipeline="builtin.module(layout-remove-noop)"

// CHECK-LABEL: @same(
// CHECK-COUNT-2: affine.store
// CHECK-NOT:   affine.store
func.func @same(%a: memref<4xi128> {llvm.noalias}, %b: memref<4xi65> {llvm.noalias}) {
  %two64 = arith.constant 18446744073709551616 : i128
  %least = arith.constant -18446744073709551616 : i65
  affine.store %two64, %a[0] : memref<4xi128>
  affine.store %least, %b[0] : memref<4xi65>
  affine.store %two64, %a[0] : memref<4xi128>
  affine.store %least, %b[0] : memref<4xi65>
  return
}

// CHECK-LABEL: @other(
// CHECK-COUNT-6: affine.store
// CHECK:       return
func.func @other(%a: memref<4xi128> {llvm.noalias}, %b: memref<4xi65> {llvm.noalias}) {
  %two64 = arith.constant 18446744073709551616 : i128
  %zero = arith.constant 0 : i128
  %least = arith.constant -18446744073709551616 : i65
  %zero65 = arith.constant 0 : i65
  affine.store %two64, %a[0] : memref<4xi128>
  %x = affine.load %a[0] : memref<4xi128>
  affine.store %x, %a[1] : memref<4xi128>
  affine.store %zero, %a[0] : memref<4xi128>
  affine.store %least, %b[0] : memref<4xi65>
  %y = affine.load %b[0] : memref<4xi65>
  affine.store %y, %b[1] : memref<4xi65>
  affine.store %zero65, %b[0] : memref<4xi65>
  return
}

// It has iterations.
// CHECK-LABEL: @wide_loop(
// CHECK:       scf.for
func.func @wide_loop(%a: memref<4xi32>) {
  %first = arith.constant 5 : i128
  %end = arith.constant 18446744073709551616 : i128
  %step = arith.constant 18446744073709551610 : i128
  %seven = arith.constant 7 : i32
  scf.for %i = %first to %end step %step : i128 {
    affine.store %seven, %a[0] : memref<4xi32>
  }
  return
}

// It has one, which stores to one element only: the others stay.
// CHECK-LABEL: @iterations(
// CHECK:       affine.for
// CHECK:       scf.for
func.func @iterations(%a: memref<4xi32>) {
  %zero = arith.constant 0 : i128
  %end = arith.constant 4 : i128
  %step = arith.constant 18446744073709551617 : i128
  %seven = arith.constant 7 : i32
  %eight = arith.constant 8 : i32
  affine.for %i = 0 to 4 {
    affine.store %eight, %a[%i] : memref<4xi32>
  }
  scf.for %i = %zero to %end step %step : i128 {
    %at = arith.index_cast %i : i128 to index
    memref.store %seven, %a[%at] : memref<4xi32>
  }
  return
}

// CHECK-LABEL: @covered(
// CHECK-NOT:   affine.for
// CHECK:       scf.for
func.func @covered(%a: memref<4xi32>) {
  %zero = arith.constant 0 : i128
  %end = arith.constant 4 : i128
  %step = arith.constant 1 : i128
  %seven = arith.constant 7 : i32
  %eight = arith.constant 8 : i32
  affine.for %i = 0 to 4 {
    affine.store %eight, %a[%i] : memref<4xi32>
  }
  scf.for %i = %zero to %end step %step : i128 {
    %at = arith.index_cast %i : i128 to index
    memref.store %seven, %a[%at] : memref<4xi32>
  }
  return
}

// From 0 to 255.
// CHECK-LABEL: @without_sign(
// CHECK:       scf.for unsigned
func.func @without_sign(%a: memref<256xi32>) {
  %zero = arith.constant 0 : i8
  %end = arith.constant -1 : i8
  %step = arith.constant 1 : i8
  %seven = arith.constant 7 : i32
  scf.for unsigned %i = %zero to %end step %step : i8 {
    %at = arith.index_castui %i : i8 to index
    memref.store %seven, %a[%at] : memref<256xi32>
  }
  return
}
