// RFC 0077, conv1d under "remove branching": the RFC drops the guard and so reads
// A[4, 0], which is out of bounds. It stays, or the index is wrapped.
//
// RUN: layout-opt %s --layout-apply --layout-sequential-access --layout-overcompute | FileCheck %s --check-prefix=STAYS
// RUN: layout-opt %s --layout-apply --layout-sequential-access --layout-overcompute --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-apply,layout-sequential-access,layout-overcompute{wrap-indices=true})" | FileCheck %s --check-prefix=WRAP
//
// Each step is run.
// RUN: layout-check %s --entry=f --pipeline="builtin.module(layout-apply)"
// RUN: layout-check %s --entry=f --pipeline="builtin.module(layout-apply,layout-sequential-access)"
// RUN: layout-check %s --entry=f --pipeline="builtin.module(layout-apply,layout-sequential-access,layout-overcompute)"
// RUN: layout-check %s --entry=f --pipeline="builtin.module(layout-apply,layout-sequential-access,layout-overcompute{wrap-indices=true})"
// RUN: layout-check %s --entry=f --pipeline="builtin.module(layout-apply,layout-sequential-access,layout-overcompute{wrap-indices=true},layout-finalize)"

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// STAYS-LABEL: @f
// STAYS:       affine.if
// STAYS:       affine.for %{{.*}} = 0 to 3

// REMARK:      [Missed] layout-overcompute/out-of-bounds
// REMARK-SAME: reading %{{.*}}[4, {{0], which is out of bounds, when (level . of )?'affine.for' at [0-9:]+ = 3, (level . of )?'affine.for' at [0-9:]+ = 2, (level . of )?'affine.for' at [0-9:]+ = 2|0], which is out of bounds, when (level . of )?'affine.for' at [0-9:]+ = 3, (level . of )?'affine.for' at [0-9:]+ = 3, (level . of )?'affine.for' at [0-9:]+ = 1|1], which is out of bounds, when (level . of )?'affine.for' at [0-9:]+ = 3, (level . of )?'affine.for' at [0-9:]+ = 3, (level . of )?'affine.for' at [0-9:]+ = 2}}

// WRAP-LABEL:  @f
// WRAP:        affine.for %[[IO:.*]] = 0 to 4
// WRAP-NEXT:     affine.for %[[II:.*]] = 0 to 4
// WRAP-NOT:        affine.if
// WRAP:            affine.for %[[F:.*]] = 0 to 3
// WRAP:              affine.load %{{.*}}[(%[[IO]] + (%{{.*}} + %{{.*}}) floordiv 4) mod 4, (%{{.*}} + %{{.*}}) mod 4]
func.func @f(%a: memref<16xi32, #L>, %b: memref<14xi32, #L> {layout.sequential}) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 14 {
    affine.store %zero, %b[%i] : memref<14xi32, #L>
    affine.for %f = 0 to 3 {
      %x = affine.load %b[%i] : memref<14xi32, #L>
      %y = affine.load %a[%i + %f] : memref<16xi32, #L>
      %s = arith.addi %x, %y : i32
      affine.store %s, %b[%i] : memref<14xi32, #L>
    }
  }
  return
}
