// RFC 0077, internal buffer: the guard of the sum goes, since the program itself
// wrote 0 to the padding of the copy; the guard of the copy stays, as the input has
// 14 elements. Nothing is assumed.
//
// RUN: layout-opt %s --layout-cache --layout-assign --layout-apply --layout-sequential-access --layout-overcompute | FileCheck %s
// RUN: layout-check %s --entry=sum --pipeline="builtin.module(layout-cache,layout-assign,layout-apply,layout-sequential-access,layout-overcompute,layout-finalize)"
// RUN: layout-check %s --entry=sum --pipeline="builtin.module(layout-cache,layout-assign,layout-apply,layout-sequential-access,layout-overcompute{wrap-indices=true},layout-finalize)"

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// CHECK-LABEL: @sum
// CHECK:       affine.for
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.if
// CHECK-NEXT:        affine.load
// CHECK:       affine.for
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.if
// CHECK-NEXT:        affine.store %c0
// CHECK:       affine.for
// CHECK-NEXT:    affine.for
// CHECK-NOT:       affine.if
// CHECK:           arith.addi
func.func @sum(%a: memref<14xi32> {layout.cache = #tiles, layout.sequential}, %b: memref<1xi32>) {
  %c0 = arith.constant 0 : i32
  affine.store %c0, %b[0] : memref<1xi32>
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32>
    %y = affine.load %b[0] : memref<1xi32>
    %s = arith.addi %y, %x : i32
    affine.store %s, %b[0] : memref<1xi32>
  }
  return
}
