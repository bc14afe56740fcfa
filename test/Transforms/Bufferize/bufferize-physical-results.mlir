// What control flow hands on of the storage of a tensor with a layout is a copy:
// a store to it is none to padding.
// RUN: layout-check %s --entry=f,g --pipeline="builtin.module(layout-from-pack,layout-bufferize,layout-apply)"
// RUN: layout-opt %s --layout-from-pack --layout-bufferize | FileCheck %s

// CHECK-LABEL: func.func @f(
// CHECK:         layout.as_physical
// CHECK:         memref.copy
func.func @f(%p: tensor<2x5xi32>, %x: tensor<8xi32>) -> tensor<2x5xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : i32
  %five = arith.constant 5 : i32
  %q = scf.for %i = %c0 to %c1 step %c1 iter_args(%o = %p) -> (tensor<2x5xi32>) {
    %e = tensor.empty() : tensor<2x5xi32>
    %k = linalg.pack %x padding_value(%c7 : i32) inner_dims_pos = [0] inner_tiles = [5] into %e : tensor<8xi32> -> tensor<2x5xi32>
    scf.yield %k : tensor<2x5xi32>
  }
  %r = tensor.insert %five into %q[%c1, %c4] : tensor<2x5xi32>
  return %r : tensor<2x5xi32>
}
func.func @g(%p: tensor<2x5xi32>, %x: tensor<8xi32>, %t: memref<2x5xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : i32
  %five = arith.constant 5 : i32
  %q = scf.for %i = %c0 to %c1 step %c1 iter_args(%o = %p) -> (tensor<2x5xi32>) {
    %e = tensor.empty() : tensor<2x5xi32>
    %k = linalg.pack %x padding_value(%c7 : i32) inner_dims_pos = [0] inner_tiles = [5] into %e : tensor<8xi32> -> tensor<2x5xi32>
    scf.yield %k : tensor<2x5xi32>
  }
  %r = tensor.insert %five into %q[%c1, %c4] : tensor<2x5xi32>
  %v = tensor.extract %r[%c1, %c4] : tensor<2x5xi32>
  memref.store %v, %t[%c0, %c0] : memref<2x5xi32>
  return
}
