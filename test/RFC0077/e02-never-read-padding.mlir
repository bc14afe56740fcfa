// RFC 0077, "never read from padding".
//
// RUN: layout-opt %s --layout-apply | FileCheck %s --check-prefix=APPLY
// RUN: layout-opt %s --layout-apply --layout-sequential-access | FileCheck %s --check-prefix=WALK
// RUN: layout-opt %s --layout-apply --layout-sequential-access --layout-overcompute | FileCheck %s --check-prefix=WALK
// RUN: layout-opt %s --layout-apply --layout-sequential-access --layout-overcompute --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: layout-check %s --entry=f --pipeline="builtin.module(layout-apply,layout-sequential-access,layout-overcompute)"

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

// APPLY-LABEL: @f
// APPLY:       affine.for %[[I:.*]] = 0 to 14
// APPLY:         affine.load %{{.*}}[%[[I]] floordiv 4, %[[I]] mod 4]

// WALK:        affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>
// WALK-LABEL:  @f
// WALK:        affine.for %[[IO:.*]] = 0 to 4
// WALK-NEXT:     affine.for %[[II:.*]] = 0 to 4
// WALK-NEXT:       affine.if #{{.*}}(%[[IO]], %[[II]])
// WALK:              affine.load %{{.*}}[%[[IO]], %[[II]]]
// WALK:              arith.addi

// REMARK:      [Missed] layout-overcompute/reads-none-padding
// REMARK-SAME: reading %{{.*}}[3, [[J:[23]]]], which is padding of kind none (state pad<undef>, or what it holds), when {{(level . of )?}}'affine.for' at {{[0-9:]+}} = 3, {{(level . of )?}}'affine.for' at {{[0-9:]+}} = [[J]]
func.func @f(%a: memref<14xi32, #L> {layout.sequential}, %b: memref<1xi32>) {
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
