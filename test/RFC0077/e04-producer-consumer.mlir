// RFC 0077: the producer writes what the consumer takes for granted.
// RUN: layout-opt %s --layout-apply | FileCheck %s --check-prefix=APPLY
// RUN: layout-opt %s --layout-apply --layout-sequential-access | FileCheck %s --check-prefix=SEQUENTIAL
// RUN: layout-opt %s --layout-apply --layout-sequential-access --layout-merge-loops | FileCheck %s --check-prefix=MERGE
// RUN: layout-opt %s --layout-apply --layout-sequential-access --layout-merge-loops --layout-simplify | FileCheck %s --check-prefix=SIMPLIFY
// RUN: layout-check %s --entry=both --pipeline="builtin.module(layout-apply)"
// RUN: layout-check %s --entry=both --pipeline="builtin.module(layout-apply,layout-sequential-access)"
// RUN: layout-check %s --entry=both --pipeline="builtin.module(layout-apply,layout-sequential-access,layout-merge-loops)"
// RUN: layout-check %s --entry=both,producer --pipeline="builtin.module(layout-apply,layout-sequential-access,layout-merge-loops,layout-simplify)"

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// A pad stage behind the last store; then both in the same order.
// APPLY-LABEL: @producer
// APPLY:       affine.for %{{.*}} = 0 to 14 {
// APPLY:         affine.store %{{.*}}, %{{.*}}[%{{.*}} floordiv 4, %{{.*}} mod 4]
// APPLY:       affine.for %{{.*}} = 0 to 4 {
// APPLY-NEXT:    affine.for %{{.*}} = 0 to 4 {
// APPLY-NEXT:      affine.if
// APPLY-NEXT:        affine.store %c0{{.*}}[%{{.*}}, %{{.*}}]

// SEQUENTIAL-LABEL: @producer
// SEQUENTIAL:       affine.for %[[IO:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT:    affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT:      affine.if
// SEQUENTIAL:             affine.store %{{.*}}, %{{.*}}[%[[IO]], %[[II]]]
// SEQUENTIAL:       affine.for %[[IO:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT:    affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT:      affine.if
// SEQUENTIAL-NEXT:        affine.store %c0{{.*}}[%[[IO]], %[[II]]]

// MERGE-LABEL: @producer
// MERGE:       affine.for %[[IO:.*]] = 0 to 4 {
// MERGE-NEXT:    affine.for %[[II:.*]] = 0 to 4 {
// MERGE-NEXT:      affine.if
// MERGE:             affine.store %{{.*}}, %{{.*}}[%[[IO]], %[[II]]]
// MERGE:           affine.if
// MERGE-NEXT:        affine.store %c0{{.*}}[%[[IO]], %[[II]]]
// MERGE-NOT:   affine.for
// MERGE:       return

// SIMPLIFY-LABEL: @producer
// SIMPLIFY:        affine.if
// SIMPLIFY:          affine.store
// SIMPLIFY:        } else {
// SIMPLIFY-NEXT:     affine.store %c0{{.*}}
// SIMPLIFY-NOT:    affine.if
// SIMPLIFY:        return
func.func @producer(%a: memref<14xi32, #tiles> {layout.sequential}) {
  %c1000 = arith.constant 1000 : index
  affine.for %i = 0 to 14 {
    %s = arith.addi %i, %c1000 : index
    %x = arith.index_cast %s : index to i32
    affine.store %x, %a[%i] : memref<14xi32, #tiles>
  }
  return
}

// APPLY-LABEL: @consumer
// APPLY:       layout.assume_padding

// SEQUENTIAL-LABEL: @consumer
// SEQUENTIAL:       affine.for %[[IO:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT:    affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT:      affine.if
// SEQUENTIAL-NEXT:        affine.load %{{.*}}[%[[IO]], %[[II]]]
func.func @consumer(%a: memref<14xi32, #tiles> {layout.sequential}, %b: memref<1xi32>) {
  %c0 = arith.constant 0 : i32
  affine.store %c0, %b[0] : memref<1xi32>
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32, #tiles>
    %y = affine.load %b[0] : memref<1xi32>
    %s = arith.addi %y, %x : i32
    affine.store %s, %b[0] : memref<1xi32>
  }
  return
}

func.func @both(%a: memref<14xi32, #tiles>, %b: memref<1xi32>) {
  call @producer(%a) : (memref<14xi32, #tiles>) -> ()
  call @consumer(%a, %b) : (memref<14xi32, #tiles>, memref<1xi32>) -> ()
  return
}
