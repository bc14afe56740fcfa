// Accesses to neighbours stay one access to the flat buffer.
// RUN: layout-opt %s --split-input-file --layout-flatten --canonicalize | FileCheck %s
// RUN: layout-opt %s --split-input-file --layout-flatten --remarks-filter=layout 2>&1 | FileCheck %s --check-prefix=REMARK

// One axis in each group: nothing changes; what is transposed is read by rows.
#alone = #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[1]>>
// CHECK-LABEL: func.func @alone(
// CHECK-SAME:    %[[A:.*]]: memref<4x16xf32>, %[[I:.*]]: index, %[[J:.*]]: index
// CHECK-NOT:     scf.for
// CHECK:         vector.transfer_read %[[A]][%[[I]], %[[J]]], %{{.*}} {in_bounds = [true]} : memref<4x16xf32>, vector<4xf32>
// CHECK:         vector.transfer_read %[[A]][%[[I]], %[[J]]], %{{.*}} {in_bounds = [false, true]} : memref<4x16xf32>, vector<4x4xf32>
// CHECK:         vector.transfer_read %[[A]][%[[I]], %[[J]]], %{{.*}}, %{{.*}} {in_bounds = [true]} : memref<4x16xf32>, vector<4xf32>
// CHECK:         vector.transfer_read %[[A]][%{{.*}}, %[[J]]], %{{.*}}, %{{.*}} {in_bounds = [true]} : memref<4x16xf32>, vector<4xf32>
// CHECK:         vector.transpose %{{.*}}, [1, 0]
// CHECK:         vector.transfer_read %[[A]][%[[I]], %[[J]]], %{{.*}} : memref<4x16xf32>, vector<f32>
func.func @alone(%a: memref<4x16xf32, #alone>, %i: index, %j: index) -> (vector<4xf32>, vector<4x4xf32>, vector<4x2xf32>, vector<f32>) {
  %z = arith.constant 7.0 : f32
  %u = vector.transfer_read %a[%i, %j], %z {in_bounds = [true]} : memref<4x16xf32, #alone>, vector<4xf32>
  %v = vector.transfer_read %a[%i, %j], %z {in_bounds = [false, true]} : memref<4x16xf32, #alone>, vector<4x4xf32>
  %w = vector.transfer_read %a[%i, %j], %z {permutation_map = affine_map<(i, j) -> (j, i)>} : memref<4x16xf32, #alone>, vector<4x2xf32>
  %x = vector.transfer_read %a[%i, %j], %z : memref<4x16xf32, #alone>, vector<f32>
  return %u, %v, %w, %x : vector<4xf32>, vector<4x4xf32>, vector<4x2xf32>, vector<f32>
}

// -----

// Along the innermost axes of two groups: one access to flat axes.
// CHECK-DAG: #[[OUTER:.*]] = affine_map<()[s0, s1] -> (s0 * 3 + s1)>
// CHECK-DAG: #[[INNER:.*]] = affine_map<()[s0, s1] -> (s0 * 8 + s1)>
#pairs = #layout.buffer<index_map<(i, j, k, l) -> (i, j, k, l)>, axis_separator<[2]>>
// CHECK-LABEL: func.func @pairs(
// CHECK-SAME:    %[[A:.*]]: memref<2x3x4x8xf32>, %[[V:.*]]: vector<2x4xf32>, %[[I:.*]]: index, %[[J:.*]]: index
// CHECK:         %[[F:.*]] = memref.collapse_shape %[[A]] {{\[}}[0, 1], [2, 3]]
// CHECK:         %[[P:.*]] = affine.apply #[[OUTER]]()[%[[I]], %[[J]]]
// CHECK:         %[[Q:.*]] = affine.apply #[[INNER]]()[%[[I]], %[[J]]]
// CHECK:         vector.transfer_write %[[V]], %[[F]][%[[P]], %[[Q]]] {in_bounds = [true, true]} : vector<2x4xf32>, memref<6x32xf32>
func.func @pairs(%a: memref<2x3x4x8xf32, #pairs>, %v: vector<2x4xf32>, %i: index, %j: index) {
  vector.transfer_write %v, %a[%i, %j, %i, %j] {in_bounds = [true, true], permutation_map = affine_map<(i, j, k, l) -> (j, l)>} : vector<2x4xf32>, memref<2x3x4x8xf32, #pairs>
  return
}

// A mask goes with each row.
// CHECK-LABEL: func.func @masked(
// CHECK-SAME:    %[[M:[^:]*]]: vector<2x4xi1>
// CHECK:         %[[N:.*]] = vector.shape_cast %[[M]]
// CHECK:         %[[N0:.*]] = vector.extract_strided_slice %[[N]] {offsets = [0]
// CHECK:         vector.transfer_read %{{.*}}, %{{.*}}, %[[N0]] {in_bounds = [true]} : memref<6x32xf32>, vector<4xf32>
// CHECK:         %[[N1:.*]] = vector.extract_strided_slice %[[N]] {offsets = [4]
// CHECK:         vector.transfer_read %{{.*}}, %{{.*}}, %[[N1]] {in_bounds = [true]} : memref<6x32xf32>, vector<4xf32>
func.func @masked(%a: memref<2x3x4x8xf32, #pairs>, %m: vector<2x4xi1>, %i: index) -> vector<2x4xf32> {
  %z = arith.constant 7.0 : f32
  %v = vector.transfer_read %a[%i, %i, %i, %i], %z, %m {in_bounds = [true, true]} : memref<2x3x4x8xf32, #pairs>, vector<2x4xf32>
  return %v : vector<2x4xf32>
}

// -----

// Forms of one dimension.
// CHECK-LABEL: func.func @forms(
// CHECK-NOT:     scf.
// CHECK:         vector.load %{{.*}} : memref<24xf32>, vector<4xf32>
// CHECK:         vector.store %{{.*}} : memref<24xf32>, vector<4xf32>
// CHECK:         vector.maskedload %{{.*}} : memref<24xf32>
// CHECK:         vector.maskedstore %{{.*}} : memref<24xf32>
// CHECK:         vector.gather %{{.*}} : memref<24xf32>
// CHECK:         vector.scatter %{{.*}} : memref<24xf32>
// CHECK:         vector.expandload %{{.*}} : memref<24xf32>
// CHECK:         vector.compressstore %{{.*}} : memref<24xf32>
// CHECK:         vector.transfer_read %{{.*}}, %{{.*}}, %{{.*}} {in_bounds = [true]} : memref<24xf32>, vector<4xf32>
// CHECK:         return
#flat = #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[]>>
func.func @forms(%a: memref<3x8xf32, #flat>, %i: index, %m: vector<4xi1>, %x: vector<4xi32>) -> vector<4xf32> {
  %z = arith.constant 7.0 : f32
  %u = affine.vector_load %a[symbol(%i) + 1, 2] : memref<3x8xf32, #flat>, vector<4xf32>
  affine.vector_store %u, %a[symbol(%i), 3] : memref<3x8xf32, #flat>, vector<4xf32>
  %v = vector.maskedload %a[%i, %i], %m, %u : memref<3x8xf32, #flat>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %a[%i, %i], %m, %v : memref<3x8xf32, #flat>, vector<4xi1>, vector<4xf32>
  %w = vector.gather %a[%i, %i][%x], %m, %v : memref<3x8xf32, #flat>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %a[%i, %i][%x], %m, %w : memref<3x8xf32, #flat>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  %p = vector.expandload %a[%i, %i], %m, %w : memref<3x8xf32, #flat>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %a[%i, %i], %m, %p : memref<3x8xf32, #flat>, vector<4xi1>, vector<4xf32>
  %q = vector.mask %m { vector.transfer_read %a[%i, %i], %z {in_bounds = [true]} : memref<3x8xf32, #flat>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %q : vector<4xf32>
}

// Rows of one group: whole ones are one access, parts one each.
// CHECK-LABEL: func.func @rows(
// CHECK-NOT:     scf.
// CHECK:         %[[W:.*]] = vector.transfer_read %[[F:.*]][%{{.*}}], %{{.*}} {in_bounds = [true]} : memref<24xf32>, vector<16xf32>
// CHECK:         vector.shape_cast %[[W]]
// CHECK:         vector.transfer_read %[[F]][%{{.*}}], %{{.*}} {in_bounds = [true]} : memref<24xf32>, vector<4xf32>
// CHECK:         vector.transfer_read %[[F]][%{{.*}}], %{{.*}} {in_bounds = [true]} : memref<24xf32>, vector<4xf32>
// CHECK-NOT:     vector.transfer_read
// CHECK:         return
func.func @rows(%a: memref<3x8xf32, #flat>, %i: index) -> (vector<2x8xf32>, vector<2x4xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 7.0 : f32
  // REMARK-NOT: flatten-vectors.mlir:[[# @LINE + 1]]:{{.*}}layout-flatten
  %u = vector.transfer_read %a[%i, %c0], %z {in_bounds = [true, true]} : memref<3x8xf32, #flat>, vector<2x8xf32>
  // REMARK: flatten-vectors.mlir:[[# @LINE + 1]]:8: remark: [Passed] layout-flatten/split-access | Category:layout | Remark="an access to 8 lanes became 2 accesses"
  %v = vector.transfer_read %a[%i, %i], %z {in_bounds = [true, true]} : memref<3x8xf32, #flat>, vector<2x4xf32>
  return %u, %v : vector<2x8xf32>, vector<2x4xf32>
}

// The end of an axis inside of a group is in the mask.
// CHECK-LABEL: func.func @padded(
// CHECK-SAME:    %{{.*}}: memref<3x8xf32>, %[[I:.*]]: index
// CHECK:         %[[N:.*]] = arith.subi %c8, %[[I]]
// CHECK:         %[[M:.*]] = vector.create_mask %[[N]] : vector<4xi1>
// CHECK:         vector.transfer_read %{{.*}}, %{{.*}}, %[[M]] {in_bounds = [true]} : memref<24xf32>, vector<4xf32>
// CHECK-COUNT-2: vector.transfer_read %{{.*}} : memref<24xf32>, vector<10xf32>
// CHECK-NOT:     vector.transfer_read
// CHECK:         return
func.func @padded(%a: memref<3x8xf32, #flat>, %i: index) -> (vector<4xf32>, vector<2x10xf32>) {
  %z = arith.constant 7.0 : f32
  %u = vector.transfer_read %a[%i, %i], %z : memref<3x8xf32, #flat>, vector<4xf32>
  // Of lanes that may be outside, some are where others are.
  %v = vector.transfer_read %a[%i, %i], %z : memref<3x8xf32, #flat>, vector<2x10xf32>
  return %u, %v : vector<4xf32>, vector<2x10xf32>
}

// Only what has no neighbours is scalar.
// CHECK-LABEL: func.func @column(
// CHECK:         scf.for
// CHECK:           memref.load %{{.*}} : memref<24xf32>
func.func @column(%a: memref<3x8xf32, #flat>, %i: index) -> vector<3xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 7.0 : f32
  // REMARK: flatten-vectors.mlir:[[# @LINE + 1]]:8: remark: [Missed] layout-flatten/scattered-access | Category:layout | Remark="no two lanes are adjacent in the innermost physical dimension, so each is accessed alone; vectorize along that dimension"
  %u = vector.transfer_read %a[%c0, %i], %z {in_bounds = [true], permutation_map = affine_map<(i, j) -> (i)>} : memref<3x8xf32, #flat>, vector<3xf32>
  return %u : vector<3xf32>
}

// Dynamic extents: where that of a row is known, rows are joined.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME:    %[[A:[^:]*]]: memref<?x4xf32>, %[[B:[^:]*]]: memref<?x?xf32>, %[[I:[^:]*]]: index
// CHECK-DAG:     %[[G:.*]] = memref.collapse_shape %[[B]] {{.*}} into memref<?xf32>
// CHECK-DAG:     %[[F:.*]] = memref.collapse_shape %[[A]] {{.*}} into memref<?xf32>
// CHECK:         %[[O:.*]] = arith.muli %[[I]], %c4
// CHECK:         vector.transfer_read %[[F]][%[[O]]], %{{.*}} {in_bounds = [true]} : memref<?xf32>, vector<8xf32>
// CHECK-NOT:     vector.transfer_read
// CHECK:         vector.transfer_read %[[G]][%{{.*}}], %{{.*}} {in_bounds = [true]} : memref<?xf32>, vector<4xf32>
// CHECK:         vector.transfer_read %[[G]][%{{.*}}], %{{.*}} {in_bounds = [true]} : memref<?xf32>, vector<4xf32>
// CHECK-NOT:     vector.transfer_read
// CHECK:         return
func.func @dynamic(%a: memref<?x4xf32, #flat>, %b: memref<?x?xf32, #flat>, %i: index) -> (vector<2x4xf32>, vector<2x4xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 7.0 : f32
  %u = vector.transfer_read %a[%i, %c0], %z {in_bounds = [true, true]} : memref<?x4xf32, #flat>, vector<2x4xf32>
  %v = vector.transfer_read %b[%i, %c0], %z {in_bounds = [true, true]} : memref<?x?xf32, #flat>, vector<2x4xf32>
  return %u, %v : vector<2x4xf32>, vector<2x4xf32>
}

// Kernels have no masked or indexed accesses of their own.
// CHECK-LABEL: gpu.func @kernel(
// CHECK:         vector.transfer_read %{{.*}}, %{{.*}}, %{{.*}} {in_bounds = [true]} : memref<24xf32>, vector<4xf32>
// CHECK-NOT:     vector.gather
// CHECK:         scf.for
gpu.module @kernels {
  gpu.func @kernel(%a: memref<3x8xf32, #flat>, %o: memref<4xf32>, %i: index, %m: vector<4xi1>, %x: vector<4xi32>, %p: vector<4xf32>) kernel {
    %c0 = arith.constant 0 : index
    %v = vector.maskedload %a[%i, %i], %m, %p : memref<3x8xf32, #flat>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    %w = vector.gather %a[%i, %i][%x], %m, %v : memref<3x8xf32, #flat>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.store %w, %o[%c0] : memref<4xf32>, vector<4xf32>
    gpu.return
  }
}
