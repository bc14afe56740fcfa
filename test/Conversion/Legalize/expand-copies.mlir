// RUN: layout-opt %s --layout-legalize=only=copies | FileCheck %s
// RUN: layout-opt %s --layout-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: layout-check %s --entry=part,transposed --pipeline="builtin.module(layout-legalize{only=copies})"

// Upstream would call its runtime library.
// LLVM-NOT: memrefCopy

// CHECK-LABEL: func.func @part(
// CHECK-NOT:     memref.copy
// CHECK:         linalg.generic
func.func @part(%a: memref<3x4xf32>, %b: memref<5x9xf32>) {
  %view = memref.subview %b[1, 2] [3, 4] [1, 2] : memref<5x9xf32> to memref<3x4xf32, strided<[9, 2], offset: 11>>
  memref.copy %a, %view : memref<3x4xf32> to memref<3x4xf32, strided<[9, 2], offset: 11>>
  return
}

// CHECK-LABEL: func.func @transposed(
// CHECK:         linalg.generic
func.func @transposed(%a: memref<3x4xi8>, %b: memref<4x3xi8>) {
  %t = memref.transpose %a (i, j) -> (j, i) : memref<3x4xi8> to memref<4x3xi8, strided<[1, 4]>>
  memref.copy %t, %b : memref<4x3xi8, strided<[1, 4]>> to memref<4x3xi8>
  return
}

// One piece of memory, though a view.
// CHECK-LABEL: func.func @pieces(
// CHECK-COUNT-2: memref.copy
func.func @pieces(%a: memref<3x4xf32>, %b: memref<5x4xf32>, %c: memref<?xf32>, %d: memref<?xf32>) {
  %view = memref.subview %b[1, 0] [3, 4] [1, 1] : memref<5x4xf32> to memref<3x4xf32, strided<[4, 1], offset: 4>>
  memref.copy %a, %view : memref<3x4xf32> to memref<3x4xf32, strided<[4, 1], offset: 4>>
  memref.copy %c, %d : memref<?xf32> to memref<?xf32>
  return
}
