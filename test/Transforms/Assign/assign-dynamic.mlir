// Requests for buffers of dynamic shape.
// RUN: layout-opt %s --layout-assign | FileCheck %s
// RUN: layout-opt %s --layout-assign=change-interface | FileCheck %s --check-prefix=INTERFACE

#L = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j, i mod 4)>, pad<0 : i32>>
// CHECK: #[[L:.*]] = #layout.buffer

// CHECK-LABEL: func.func @local(
// CHECK-SAME: %[[N:.*]]: index
func.func @local(%n: index, %v: i32) -> index {
  // CHECK: %[[A:.*]] = memref.alloc(%[[N]]) : memref<?x5xi32, #[[L]]>
  %a = memref.alloc(%n) {layout.transform = #L} : memref<?x5xi32>
  %c0 = arith.constant 0 : index
  // CHECK: memref.dim %[[A]], %{{.*}} : memref<?x5xi32, #[[L]]>
  %d = memref.dim %a, %c0 : memref<?x5xi32>
  memref.store %v, %a[%c0, %c0] : memref<?x5xi32>
  memref.dealloc %a : memref<?x5xi32>
  return %d : index
}

// A local copy has the sizes of the argument.
// CHECK-LABEL: func.func @argument(
// CHECK-SAME: %[[ARG:.*]]: memref<?x?xi32>, %[[V:.*]]: i32)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[N:.*]] = memref.dim %[[ARG]], %[[C0]] : memref<?x?xi32>
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[M:.*]] = memref.dim %[[ARG]], %[[C1]] : memref<?x?xi32>
// CHECK-NEXT: %[[A:.*]] = memref.alloc(%[[N]], %[[M]]) : memref<?x?xi32, #[[L]]>
// CHECK-NEXT: layout.convert ins(%[[ARG]] {{.*}}) outs(%[[A]]
// INTERFACE-LABEL: func.func @argument(
// INTERFACE-SAME: %[[A:.*]]: memref<?x?xi32, #{{.*}}>, %{{.*}}: i32)
// INTERFACE-NOT: layout.convert
// INTERFACE-LABEL: func.func @overwritten(
func.func @argument(%a: memref<?x?xi32> {layout.transform = #L}, %v: i32) {
  %c0 = arith.constant 0 : index
  // CHECK: memref.store %{{.*}}, %[[A]]
  memref.store %v, %a[%c0, %c0] : memref<?x?xi32>
  // CHECK-NEXT: layout.convert ins(%[[A]] {{.*}}) outs(%[[ARG]]
  // CHECK-NEXT: memref.dealloc %[[A]]
  return
}

// All is written: nothing is converted at entry.
// CHECK-LABEL: func.func @overwritten(
// CHECK-SAME: %[[ARG:.*]]: memref<?x?xi32>
// CHECK-NOT: layout.convert
// CHECK: linalg.fill
// CHECK: layout.convert ins(%{{.*}}) outs(%[[ARG]]
func.func @overwritten(%a: memref<?x?xi32> {layout.transform = #L}, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?x?xi32>
  %m = memref.dim %a, %c1 : memref<?x?xi32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.store %v, %a[%i, %j] : memref<?x?xi32>
    }
  }
  linalg.fill ins(%v : i32) outs(%a : memref<?x?xi32>)
  return
}

// Around a call of a function whose type cannot change, the copy has the sizes
// of the buffer.
func.func private @external(memref<?x?xi32>)
// CHECK-LABEL: func.func @around_call(
func.func @around_call(%n: index, %m: index) {
  // CHECK: %[[A:.*]] = memref.alloc(%{{.*}}, %{{.*}}) : memref<?x?xi32, #[[L]]>
  %a = memref.alloc(%n, %m) {layout.transform = #L} : memref<?x?xi32>
  // CHECK: %[[D0:.*]] = memref.dim %[[A]], %c0
  // CHECK: %[[D1:.*]] = memref.dim %[[A]], %c1
  // CHECK: %[[COPY:.*]] = memref.alloc(%[[D0]], %[[D1]]) : memref<?x?xi32>
  // CHECK: layout.convert ins(%[[A]] {{.*}}) outs(%[[COPY]]
  // CHECK: call @external(%[[COPY]])
  func.call @external(%a) : (memref<?x?xi32>) -> ()
  memref.dealloc %a : memref<?x?xi32>
  return
}
