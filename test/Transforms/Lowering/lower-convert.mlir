// What becomes of layout.convert: the sentences LC01 to LC11.
// RUN: layout-opt %s -layout-lower-convert -split-input-file | FileCheck %s
// RUN: layout-opt %s -layout-lower-convert -split-input-file > %t.once
// RUN: layout-opt %s -layout-lower-convert -layout-lower-convert -split-input-file > %t.twice
// RUN: diff %t.once %t.twice

// LC01. The destination is walked in physical order. A place that holds data
// gets the element that the inverse names, any other the constant pad.
// CHECK: #[[DATA:.*]] = affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
// CHECK-LABEL: func.func @constant_pad(
// CHECK-SAME:    %[[A:.*]]: memref<14xi32>, %[[B:.*]]: memref<14xi32, #{{.*}}>)
func.func @constant_pad(%a: memref<14xi32>, %b: memref<14xi32, #L>) {
  // CHECK-NEXT: %[[P:.*]] = layout.as_physical %[[B]] : memref<14xi32, #{{.*}}> to memref<4x4xi32>
  // CHECK-NEXT: %[[C7:.*]] = arith.constant 7 : i32
  // CHECK-NEXT: affine.for %[[I:.*]] = 0 to 4 {
  // CHECK-NEXT:   affine.for %[[J:.*]] = 0 to 4 {
  // CHECK-NEXT:     affine.if #[[DATA]](%[[I]], %[[J]]) {
  // CHECK-NEXT:       %[[X:.*]] = affine.load %[[A]][%[[I]] * 4 + %[[J]]]
  // CHECK-NEXT:       affine.store %[[X]], %[[P]][%[[I]], %[[J]]]
  // CHECK-NEXT:     } else {
  // CHECK-NEXT:       affine.store %[[C7]], %[[P]][%[[I]], %[[J]]]
  // CHECK-NEXT:     }
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[Q:.*]] = layout.as_physical %[[B]]
  // CHECK-NEXT: layout.assume_padding %[[Q]] : memref<4x4xi32> of memref<14xi32, #{{.*}}>
  // CHECK-NEXT: return
  layout.convert ins(%a : memref<14xi32>) outs(%b : memref<14xi32, #L>)
  return
}

// -----

// LC02. Padding without a pad, or with undef, is not written.
#N = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#U = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
// CHECK-LABEL: func.func @no_pad(
// CHECK-COUNT-2: affine.for
// CHECK:         affine.if
// CHECK:         affine.store
// CHECK-NOT:     else
// CHECK-NOT:     affine.store
// CHECK:         return
func.func @no_pad(%a: memref<14xi32>, %b: memref<14xi32, #N>) {
  layout.convert ins(%a : memref<14xi32>) outs(%b : memref<14xi32, #N>)
  return
}
// CHECK-LABEL: func.func @undef_pad(
// CHECK-COUNT-2: affine.for
// CHECK:         affine.if
// CHECK:         affine.store
// CHECK-NOT:     else
// CHECK-NOT:     affine.store
// CHECK:         return
func.func @undef_pad(%a: memref<14xi32>, %b: memref<14xi32, #U>) {
  layout.convert ins(%a : memref<14xi32>) outs(%b : memref<14xi32, #U>)
  return
}

// -----

// LC03. Without padding there is no condition.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
// CHECK-LABEL: func.func @no_padding(
// CHECK-NOT:     affine.if
// CHECK:         return
func.func @no_padding(%a: memref<16xi32>, %b: memref<16xi32, #L>) {
  layout.convert ins(%a : memref<16xi32>) outs(%b : memref<16xi32, #L>)
  return
}

// -----

// LC04. A value pad is computed from the place, in the element type.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<value (a, b) -> (4 * a + b)>>
// CHECK-LABEL: func.func @value_pad(
func.func @value_pad(%a: memref<14xf32>, %b: memref<14xf32, #L>) {
  // CHECK:      affine.for %[[I:.*]] = 0 to 4 {
  // CHECK-NEXT:   affine.for %[[J:.*]] = 0 to 4 {
  // CHECK-NEXT:     affine.if
  // CHECK:          } else {
  // CHECK-NEXT:       %[[N:.*]] = affine.apply #{{.*}}(%[[I]], %[[J]])
  // CHECK-NEXT:       %[[K:.*]] = arith.index_cast %[[N]] : index to i64
  // CHECK-NEXT:       %[[F:.*]] = arith.sitofp %[[K]] : i64 to f32
  // CHECK-NEXT:       affine.store %[[F]], %{{.*}}[%[[I]], %[[J]]]
  layout.convert ins(%a : memref<14xf32>) outs(%b : memref<14xf32, #L>)
  return
}

// -----

// LC05. A copying pad waits until its sources are written.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b) -> (0, (4 * a + b - 14) mod 4)>>
// CHECK-LABEL: func.func @copy_pad(
func.func @copy_pad(%a: memref<14xi32>, %b: memref<14xi32, #L>) {
  // CHECK:     %[[P:.*]] = layout.as_physical
  // CHECK:     affine.for
  // CHECK:       affine.if
  // CHECK-NOT:   else
  // CHECK:     affine.for %[[I:.*]] = 0 to 4 {
  // CHECK:       affine.for %[[J:.*]] = 0 to 4 {
  // CHECK:         affine.if
  // CHECK-NEXT:      %[[X:.*]] = affine.load %[[P]][0, ({{.*}}) mod 4]
  // CHECK-NEXT:      affine.store %[[X]], %[[P]][%[[I]], %[[J]]]
  layout.convert ins(%a : memref<14xi32>) outs(%b : memref<14xi32, #L>)
  return
}

// -----

// LC06. Several steps: each padding gets the pad of its own step, asked from
// the last to the first.
#L = #layout.buffer<index_map<(i) -> (i floordiv 2, i mod 2)>, pad<1 : i32>,
                    index_map<(a, b) -> (a floordiv 2, a mod 2, b)>, pad<2 : i32>>
// CHECK-DAG: #[[STEP2:.*]] = affine_set<(d0, d1, d2) : (d0 * -2 - d1 + 2 >= 0)>
// CHECK-DAG: #[[STEP1:.*]] = affine_set<(d0, d1, d2) : (d0 * -4 - d1 * 2 - d2 + 4 >= 0)>
// CHECK-LABEL: func.func @steps(
func.func @steps(%a: memref<5xi32>, %b: memref<5xi32, #L>) {
  // CHECK-DAG:  %[[ONE:.*]] = arith.constant 1 : i32
  // CHECK-DAG:  %[[TWO:.*]] = arith.constant 2 : i32
  // CHECK:      affine.if #[[STEP2]]
  // CHECK-NEXT:   affine.if #[[STEP1]]
  // CHECK-NEXT:     affine.load
  // CHECK-NEXT:     affine.store
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     affine.store %[[ONE]]
  // CHECK-NEXT:   }
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   affine.store %[[TWO]]
  layout.convert ins(%a : memref<5xi32>) outs(%b : memref<5xi32, #L>)
  return
}

// -----

// LC07. A plain destination is walked by its logical index, which is its
// physical one.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
// CHECK-LABEL: func.func @to_plain(
// CHECK-SAME:    %[[A:.*]]: memref<14xi32, #{{.*}}>, %[[B:.*]]: memref<14xi32>)
func.func @to_plain(%a: memref<14xi32, #L>, %b: memref<14xi32>) {
  // CHECK-NEXT: affine.for %[[I:.*]] = 0 to 14 {
  // CHECK-NEXT:   %[[X:.*]] = affine.load %[[A]][%[[I]]] : memref<14xi32, #{{.*}}>
  // CHECK-NEXT:   affine.store %[[X]], %[[B]][%[[I]]] : memref<14xi32>
  layout.convert ins(%a : memref<14xi32, #L>) outs(%b : memref<14xi32>)
  return
}

// -----

// LC08. Between two layouts the source is read by its logical index.
#L = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j, i mod 4)>>
#T = #layout.buffer<index_map<(i, j) -> (j, i)>>
// CHECK-LABEL: func.func @between_layouts(
// CHECK-SAME:    %[[A:.*]]: memref<8x3xi32, #{{.*}}>,
func.func @between_layouts(%a: memref<8x3xi32, #L>, %b: memref<8x3xi32, #T>) {
  // CHECK:      affine.for %[[J:.*]] = 0 to 3 {
  // CHECK-NEXT:   affine.for %[[I:.*]] = 0 to 8 {
  // CHECK-NEXT:     affine.load %[[A]][%[[I]], %[[J]]] : memref<8x3xi32, #{{.*}}>
  // CHECK-NEXT:     affine.store %{{.*}}, %{{.*}}[%[[J]], %[[I]]] : memref<3x8xi32>
  layout.convert ins(%a : memref<8x3xi32, #L>) outs(%b : memref<8x3xi32, #T>)
  return
}

// -----

// LC09. A buffer converted into itself is there already.
// CHECK-LABEL: func.func @into_itself(
// CHECK-NEXT:    return
func.func @into_itself(%a: memref<14xi32>) {
  layout.convert ins(%a : memref<14xi32>) outs(%a : memref<14xi32>)
  return
}

// -----

// LC10. A buffer without dimensions is one element.
#P = #layout.buffer<index_map<() -> (0)>>
// CHECK-LABEL: func.func @no_dimensions(
func.func @no_dimensions(%a: memref<f32, #P>, %b: memref<f32>) {
  // CHECK-NEXT: %[[X:.*]] = affine.load %{{.*}}[] : memref<f32, #{{.*}}>
  // CHECK-NEXT: affine.store %[[X]], %{{.*}}[] : memref<f32>
  // CHECK-NEXT: return
  layout.convert ins(%a : memref<f32, #P>) outs(%b : memref<f32>)
  return
}

// -----

// LC11. A map without an inverse is walked by the logical index, if no pad has
// to be written.
#C = #layout.buffer<index_map<(i) -> (i mod 3, i mod 5)>>
// CHECK-LABEL: func.func @no_inverse(
func.func @no_inverse(%a: memref<14xi32>, %b: memref<14xi32, #C>) {
  // CHECK-NEXT: affine.for %[[I:.*]] = 0 to 14 {
  // CHECK-NEXT:   %[[X:.*]] = affine.load %{{.*}}[%[[I]]] : memref<14xi32>
  // CHECK-NEXT:   affine.store %[[X]], %{{.*}}[%[[I]]] : memref<14xi32, #{{.*}}>
  layout.convert ins(%a : memref<14xi32>) outs(%b : memref<14xi32, #C>)
  return
}

// -----

// LC11b. So is one without padding, of which every place is known to hold data.
#C = #layout.buffer<index_map<(i) -> (i mod 3, i mod 5)>>
// CHECK-LABEL: func.func @no_inverse_whole(
// CHECK: affine.for %[[I:.*]] = 0 to 15
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[I]]] : memref<15xi32, #{{.*}}>
func.func @no_inverse_whole(%a: memref<15xi32>, %b: memref<15xi32, #C>) {
  layout.convert ins(%a : memref<15xi32>) outs(%b : memref<15xi32, #C>)
  return
}

// -----

// LC21. Dynamic extents are bounds and are asked for.
#D = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[A:.*]]: memref<?xi32>, %[[B:.*]]: memref<?xi32, #{{.*}}>
func.func @dynamic(%a: memref<?xi32>, %b: memref<?xi32, #D>) {
  // CHECK: %[[P:.*]] = layout.as_physical %[[B]]
  // CHECK: %[[N:.*]] = memref.dim %[[B]], %{{.*}} : memref<?xi32, #{{.*}}>
  // CHECK: affine.for %[[I:.*]] = 0 to #{{.*}}()[%[[N]]] {
  // CHECK:   affine.for %[[J:.*]] = 0 to 4 {
  // CHECK:     affine.if #{{.*}}(%[[I]], %[[J]])[%[[N]]] {
  // CHECK:       %[[X:.*]] = affine.load %[[A]][%[[I]] * 4 + %[[J]]]
  // CHECK:       affine.store %[[X]], %[[P]][%[[I]], %[[J]]]
  layout.convert ins(%a : memref<?xi32>) outs(%b : memref<?xi32, #D>)
  return
}

// -----

// LC23. Two buffers that change places in a loop are never one at a time.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#M = #layout.buffer<index_map<(i) -> (i mod 4, i floordiv 4)>>
// CHECK-LABEL: func.func @change_places(
// CHECK-NOT: layout.convert
// CHECK: return
func.func @change_places(%a: memref<16xi32, #L>, %b: memref<16xi32, #L>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r:2 = scf.for %i = %zero to %n step %one iter_args(%x = %a, %y = %b) -> (memref<16xi32, #L>, memref<16xi32, #L>) {
    %p = layout.as_physical %y : memref<16xi32, #L> to memref<4x4xi32>
    %m = layout.as_logical %p : memref<4x4xi32> to memref<16xi32, #M>
    layout.convert ins(%x : memref<16xi32, #L>) outs(%m : memref<16xi32, #M>)
    scf.yield %y, %x : memref<16xi32, #L>, memref<16xi32, #L>
  }
  return
}

// -----

// LC23. A function that returns a buffer of its own returns no other.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func private @make(%a: memref<14xi32>) -> memref<14xi32, #L> {
  %b = memref.alloc() : memref<14xi32, #L>
  return %b : memref<14xi32, #L>
}
// CHECK-LABEL: func.func @made(
// CHECK-NOT: layout.convert
// CHECK: return
func.func @made(%a: memref<14xi32>) {
  %b = call @make(%a) : (memref<14xi32>) -> memref<14xi32, #L>
  layout.convert ins(%a : memref<14xi32>) outs(%b : memref<14xi32, #L>)
  return
}

// -----

// LC24. A buffer converted into itself is there already; its pad is written.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
// CHECK-LABEL: func.func @itself(
// CHECK-SAME: %[[A:.*]]: memref<14xi32, #{{.*}}>
func.func @itself(%a: memref<14xi32, #L>) {
  // CHECK: %[[P:.*]] = layout.as_physical %[[A]]
  // CHECK: %[[C7:.*]] = arith.constant 7 : i32
  // CHECK: affine.if
  // CHECK-NEXT: affine.store %[[C7]], %[[P]][
  // CHECK-NOT: layout.convert
  layout.convert ins(%a : memref<14xi32, #L>) outs(%a : memref<14xi32, #L>)
  return
}
