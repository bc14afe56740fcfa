// RFC 0077, element-wise with undef: what is computed in padding does not
// matter.
//
// RUN: layout-opt %s --layout-apply --layout-sequential-access | FileCheck %s --check-prefix=WALK
// RUN: layout-opt %s --layout-apply --layout-sequential-access --layout-overcompute --layout-finalize | FileCheck %s --check-prefix=OVER
// RUN: layout-check %s --entry=f --pipeline="builtin.module(layout-apply,layout-sequential-access,layout-overcompute,layout-finalize)"

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>

// WALK-LABEL:  @f
// WALK:        affine.for
// WALK-NEXT:     affine.for
// WALK-NEXT:       affine.if

// OVER-LABEL:  @f
// OVER-NOT:    layout.{{assume|padding|undef}}
// OVER:        affine.for %[[IO:.*]] = 0 to 4
// OVER-NEXT:     affine.for %[[II:.*]] = 0 to 4
// OVER-NEXT:       %[[X:.*]] = affine.load %{{.*}}[%[[IO]], %[[II]]]
// OVER-NEXT:       %[[Y:.*]] = arith.muli %[[X]]
// OVER-NEXT:       affine.store %[[Y]], %{{.*}}[%[[IO]], %[[II]]]
// OVER-NOT:    affine.for
// OVER:        return
func.func @f(%a: memref<14xi32, #L>, %b: memref<14xi32, #L> {layout.sequential}) {
  %two = arith.constant 2 : i32
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32, #L>
    %y = arith.muli %x, %two : i32
    affine.store %y, %b[%i] : memref<14xi32, #L>
  }
  return
}
