// RFC 0077, row summation of the guide.
//
// RUN: layout-opt %s --layout-apply --layout-sequential-access | FileCheck %s --check-prefix=WALK
// RUN: layout-opt %s --layout-apply --layout-sequential-access --layout-overcompute --layout-finalize | FileCheck %s --check-prefix=OVER
// RUN: layout-opt %s --layout-apply --layout-sequential-access --layout-overcompute --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: layout-check %s --entry=integers,floats,any_start --pipeline="builtin.module(layout-apply,layout-sequential-access,layout-overcompute,layout-finalize)"

#I = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<0 : i32>>
#F = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<0.0 : f32>>

// WALK-LABEL:  @integers
// WALK:        affine.if
// OVER-LABEL:  @integers
// OVER-NOT:    affine.if
// OVER:        arith.addi
func.func @integers(%a: memref<16x14xi32, #I> {layout.sequential}, %b: memref<16xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    affine.store %zero, %b[%i] : memref<16xi32>
    affine.for %j = 0 to 14 {
      %x = affine.load %b[%i] : memref<16xi32>
      %y = affine.load %a[%i, %j] : memref<16x14xi32, #I>
      %s = arith.addi %x, %y : i32
      affine.store %s, %b[%i] : memref<16xi32>
    }
  }
  return
}

// The sum starts at +0.0 and so is never -0.0.
// WALK-LABEL:  @floats
// WALK:        affine.if
// OVER-LABEL:  @floats
// OVER-NOT:    affine.if
// OVER:        arith.addf
func.func @floats(%a: memref<16x14xf32, #F> {layout.sequential}, %b: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.store %zero, %b[%i] : memref<16xf32>
    affine.for %j = 0 to 14 {
      %x = affine.load %b[%i] : memref<16xf32>
      %y = affine.load %a[%i, %j] : memref<16x14xf32, #F>
      %s = arith.addf %x, %y : f32
      affine.store %s, %b[%i] : memref<16xf32>
    }
  }
  return
}

// Here it may be.
// OVER-LABEL:  @any_start
// OVER:        affine.if
// OVER:        arith.addf
// REMARK:      [Missed] layout-overcompute/needs-flag
// REMARK-SAME: fastmath<nsz> on this op
func.func @any_start(%a: memref<16x14xf32, #F> {layout.sequential}, %b: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 14 {
      %x = affine.load %b[%i] : memref<16xf32>
      %y = affine.load %a[%i, %j] : memref<16x14xf32, #F>
      %s = arith.addf %x, %y : f32
      affine.store %s, %b[%i] : memref<16xf32>
    }
  }
  return
}
