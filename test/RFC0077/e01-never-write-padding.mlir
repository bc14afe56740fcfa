// RFC 0077, "never write to padding": what is stated of no padding is not
// accessed.
//
// RUN: layout-opt %s --layout-apply | FileCheck %s --check-prefix=APPLY
// RUN: layout-opt %s --layout-apply --layout-sequential-access | FileCheck %s --check-prefix=WALK
// RUN: layout-opt %s --layout-apply --layout-sequential-access --layout-overcompute | FileCheck %s --check-prefix=WALK
// RUN: layout-opt %s --layout-apply --layout-sequential-access --layout-overcompute --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK
//
// Each step is run.
// RUN: layout-check %s --entry=f --pipeline="builtin.module(layout-apply)"
// RUN: layout-check %s --entry=f --pipeline="builtin.module(layout-apply,layout-sequential-access)"
// RUN: layout-check %s --entry=f --pipeline="builtin.module(layout-apply,layout-sequential-access,layout-overcompute)"
// RUN: layout-check %s --entry=f --pipeline="builtin.module(layout-apply,layout-sequential-access,layout-overcompute,layout-finalize)"

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

// APPLY-LABEL: @f
// APPLY:       affine.for %[[I:.*]] = 0 to 14
// APPLY-NEXT:    affine.store %{{.*}}, %{{.*}}[%[[I]] floordiv 4, %[[I]] mod 4]

// WALK:        affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>
// WALK-LABEL:  @f
// WALK:        affine.for %[[IO:.*]] = 0 to 4
// WALK-NEXT:     affine.for %[[II:.*]] = 0 to 4
// WALK-NEXT:       affine.if #{{.*}}(%[[IO]], %[[II]])
// WALK-NEXT:         affine.store %{{.*}}, %{{.*}}[%[[IO]], %[[II]]]

// REMARK:      [Missed] layout-overcompute/writes-none-padding
// REMARK-SAME: writing %{{.*}}[3, [[J:[23]]]], which is padding of kind none (state pad<undef>, or what it holds), when {{(level . of )?}}'affine.for' at {{[0-9:]+}} = 3, {{(level . of )?}}'affine.for' at {{[0-9:]+}} = [[J]]
func.func @f(%a: memref<14xi32, #L> {layout.sequential}) {
  %x = arith.constant 42 : i32
  affine.for %i = 0 to 14 {
    affine.store %x, %a[%i] : memref<14xi32, #L>
  }
  return
}
