// Vectors of a laid-out buffer: lanes that lie side by side in the innermost
// physical dimension are one access.
// RUN: layout-opt %s -layout-apply -canonicalize -split-input-file | FileCheck %s

// A whole tile. The step of the loop says that it starts one.
#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK-DAG: #[[BY4:.*]] = affine_map<(d0) -> (d0 floordiv 4)>
// CHECK-LABEL: func.func @whole_tile(
// CHECK-SAME:    %[[A:[^:]*]]: memref<4x4xf32>
func.func @whole_tile(%a: memref<16xf32, #tile>, %b: memref<16xf32, #tile>) {
  %z = arith.constant 0.0 : f32
  // CHECK: affine.for %[[I:.*]] = 0 to 16 step 4
  affine.for %i = 0 to 16 step 4 {
    // CHECK-NEXT: %[[T:.*]] = affine.apply #[[BY4]](%[[I]])
    // CHECK-NEXT: %[[V:.*]] = vector.transfer_read %[[A]][%[[T]], %c0], %{{.*}} {in_bounds = [true]} : memref<4x4xf32>, vector<4xf32>
    %v = vector.transfer_read %a[%i], %z {in_bounds = [true]} : memref<16xf32, #tile>, vector<4xf32>
    // CHECK-NEXT: %[[T2:.*]] = affine.apply #[[BY4]](%[[I]])
    // CHECK-NEXT: vector.transfer_write %[[V]], %{{.*}}[%[[T2]], %c0] {in_bounds = [true]} : vector<4xf32>, memref<4x4xf32>
    vector.transfer_write %v, %b[%i] {in_bounds = [true]} : vector<4xf32>, memref<16xf32, #tile>
    // CHECK-NEXT: }
  }
  return
}

// -----

// Halves of tiles. That nothing is out of bounds follows from the loop.
#tile = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>>
// CHECK-LABEL: func.func @half_tile(
// CHECK-SAME:    %[[A:[^:]*]]: memref<3x8xf32>
func.func @half_tile(%a: memref<24xf32, #tile>) -> vector<4xf32> {
  %zero = arith.constant 0 : index
  %two = arith.constant 2 : index
  %five = arith.constant 5 : index
  %four = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  %init = arith.constant dense<0.0> : vector<4xf32>
  // CHECK: scf.for
  %sum = scf.for %i = %zero to %five step %two iter_args(%s = %init) -> (vector<4xf32>) {
    %i4 = arith.muli %i, %four : index
    // CHECK: %[[V:.*]] = vector.transfer_read %[[A]][%{{.*}}, %{{.*}}], %{{.*}} {in_bounds = [true]} : memref<3x8xf32>, vector<4xf32>
    // CHECK-NOT: mask
    %v = vector.transfer_read %a[%i4], %z : memref<24xf32, #tile>, vector<4xf32>
    %t = arith.addf %s, %v : vector<4xf32>
    scf.yield %t : vector<4xf32>
  }
  return %sum : vector<4xf32>
}

// -----

// Across tiles, at a known offset: the fewest pieces; a piece of one lane is a
// scalar.
#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK-LABEL: func.func @crossing(
// CHECK-SAME:    %[[A:[^:]*]]: memref<5x4xf32>
func.func @crossing(%a: memref<20xf32, #tile>) -> vector<9xf32> {
  %z = arith.constant 0.0 : f32
  %two = arith.constant 2 : index
  // CHECK-DAG: %[[P0:.*]] = vector.transfer_read %[[A]][%c0, %c2], %{{.*}} {in_bounds = [true]} : memref<5x4xf32>, vector<2xf32>
  // CHECK-DAG: vector.insert_strided_slice %[[P0]], %{{.*}} {offsets = [0], strides = [1]} : vector<2xf32> into vector<9xf32>
  // CHECK-DAG: %[[P1:.*]] = vector.transfer_read %[[A]][%c1, %c0], %{{.*}} {in_bounds = [true]} : memref<5x4xf32>, vector<4xf32>
  // CHECK-DAG: vector.insert_strided_slice %[[P1]], %{{.*}} {offsets = [2], strides = [1]} : vector<4xf32> into vector<9xf32>
  // CHECK-DAG: %[[P2:.*]] = vector.transfer_read %[[A]][%c2, %c0], %{{.*}} {in_bounds = [true]} : memref<5x4xf32>, vector<3xf32>
  // CHECK-DAG: vector.insert_strided_slice %[[P2]], %{{.*}} {offsets = [6], strides = [1]} : vector<3xf32> into vector<9xf32>
  // CHECK-NOT: {{load|transfer_read}}
  %v = vector.transfer_read %a[%two], %z {in_bounds = [true]} : memref<20xf32, #tile>, vector<9xf32>
  return %v : vector<9xf32>
}

// -----

// A map with an offset: tiles end elsewhere. Padding is not touched.
#tile = #layout.buffer<index_map<(i) -> ((i + 1) floordiv 4, (i + 1) mod 4)>>
// CHECK-LABEL: func.func @offset(
// CHECK-SAME:    %[[A:[^:]*]]: memref<5x4xf32>
func.func @offset(%a: memref<16xf32, #tile>, %v: vector<4xf32>) {
  affine.for %i = 0 to 16 step 4 {
    // CHECK: vector.transfer_write %{{.*}}, %[[A]][%{{.*}}, %{{.*}}] {in_bounds = [true]} : vector<3xf32>, memref<5x4xf32>
    // CHECK: %[[LAST:.*]] = vector.extract %{{.*}}[3]
    // CHECK: memref.store %[[LAST]], %[[A]]
    // CHECK-NOT: {{store|transfer_write}}
    vector.transfer_write %v, %a[%i] {in_bounds = [true]} : vector<4xf32>, memref<16xf32, #tile>
  }
  return
}

// -----

// Where tiles end depends on the index: for each distance from the last end the
// fewest pieces.
#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK-DAG: #[[MOD4:.*]] = affine_map<()[s0] -> (s0 mod 4)>
// CHECK-DAG: #[[DIV4:.*]] = affine_map<()[s0] -> (s0 floordiv 4)>
// CHECK-DAG: #[[NEXT:.*]] = affine_map<()[s0] -> (s0 floordiv 4 + 1)>
// CHECK-LABEL: func.func @unknown_offset(
// CHECK-SAME:    %[[A:[^:]*]]: memref<4x4xf32>{{.*}}, %[[I:[^:]*]]: index
func.func @unknown_offset(%a: memref<16xf32, #tile>, %i: index) -> vector<4xf32> {
  %z = arith.constant 0.0 : f32
  // CHECK: %[[R:.*]] = affine.apply #[[MOD4]]()[%[[I]]]
  // CHECK: scf.index_switch %[[R]] -> vector<4xf32>
  // CHECK: case 0 {
  // CHECK-NEXT: %[[T0:.*]] = affine.apply #[[DIV4]]()[%[[I]]]
  // CHECK-NEXT: %[[V0:.*]] = vector.transfer_read %[[A]][%[[T0]], %c0], %{{.*}} {in_bounds = [true]} : memref<4x4xf32>, vector<4xf32>
  // CHECK-NEXT: scf.yield %[[V0]]
  // CHECK: case 1 {
  // CHECK: vector.transfer_read %[[A]][%{{.*}}, %c1], %{{.*}} {in_bounds = [true]} : memref<4x4xf32>, vector<3xf32>
  // CHECK: %[[T1:.*]] = affine.apply #[[NEXT]]()[%[[I]]]
  // CHECK: memref.load %[[A]][%[[T1]], %c0]
  // CHECK: case 2 {
  // CHECK: vector.transfer_read %[[A]][%{{.*}}, %c2], %{{.*}} {in_bounds = [true]} : memref<4x4xf32>, vector<2xf32>
  // CHECK: vector.transfer_read %[[A]][%{{.*}}, %c0], %{{.*}} {in_bounds = [true]} : memref<4x4xf32>, vector<2xf32>
  // CHECK: default {
  // CHECK: memref.load %[[A]][%{{.*}}, %c3]
  // CHECK: vector.transfer_read %[[A]][%{{.*}}, %c0], %{{.*}} {in_bounds = [true]} : memref<4x4xf32>, vector<3xf32>
  %v = vector.transfer_read %a[%i], %z {in_bounds = [true]} : memref<16xf32, #tile>, vector<4xf32>
  return %v : vector<4xf32>
}

// -----

// Two lanes may be in two tiles: no case needs fewer accesses than lanes.
#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK-LABEL: func.func @two_lanes(
func.func @two_lanes(%a: memref<16xf32, #tile>, %v: vector<2xf32>, %i: index) {
  // CHECK-NOT: index_switch
  // CHECK: scf.for
  // CHECK: memref.store
  vector.transfer_write %v, %a[%i] {in_bounds = [true]} : vector<2xf32>, memref<16xf32, #tile>
  return
}

// -----

// That the vector is inside of the buffer keeps it inside of one tile.
#tile = #layout.buffer<index_map<(j, i) -> (i floordiv 8, j, i mod 8)>>
// CHECK-LABEL: func.func @must_be_inside(
func.func @must_be_inside(%a: memref<5x8xf32, #tile>, %i: index) -> vector<4xf32> {
  %z = arith.constant 0.0 : f32
  // CHECK: vector.transfer_read %{{.*}}[%c0, %{{.*}}, %{{.*}}], %{{.*}} {in_bounds = [true]} : memref<1x5x8xf32>, vector<4xf32>
  %v = vector.transfer_read %a[%i, %i], %z {in_bounds = [true]} : memref<5x8xf32, #tile>, vector<4xf32>
  return %v : vector<4xf32>
}

// -----

// Rows of a tile lie side by side: 2 x 4 lanes are one access.
#tile = #layout.buffer<index_map<(i, j) -> (i floordiv 2, j floordiv 4, (i mod 2) * 4 + j mod 4)>>
// CHECK-LABEL: func.func @joined_rows(
func.func @joined_rows(%a: memref<8x8xf32, #tile>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 step 2 {
    affine.for %j = 0 to 2 {
      %j4 = affine.apply affine_map<(d0) -> (d0 * 4)>(%j)
      // CHECK: %[[V:.*]] = vector.transfer_read %{{.*}}[%{{.*}}, %{{.*}}, %c0], %{{.*}} {in_bounds = [true]} : memref<4x2x8xf32>, vector<8xf32>
      // CHECK-NOT: {{load|transfer_read}}
      %v = vector.transfer_read %a[%i, %j4], %z : memref<8x8xf32, #tile>, vector<2x4xf32>
      // CHECK: vector.transfer_write %[[V]], %{{.*}} {in_bounds = [true]} : vector<8xf32>, memref<4x2x8xf32>
      vector.transfer_write %v, %a[%i, %j4] : vector<2x4xf32>, memref<8x8xf32, #tile>
    }
  }
  return
}

// -----

// Not joined over an axis separator, which is no end of the innermost
// dimension but of what lies before it.
#tile = #layout.buffer<index_map<(i, j) -> (i floordiv 2, j floordiv 4, i mod 2, j mod 4)>, axis_separator<[3]>>
// CHECK-LABEL: func.func @separated(
func.func @separated(%a: memref<8x8xf32, #tile>, %v: vector<2x4xf32>) {
  affine.for %i = 0 to 8 step 2 {
    affine.for %j = 0 to 8 step 4 {
      // CHECK: vector.transfer_write %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}, %c0, %c0] {in_bounds = [true]} : vector<4xf32>, memref<4x2x2x4xf32, #{{.*}}>
      // CHECK: vector.transfer_write %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}, %c1, %c0] {in_bounds = [true]} : vector<4xf32>, memref<4x2x2x4xf32, #{{.*}}>
      // CHECK-NOT: {{store|transfer_write}}
      vector.transfer_write %v, %a[%i, %j] : vector<2x4xf32>, memref<8x8xf32, #tile>
    }
  }
  return
}

// -----

// Two steps.
#two = #layout.buffer<index_map<(i, j) -> (i floordiv 2, j, i mod 2)>, index_map<(a, j, b) -> (a, j floordiv 4, b, j mod 4)>>
// CHECK-LABEL: func.func @two_steps(
func.func @two_steps(%a: memref<8x8xf32, #two>) -> vector<6xf32> {
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  // CHECK-DAG: vector.transfer_read %{{.*}}[%c0, %c0, %c1, %c2], %{{.*}} {in_bounds = [true]} : memref<4x2x2x4xf32>, vector<2xf32>
  // CHECK-DAG: vector.transfer_read %{{.*}}[%c0, %c1, %c1, %c0], %{{.*}} {in_bounds = [true]} : memref<4x2x2x4xf32>, vector<4xf32>
  // CHECK-NOT: {{load|transfer_read}}
  %v = vector.transfer_read %a[%one, %two], %z : memref<8x8xf32, #two>, vector<6xf32>
  return %v : vector<6xf32>
}

// -----

// Lanes in another order than their places: one access and a shuffle.
#reversed = #layout.buffer<index_map<(i) -> (15 - i)>>
#transposed = #layout.buffer<index_map<(i, j) -> (j, i)>>
// CHECK-DAG: #[[REV:.*]] = affine_map<()[s0] -> (-s0 + 12)>
// CHECK-LABEL: func.func @other_orders(
// CHECK-SAME:    %[[A:[^:]*]]: memref<16xf32>{{.*}}, %[[B:[^:]*]]: memref<8x8xf32>{{.*}}, %[[I:[^:]*]]: index
func.func @other_orders(%a: memref<16xf32, #reversed>, %b: memref<8x8xf32, #transposed>, %i: index) {
  %z = arith.constant 0.0 : f32
  // CHECK: %[[P:.*]] = affine.apply #[[REV]]()[%[[I]]]
  // CHECK: %[[V:.*]] = vector.transfer_read %[[A]][%[[P]]], %{{.*}} {in_bounds = [true]} : memref<16xf32>, vector<4xf32>
  // CHECK: vector.shuffle %{{.*}}, %[[V]] [7, 6, 5, 4]
  %v = vector.transfer_read %a[%i], %z {in_bounds = [true]} : memref<16xf32, #reversed>, vector<4xf32>
  %t = vector.shape_cast %v : vector<4xf32> to vector<2x2xf32>
  // CHECK: %[[C0:.*]] = vector.shuffle %[[T:.*]], %[[T]] [0, 2]
  // CHECK: vector.transfer_write %[[C0]], %[[B]][%{{.*}}, %{{.*}}] {in_bounds = [true]} : vector<2xf32>, memref<8x8xf32>
  // CHECK: %[[C1:.*]] = vector.shuffle %[[T]], %[[T]] [1, 3]
  // CHECK: vector.transfer_write %[[C1]], %[[B]][%{{.*}}, %{{.*}}] {in_bounds = [true]} : vector<2xf32>, memref<8x8xf32>
  // CHECK-NOT: {{store|transfer_write}}
  vector.transfer_write %t, %b[%i, %i] {in_bounds = [true, true]} : vector<2x2xf32>, memref<8x8xf32, #transposed>
  return
}

// -----

// Lanes that may be out of bounds, and lanes under a mask: masked accesses.
#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK-LABEL: func.func @masked(
// CHECK-SAME:    %[[A:[^:]*]]: memref<4x4xf32>{{.*}}, %[[M:[^:]*]]: vector<6xi1>
func.func @masked(%a: memref<14xf32, #tile>, %m: vector<6xi1>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 20 step 4 {
    // CHECK: %[[INSIDE:.*]] = vector.create_mask %{{.*}} : vector<6xi1>
    // CHECK: %[[ON:.*]] = arith.andi %[[M]], %[[INSIDE]]
    // CHECK: %[[ON0:.*]] = vector.extract_strided_slice %[[ON]] {offsets = [0], sizes = [4]
    // CHECK: vector.transfer_read %[[A]][%{{.*}}, %c0], %{{.*}}, %[[ON0]] {in_bounds = [true]} : memref<4x4xf32>, vector<4xf32>
    // CHECK: %[[ON1:.*]] = vector.extract_strided_slice %[[ON]] {offsets = [4], sizes = [2]
    // CHECK: vector.transfer_read %[[A]][%{{.*}}, %c0], %{{.*}}, %[[ON1]] {in_bounds = [true]} : memref<4x4xf32>, vector<2xf32>
    %v = vector.transfer_read %a[%i], %z, %m : memref<14xf32, #tile>, vector<6xf32>
    // CHECK: %[[N0:.*]] = vector.extract_strided_slice %[[M]] {offsets = [0], sizes = [4]
    // CHECK: vector.transfer_write %{{.*}}, %[[A]][%{{.*}}, %c0], %[[N0]] {in_bounds = [true]} : vector<4xf32>, memref<4x4xf32>
    // CHECK: vector.transfer_write
    // CHECK-NOT: {{store|transfer_write}}
    vector.transfer_write %v, %a[%i], %m {in_bounds = [true]} : vector<6xf32>, memref<14xf32, #tile>
  }
  return
}

// -----

// Permuted and repeated dimensions, also under a mask, which has the shape of
// what is read.
#tile = #layout.buffer<index_map<(i, j) -> (j floordiv 4, i, j mod 4)>>
// CHECK-LABEL: func.func @permuted(
func.func @permuted(%a: memref<8x8xf32, #tile>, %m: vector<2x4xi1>) -> vector<4x3x2xf32> {
  %z = arith.constant 0.0 : f32
  %four = arith.constant 4 : index
  // CHECK: %[[R0:.*]] = vector.transfer_read %{{.*}}[%c1, %c4, %c0]
  // CHECK: %[[R1:.*]] = vector.transfer_read %{{.*}}[%c1, %c5, %c0]
  // CHECK-NOT: {{load|transfer_read}}
  // CHECK: %[[S:.*]] = vector.shape_cast %{{.*}} : vector<8xf32> to vector<2x4xf32>
  // CHECK: %[[B:.*]] = vector.broadcast %[[S]] : vector<2x4xf32> to vector<3x2x4xf32>
  // CHECK: vector.transpose %[[B]], [2, 0, 1] : vector<3x2x4xf32> to vector<4x3x2xf32>
  %v = vector.transfer_read %a[%four, %four], %z, %m {in_bounds = [true, true, true], permutation_map = affine_map<(i, j) -> (j, 0, i)>} : memref<8x8xf32, #tile>, vector<4x3x2xf32>
  return %v : vector<4x3x2xf32>
}

// -----

// One element.
#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK-LABEL: func.func @no_dimension(
func.func @no_dimension(%a: memref<16xf32, #tile>, %i: index) {
  %z = arith.constant 0.0 : f32
  // CHECK: memref.load
  // CHECK-NOT: scf.for
  %v = vector.transfer_read %a[%i], %z : memref<16xf32, #tile>, vector<f32>
  // CHECK: memref.store
  vector.transfer_write %v, %a[%i] : vector<f32>, memref<16xf32, #tile>
  return
}
