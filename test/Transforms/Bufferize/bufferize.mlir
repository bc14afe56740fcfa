// What becomes of tensors: the sentences BU01 to BU12.
// RUN: layout-opt %s -layout-bufferize -split-input-file | FileCheck %s
// RUN: layout-opt %s -layout-bufferize -split-input-file > %t.once
// RUN: layout-opt %s -layout-bufferize -layout-bufferize -split-input-file > %t.twice
// RUN: diff %t.once %t.twice
// RUN: %mlir_opt_with_plugin %s --pass-pipeline="builtin.module(layout-bufferize)" -split-input-file | FileCheck %s

// BU01. An encoding becomes a layout, at function boundaries as inside; a
// plain tensor a plain memref; tensor.empty an allocation of that layout.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
// CHECK-LABEL: func.func @boundaries(
// CHECK-SAME:    %[[A:.*]]: memref<14xi32, #[[L:.*]]>, %[[B:.*]]: memref<14xi32>) -> memref<14xi32, #[[L]]> {
func.func @boundaries(%a: tensor<14xi32, #L>, %b: tensor<14xi32>) -> tensor<14xi32, #L> {
  // CHECK-NEXT: %[[E:.*]] = memref.alloc() {{.*}}: memref<14xi32, #[[L]]>
  // CHECK-NEXT: linalg.add ins(%[[A]], %[[B]] : memref<14xi32, #[[L]]>, memref<14xi32>) outs(%[[E]] : memref<14xi32, #[[L]]>)
  // CHECK-NEXT: return %[[E]]
  %e = tensor.empty() : tensor<14xi32, #L>
  %0 = linalg.add ins(%a, %b : tensor<14xi32, #L>, tensor<14xi32>) outs(%e : tensor<14xi32, #L>) -> tensor<14xi32, #L>
  return %0 : tensor<14xi32, #L>
}

// -----

// BU02. A conversion is a copy into a buffer of the new layout; one that
// changes nothing is none.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
// CHECK-LABEL: func.func @convert(
// CHECK-SAME:    %[[A:.*]]: memref<?xi32> {llvm.noalias}) -> (memref<?xi32, #[[L:.*]]>, memref<?xi32>) {
func.func @convert(%a: tensor<?xi32>) -> (tensor<?xi32, #L>, tensor<?xi32>) {
  // CHECK:      %[[N:.*]] = memref.dim %[[A]], %{{.*}} : memref<?xi32>
  // CHECK-NEXT: %[[B:.*]] = memref.alloc(%[[N]]) {{.*}}: memref<?xi32, #[[L]]>
  // CHECK-NEXT: layout.convert ins(%[[A]] : memref<?xi32>) outs(%[[B]] : memref<?xi32, #[[L]]>)
  // CHECK-NEXT: return %[[B]], %[[A]]
  %0 = layout.convert %a : tensor<?xi32> to tensor<?xi32, #L>
  %1 = layout.convert %a : tensor<?xi32> to tensor<?xi32>
  return %0, %1 : tensor<?xi32, #L>, tensor<?xi32>
}

// -----

// BU03. What is read after it was overwritten is copied before, into the same
// layout.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
// CHECK-LABEL: func.func @conflict(
// CHECK-SAME:    %[[A:.*]]: memref<14xi32, #[[L:.*]]>, %[[V:.*]]: i32, %[[I:.*]]: index)
func.func @conflict(%a: tensor<14xi32, #L>, %v: i32, %i: index) -> (tensor<14xi32, #L>, i32) {
  // CHECK-NEXT: %[[C:.*]] = memref.alloc() {{.*}}: memref<14xi32, #[[L]]>
  // CHECK-NEXT: memref.copy %[[A]], %[[C]] : memref<14xi32, #[[L]]> to memref<14xi32, #[[L]]>
  // CHECK-NEXT: memref.store %[[V]], %[[C]][%[[I]]]
  // CHECK-NEXT: %[[X:.*]] = memref.load %[[A]][%[[I]]]
  // CHECK-NEXT: return %[[C]], %[[X]]
  %0 = tensor.insert %v into %a[%i] : tensor<14xi32, #L>
  %1 = tensor.extract %a[%i] : tensor<14xi32, #L>
  return %0, %1 : tensor<14xi32, #L>, i32
}

// -----

// BU04. A constant becomes a laid-out global; its value stays logical.
#L = #layout.buffer<index_map<(i) -> (3 - i)>>
// CHECK: memref.global "private" constant @[[G:.*]] : memref<4xi32, #{{.*}}> = dense<[1, 2, 3, 4]>
// CHECK-LABEL: func.func @constant(
// CHECK-NEXT:    %[[C:.*]] = memref.get_global @[[G]] : memref<4xi32, #{{.*}}>
// CHECK-NEXT:    memref.load %[[C]]
func.func @constant(%i: index) -> i32 {
  %0 = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32, #L>
  %1 = tensor.extract %0[%i] : tensor<4xi32, #L>
  return %1 : i32
}

// -----

// BU05. Calls pass laid-out buffers; a private function does not return what
// it was given.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
// CHECK: func.func private @outside(memref<14xi32, #{{.*}}>) -> memref<14xi32, #{{.*}}>
func.func private @outside(tensor<14xi32, #L>) -> tensor<14xi32, #L>
// CHECK-LABEL: func.func private @inside(
// CHECK-SAME:    %{{.*}}: memref<14xi32, #{{.*}}>, %{{.*}}: i32, %{{.*}}: index) {
func.func private @inside(%a: tensor<14xi32, #L>, %v: i32, %i: index) -> tensor<14xi32, #L> {
  %0 = tensor.insert %v into %a[%i] : tensor<14xi32, #L>
  return %0 : tensor<14xi32, #L>
}
// CHECK-LABEL: func.func @calls(
// CHECK-SAME:    %[[A:.*]]: memref<14xi32, #{{.*}}> {llvm.noalias}, %[[V:.*]]: i32, %[[I:.*]]: index)
func.func @calls(%a: tensor<14xi32, #L>, %v: i32, %i: index) -> tensor<14xi32, #L> {
  // CHECK-NEXT: call @inside(%[[A]], %[[V]], %[[I]])
  // CHECK-NEXT: %[[R:.*]] = call @outside(%[[A]])
  // CHECK-NEXT: return %[[R]]
  %0 = call @inside(%a, %v, %i) : (tensor<14xi32, #L>, i32, index) -> tensor<14xi32, #L>
  %1 = call @outside(%0) : (tensor<14xi32, #L>) -> tensor<14xi32, #L>
  return %1 : tensor<14xi32, #L>
}

// -----

// BU06. A loop that hands on one buffer does not hand it on.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
// CHECK-LABEL: func.func @loop(
// CHECK-SAME:    %[[A:.*]]: memref<14xi32, #{{.*}}> {llvm.noalias},
func.func @loop(%a: tensor<14xi32, #L>, %v: i32, %n: index) -> tensor<14xi32, #L> {
  // CHECK:      scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
  // CHECK-NEXT:   memref.store %{{.*}}, %[[A]][%[[I]]]
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[A]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> tensor<14xi32, #L> {
    %1 = tensor.insert %v into %t[%i] : tensor<14xi32, #L>
    scf.yield %1 : tensor<14xi32, #L>
  }
  return %0 : tensor<14xi32, #L>
}

// -----

// BU07. Branches and loops that carry different buffers carry their layout.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
// CHECK-LABEL: func.func @control(
func.func @control(%a: tensor<14xi32, #L>, %b: tensor<14xi32, #L>, %p: i1, %v: i32, %i: index) -> tensor<14xi32, #L> {
  // CHECK: scf.if %{{.*}} -> (memref<14xi32, #[[L:.*]]>) {
  %0 = scf.if %p -> tensor<14xi32, #L> {
    scf.yield %a : tensor<14xi32, #L>
  } else {
    scf.yield %b : tensor<14xi32, #L>
  }
  // CHECK: scf.while (%{{.*}}) : (memref<14xi32, #[[L]]>) -> memref<14xi32, #[[L]]> {
  %1 = scf.while (%t = %0) : (tensor<14xi32, #L>) -> tensor<14xi32, #L> {
    scf.condition(%p) %t : tensor<14xi32, #L>
  } do {
  ^bb0(%t: tensor<14xi32, #L>):
    %2 = tensor.insert %v into %t[%i] : tensor<14xi32, #L>
    scf.yield %2 : tensor<14xi32, #L>
  }
  // CHECK: cf.cond_br %{{.*}}, ^[[END:.*]](%{{.*}} : memref<14xi32, #[[L]]>)
  cf.cond_br %p, ^end(%1 : tensor<14xi32, #L>), ^other
^other:
  cf.br ^end(%b : tensor<14xi32, #L>)
  // CHECK: ^[[END]](%{{.*}}: memref<14xi32, #[[L]]>):
^end(%r: tensor<14xi32, #L>):
  return %r : tensor<14xi32, #L>
}

// -----

// BU08. A slice is read where it lies, element by element, into the layout of
// its own type; and written so.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
#N = #layout.buffer<index_map<(i) -> (3 - i)>>
// CHECK-LABEL: func.func @slices(
// CHECK-SAME:    %[[A:.*]]: memref<14xi32, #{{.*}}> {llvm.noalias}, %[[O:.*]]: index)
func.func @slices(%a: tensor<14xi32, #L>, %o: index) -> tensor<14xi32, #L> {
  // CHECK-NEXT: %[[S:.*]] = memref.alloc() {{.*}}: memref<4xi32, #{{.*}}>
  // CHECK-NEXT: linalg.generic {{.*}} outs(%[[S]] : memref<4xi32, #{{.*}}>) {
  // CHECK:        memref.load %[[A]]
  // CHECK-NOT:  memref.alloc
  // CHECK:      linalg.generic {{.*}} ins(%[[S]] : {{.*}}) outs(%[[A]] :
  // CHECK:      return %[[A]]
  %0 = tensor.extract_slice %a[%o] [4] [2] : tensor<14xi32, #L> to tensor<4xi32, #N>
  %1 = tensor.insert_slice %0 into %a[0] [4] [1] : tensor<4xi32, #N> into tensor<14xi32, #L>
  return %1 : tensor<14xi32, #L>
}

// -----

// BU09. Other ops whose buffers are views work on a plain copy, made once.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
// CHECK-LABEL: func.func @reshapes(
// CHECK-SAME:    %[[A:.*]]: memref<14xi32, #{{.*}}>)
func.func @reshapes(%a: tensor<14xi32, #L>) -> (tensor<7x2xi32>, tensor<2x7xi32>, tensor<14xi32, #L>) {
  // CHECK-NEXT: %[[P:.*]] = memref.alloc() {{.*}}: memref<14xi32>
  // CHECK-NEXT: layout.convert ins(%[[A]] : memref<14xi32, #{{.*}}>) outs(%[[P]] : memref<14xi32>)
  // CHECK-NOT:  layout.convert
  // CHECK:      memref.expand_shape %[[P]]
  // CHECK:      memref.expand_shape %[[P]]
  // CHECK:      layout.convert ins(%{{.*}} : memref<14xi32>) outs(%{{.*}} : memref<14xi32, #{{.*}}>)
  // CHECK-NEXT: return
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [7, 2] : tensor<14xi32, #L> into tensor<7x2xi32>
  %1 = tensor.expand_shape %a [[0, 1]] output_shape [2, 7] : tensor<14xi32, #L> into tensor<2x7xi32>
  %2 = tensor.collapse_shape %0 [[0, 1]] : tensor<7x2xi32> into tensor<14xi32, #L>
  return %0, %1, %2 : tensor<7x2xi32>, tensor<2x7xi32>, tensor<14xi32, #L>
}

// -----

// BU10. Buffers that are there already keep layout and memory space.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
// CHECK-LABEL: func.func @buffers(
// CHECK-SAME:    %[[M:.*]]: memref<14xi32, #[[L:.*]], 3>, %[[P:.*]]: memref<14xi32>, %[[I:.*]]: index)
func.func @buffers(%m: memref<14xi32, #L, 3>, %p: memref<14xi32>, %i: index) -> i32 {
  // CHECK-NEXT: %[[A:.*]] = memref.alloc() {{.*}}: memref<14xi32, #[[L]], 5>
  // CHECK-NEXT: memref.copy %[[M]], %[[A]]
  // CHECK-NEXT: %[[X:.*]] = memref.load %[[M]][%[[I]]] : memref<14xi32, #[[L]], 3>
  // CHECK-NEXT: memref.store %[[X]], %[[A]][%[[I]]]
  // CHECK-NEXT: layout.convert ins(%[[A]] : memref<14xi32, #[[L]], 5>) outs(%[[P]] : memref<14xi32>)
  // CHECK-NEXT: return %[[X]]
  %0 = bufferization.to_tensor %m restrict : memref<14xi32, #L, 3> to tensor<14xi32, #L>
  %1 = bufferization.alloc_tensor() copy(%0) {memory_space = 5} : tensor<14xi32, #L>
  %2 = tensor.extract %0[%i] : tensor<14xi32, #L>
  %3 = tensor.insert %2 into %1[%i] : tensor<14xi32, #L>
  bufferization.materialize_in_destination %3 in restrict writable %p : (tensor<14xi32, #L>, memref<14xi32>) -> ()
  return %2 : i32
}

// -----

// BU11. A cast that only forgets or learns an extent stays one.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
// CHECK-LABEL: func.func @extents(
// CHECK:         memref.cast %{{.*}} : memref<14xi32, #[[L:.*]]> to memref<?xi32, #[[L]]>
func.func @extents(%a: tensor<14xi32, #L>) -> tensor<?xi32, #L> {
  %0 = tensor.cast %a : tensor<14xi32, #L> to tensor<?xi32, #L>
  return %0 : tensor<?xi32, #L>
}

// -----

// BU12. A request stays on the argument that it sits on.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
// CHECK-LABEL: func.func @request(
// CHECK-SAME:    %{{.*}}: memref<14xi32> {layout.transform = #{{.*}}})
func.func @request(%a: tensor<14xi32> {layout.transform = #L}) -> tensor<14xi32> {
  return %a : tensor<14xi32>
}
