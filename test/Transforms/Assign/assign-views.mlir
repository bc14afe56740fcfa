// Accesses through views are folded to the root before its type changes.
// RUN: layout-opt %s -layout-assign -split-input-file | FileCheck %s

// A40. Static and dynamic offsets, static and dynamic strides.
#L = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j, i mod 4)>>
// CHECK-DAG: #[[OFFSETS:.*]] = affine_map<()[s0, s1] -> (s0 + s1)>
// CHECK-DAG: #[[SCALED:.*]] = affine_map<()[s0] -> (s0 * 2 + 3)>
// CHECK-LABEL: func.func @subview(
// CHECK-SAME:    %[[I:.*]]: index, %[[J:.*]]: index, %[[O:.*]]: index, %[[S:.*]]: index, %[[V:.*]]: f32)
func.func @subview(%i: index, %j: index, %o: index, %s: index, %v: f32) {
  %a = memref.alloc() {layout.transform = #L} : memref<16x8xf32>
  // CHECK:      %[[A:.*]] = memref.alloc() : memref<16x8xf32, #{{.*}}>
  // CHECK-NEXT: %[[AI:.*]] = affine.apply #[[OFFSETS]]()[%[[I]], %[[O]]]
  // CHECK-NEXT: %[[AJ:.*]] = affine.apply #[[SCALED]]()[%[[J]]]
  // CHECK-NEXT: memref.store %[[V]], %[[A]][%[[AI]], %[[AJ]]]
  %b = memref.subview %a[%o, 3] [4, 2] [1, 2] : memref<16x8xf32> to memref<4x2xf32, strided<[8, 2], offset: ?>>
  memref.store %v, %b[%i, %j] : memref<4x2xf32, strided<[8, 2], offset: ?>>
  // A product of two values is no affine expression.
  // CHECK-NEXT: %[[P:.*]] = arith.muli %[[I]], %[[S]] : index
  // CHECK-NEXT: memref.store %[[V]], %[[A]][%[[P]], %[[J]]]
  %c = memref.subview %a[0, 0] [4, 8] [%s, 1] : memref<16x8xf32> to memref<4x8xf32, strided<[?, 1]>>
  memref.store %v, %c[%i, %j] : memref<4x8xf32, strided<[?, 1]>>
  // CHECK-NEXT: return
  return
}

// -----

// A41. A subview that drops dimensions, a subview of it, a cast of that.
#L = #layout.buffer<index_map<(n, i, j) -> (n, i floordiv 4, j, i mod 4)>>
// CHECK-LABEL: func.func @rank_reduced(
// CHECK-SAME:    %[[I:.*]]: index, %[[J:.*]]: index)
func.func @rank_reduced(%i: index, %j: index) -> f32 {
  %a = memref.alloc() {layout.transform = #L} : memref<3x16x8xf32>
  // CHECK:      %[[A:.*]] = memref.alloc() : memref<3x16x8xf32, #{{.*}}>
  // CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : index
  // CHECK-NEXT: %[[AI:.*]] = affine.apply #{{.*}}()[%[[I]]]
  // CHECK-NEXT: memref.load %[[A]][%[[C2]], %[[AI]], %[[J]]]
  %b = memref.subview %a[2, 0, 0] [1, 16, 8] [1, 1, 1] : memref<3x16x8xf32> to memref<16x8xf32, strided<[8, 1], offset: 256>>
  %c = memref.subview %b[5, 0] [4, 8] [1, 1] : memref<16x8xf32, strided<[8, 1], offset: 256>> to memref<4x8xf32, strided<[8, 1], offset: 296>>
  %d = memref.cast %c : memref<4x8xf32, strided<[8, 1], offset: 296>> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  %x = memref.load %d[%i, %j] : memref<?x?xf32, strided<[?, 1], offset: ?>>
  return %x : f32
}

// -----

// A42. An affine access stays one, unless an offset is no affine value.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK-LABEL: func.func @affine_access(
// CHECK-SAME:    %[[O:.*]]: index,
func.func @affine_access(%o: index, %table: memref<4xindex>, %v: f32) {
  %a = memref.alloc() {layout.transform = #L} : memref<32xf32>
  %c0 = arith.constant 0 : index
  // CHECK: affine.for %[[I:.*]] = 0 to 4
  affine.for %i = 0 to 4 {
    // CHECK-NEXT: affine.load %{{.*}}[%[[I]] * 2 + symbol(%[[O]]) + 6] {layout.sequential}
    %b = memref.subview %a[%o] [16] [2] : memref<32xf32> to memref<16xf32, strided<[2], offset: ?>>
    %x = affine.load %b[%i + 3] {layout.sequential} : memref<16xf32, strided<[2], offset: ?>>
    // CHECK: %[[LOADED:.*]] = memref.load %{{.*}} : memref<4xindex>
    // CHECK-NEXT: %[[AI:.*]] = affine.apply #{{.*}}(%[[I]]{{.*}}%[[LOADED]]
    // CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[AI]]]
    %p = memref.load %table[%i] : memref<4xindex>
    %c = memref.subview %a[%p] [16] [1] : memref<32xf32> to memref<16xf32, strided<[1], offset: ?>>
    affine.store %x, %c[%i + 1] : memref<16xf32, strided<[1], offset: ?>>
  }
  return
}

// -----

// A43. Reshapes join and split indices; a transpose permutes them.
#L = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j, i mod 4)>>
// CHECK-DAG: #[[JOIN:.*]] = affine_map<()[s0, s1] -> (s0 * 4 + s1)>
// CHECK-DAG: #[[DIV:.*]] = affine_map<()[s0] -> (s0 floordiv 8)>
// CHECK-DAG: #[[MOD:.*]] = affine_map<()[s0] -> (s0 mod 8)>
// CHECK-LABEL: func.func @reshapes(
// CHECK-SAME:    %[[I:.*]]: index, %[[J:.*]]: index, %[[K:.*]]: index)
func.func @reshapes(%i: index, %j: index, %k: index) -> (f32, f32, f32) {
  %a = memref.alloc() {layout.transform = #L} : memref<16x8xf32>
  // CHECK:      %[[IK:.*]] = affine.apply #[[JOIN]]()[%[[I]], %[[K]]]
  // CHECK-NEXT: memref.load %{{.*}}[%[[IK]], %[[J]]]
  %b = memref.expand_shape %a [[0, 1], [2]] output_shape [4, 4, 8] : memref<16x8xf32> into memref<4x4x8xf32>
  %x = memref.load %b[%i, %k, %j] : memref<4x4x8xf32>
  // CHECK-NEXT: %[[D:.*]] = affine.apply #[[DIV]]()[%[[I]]]
  // CHECK-NEXT: %[[M:.*]] = affine.apply #[[MOD]]()[%[[I]]]
  // CHECK-NEXT: memref.load %{{.*}}[%[[D]], %[[M]]]
  %c = memref.collapse_shape %a [[0, 1]] : memref<16x8xf32> into memref<128xf32>
  %y = memref.load %c[%i] : memref<128xf32>
  // CHECK-NEXT: memref.load %{{.*}}[%[[I]], %[[J]]]
  %d = memref.transpose %a (r, c) -> (c, r) : memref<16x8xf32> to memref<8x16xf32, strided<[1, 8]>>
  %z = memref.load %d[%j, %i] : memref<8x16xf32, strided<[1, 8]>>
  // CHECK-NEXT: return
  return %x, %y, %z : f32, f32, f32
}

// -----

// A44. Size and deallocation of a view.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK-LABEL: func.func @sizes(
// CHECK-SAME:    %[[N:.*]]: index)
func.func @sizes(%n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  // CHECK: %[[A:.*]] = memref.alloc() : memref<14xf32, #{{.*}}>
  %a = memref.alloc() {layout.transform = #L} : memref<14xf32>
  // CHECK-NEXT: %[[C14:.*]] = arith.constant 14 : index
  %b = memref.cast %a : memref<14xf32> to memref<?xf32>
  %x = memref.dim %b, %c0 : memref<?xf32>
  %c = memref.subview %a[0] [%n] [1] : memref<14xf32> to memref<?xf32, strided<[1]>>
  %y = memref.dim %c, %c0 : memref<?xf32, strided<[1]>>
  // CHECK-NEXT: memref.dealloc %[[A]]
  memref.dealloc %b : memref<?xf32>
  // CHECK-NEXT: return %[[C14]], %[[N]]
  return %x, %y : index, index
}

// -----

// A45. A linalg op, a copy or a conversion on a view becomes loops on the root.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK-LABEL: func.func @whole_views(
// CHECK-SAME: %{{.*}}: f32, %[[N:.*]]: index
func.func @whole_views(%v: f32, %n: index, %out: memref<4xf32>) {
  // CHECK: %[[A:.*]] = memref.alloc() : memref<14xf32, #{{.*}}>
  %a = memref.alloc() {layout.transform = #L} : memref<14xf32>
  // CHECK: affine.for %[[I:.*]] = 0 to 4
  // CHECK-NOT: linalg
  // CHECK: affine.store %{{.*}}, %[[A]][%[[I]] + 5] : memref<14xf32, #{{.*}}>
  %b = memref.subview %a[5] [4] [1] : memref<14xf32> to memref<4xf32, strided<[1], offset: 5>>
  linalg.fill ins(%v : f32) outs(%b : memref<4xf32, strided<[1], offset: 5>>)
  // CHECK: affine.for %[[J:.*]] = {{.*}} to {{.*}}(%[[N]])
  // CHECK: affine.store %{{.*}}, %[[A]][%[[J]]] : memref<14xf32, #{{.*}}>
  %c = memref.subview %a[0] [%n] [1] : memref<14xf32> to memref<?xf32, strided<[1]>>
  linalg.fill ins(%v : f32) outs(%c : memref<?xf32, strided<[1]>>)
  // CHECK: affine.for %[[K:.*]] = 0 to 4
  // CHECK-NEXT: affine.load %[[A]][%[[K]] + 5]
  // CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[K]]] : memref<4xf32>
  memref.copy %b, %out : memref<4xf32, strided<[1], offset: 5>> to memref<4xf32>
  return
}

// -----

// A46. One copy between views of two buffers.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#R = #layout.buffer<index_map<(i) -> (13 - i)>>
// CHECK-LABEL: func.func @two_roots(
func.func @two_roots() {
  %a = memref.alloc() {layout.transform = #L} : memref<14xf32>
  %b = memref.alloc() {layout.transform = #R} : memref<14xf32>
  // CHECK: affine.for %[[I:.*]] = 0 to 4
  // CHECK-NEXT: affine.load %{{.*}}[%[[I]] + 5]
  // CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[I]] + 2]
  %c = memref.subview %a[5] [4] [1] : memref<14xf32> to memref<4xf32, strided<[1], offset: 5>>
  %d = memref.subview %b[2] [4] [1] : memref<14xf32> to memref<4xf32, strided<[1], offset: 2>>
  memref.copy %c, %d : memref<4xf32, strided<[1], offset: 5>> to memref<4xf32, strided<[1], offset: 2>>
  return
}

// -----

// A47. The same program as with a layout in the type, which the verifier of
// memref.subview refuses.
#L = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j, i mod 4)>>
// CHECK-LABEL: func.func @refused_upstream(
// CHECK-SAME:    %[[I:.*]]: index, %[[J:.*]]: index,
func.func @refused_upstream(%i: index, %j: index, %v: f32) {
  // CHECK-NEXT: %[[A:.*]] = memref.alloc()
  // CHECK-NEXT: %[[AI:.*]] = affine.apply #{{.*}}()[%[[I]]]
  // CHECK-NEXT: memref.store %{{.*}}, %[[A]][%[[AI]], %[[J]]]
  // CHECK-NEXT: memref.dealloc %[[A]]
  %a = memref.alloc() {layout.transform = #L} : memref<16x8xf32>
  %s = memref.subview %a[4, 0] [4, 8] [1, 1] : memref<16x8xf32> to memref<4x8xf32, strided<[8, 1], offset: 32>>
  memref.store %v, %s[%i, %j] : memref<4x8xf32, strided<[8, 1], offset: 32>>
  memref.dealloc %a : memref<16x8xf32>
  return
}
