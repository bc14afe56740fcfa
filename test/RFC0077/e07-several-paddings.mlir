// RFC 0077, "multiple buffer semantics": row sums of a buffer that has two kinds
// of padding.
//
// RUN: layout-opt %s --layout-apply --layout-sequential-access | FileCheck %s --check-prefix=WALK
// RUN: layout-opt %s --layout-apply --layout-sequential-access --layout-overcompute --layout-finalize | FileCheck %s --check-prefix=OVER
// RUN: layout-check %s --entry=f,from_zero --pipeline="builtin.module(layout-apply,layout-sequential-access,layout-overcompute,layout-finalize)"

#A = #layout.buffer<index_map<(i, j) -> (i floordiv 4, i mod 4, j)>, pad<undef>,
                    index_map<(a, b, j) -> (a, b, j floordiv 8, j mod 8)>, pad<0 : i32>>
#B = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>

// WALK-LABEL:  @f
// WALK:        affine.if

// The guard on j goes as 0 is added, that on i as B's padding is undefined.
// OVER-LABEL:  @f
// OVER:        affine.for %{{.*}} = 0 to 4
// OVER-NEXT:     affine.for %{{.*}} = 0 to 4
// OVER-NEXT:       affine.for %{{.*}} = 0 to 8
// OVER-NEXT:         affine.for %{{.*}} = 0 to 8
// OVER-NOT:            affine.if
// OVER:                arith.addi
// OVER:        return
func.func @f(%a: memref<14x60xi32, #A> {layout.sequential}, %b: memref<14xi32, #B>) {
  affine.for %i = 0 to 14 {
    affine.for %j = 0 to 60 {
      %x = affine.load %b[%i] : memref<14xi32, #B>
      %y = affine.load %a[%i, %j] : memref<14x60xi32, #A>
      %s = arith.addi %x, %y : i32
      affine.store %s, %b[%i] : memref<14xi32, #B>
    }
  }
  return
}

// OVER-LABEL:  @from_zero
// OVER-NOT:    affine.if
// OVER:        arith.addi
// OVER:        return
func.func @from_zero(%a: memref<14x60xi32, #A> {layout.sequential}, %b: memref<14xi32, #B> {layout.sequential}) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 14 {
    affine.store %zero, %b[%i] : memref<14xi32, #B>
    affine.for %j = 0 to 60 {
      %x = affine.load %b[%i] : memref<14xi32, #B>
      %y = affine.load %a[%i, %j] : memref<14x60xi32, #A>
      %s = arith.addi %x, %y : i32
      affine.store %s, %b[%i] : memref<14xi32, #B>
    }
  }
  return
}
