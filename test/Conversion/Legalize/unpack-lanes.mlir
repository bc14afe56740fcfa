// RUN: layout-opt %s --layout-legalize=only=lanes | FileCheck %s

// CHECK-LABEL: @store
// CHECK-SAME:    (%[[A:.*]]: memref<?xi65>, %[[I:.*]]: index, %[[V:.*]]: vector<4xi65>)
// CHECK:         scf.for %[[L:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK:           %[[J:.*]] = affine.apply #{{.*}}(%[[L]])[%[[I]]]
// CHECK:           %[[X:.*]] = vector.extract %[[V]][%[[L]]]
// CHECK:           memref.store %[[X]], %[[A]][%[[J]]]
func.func @store(%a: memref<?xi65>, %i: index, %v: vector<4xi65>) {
  vector.store %v, %a[%i] : memref<?xi65>, vector<4xi65>
  return
}

// CHECK-LABEL: @every_width
// CHECK-COUNT-9: scf.for
// CHECK-NOT:     scf.for
// CHECK-NOT:     vector.load
func.func @every_width(%i1: memref<8xi1>, %i7: memref<8xi7>, %i12: memref<8xi12>, %i24: memref<8xi24>,
                       %i65: memref<8xi65>, %i192: memref<8xi192>, %f4: memref<8xf4E2M1FN>,
                       %f6: memref<8xf6E3M2FN>, %f80: memref<8xf80>) {
  %c0 = arith.constant 0 : index
  %1 = vector.load %i1[%c0] : memref<8xi1>, vector<4xi1>
  %7 = vector.load %i7[%c0] : memref<8xi7>, vector<4xi7>
  %12 = vector.load %i12[%c0] : memref<8xi12>, vector<4xi12>
  %24 = vector.load %i24[%c0] : memref<8xi24>, vector<4xi24>
  %65 = vector.load %i65[%c0] : memref<8xi65>, vector<4xi65>
  %192 = vector.load %i192[%c0] : memref<8xi192>, vector<4xi192>
  %fp4 = vector.load %f4[%c0] : memref<8xf4E2M1FN>, vector<4xf4E2M1FN>
  %fp6 = vector.load %f6[%c0] : memref<8xf6E3M2FN>, vector<4xf6E3M2FN>
  %fp80 = vector.load %f80[%c0] : memref<8xf80>, vector<4xf80>
  return
}

// What lies alike is accessed as it was; so are buffers whose elements are vectors.
// CHECK-LABEL: @alike
// CHECK-NOT:     scf.for
func.func @alike(%i8: memref<8xi8>, %i128: memref<8xi128>, %f16: memref<8xf16>, %n: memref<8xindex>,
                 %v: memref<8xvector<4xi4>>) {
  %c0 = arith.constant 0 : index
  %8 = vector.load %i8[%c0] : memref<8xi8>, vector<4xi8>
  %128 = vector.load %i128[%c0] : memref<8xi128>, vector<4xi128>
  %16 = vector.load %f16[%c0] : memref<8xf16>, vector<4xf16>
  %index = vector.load %n[%c0] : memref<8xindex>, vector<4xindex>
  %vectors = vector.load %v[%c0] : memref<8xvector<4xi4>>, vector<4xi4>
  %one = memref.load %v[%c0] : memref<8xvector<4xi4>>
  %0 = vector.type_cast %i8 : memref<8xi8> to memref<vector<8xi8>>
  return
}
