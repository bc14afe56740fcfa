// Private symbols give names away that functions outside of the program have.
// RUN: layout-opt %s --layout-legalize=only=library | FileCheck %s
// RUN: layout-check %s --entry=f --pipeline="builtin.module(layout-apply)"

// CHECK: memref.global "private" constant @cos.mlir
memref.global "private" constant @cos : memref<2xf64> = dense<[2.0, 3.0]>
// CHECK: func.func private @memrefCopy.mlir
func.func private @memrefCopy(%a: memref<2x2xf64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5.0 : f64
  memref.store %x, %a[%c0, %c0] : memref<2x2xf64>
  return
}
func.func private @memset(%a: memref<2x2xf64>) {
  %c1 = arith.constant 1 : index
  %x = arith.constant 0.0 : f64
  memref.store %x, %a[%c1, %c1] : memref<2x2xf64>
  return
}

// CHECK-LABEL: func.func @f
// CHECK: memref.get_global @cos.mlir
// CHECK: call @memrefCopy.mlir
// CHECK: call @memset.mlir
func.func @f(%a: memref<2x2xf64>, %b: memref<2x2xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %table = memref.get_global @cos : memref<2xf64>
  %x = memref.load %table[%c1] : memref<2xf64>
  %y = memref.load %a[%c0, %c1] : memref<2x2xf64>
  %z = math.cos %y : f64
  %s = arith.addf %x, %z : f64
  %t = memref.subview %b[0, 0] [2, 1] [1, 1] : memref<2x2xf64> to memref<2x1xf64, strided<[2, 1]>>
  %u = memref.subview %a[0, 1] [2, 1] [1, 1] : memref<2x2xf64> to memref<2x1xf64, strided<[2, 1], offset: 1>>
  memref.copy %u, %t : memref<2x1xf64, strided<[2, 1], offset: 1>> to memref<2x1xf64, strided<[2, 1]>>
  func.call @memrefCopy(%b) : (memref<2x2xf64>) -> ()
  func.call @memset(%b) : (memref<2x2xf64>) -> ()
  memref.store %s, %b[%c0, %c1] : memref<2x2xf64>
  return
}
