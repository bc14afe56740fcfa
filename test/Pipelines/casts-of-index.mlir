// An index that is cast to fewer bits and back has lost the others, whatever
// upstream's canonicalization makes of it.
// RUN: layout-opt %s --layout-optimize | FileCheck %s
// RUN: layout-check %s --entry=signed,unsigned --pipeline="builtin.module(layout-optimize)"

// CHECK-LABEL: @unsigned(
// CHECK:         arith.index_castui {{.*}} : index to i32
// CHECK:         arith.index_castui {{.*}} : i32 to index
func.func @unsigned(%o: memref<9xi32>) {
  %c9 = arith.constant 9 : index
  %k = arith.constant 1 : i32
  %c1 = arith.constant 1 : index
  %lo = arith.constant -5 : index
  %hi = arith.constant 3 : index
  scf.for %i = %lo to %hi step %c1 {
    %0 = arith.index_castui %i : index to i32
    %1 = arith.index_castui %0 : i32 to index
    %2 = arith.remui %1, %c9 : index
    %x = memref.load %o[%2] : memref<9xi32>
    %y = arith.addi %x, %k : i32
    memref.store %y, %o[%2] : memref<9xi32>
  }
  return
}

func.func @signed(%o: memref<9xi32>) {
  %c9 = arith.constant 9 : index
  %k = arith.constant 1 : i32
  %c1 = arith.constant 1 : index
  %lo = arith.constant 125 : index
  %hi = arith.constant 133 : index
  scf.for %i = %lo to %hi step %c1 {
    %0 = arith.index_cast %i : index to i8
    %1 = arith.index_cast %0 : i8 to index
    %2 = arith.remui %1, %c9 : index
    %x = memref.load %o[%2] : memref<9xi32>
    %y = arith.addi %x, %k : i32
    memref.store %y, %o[%2] : memref<9xi32>
  }
  return
}
