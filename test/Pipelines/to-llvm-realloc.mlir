// A buffer that grows: what it held stays, and the old one is freed.
// RUN: layout-opt %s --layout-to-llvm | FileCheck %s

// CHECK-LABEL: llvm.func @grow
// CHECK: llvm.call @free
func.func @grow(%a: memref<5xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %old = memref.alloc(%c5) : memref<?xi32>
  affine.for %i = 0 to 5 {
    %x = affine.load %a[%i] : memref<5xi32>
    affine.store %x, %old[%i] : memref<?xi32>
  }
  %new = memref.realloc %old(%n) : memref<?xi32> to memref<?xi32>
  %first = affine.load %a[0] : memref<5xi32>
  %sum = affine.for %i = 0 to 5 iter_args(%s = %first) -> i32 {
    %x = affine.load %new[%i] : memref<?xi32>
    %t = arith.addi %s, %x : i32
    affine.yield %t : i32
  }
  memref.dealloc %new : memref<?xi32>
  return %sum : i32
}
