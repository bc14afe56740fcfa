// RFC 0077, "implicitly write a default": the result of one convolution feeds a
// second one. A[16], B[18], C[20], all under the same map, with padding of 0 on
// both sides. Each step is run.
//
// RUN: layout-opt %s --layout-apply | FileCheck %s --check-prefix=APPLY
// RUN: layout-check %s --entry=chain --pipeline="builtin.module(layout-apply)"
// RUN: layout-opt %s --layout-apply --layout-sequential-access | FileCheck %s --check-prefix=WALK
// RUN: layout-check %s --entry=chain --pipeline="builtin.module(layout-apply,layout-sequential-access)"
// RUN: layout-opt %s --layout-apply --layout-sequential-access --layout-merge-loops | FileCheck %s --check-prefix=MERGE
// RUN: layout-check %s --entry=chain --pipeline="builtin.module(layout-apply,layout-sequential-access,layout-merge-loops)"
// RUN: layout-opt %s --layout-apply --layout-sequential-access --layout-merge-loops --layout-simplify | FileCheck %s --check-prefix=SIMPLE
// RUN: layout-check %s --entry=chain --pipeline="builtin.module(layout-apply,layout-sequential-access,layout-merge-loops,layout-simplify)"
// RUN: layout-opt %s --layout-apply --layout-sequential-access --layout-merge-loops --layout-simplify --layout-hoist-conditions --layout-partition-loops | FileCheck %s --check-prefix=CASES
// RUN: layout-check %s --entry=chain --pipeline="builtin.module(layout-apply,layout-sequential-access,layout-merge-loops,layout-simplify,layout-hoist-conditions,layout-partition-loops)"
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-apply,layout-sequential-access,layout-merge-loops,layout-simplify,layout-overcompute{wrap-indices=true})" | FileCheck %s --check-prefix=OVER
// RUN: layout-check %s --entry=chain --pipeline="builtin.module(layout-apply,layout-sequential-access,layout-merge-loops,layout-simplify,layout-overcompute{wrap-indices=true})"
// RUN: layout-check %s --entry=chain --pipeline="builtin.module(layout-apply,layout-sequential-access,layout-merge-loops,layout-simplify,layout-overcompute{wrap-indices=true},layout-remove-noop,layout-finalize)"

#L = #layout.buffer<index_map<(i) -> ((i + 2) floordiv 8, (i + 2) mod 8)>, pad<0 : i32>>

// What A holds in its padding is the caller's; B and C are written whole, each
// with a pad stage behind the last store.
// APPLY-LABEL: @chain
// APPLY-SAME:  %[[A:[a-z0-9]+]]: memref<3x8xi32> {layout.access = "read"
// APPLY-SAME:  %[[B:[a-z0-9]+]]: memref<3x8xi32> {layout.access = "write"
// APPLY-SAME:  %[[C:[a-z0-9]+]]: memref<3x8xi32> {layout.access = "write"
// APPLY:       layout.assume_padding %[[A]]
// APPLY-NOT:   layout.assume_padding
// APPLY:       affine.for %{{.*}} = 0 to 18 {
// APPLY:         affine.store %{{.*}}, %[[B]][(%[[I:.*]] + 2) floordiv 8, (%[[I]] + 2) mod 8]
// APPLY:       affine.for %{{.*}} = 0 to 8 {
// APPLY:           affine.store %c0{{.*}}, %[[B]][
// APPLY:       affine.for %{{.*}} = 0 to 20 {
// APPLY:       affine.for %{{.*}} = 0 to 8 {
// APPLY:           affine.store %c0{{.*}}, %[[C]][

// Each sum becomes a scatter in the order of its input, its initialisation a
// nest of its own in the order of its output.
// WALK-LABEL:  @chain
// WALK-NOT:    to 18
// WALK-NOT:    to 20
// WALK:        affine.store %c0{{.*}}, %[[B:[a-z0-9]+]][%{{[a-z0-9]+}}, %{{[a-z0-9]+}}]
// WALK:        affine.for %[[IO:.*]] = 0 to 3 {
// WALK-NEXT:     affine.for %[[II:.*]] = 0 to 8 {
// WALK-NEXT:       affine.for %[[F:.*]] = 0 to 3 {
// WALK:              affine.store %{{.*}}, %[[B]][%[[IO]] + (%[[II]] + %[[F]]) floordiv 8, (%[[II]] + %[[F]]) mod 8]
// WALK:        affine.store %c0{{.*}}, %[[B]][
// WALK:        affine.store %c0{{.*}}, %[[C:[a-z0-9]+]][
// WALK:        affine.for %[[IO:.*]] = 0 to 3 {
// WALK-NEXT:     affine.for %[[II:.*]] = 0 to 8 {
// WALK-NEXT:       affine.for %[[F:.*]] = 0 to 3 {
// WALK:              affine.load %[[B]][%[[IO]], %[[II]]]
// WALK:              affine.store %{{.*}}, %[[C]][%[[IO]] + (%[[II]] + %[[F]]) floordiv 8, (%[[II]] + %[[F]]) mod 8]
// WALK:        affine.store %c0{{.*}}, %[[C]][

// Two nests are left: what is initialised; and both sums, since B[i] is complete
// when the first has seen A[i], and the second reads it only then.
// MERGE-LABEL: @chain
// MERGE:       affine.for
// MERGE-NEXT:    affine.for
// MERGE:       affine.for
// MERGE-NEXT:    affine.for
// MERGE-NEXT:      affine.for
// MERGE-NOT:   affine.for
// MERGE:       return

// B's padding and its data are initialised to the same by complementary arms.
// SIMPLE-LABEL: @chain
// SIMPLE:       affine.if
// SIMPLE-NEXT:    affine.store %{{.*}}, %[[B:.*]][
// SIMPLE-NEXT:  } else {
// SIMPLE-NEXT:    affine.store %{{.*}}, %[[B]][

// Three cases of io; the one in the middle is without conditions, and all
// conditions are bounds of loops.
// CASES-LABEL: @chain
// CASES-NOT:   affine.if
// CASES:       affine.for %{{.*}} = 0 to 1 {
// CASES:       affine.for %{{.*}} = 1 to 2 {
// CASES-NEXT:    affine.for %{{.*}} = 0 to 8 {
// CASES:       affine.for %{{.*}} = 2 to 3 {
// CASES-NOT:   affine.if
// CASES:       return

// No condition around a sum: what is added where A or B is padding is 0, at an
// index that is wrapped. That B's padding is 0 then is known from this function.
// OVER-LABEL:  @chain
// OVER:        affine.for %[[IO:.*]] = 0 to 3 {
// OVER-NEXT:     affine.for %[[II:.*]] = 0 to 8 {
// OVER-NEXT:       affine.store %{{.*}}, %[[B:.*]][%[[IO]], %[[II]]]
// OVER-NEXT:       affine.store %{{.*}}, %[[C:.*]][%[[IO]], %[[II]]]
// OVER-NEXT:     }
// OVER:        affine.for %[[IO:.*]] = 0 to 3 {
// OVER-NEXT:     affine.for %[[II:.*]] = 0 to 8 {
// OVER-NEXT:       affine.for %[[F:.*]] = 0 to 3 {
// OVER-NOT:          affine.if
// OVER:              affine.store %{{.*}}, %[[B]][(%[[IO]] + (%[[II]] + %[[F]]) floordiv 8) mod 3, (%[[II]] + %[[F]]) mod 8]
// OVER-NOT:          affine.if
// OVER:              affine.store %{{.*}}, %[[C]][(%[[IO]] + (%[[II]] + %[[F]]) floordiv 8) mod 3, (%[[II]] + %[[F]]) mod 8]
// OVER-NEXT:       }
func.func @chain(%a: memref<16xi32, #L> {layout.sequential}, %w: memref<3xi32>,
                 %b: memref<18xi32, #L> {layout.sequential},
                 %c: memref<20xi32, #L> {layout.sequential}) {
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
  affine.for %i = 0 to 20 {
    affine.store %zero, %c[%i] : memref<20xi32, #L>
    affine.for %f = 0 to 3 {
      affine.if affine_set<(i, f) : (i - f >= 0, 17 - i + f >= 0)>(%i, %f) {
        %x = affine.load %c[%i] : memref<20xi32, #L>
        %k = affine.load %w[%f] : memref<3xi32>
        %y = affine.load %b[%i - %f] : memref<18xi32, #L>
        %p = arith.muli %k, %y : i32
        %s = arith.addi %x, %p : i32
        affine.store %s, %c[%i] : memref<20xi32, #L>
      }
    }
  }
  return
}
