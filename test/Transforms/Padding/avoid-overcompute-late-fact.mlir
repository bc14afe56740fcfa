// Behind an inlined call a second fact may speak of a buffer, of extents that are
// computed only there.
// RUN: layout-opt %s --layout-avoid-overcompute | FileCheck %s

#rows = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>

// CHECK-LABEL: @late
// CHECK-NOT: affine.if
// CHECK: memref.dim
// CHECK: affine.if
func.func @late(%a: memref<?x4xi32>) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : i32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %c7, %a[%i, %j] : memref<?x4xi32>
    }
  }
  %n = memref.dim %a, %c0 : memref<?x4xi32>
  %size = affine.apply affine_map<()[s0] -> (s0 * 4 - 2)>()[%n]
  layout.padding %a sizes(%size) : memref<?x4xi32> of memref<?xi32, #rows>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %c7, %a[%i, %j] : memref<?x4xi32>
    }
  }
  return
}
