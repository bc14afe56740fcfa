// Vector accesses that ask for unit stride become transfers.
// RUN: layout-opt %s -layout-assign -split-input-file | FileCheck %s

// A50. vector.load and vector.store, of one and of two dimensions.
#L = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j, i mod 4)>>
// CHECK-LABEL: func.func @vector_access(
// CHECK-SAME:    %[[I:.*]]: index, %[[J:.*]]: index)
func.func @vector_access(%i: index, %j: index) {
  // CHECK: %[[A:.*]] = memref.alloc()
  %a = memref.alloc() {layout.transform = #L} : memref<16x8xf32>
  // CHECK: %[[X:.*]] = vector.transfer_read %[[A]][%[[I]], %[[J]]], %{{.*}} {in_bounds = [true]} : memref<16x8xf32, #{{.*}}>, vector<4xf32>
  %x = vector.load %a[%i, %j] : memref<16x8xf32>, vector<4xf32>
  // CHECK: %[[Y:.*]] = vector.transfer_read %[[A]][%[[I]], %[[J]]], %{{.*}} {in_bounds = [true, true]} : memref<16x8xf32, #{{.*}}>, vector<2x4xf32>
  %y = vector.load %a[%i, %j] : memref<16x8xf32>, vector<2x4xf32>
  // CHECK: vector.transfer_write %[[X]], %[[A]][%[[J]], %[[I]]] {in_bounds = [true]}
  vector.store %x, %a[%j, %i] : memref<16x8xf32>, vector<4xf32>
  // CHECK: vector.transfer_write %[[Y]], %[[A]][%[[J]], %[[I]]] {in_bounds = [true, true]}
  vector.store %y, %a[%j, %i] : memref<16x8xf32>, vector<2x4xf32>
  return
}

// -----

// A51. affine.vector_load and affine.vector_store.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK-LABEL: func.func @affine_vector_access(
func.func @affine_vector_access() {
  %a = memref.alloc() {layout.transform = #L} : memref<32xf32>
  // CHECK: affine.for %[[I:.*]] = 0 to 4
  affine.for %i = 0 to 4 {
    // CHECK: %[[AI:.*]] = affine.apply #{{.*}}(%[[I]])
    // CHECK: %[[X:.*]] = vector.transfer_read %{{.*}}[%[[AI]]], %{{.*}} {in_bounds = [true]} : memref<32xf32, #{{.*}}>, vector<4xf32>
    // CHECK: vector.transfer_write %[[X]], %{{.*}}[%[[I]]] {in_bounds = [true]}
    %x = affine.vector_load %a[%i * 4] : memref<32xf32>, vector<4xf32>
    affine.vector_store %x, %a[%i] : memref<32xf32>, vector<4xf32>
  }
  return
}

// -----

// A52. On a memref of such vectors the access is one element.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK-LABEL: func.func @vector_elements(
func.func @vector_elements(%i: index) {
  %a = memref.alloc() {layout.transform = #L} : memref<8xvector<4xf32>>
  // CHECK: %[[X:.*]] = memref.load %{{.*}}[%{{.*}}] : memref<8xvector<4xf32>, #{{.*}}>
  // CHECK: memref.store %[[X]], %{{.*}}[%{{.*}}] : memref<8xvector<4xf32>, #{{.*}}>
  %x = vector.load %a[%i] : memref<8xvector<4xf32>>, vector<4xf32>
  vector.store %x, %a[%i] : memref<8xvector<4xf32>>, vector<4xf32>
  return
}

// -----

// A53. Through a view with unit stride the transfer moves to the root; along
// another dimension of the root it says which.
#L = #layout.buffer<index_map<(n, i, j) -> (n, i floordiv 4, j, i mod 4)>>
// CHECK-DAG: #[[SECOND:.*]] = affine_map<(d0, d1, d2) -> (d1)>
// CHECK-LABEL: func.func @through_views(
// CHECK-SAME:    %[[I:.*]]: index)
func.func @through_views(%i: index) -> (vector<4xf32>, vector<4xf32>) {
  %a = memref.alloc() {layout.transform = #L} : memref<3x16x8xf32>
  // CHECK: vector.transfer_read %{{.*}}[%{{.*}}, %{{.*}}, %[[I]]], %{{.*}} {in_bounds = [true]} : memref<3x16x8xf32, #{{.*}}>, vector<4xf32>
  %b = memref.subview %a[2, 1, 0] [1, 1, 8] [1, 1, 1] : memref<3x16x8xf32> to memref<8xf32, strided<[1], offset: 264>>
  %x = vector.load %b[%i] : memref<8xf32, strided<[1], offset: 264>>, vector<4xf32>
  // CHECK: vector.transfer_read %{{.*}}[%{{.*}}, %[[I]], %{{.*}}], %{{.*}} {in_bounds = [true], permutation_map = #[[SECOND]]} : memref<3x16x8xf32, #{{.*}}>, vector<4xf32>
  %zero = arith.constant 0.0 : f32
  %c = memref.subview %a[2, 0, 3] [1, 16, 1] [1, 1, 1] : memref<3x16x8xf32> to memref<16xf32, strided<[8], offset: 259>>
  %y = vector.transfer_read %c[%i], %zero {in_bounds = [true]} : memref<16xf32, strided<[8], offset: 259>>, vector<4xf32>
  return %x, %y : vector<4xf32>, vector<4xf32>
}

// -----

// A54. A transfer that runs past the end of the view, or with another stride,
// is taken apart: the root does not end where the view does.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK-LABEL: func.func @taken_apart(
func.func @taken_apart(%i: index) -> (vector<4xf32>, vector<4xf32>) {
  %a = memref.alloc() {layout.transform = #L} : memref<32xf32>
  %zero = arith.constant 0.0 : f32
  // CHECK: %[[SIX:.*]] = arith.constant 6 : index
  // CHECK: %[[LEFT:.*]] = arith.subi %[[SIX]], %{{.*}} : index
  // CHECK: %[[MASK:.*]] = vector.create_mask %[[LEFT]] : vector<4xi1>
  // CHECK: scf.for
  // CHECK: vector.extract %[[MASK]][
  // CHECK: memref.load %{{.*}} : memref<32xf32, #{{.*}}>
  %b = memref.subview %a[0] [6] [1] : memref<32xf32> to memref<6xf32, strided<[1]>>
  %x = vector.transfer_read %b[%i], %zero : memref<6xf32, strided<[1]>>, vector<4xf32>
  // CHECK: scf.for
  // CHECK: memref.load %{{.*}} : memref<32xf32, #{{.*}}>
  %c = memref.subview %a[0] [16] [2] : memref<32xf32> to memref<16xf32, strided<[2]>>
  %y = vector.transfer_read %c[%i], %zero {in_bounds = [true]} : memref<16xf32, strided<[2]>>, vector<4xf32>
  // CHECK-NOT: vector.transfer_read
  return %x, %y : vector<4xf32>, vector<4xf32>
}
