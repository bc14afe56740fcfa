// RUN: layout-opt %s --layout-legalize=only=vectors | FileCheck %s
// RUN: layout-opt %s --layout-legalize=only=contractions | FileCheck %s --check-prefix=ARITH
// RUN: layout-opt %s --layout-compile="contract" -o /dev/null
// RUN: layout-opt %s --layout-legalize=only=vectors | FileCheck %s --check-prefix=NONE --implicit-check-not=vector.mask --implicit-check-not=vector.scan
// NONE: func

// CHECK-LABEL: @masked_read
// CHECK: vector.transfer_read %{{.*}}, %{{.*}}, %{{.*}} {in_bounds = [true, true]} : memref<?x?xf32>, vector<4x8xf32>
// ARITH-LABEL: @masked_read
// ARITH: vector.transfer_read %{{.*}}, %{{.*}}, %{{.*}} {in_bounds
func.func @masked_read(%m: memref<?x?xf32>, %i: index, %k: vector<4x8xi1>) -> vector<4x8xf32> {
  %z = arith.constant 5.0 : f32
  %r = vector.mask %k { vector.transfer_read %m[%i, %i], %z {in_bounds = [true, true]} : memref<?x?xf32>, vector<4x8xf32> } : vector<4x8xi1> -> vector<4x8xf32>
  return %r : vector<4x8xf32>
}

// A mask is as the buffer lies, the passthru as the vector does.
// CHECK-LABEL: @permuted_passthru
// CHECK: %[[READ:.*]] = vector.transfer_read
// CHECK: %[[WIDE:.*]] = vector.broadcast %arg2 : vector<4x8xi1> to vector<3x4x8xi1>
// CHECK: %[[LANES:.*]] = vector.transpose %[[WIDE]], [2, 0, 1] : vector<3x4x8xi1> to vector<8x3x4xi1>
// CHECK: arith.select %[[LANES]], %[[READ]], %arg3
func.func @permuted_passthru(%m: memref<?x?xf32>, %i: index, %k: vector<4x8xi1>, %p: vector<8x3x4xf32>) -> vector<8x3x4xf32> {
  %z = arith.constant 5.0 : f32
  %r = vector.mask %k, %p { vector.transfer_read %m[%i, %i], %z {in_bounds = [true, true, true], permutation_map = affine_map<(i, j) -> (j, 0, i)>} : memref<?x?xf32>, vector<8x3x4xf32> } : vector<4x8xi1> -> vector<8x3x4xf32>
  return %r : vector<8x3x4xf32>
}

// Operands are extended as a whole; a step of the reduction is one product.
// CHECK-LABEL: @contract
// CHECK: %[[A:.*]] = arith.extf %arg0 : vector<4x2xbf16> to vector<4x2xf32>
// CHECK: vector.transpose %[[A]], [1, 0]
// CHECK: arith.extf %arg1 : vector<2x8xbf16> to vector<2x8xf32>
// CHECK-COUNT-2: arith.mulf {{.*}} : vector<4x8xf32>
// CHECK-NOT: arith.mulf
// ARITH-LABEL: @contract
// ARITH-NOT: vector.contract
// ARITH: return
#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @contract(%a: vector<4x2xbf16>, %b: vector<2x8xbf16>, %c: vector<4x8xf32>) -> vector<4x8xf32> {
  %r = vector.contract {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<4x2xbf16>, vector<2x8xbf16> into vector<4x8xf32>
  return %r : vector<4x8xf32>
}

// A dot product is one reduction.
// CHECK-LABEL: @dot
// CHECK: arith.muli {{.*}} : vector<16xi32>
// CHECK-NEXT: vector.reduction <maxsi>, %{{.*}}, %arg2 : vector<16xi32> into i32
func.func @dot(%a: vector<16xi8>, %b: vector<16xi8>, %c: i32) -> i32 {
  %r = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<maxsi>} %a, %b, %c : vector<16xi8>, vector<16xi8> into i32
  return %r : i32
}

// Rows have addresses of their own, of which the alignment is not known.
// CHECK-LABEL: @rows
// CHECK: vector.load %arg0[%arg1, %arg1] {alignment = 64 : i64} : memref<?x?xf32>, vector<4xf32>
// CHECK: %[[I:.*]] = arith.addi %arg1, %c1
// CHECK: vector.load %arg0[%[[I]], %arg1] : memref<?x?xf32>, vector<4xf32>
func.func @rows(%m: memref<?x?xf32>, %i: index) -> vector<2x4xf32> {
  %r = vector.load %m[%i, %i] {alignment = 64 : i64} : memref<?x?xf32>, vector<2x4xf32>
  return %r : vector<2x4xf32>
}

// The mask gets its extents of 1 where the buffer's dimensions are.
// CHECK-LABEL: @skipped_write
// CHECK: %[[V:.*]] = vector.broadcast %arg2 : vector<4x2xf32> to vector<1x4x2xf32>
// CHECK: %[[K:.*]] = vector.shape_cast %arg3 : vector<2x4xi1> to vector<2x1x4xi1>
// CHECK: vector.transfer_write %[[V]], %arg0[%arg1, %arg1, %arg1], %[[K]] {in_bounds = [true, false, true], permutation_map = #{{.*}}} : vector<1x4x2xf32>
func.func @skipped_write(%m: memref<?x?x?xf32>, %i: index, %v: vector<4x2xf32>, %k: vector<2x4xi1>) {
  vector.transfer_write %v, %m[%i, %i, %i], %k {in_bounds = [false, true], permutation_map = affine_map<(i, j, k) -> (k, i)>} : vector<4x2xf32>, memref<?x?x?xf32>
  return
}

// CHECK-LABEL: @skipped_read
// CHECK: %[[R:.*]] = vector.transfer_read %arg0[%arg1, %arg1, %arg1], %{{.*}}, %arg2 {in_bounds = [true, false], permutation_map = #{{.*}}} : memref<?x?x?xf32>, vector<2x4xf32>
// CHECK: vector.transpose %[[R]], [1, 0] : vector<2x4xf32> to vector<4x2xf32>
func.func @skipped_read(%m: memref<?x?x?xf32>, %i: index, %k: vector<2x4xi1>) -> vector<4x2xf32> {
  %z = arith.constant 5.0 : f32
  %r = vector.transfer_read %m[%i, %i, %i], %z, %k {in_bounds = [false, true], permutation_map = affine_map<(i, j, k) -> (k, i)>} : memref<?x?x?xf32>, vector<4x2xf32>
  return %r : vector<4x2xf32>
}

// Nothing is between the dimensions of the buffer that these move along.
// CHECK-LABEL: @skipped_around
// CHECK-NOT: vector.shape_cast
// CHECK-NOT: vector.transpose
// CHECK: return
func.func @skipped_around(%m: memref<?x?x?xf32>, %i: index, %k: vector<2x4xi1>) -> vector<4x2xf32> {
  %z = arith.constant 5.0 : f32
  %r = vector.transfer_read %m[%i, %i, %i], %z, %k {permutation_map = affine_map<(i, j, k) -> (k, j)>} : memref<?x?x?xf32>, vector<4x2xf32>
  vector.transfer_write %r, %m[%i, %i, %i], %k {permutation_map = affine_map<(i, j, k) -> (k, j)>} : vector<4x2xf32>, memref<?x?x?xf32>
  return %r : vector<4x2xf32>
}

// CHECK-LABEL: @affine_rows
// CHECK-COUNT-2: vector.store {{.*}} : memref<8x16xf32>, vector<4xf32>
func.func @affine_rows(%m: memref<8x16xf32>, %v: vector<2x4xf32>) {
  affine.for %i = 0 to 4 {
    affine.vector_store %v, %m[%i * 2, 4] : memref<8x16xf32>, vector<2x4xf32>
  }
  return
}

// CHECK-LABEL: @deinterleave
// CHECK: vector.deinterleave %{{.*}} : vector<6xi64> -> vector<3xi64>
func.func @deinterleave(%v: vector<6xindex>) -> (vector<3xindex>, vector<3xindex>) {
  %a, %b = vector.deinterleave %v : vector<6xindex> -> vector<3xindex>
  return %a, %b : vector<3xindex>, vector<3xindex>
}

// CHECK-LABEL: @deinterleave_floats
// CHECK: %[[BITS:.*]] = arith.bitcast %arg0 : vector<2x6xf6E2M3FN> to vector<2x6xi6>
// CHECK: %[[A:.*]], %[[B:.*]] = vector.deinterleave %[[BITS]] : vector<2x6xi6> -> vector<2x3xi6>
// CHECK-DAG: arith.bitcast %[[A]] : vector<2x3xi6> to vector<2x3xf6E2M3FN>
// CHECK-DAG: arith.bitcast %[[B]] : vector<2x3xi6> to vector<2x3xf6E2M3FN>
func.func @deinterleave_floats(%v: vector<2x6xf6E2M3FN>) -> (vector<2x3xf6E2M3FN>, vector<2x3xf6E2M3FN>) {
  %a, %b = vector.deinterleave %v : vector<2x6xf6E2M3FN> -> vector<2x3xf6E2M3FN>
  return %a, %b : vector<2x3xf6E2M3FN>, vector<2x3xf6E2M3FN>
}

// Vectors of scalable length are left alone.
// CHECK-LABEL: @scalable
// CHECK: vector.contract
func.func @scalable(%a: vector<[4]xf32>, %b: vector<[4]xf32>, %c: f32) -> f32 {
  %r = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<[4]xf32>, vector<[4]xf32> into f32
  return %r : f32
}
