// RFC 0077, "explicitly write a default": the producer writes the padding that
// the consumer assumes.
//
// RUN: layout-opt %s --layout-apply | FileCheck %s --check-prefix=APPLY
// RUN: layout-opt %s --layout-apply --layout-sequential-access --layout-merge-loops | FileCheck %s --check-prefix=MERGE
// RUN: layout-opt %s --layout-apply --layout-sequential-access --layout-merge-loops --layout-simplify | FileCheck %s --check-prefix=SIMPLE
// RUN: layout-opt %s --layout-apply --layout-sequential-access --layout-merge-loops --layout-simplify --layout-overcompute | FileCheck %s --check-prefix=OVER
// RUN: layout-check %s --entry=producer,consumer,product --pipeline="builtin.module(layout-apply,layout-sequential-access,layout-merge-loops,layout-simplify,layout-overcompute,layout-finalize)"

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// The pad stage stands behind the loop.
// APPLY-LABEL: @producer
// APPLY:       affine.for %{{.*}} = 0 to 14
// APPLY:       affine.for
// APPLY-NEXT:    affine.for
// APPLY-NEXT:      affine.if
// APPLY:             affine.store %c0_i32

// MERGE-LABEL: @producer
// MERGE:       affine.for
// MERGE-NEXT:    affine.for
// MERGE-NEXT:      affine.if
// MERGE:           affine.if
// MERGE:             affine.store %c0_i32
// MERGE-NOT:   affine.for
// MERGE-LABEL: @consumer

// SIMPLE-LABEL: @producer
// SIMPLE:          affine.if
// SIMPLE:          } else {
// SIMPLE-NEXT:       affine.store %c0_i32
// SIMPLE-NOT:      affine.if

// The two arms store different things.
// OVER-LABEL:  @producer
// OVER:            affine.if
// OVER:            } else {
func.func @producer(%a: memref<14xi32, #L> {layout.sequential}) {
  %c1000 = arith.constant 1000 : i32
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %x = arith.addi %n, %c1000 : i32
    affine.store %x, %a[%i] : memref<14xi32, #L>
  }
  return
}

// APPLY-LABEL: @consumer
// APPLY:       layout.assume_padding

// SIMPLE-LABEL: @consumer
// SIMPLE:          affine.if

// OVER-LABEL:  @consumer
// OVER:        affine.for
// OVER-NEXT:     affine.for
// OVER-NOT:        affine.if
// OVER:            arith.addi
// OVER:        return
func.func @consumer(%a: memref<14xi32, #L> {layout.sequential}, %b: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %b[0] : memref<1xi32>
  affine.for %i = 0 to 14 {
    %x = affine.load %b[0] : memref<1xi32>
    %y = affine.load %a[%i] : memref<14xi32, #L>
    %s = arith.addi %x, %y : i32
    affine.store %s, %b[0] : memref<1xi32>
  }
  return
}

// For a product 1 would be what helps.
// OVER-LABEL:  @product
// OVER:        affine.for
// OVER-NEXT:     affine.for
// OVER-NEXT:       affine.if
func.func @product(%a: memref<14xi32, #L> {layout.sequential}, %b: memref<1xi32>) {
  %one = arith.constant 1 : i32
  affine.store %one, %b[0] : memref<1xi32>
  affine.for %i = 0 to 14 {
    %x = affine.load %b[0] : memref<1xi32>
    %y = affine.load %a[%i] : memref<14xi32, #L>
    %s = arith.muli %x, %y : i32
    affine.store %s, %b[0] : memref<1xi32>
  }
  return
}
