// A buffer that grows or shrinks is run like others, and its new bounds count.
// RUN: layout-check %s --entry=grow --arg=1:9 --bounds --pipeline='builtin.module(canonicalize)' \
// RUN:   | FileCheck %s --check-prefix=AGREE
// AGREE: @grow: 4 runs agree
// RUN: not layout-check %s --entry=grow --arg=1:3 --bounds --pipeline='builtin.module(canonicalize)' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: error: without layouts, index (3) is outside of (3)

func.func @grow(%a: memref<5xi32>, %n: index) -> i32 {
  %c5 = arith.constant 5 : index
  %old = memref.alloc(%c5) : memref<?xi32>
  affine.for %i = 0 to 5 {
    %x = affine.load %a[%i] : memref<5xi32>
    affine.store %x, %old[%i] : memref<?xi32>
  }
  %new = memref.realloc %old(%n) : memref<?xi32> to memref<?xi32>
  %zero = arith.constant 0 : i32
  %sum = affine.for %i = 0 to 5 iter_args(%s = %zero) -> i32 {
    %x = affine.load %new[%i] : memref<?xi32>
    %t = arith.addi %s, %x : i32
    affine.yield %t : i32
  }
  memref.dealloc %new : memref<?xi32>
  return %sum : i32
}
