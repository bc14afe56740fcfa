// Forms of vector accesses that are no transfers.
// RUN: layout-opt %s -layout-apply -canonicalize -split-input-file | FileCheck %s

// Masked accesses of tiles are masked transfers of tiles; what is not read is
// selected. Two dimensions are two rows.
#tile = #layout.buffer<index_map<(i, j) -> (j floordiv 4, i, j mod 4)>>
// CHECK-LABEL: func.func @masked(
// CHECK-SAME:    %[[A:[^:]*]]: memref<2x8x4xf32>{{.*}}, %[[M:[^:]*]]: vector<2x4xi1>, %[[P:[^:]*]]: vector<2x4xf32>
func.func @masked(%a: memref<8x8xf32, #tile>, %m: vector<2x4xi1>, %p: vector<2x4xf32>) -> vector<2x4xf32> {
  %four = arith.constant 4 : index
  // CHECK: %[[FLAT:.*]] = vector.shape_cast %[[M]] : vector<2x4xi1> to vector<8xi1>
  // CHECK: %[[M0:.*]] = vector.extract_strided_slice %[[FLAT]] {offsets = [0]
  // CHECK: vector.transfer_read %[[A]][%c1, %c4, %c0], %{{.*}}, %[[M0]] {in_bounds = [true]}
  // CHECK: %[[M1:.*]] = vector.extract_strided_slice %[[FLAT]] {offsets = [4]
  // CHECK: vector.transfer_read %[[A]][%c1, %c5, %c0], %{{.*}}, %[[M1]] {in_bounds = [true]}
  // CHECK: arith.select %[[M]], %{{.*}}, %[[P]] : vector<2x4xi1>, vector<2x4xf32>
  %x = vector.maskedload %a[%four, %four], %m, %p : memref<8x8xf32, #tile>, vector<2x4xi1>, vector<2x4xf32> into vector<2x4xf32>
  return %x : vector<2x4xf32>
}

// -----

// A gather stays a loop of its lanes; the index vector counts along the
// innermost logical dimension.
#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK-LABEL: func.func @gather(
// CHECK-SAME:    %[[I:[^:]*]]: index, %[[X:[^:]*]]: vector<2x3xi32>
func.func @gather(%a: memref<16xf32, #tile>, %i: index, %x: vector<2x3xi32>, %m: vector<2x3xi1>, %p: vector<2x3xf32>) -> vector<2x3xf32> {
  // CHECK: %[[FLAT:.*]] = vector.shape_cast %[[X]] : vector<2x3xi32> to vector<6xi32>
  // CHECK: scf.for %[[LANE:.*]] = %c0 to %c6
  // CHECK: %[[O:.*]] = vector.extract %[[FLAT]][%[[LANE]]]
  // CHECK: %[[C:.*]] = arith.index_cast %[[O]] : i32 to index
  // CHECK: arith.addi %[[I]], %[[C]]
  // CHECK: scf.if
  // CHECK: memref.load
  %v = vector.gather %a[%i][%x], %m, %p : memref<16xf32, #tile>, vector<2x3xi32>, vector<2x3xi1>, vector<2x3xf32> into vector<2x3xf32>
  return %v : vector<2x3xf32>
}

// -----

// vector.mask gives its mask to the op in it.
#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<1.0 : f32>>
// CHECK-LABEL: func.func @mask_region(
// CHECK-SAME:    "readwrite"
// CHECK-SAME:    %[[M:[^:]*]]: vector<4xi1>, %[[P:[^:]*]]: vector<4xf32>
func.func @mask_region(%a: memref<14xf32, #tile>, %m: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %z = arith.constant 0.0 : f32
  %zero = arith.constant 0 : index
  // CHECK-NOT: vector.mask
  // CHECK: %[[V:.*]] = vector.transfer_read %{{.*}}[%c0, %c0], %{{.*}}, %[[M]]
  // CHECK: arith.select %[[M]], %[[V]], %[[P]]
  %v = vector.mask %m, %p { vector.transfer_read %a[%zero], %z {in_bounds = [true]} : memref<14xf32, #tile>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  // CHECK: vector.transfer_write %[[P]], %{{.*}}[%c0, %c0], %[[M]]
  vector.mask %m { vector.transfer_write %p, %a[%zero] {in_bounds = [true]} : vector<4xf32>, memref<14xf32, #tile> } : vector<4xi1>
  return %v : vector<4xf32>
}

// -----

// The pad of a local buffer is written outside of the vector.mask that writes
// the data.
#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<9.0 : f32>>
// CHECK-LABEL: func.func @stage_behind_mask(
// CHECK: vector.transfer_write
// CHECK: affine.store
// CHECK: memref.load
func.func @stage_behind_mask(%n: index, %p: vector<6xf32>, %m: vector<6xi1>) -> f32 {
  %zero = arith.constant 0 : index
  %a = memref.alloc() : memref<6xf32, #tile>
  vector.mask %m { vector.transfer_write %p, %a[%zero] {in_bounds = [true]} : vector<6xf32>, memref<6xf32, #tile> } : vector<6xi1>
  %y = memref.load %a[%n] : memref<6xf32, #tile>
  memref.dealloc %a : memref<6xf32, #tile>
  return %y : f32
}

// -----

// Both masks count.
#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK-LABEL: func.func @masked_gather(
// CHECK-SAME:    %[[M:[^:]*]]: vector<4xi1>, %[[N:[^:]*]]: vector<4xi1>
func.func @masked_gather(%a: memref<16xf32, #tile>, %i: index, %x: vector<4xindex>, %m: vector<4xi1>, %n: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  // CHECK-NOT: vector.mask
  // CHECK: %[[BOTH:.*]] = arith.andi %[[M]], %[[N]] : vector<4xi1>
  // CHECK: scf.for
  // CHECK: vector.extract %[[BOTH]]
  %v = vector.mask %n { vector.gather %a[%i][%x], %m, %p : memref<16xf32, #tile>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %v : vector<4xf32>
}
