// RFC 0077, "implicitly write a default": a convolution whose input and output
// have padding of 0 on both sides. Walked by A it scatters into B.
//
// RUN: layout-opt %s --layout-apply --layout-sequential-access | FileCheck %s --check-prefix=WALK
// RUN: layout-opt %s --layout-apply --layout-sequential-access --layout-merge-loops --layout-simplify | FileCheck %s --check-prefix=MERGE
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-apply,layout-sequential-access,layout-merge-loops,layout-simplify,layout-overcompute{wrap-indices=true})" | FileCheck %s --check-prefix=OVER
// RUN: layout-check %s --entry=f --pipeline="builtin.module(layout-apply,layout-sequential-access,layout-merge-loops,layout-simplify,layout-overcompute{wrap-indices=true},layout-finalize)"
// RUN: layout-check %s --entry=f --pipeline="builtin.module(layout-apply,layout-sequential-access,layout-merge-loops,layout-simplify,layout-overcompute,layout-finalize)"

#L = #layout.buffer<index_map<(i) -> ((i + 2) floordiv 8, (i + 2) mod 8)>, pad<0 : i32>>

// The initialisation is split off and walked by B; the sum, walked by A, is a
// scatter.
// WALK-LABEL:  @f
// WALK:        affine.for
// WALK-NEXT:     affine.for
// WALK-NEXT:       affine.if
// WALK-NEXT:         affine.store %c0_i32
// WALK:        affine.for %[[IO:.*]] = 0 to 3
// WALK-NEXT:     affine.for %[[II:.*]] = 0 to 8
// WALK:            affine.load %{{.*}}[%[[IO]] + (%[[II]] + %{{.*}}) floordiv 8, (%[[II]] + %{{.*}}) mod 8]

// It merges with the pad stage of B, over the sum between them.
// MERGE-LABEL: @f
// MERGE:       affine.for
// MERGE-NEXT:    affine.for
// MERGE-NEXT:      affine.if
// MERGE-NEXT:        affine.store
// MERGE-NEXT:      } else {
// MERGE-NEXT:        affine.store
// MERGE:       affine.for
// MERGE:         affine.if
// MERGE-NOT:   affine.for
// MERGE:       return

// A plain fill, and a sum without conditions: what is added where A is padding
// is 0, at an index that is wrapped.
// OVER-LABEL:  @f
// OVER:        affine.for %[[IO:.*]] = 0 to 3
// OVER-NEXT:     affine.for %[[II:.*]] = 0 to 8
// OVER-NEXT:       affine.store %{{.*}}, %{{.*}}[%[[IO]], %[[II]]]
// OVER:        affine.for %[[IO:.*]] = 0 to 3
// OVER-NEXT:     affine.for %[[II:.*]] = 0 to 8
// OVER-NEXT:       affine.for %[[F:.*]] = 0 to 3
// OVER-NEXT:         affine.load %{{.*}}[(%[[IO]] + (%[[II]] + %[[F]]) floordiv 8) mod 3, (%[[II]] + %[[F]]) mod 8]
// OVER:              affine.store %{{.*}}, %{{.*}}[(%[[IO]] + (%[[II]] + %[[F]]) floordiv 8) mod 3, (%[[II]] + %[[F]]) mod 8]
// OVER-NOT:    affine.if
// OVER:        return
func.func @f(%a: memref<16xi32, #L> {layout.sequential}, %w: memref<3xi32>, %b: memref<18xi32, #L> {layout.sequential}) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 18 {
    affine.store %zero, %b[%i] : memref<18xi32, #L>
    affine.for %f = 0 to 3 {
      affine.if affine_set<(i, f) : (i - f >= 0, 15 - i + f >= 0)>(%i, %f) {
        %x = affine.load %b[%i] : memref<18xi32, #L>
        %k = affine.load %w[%f] : memref<3xi32>
        %y = affine.load %a[%i - %f] : memref<16xi32, #L>
        %p = arith.muli %k, %y : i32
        %s = arith.addi %x, %p : i32
        affine.store %s, %b[%i] : memref<18xi32, #L>
      }
    }
  }
  return
}
