// RFC 0077, conv1d_cumsum: by A the order may not change, as the initialisation
// reads what the iteration before wrote; by B it does not.
//
// RUN: layout-opt %s --layout-apply --layout-sequential-access | FileCheck %s
// RUN: layout-opt %s --layout-apply --layout-sequential-access --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: layout-check %s --entry=by_a --pipeline="builtin.module(layout-apply,layout-sequential-access,layout-overcompute)"
// RUN: layout-check %s --entry=by_b --pipeline="builtin.module(layout-apply,layout-sequential-access,layout-overcompute,layout-finalize)"

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// REMARK:      [Missed] layout-sequential-access/
// CHECK-LABEL: @by_a
// CHECK:       affine.for %{{.*}} = 0 to 14
func.func @by_a(%a: memref<16xi32, #L> {layout.sequential}, %w: memref<3xi32>, %b: memref<14xi32, #L>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 14 {
    affine.if affine_set<(i) : (i - 1 >= 0)>(%i) {
      %x = affine.load %b[%i - 1] : memref<14xi32, #L>
      affine.store %x, %b[%i] : memref<14xi32, #L>
    } else {
      affine.store %zero, %b[%i] : memref<14xi32, #L>
    }
    affine.for %f = 0 to 3 {
      %x = affine.load %b[%i] : memref<14xi32, #L>
      %k = affine.load %w[%f] : memref<3xi32>
      %y = affine.load %a[%i + %f] : memref<16xi32, #L>
      %p = arith.muli %k, %y : i32
      %s = arith.addi %x, %p : i32
      affine.store %s, %b[%i] : memref<14xi32, #L>
    }
  }
  return
}

// CHECK-LABEL: @by_b
// CHECK:       affine.for %{{.*}} = 0 to 4
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 4
func.func @by_b(%a: memref<16xi32, #L>, %w: memref<3xi32>, %b: memref<14xi32, #L> {layout.sequential}) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 14 {
    affine.if affine_set<(i) : (i - 1 >= 0)>(%i) {
      %x = affine.load %b[%i - 1] : memref<14xi32, #L>
      affine.store %x, %b[%i] : memref<14xi32, #L>
    } else {
      affine.store %zero, %b[%i] : memref<14xi32, #L>
    }
    affine.for %f = 0 to 3 {
      %x = affine.load %b[%i] : memref<14xi32, #L>
      %k = affine.load %w[%f] : memref<3xi32>
      %y = affine.load %a[%i + %f] : memref<16xi32, #L>
      %p = arith.muli %k, %y : i32
      %s = arith.addi %x, %p : i32
      affine.store %s, %b[%i] : memref<14xi32, #L>
    }
  }
  return
}
