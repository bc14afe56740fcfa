// R5. A subview of a laid-out memref does not verify, whatever a pass does. A
// request on the allocation says the same, and accesses through the subview are
// folded to the root. layout-normalize-memrefs leaves requests alone, so it may
// stand before or behind.
// RUN: layout-opt %s --layout-assign --layout-apply | FileCheck %s
// RUN: layout-opt %s --layout-normalize-memrefs --layout-assign --layout-apply | FileCheck %s
// RUN: layout-opt %s --layout-assign --layout-apply --layout-normalize-memrefs | FileCheck %s
// RUN: layout-check %s --entry=run --arg=1:2 --arg=2:5 --pipeline="builtin.module(layout-normalize-memrefs,layout-assign,layout-apply,layout-finalize)"

// CHECK: #[[BLOCK:.*]] = affine_map<()[s0] -> (s0 floordiv 4 + 1)>
// CHECK-LABEL: func.func @subview(
// CHECK: %[[A:.*]] = memref.alloc() : memref<4x8x4xf32>
// CHECK-NOT: memref.subview
// CHECK: %[[B:.*]] = affine.apply #[[BLOCK]]()[%{{.*}}]
// CHECK: memref.store %{{.*}}, %[[A]][%[[B]], %{{.*}}, %{{.*}}] : memref<4x8x4xf32>
// CHECK: memref.dealloc %[[A]]
func.func @subview(%i: index, %j: index, %v: f32) {
  %a = memref.alloc() {layout.transform = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j, i mod 4)>>} : memref<16x8xf32>
  %s = memref.subview %a[4, 0] [4, 8] [1, 1] : memref<16x8xf32> to memref<4x8xf32, strided<[8, 1], offset: 32>>
  memref.store %v, %s[%i, %j] : memref<4x8xf32, strided<[8, 1], offset: 32>>
  memref.dealloc %a : memref<16x8xf32>
  return
}
func.func @run(%out: memref<16x8xf32>, %i: index, %j: index) {
  %a = memref.alloc() {layout.transform = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j, i mod 4)>>} : memref<16x8xf32>
  memref.copy %out, %a : memref<16x8xf32> to memref<16x8xf32>
  %s = memref.subview %a[4, 0] [4, 8] [1, 1] : memref<16x8xf32> to memref<4x8xf32, strided<[8, 1], offset: 32>>
  %v = memref.load %a[%j, %i] : memref<16x8xf32>
  memref.store %v, %s[%i, %j] : memref<4x8xf32, strided<[8, 1], offset: 32>>
  memref.copy %a, %out : memref<16x8xf32> to memref<16x8xf32>
  memref.dealloc %a : memref<16x8xf32>
  return
}
