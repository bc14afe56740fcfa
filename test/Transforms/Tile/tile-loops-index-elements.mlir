// Elements of index have no width of their own; loops over them are weighed, too.
//
// RUN: layout-opt %s --layout-tile-loops | FileCheck %s
// RUN: layout-check %s --entry=index_elements --arg=3:2 --arg=4:3 --arg=5:4 --pipeline="builtin.module(layout-tile-loops)"

// CHECK-LABEL: func.func @index_elements(
func.func @index_elements(%a: memref<7x5xi32>, %b: memref<6xindex>, %c: memref<6xi32>, %n: index, %x: i32, %s: index) {
  affine.for %i = 0 to 35 {
    %last = affine.for %j = 0 to 6 iter_args(%sum = %n) -> (index) {
      %0 = affine.load %b[%j] : memref<6xindex>
      affine.yield %0 : index
    }
    %cast = arith.index_cast %last : index to i32
    affine.store %cast, %a[symbol(%s) mod 7, symbol(%s) mod 5] : memref<7x5xi32>
    %t = affine.for %j = 0 to 6 iter_args(%sum = %x) -> (i32) {
      %0 = affine.load %c[%j] : memref<6xi32>
      %1 = arith.addi %0, %sum : i32
      affine.yield %1 : i32
    }
    affine.store %t, %a[%i floordiv 5, %i mod 5] : memref<7x5xi32>
  }
  return
}
