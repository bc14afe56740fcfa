// Loops of scf become as fast as affine ones: the same vector code, with the same
// results.
//
// RUN: layout-opt %s --layout-assign --layout-apply --layout-optimize | FileCheck %s
// RUN: layout-check %s --entry=matmul --pipeline="builtin.module(layout-assign,layout-apply,layout-optimize)"
// RUN: layout-check %s --entry=matmul --pipeline="builtin.module(layout-assign,layout-apply,layout-optimize{threads=2})"

#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 16, j floordiv 16, i mod 16, j mod 16)>, pad<undef>>

// CHECK-LABEL: func.func @matmul(
// CHECK-NOT: scf.for
// CHECK-NOT: memref.load
// CHECK: vector.
func.func @matmul(%a: memref<37x29xf32> {layout.transform = #tiles},
                  %b: memref<29x41xf32> {layout.transform = #tiles},
                  %c: memref<37x41xf32> {layout.transform = #tiles}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = arith.constant 37 : index
  %columns = arith.constant 41 : index
  %terms = arith.constant 29 : index
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %columns step %c1 {
      scf.for %k = %c0 to %terms step %c1 {
        %0 = memref.load %a[%i, %k] : memref<37x29xf32>
        %1 = memref.load %b[%k, %j] : memref<29x41xf32>
        %2 = memref.load %c[%i, %j] : memref<37x41xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        memref.store %4, %c[%i, %j] : memref<37x41xf32>
      }
    }
  }
  return
}
