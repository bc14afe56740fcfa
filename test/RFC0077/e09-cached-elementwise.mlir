// RFC 0077, the guide: a read cache and a write cache with pads of their own.
// RUN: layout-opt %s --layout-cache --layout-assign --layout-apply | FileCheck %s
// RUN: layout-opt %s --layout-cache --layout-assign --layout-apply --layout-sequential-access | FileCheck %s --check-prefix=SEQUENTIAL
// RUN: layout-check %s --entry=double --pipeline="builtin.module(layout-cache,layout-assign,layout-apply)"
// RUN: layout-check %s --entry=double --pipeline="builtin.module(layout-cache,layout-assign,layout-apply,layout-sequential-access)"
// RUN: layout-check %s --entry=double --pipeline="builtin.module(layout-cache,layout-assign,layout-apply,layout-sequential-access,layout-merge-loops,layout-simplify)"

#in = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-1 : i32>>
#out = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-2 : i32>>

// Copy in, pad stage; compute, pad stage; copy out.
// CHECK-LABEL: @double
// CHECK:       affine.for %{{.*}} = 0 to 14 {
// CHECK:       affine.store %c-1_i32
// CHECK:       affine.for %{{.*}} = 0 to 14 {
// CHECK:       affine.store %c-2_i32
// CHECK:       affine.for %{{.*}} = 0 to 14 {
// CHECK-NOT:   affine.for %{{.*}} = 0 to 14 {

// SEQUENTIAL-LABEL: @double
// SEQUENTIAL-NOT:  = 0 to 14 {
// SEQUENTIAL:      return
func.func @double(%a: memref<14xi32> {layout.cache = #in, layout.sequential}, %b: memref<14xi32> {layout.cache = #out, layout.sequential}) {
  %c2 = arith.constant 2 : i32
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32>
    %y = arith.muli %x, %c2 : i32
    affine.store %y, %b[%i] : memref<14xi32>
  }
  return
}
