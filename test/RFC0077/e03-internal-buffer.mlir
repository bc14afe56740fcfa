// RFC 0077: a local copy of the input has padding that the program itself fills.
// RUN: layout-opt %s --layout-cache | FileCheck %s --check-prefix=CACHE
// RUN: layout-opt %s --layout-cache --layout-assign --layout-apply | FileCheck %s --check-prefix=APPLY
// RUN: layout-opt %s --layout-cache --layout-assign --layout-apply --layout-sequential-access | FileCheck %s --check-prefix=SEQUENTIAL
// RUN: layout-check %s --entry=sum --pipeline="builtin.module(layout-cache)"
// RUN: layout-check %s --entry=sum --pipeline="builtin.module(layout-cache,layout-assign,layout-apply)"
// RUN: layout-check %s --entry=sum --pipeline="builtin.module(layout-cache,layout-assign,layout-apply,layout-sequential-access)"
// RUN: layout-check %s --entry=sum --pipeline="builtin.module(layout-cache,layout-assign,layout-apply,layout-sequential-access,layout-merge-loops,layout-simplify)"

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// CACHE-LABEL: @sum
// CACHE-SAME:    (%[[A:.*]]: memref<14xi32>,
// CACHE:       %[[C:.*]] = memref.alloc() {layout.sequential, layout.transform = #{{.*}}} : memref<14xi32>
// CACHE:       affine.for %[[I:.*]] = 0 to 14 {
// CACHE-NEXT:    %[[X:.*]] = affine.load %[[A]][%[[I]]]
// CACHE-NEXT:    affine.store %[[X]], %[[C]][%[[I]]]
// CACHE:       affine.for
// CACHE:         affine.load %[[C]]

// APPLY-LABEL: @sum
// APPLY:       %[[C:.*]] = memref.alloc() {{.*}} : memref<4x4xi32>
// APPLY:       affine.for %[[I:.*]] = 0 to 14 {
// APPLY:         affine.store %{{.*}}, %[[C]][%[[I]] floordiv 4, %[[I]] mod 4]
// APPLY:       affine.for %{{.*}} = 0 to 4 {
// APPLY-NEXT:    affine.for %{{.*}} = 0 to 4 {
// APPLY-NEXT:      affine.if
// APPLY-NEXT:        affine.store %c0

// SEQUENTIAL-LABEL: @sum
// SEQUENTIAL:       %[[C:.*]] = memref.alloc() {{.*}} : memref<4x4xi32>
// The copy: its guard must stay, as the input has 14 elements.
// SEQUENTIAL:       affine.for %[[IO:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT:    affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT:      affine.if
// SEQUENTIAL-NEXT:        %[[X:.*]] = affine.load %{{.*}}[%[[IO]] * 4 + %[[II]]]
// SEQUENTIAL-NEXT:        affine.store %[[X]], %[[C]][%[[IO]], %[[II]]]
// The pad stage, then the sum.
// SEQUENTIAL:       affine.for
// SEQUENTIAL-NEXT:    affine.for
// SEQUENTIAL:       affine.for %[[IO:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT:    affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT:      affine.if
// SEQUENTIAL-NEXT:        affine.load %[[C]][%[[IO]], %[[II]]]
func.func @sum(%a: memref<14xi32> {layout.cache = #tiles, layout.sequential}, %b: memref<1xi32>) {
  %c0 = arith.constant 0 : i32
  affine.store %c0, %b[0] : memref<1xi32>
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32>
    %y = affine.load %b[0] : memref<1xi32>
    %s = arith.addi %y, %x : i32
    affine.store %s, %b[0] : memref<1xi32>
  }
  return
}
