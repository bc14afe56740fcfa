// Ops of a dialect that this project does not know: those with
// LayoutAccessOpInterface go through every pass, and those with upstream's trait
// MemRefsNormalizable take the physical buffer.
// RUN: layout-opt --load-dialect-plugin=%test_plugin --load-pass-plugin=%test_plugin %s --split-input-file --layout-assign --layout-apply | FileCheck %s
// RUN: layout-opt --load-dialect-plugin=%test_plugin --load-pass-plugin=%test_plugin %s --split-input-file --layout-assign --layout-apply --layout-simplify --layout-overcompute --layout-remove-noop --layout-flatten | FileCheck %s --check-prefix=PADDING

#tile = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<0.0 : f32>>

// An access to one element: at other indices.
// CHECK-LABEL: func.func private @load_at(
// CHECK-SAME:      %[[A:.*]]: memref<6x3x4xf32>
// CHECK:         layout_test.load_at %[[A]][%{{.*}}, %{{.*}}, %{{.*}}] : memref<6x3x4xf32>
// PADDING-LABEL: func.func private @load_at(
// PADDING:         layout_test.load_at
func.func private @load_at(%a: memref<6x10xf32, #tile>, %i: index, %j: index) -> f32 {
  %x = layout_test.load_at %a[%i, %j] : memref<6x10xf32, #tile>
  return %x : f32
}

// -----

// Two buffers of one op: the indices of the second move.
#tile = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<0.0 : f32>>
#transposed = #layout.buffer<index_map<(i, j) -> (j, i)>>

// CHECK-LABEL: func.func private @swap(
// CHECK-SAME:      %[[A:.*]]: memref<6x3x4xf32>{{.*}}, %[[B:.*]]: memref<7x6xf32>{{.*}}, %[[I:.*]]: index, %[[J:.*]]: index
// CHECK:         layout_test.swap %[[A]][%[[I]], %{{.*}}, %{{.*}}], %[[B]][%[[J]], %[[I]]] : memref<6x3x4xf32>, memref<7x6xf32>
func.func private @swap(%a: memref<6x10xf32, #tile>, %b: memref<6x7xf32, #transposed>, %i: index, %j: index) {
  layout_test.swap %a[%i, %j], %b[%i, %j] : memref<6x10xf32, #tile>, memref<6x7xf32, #transposed>
  return
}

// -----

// All elements: a loop of accesses, which leaves the padding alone. The view of
// it that has no layout of its own is folded.
// CHECK-LABEL: func.func private @scale(
// CHECK:         memref.alloc() : memref<6x3x4xf32>
// CHECK-NOT:     layout_test.scale
// CHECK:         affine.for %[[I:.*]] = 0 to 6
// CHECK:           affine.for %[[J:.*]] = 0 to 10
// CHECK:             affine.load %{{.*}}[%[[I]], %[[J]] floordiv 4, %[[J]] mod 4] : memref<6x3x4xf32>
// CHECK:         layout_test.load_at %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}] : memref<6x3x4xf32>
// PADDING-LABEL: func.func private @scale(
// PADDING-NOT:     layout_test.scale
func.func private @scale(%f: f32, %i: index) -> f32 {
  %a = memref.alloc() {layout.transform = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<0.0 : f32>>} : memref<6x10xf32>
  linalg.fill ins(%f : f32) outs(%a : memref<6x10xf32>)
  layout_test.scale %a, %f : memref<6x10xf32>
  %s = memref.subview %a[2, 0] [4, 10] [1, 1] : memref<6x10xf32> to memref<4x10xf32, strided<[10, 1], offset: 20>>
  %x = layout_test.load_at %s[%i, %i] : memref<4x10xf32, strided<[10, 1], offset: 20>>
  memref.dealloc %a : memref<6x10xf32>
  return %x : f32
}

// -----

// It does not look at the layout.
#any = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<undef>>
// CHECK-LABEL: func.func private @negate(
// CHECK:         layout_test.negate %{{.*}} : memref<6x3x4xf32>
func.func private @negate(%a: memref<6x10xf32, #any>) {
  layout_test.negate %a : memref<6x10xf32, #any>
  return
}
