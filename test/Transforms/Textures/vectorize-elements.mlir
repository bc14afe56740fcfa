// Buffers whose innermost axis is accessed whole become buffers of vectors.
// RUN: layout-opt %s --layout-vectorize-elements | FileCheck %s
// RUN: layout-opt %s --layout-vectorize-elements --layout-vectorize-elements | FileCheck %s

// All kinds of whole accesses; a load of one element is one of all.
// CHECK-LABEL: func.func @whole(
// CHECK-SAME:    %[[I:[^:]*]]: index, %[[C:[^:]*]]: index, %[[V:[^:]*]]: vector<4xf32>
// CHECK:         %[[A:.*]] = memref.alloc() {alignment = 16 : i64} : memref<8x6xvector<4xf32>>
// CHECK:         %[[F:.*]] = vector.broadcast %{{.*}} : f32 to vector<4xf32>
// CHECK:         linalg.fill ins(%[[F]] : vector<4xf32>) outs(%[[A]] : memref<8x6xvector<4xf32>>)
// CHECK:         memref.store %[[V]], %[[A]][%[[I]], %[[I]]] : memref<8x6xvector<4xf32>>
// CHECK:         memref.load %[[A]][%[[I]], %[[I]]] : memref<8x6xvector<4xf32>>
// CHECK:         memref.store %{{.*}}, %[[A]][%{{.*}}, %[[I]]] : memref<8x6xvector<4xf32>>
// CHECK:         memref.load %[[A]][%[[I]], %{{.*}}] : memref<8x6xvector<4xf32>>
// CHECK:         %[[W:.*]] = memref.load %[[A]][%{{.*}}, %{{.*}}] : memref<8x6xvector<4xf32>>
// CHECK:         vector.extract %[[W]][%[[C]]] : f32 from vector<4xf32>
// CHECK:         memref.dealloc %[[A]] : memref<8x6xvector<4xf32>>
func.func @whole(%i: index, %c: index, %v: vector<4xf32>, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<8x6x4xf32>
  linalg.fill ins(%f : f32) outs(%a : memref<8x6x4xf32>)
  vector.store %v, %a[%i, %i, %c0] : memref<8x6x4xf32>, vector<4xf32>
  %x = vector.load %a[%i, %i, %c0] : memref<8x6x4xf32>, vector<4xf32>
  affine.for %k = 0 to 6 {
    affine.vector_store %x, %a[%k + 1, symbol(%i), 0] : memref<8x6x4xf32>, vector<4xf32>
    %y = vector.transfer_read %a[%i, %k, %c], %f {in_bounds = [true]} : memref<8x6x4xf32>, vector<4xf32>
    vector.transfer_write %y, %a[%k, %k, %c0] : vector<4xf32>, memref<8x6x4xf32>
  }
  %z = memref.load %a[%i, %c0, %c] : memref<8x6x4xf32>
  memref.dealloc %a : memref<8x6x4xf32>
  return %z : f32
}

// Stores of all elements that stand together become one. Loads between them
// read other memory.
// CHECK-LABEL: func.func @together(
// CHECK-SAME:    %[[G:[^:]*]]: memref<4xf32>, %[[I:[^:]*]]: index
// CHECK:         %[[A:.*]] = memref.alloc() {alignment = 16 : i64} : memref<8xvector<4xf32>>
// CHECK:         %[[X0:.*]] = memref.load %[[G]][%c0]
// CHECK-NOT:     memref.store
// CHECK:         %[[X1:.*]] = memref.load %[[G]][%c1]
// CHECK:         %[[V:.*]] = vector.from_elements %[[X0]], %[[X1]], %[[X1]], %[[X0]] : vector<4xf32>
// CHECK:         memref.store %[[V]], %[[A]][%[[I]]] : memref<8xvector<4xf32>>
// CHECK:         affine.for %[[J:.*]] = 0 to 7
// CHECK:           %[[R:.*]] = affine.apply #{{.*}}(%[[J]])
// CHECK:           memref.store %{{.*}}, %[[A]][%[[R]]] : memref<8xvector<4xf32>>
func.func @together(%g: memref<4xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = memref.alloc() : memref<8x4xf32>
  %x0 = memref.load %g[%c0] : memref<4xf32>
  memref.store %x0, %a[%i, %c3] : memref<8x4xf32>
  memref.store %x0, %a[%i, %c0] : memref<8x4xf32>
  %x1 = memref.load %g[%c1] : memref<4xf32>
  memref.store %x1, %a[%i, %c1] : memref<8x4xf32>
  memref.store %x1, %a[%i, %c2] : memref<8x4xf32>
  affine.for %j = 0 to 7 {
    affine.store %x0, %a[%j + 1, 0] : memref<8x4xf32>
    affine.store %x1, %a[%j + 1, 1] : memref<8x4xf32>
    affine.store %x0, %a[%j + 1, 2] : memref<8x4xf32>
    affine.store %x1, %a[%j + 1, 3] : memref<8x4xf32>
  }
  memref.dealloc %a : memref<8x4xf32>
  return
}

// What callers outside see keeps its type. The alignment of such memory is that
// of its elements.
// CHECK-LABEL: func.func @interface(
// CHECK-SAME:    %[[A:[^:]*]]: memref<8x4xf32>, %[[B:[^:]*]]: memref<8x4xf32>, %[[I:[^:]*]]: index
// CHECK-DAG:     %[[VA:.*]] = vector.type_cast %[[A]] : memref<8x4xf32> to memref<8xvector<4xf32>>
// CHECK-DAG:     %[[VB:.*]] = vector.type_cast %[[B]] : memref<8x4xf32> to memref<8xvector<4xf32>>
// CHECK:         memref.load %[[VA]][%[[I]]] {alignment = 4 : i64} : memref<8xvector<4xf32>>
// CHECK:         memref.store %{{.*}}, %[[VA]][%[[I]]] {alignment = 4 : i64} : memref<8xvector<4xf32>>
// CHECK:         scf.for
// CHECK:           memref.load %[[VA]][%{{.*}}] {alignment = 4 : i64} : memref<8xvector<4xf32>>
// CHECK:           memref.store %{{.*}}, %[[VB]][%{{.*}}] {alignment = 4 : i64} : memref<8xvector<4xf32>>
func.func @interface(%a: memref<8x4xf32>, %b: memref<8x4xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %x = vector.load %a[%i, %c0] : memref<8x4xf32>, vector<4xf32>
  %y = arith.addf %x, %x : vector<4xf32>
  vector.store %y, %a[%i, %c0] : memref<8x4xf32>, vector<4xf32>
  memref.copy %a, %b : memref<8x4xf32> to memref<8x4xf32>
  return
}

// All names of a buffer change together: arguments and results of private
// functions.
// CHECK-LABEL: func.func private @pass(
// CHECK-SAME:    %[[A:[^:]*]]: memref<?xvector<8xi16>>, %[[I:[^:]*]]: index) -> memref<?xvector<8xi16>>
// CHECK:         memref.load %[[A]][%[[I]]] : memref<?xvector<8xi16>>
func.func private @pass(%a: memref<?x8xi16>, %i: index) -> memref<?x8xi16> {
  %c0 = arith.constant 0 : index
  %x = vector.load %a[%i, %c0] : memref<?x8xi16>, vector<8xi16>
  vector.store %x, %a[%c0, %c0] : memref<?x8xi16>, vector<8xi16>
  return %a : memref<?x8xi16>
}
// CHECK-LABEL: func.func @caller(
// CHECK-SAME:    %[[N:[^:]*]]: index
// CHECK:         %[[A:.*]] = memref.alloc(%[[N]]) {alignment = 64 : i64} : memref<?xvector<8xi16>>
// CHECK:         %[[B:.*]] = call @pass(%[[A]], %{{.*}}) : (memref<?xvector<8xi16>>, index) -> memref<?xvector<8xi16>>
// CHECK:         memref.dim %[[B]], %c0 : memref<?xvector<8xi16>>
// CHECK:         %[[EIGHT:.*]] = arith.constant 8 : index
// CHECK:         arith.addi %{{.*}}, %[[EIGHT]]
func.func @caller(%n: index, %i: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n) {alignment = 64 : i64} : memref<?x8xi16>
  %b = func.call @pass(%a, %i) : (memref<?x8xi16>, index) -> memref<?x8xi16>
  %d0 = memref.dim %b, %c0 : memref<?x8xi16>
  %d1 = memref.dim %b, %c1 : memref<?x8xi16>
  %d = arith.addi %d0, %d1 : index
  memref.dealloc %a : memref<?x8xi16>
  return %d : index
}

// Left alone: three elements are padded in a vector, i1 is packed, and nothing
// accesses whole vectors here.
// CHECK-LABEL: func.func @left(
// CHECK:         memref.alloc() : memref<8x3xf32>
// CHECK:         memref.alloc() : memref<8x4xi1>
// CHECK:         memref.alloc() : memref<8x4xf32>
func.func @left(%i: index, %v: vector<3xf32>, %w: vector<4xi1>) -> f32 {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<8x3xf32>
  %b = memref.alloc() : memref<8x4xi1>
  %c = memref.alloc() : memref<8x4xf32>
  vector.store %v, %a[%i, %c0] : memref<8x3xf32>, vector<3xf32>
  vector.store %w, %b[%i, %c0] : memref<8x4xi1>, vector<4xi1>
  %x = memref.load %c[%i, %i] : memref<8x4xf32>
  memref.dealloc %a : memref<8x3xf32>
  memref.dealloc %b : memref<8x4xi1>
  memref.dealloc %c : memref<8x4xf32>
  return %x : f32
}

// Memory of a device is allocated with another type, too.
// CHECK-LABEL: func.func @device(
// CHECK:         gpu.alloc host_shared () : memref<8xvector<4xf32>>
// CHECK:         memref.load %{{.*}} : memref<8xvector<4xf32>>
func.func @device(%i: index) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %a = gpu.alloc host_shared () : memref<8x4xf32>
  %v = vector.load %a[%i, %c0] : memref<8x4xf32>, vector<4xf32>
  gpu.dealloc %a : memref<8x4xf32>
  return %v : vector<4xf32>
}
