// Vector accesses to flat buffers give the results of those to shaped ones.
// DEFINE: %{pipeline} = layout-apply,layout-flatten,layout-finalize
// DEFINE: %{entry} =
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(%{pipeline})" %{entry}
// REDEFINE: %{entry} = --entry=rows --arg=2:0 --arg=3:0
// RUN: %{check}
// REDEFINE: %{entry} = --entry=rows --arg=2:1 --arg=3:2
// RUN: %{check}
// REDEFINE: %{entry} = --entry=dynamic --dim=arg0.dim0:3 --dim=arg1.dim0:2 --dim=arg1.dim1:3 --dim=arg1.dim2:5 --arg=2:1 --arg=3:2
// RUN: %{check}
// REDEFINE: %{entry} = --entry=forms --arg=2:1 --arg=3:2
// RUN: %{check}
// REDEFINE: %{pipeline} = layout-apply,layout-optimize,layout-flatten,layout-finalize
// REDEFINE: %{entry} = --entry=rows --arg=2:0 --arg=3:1
// RUN: %{check}
// REDEFINE: %{entry} = --entry=tiles --arg=2:3 --arg=3:5
// RUN: %{check}
// REDEFINE: %{entry} = --entry=tiles --arg=2:0 --arg=3:2
// RUN: %{check}
// REDEFINE: %{entry} = --entry=first_lane_outside
// RUN: %{check}

// Padding begins where an axis ends that is in the middle of a group; of the
// lanes behind it some are where others are.
#flat = #layout.buffer<index_map<(i, j, k) -> (i, j, k)>, axis_separator<[]>>
#last = #layout.buffer<index_map<(i, j, k) -> (i, j, k)>, axis_separator<[1]>>
func.func @rows(%a: memref<2x3x4xi32, #flat>, %b: memref<2x3x4xi32, #last>, %i: index, %j: index)
    -> (vector<4xi32>, vector<6xi32>, vector<24xi32>, vector<18xi32>, vector<12xi32>, vector<3xi32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant -7 : i32
  %u = vector.transfer_read %a[%i, %j, %j], %z : memref<2x3x4xi32, #flat>, vector<4xi32>
  %v = vector.transfer_read %a[%i, %j, %j], %z {permutation_map = affine_map<(i, j, k) -> (k, i)>} : memref<2x3x4xi32, #flat>, vector<3x2xi32>
  %w = vector.transfer_read %a[%c0, %c0, %c0], %z {in_bounds = [true, true, true]} : memref<2x3x4xi32, #flat>, vector<2x3x4xi32>
  %x = vector.transfer_read %b[%i, %c0, %j], %z : memref<2x3x4xi32, #last>, vector<3x6xi32>
  %r = vector.transfer_read %a[%i, %c0, %j], %z {in_bounds = [true], permutation_map = affine_map<(i, j, k) -> (j)>} : memref<2x3x4xi32, #flat>, vector<3xi32>
  %m = vector.create_mask %j, %i, %j : vector<2x2x3xi1>
  %y = vector.transfer_read %b[%c0, %c0, %j], %z, %m {in_bounds = [true, true, false], permutation_map = affine_map<(i, j, k) -> (j, i, k)>} : memref<2x3x4xi32, #last>, vector<2x2x3xi32>
  vector.transfer_write %w, %b[%c0, %c0, %c0] {in_bounds = [true, true, true]} : vector<2x3x4xi32>, memref<2x3x4xi32, #last>
  vector.transfer_write %x, %a[%i, %j, %c0] : vector<3x6xi32>, memref<2x3x4xi32, #flat>
  vector.transfer_write %y, %b[%c0, %j, %i], %m {permutation_map = affine_map<(i, j, k) -> (j, i, k)>} : vector<2x2x3xi32>, memref<2x3x4xi32, #last>
  %s = vector.shape_cast %v : vector<3x2xi32> to vector<6xi32>
  %t = vector.shape_cast %w : vector<2x3x4xi32> to vector<24xi32>
  %p = vector.shape_cast %x : vector<3x6xi32> to vector<18xi32>
  %q = vector.shape_cast %y : vector<2x2x3xi32> to vector<12xi32>
  return %u, %s, %t, %p, %q, %r : vector<4xi32>, vector<6xi32>, vector<24xi32>, vector<18xi32>, vector<12xi32>, vector<3xi32>
}

func.func @dynamic(%a: memref<?x3x4xi32, #flat>, %b: memref<?x?x?xi32, #last>, %i: index, %j: index)
    -> (vector<24xi32>, vector<12xi32>, vector<3xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant -7 : i32
  %u = vector.transfer_read %a[%i, %c0, %c0], %z {in_bounds = [true, true, true]} : memref<?x3x4xi32, #flat>, vector<2x3x4xi32>
  %v = vector.transfer_read %b[%i, %c0, %j], %z : memref<?x?x?xi32, #last>, vector<3x4xi32>
  %w = vector.transfer_read %b[%c0, %i, %j], %z {in_bounds = [true]} : memref<?x?x?xi32, #last>, vector<3xi32>
  vector.transfer_write %v, %a[%c0, %c1, %j] : vector<3x4xi32>, memref<?x3x4xi32, #flat>
  vector.transfer_write %v, %b[%c0, %i, %c1] {in_bounds = [false, true]} : vector<3x4xi32>, memref<?x?x?xi32, #last>
  %s = vector.shape_cast %u : vector<2x3x4xi32> to vector<24xi32>
  %t = vector.shape_cast %v : vector<3x4xi32> to vector<12xi32>
  return %s, %t, %w : vector<24xi32>, vector<12xi32>, vector<3xi32>
}

func.func @forms(%a: memref<2x3x8xi32, #flat>, %b: memref<2x3x8xi32, #last>, %i: index, %j: index) -> (vector<4xi32>, vector<4xi32>) {
  %z = arith.constant -7 : i32
  %m = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %x = arith.constant dense<[3, 0, 5, 1]> : vector<4xi32>
  %u = affine.vector_load %a[symbol(%i), symbol(%j), 3] : memref<2x3x8xi32, #flat>, vector<4xi32>
  affine.vector_store %u, %b[symbol(%i), symbol(%j), symbol(%i) + 1] : memref<2x3x8xi32, #last>, vector<4xi32>
  %v = vector.maskedload %a[%i, %i, %j], %m, %u : memref<2x3x8xi32, #flat>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.maskedstore %b[%i, %i, %j], %m, %v : memref<2x3x8xi32, #last>, vector<4xi1>, vector<4xi32>
  %w = vector.gather %a[%i, %j, %j][%x], %m, %v : memref<2x3x8xi32, #flat>, vector<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.scatter %b[%i, %j, %i][%x], %m, %w : memref<2x3x8xi32, #last>, vector<4xi32>, vector<4xi1>, vector<4xi32>
  %p = vector.expandload %b[%i, %i, %j], %m, %w : memref<2x3x8xi32, #last>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.compressstore %a[%i, %j, %i], %m, %p : memref<2x3x8xi32, #flat>, vector<4xi1>, vector<4xi32>
  %q = vector.mask %m { vector.transfer_read %a[%i, %i, %i], %z {in_bounds = [true]} : memref<2x3x8xi32, #flat>, vector<4xi32> } : vector<4xi1> -> vector<4xi32>
  return %p, %q : vector<4xi32>, vector<4xi32>
}

// Runs that layout-apply has made.
#tiled = #layout.buffer<index_map<(i, j) -> (i floordiv 2, j floordiv 4, i mod 2, j mod 4)>, pad<3 : i32>, axis_separator<[2]>>
func.func @tiles(%a: memref<5x9xi32, #tiled>, %b: memref<5x9xi32, #tiled>, %i: index, %j: index) -> vector<12xi32> {
  %z = arith.constant -7 : i32
  %v = vector.transfer_read %a[%i, %j], %z : memref<5x9xi32, #tiled>, vector<2x6xi32>
  vector.transfer_write %v, %b[%i, %i] : vector<2x6xi32>, memref<5x9xi32, #tiled>
  %s = vector.shape_cast %v : vector<2x6xi32> to vector<12xi32>
  return %s : vector<12xi32>
}

// The first lane of the vector written at (0, 1, -1) of the storage is outside,
// and masked off; the axis of extent 1 still counts.
#skewed = #layout.buffer<index_map<(i, j, k) -> (i, j + k, -k)>, pad<undef>, axis_separator<[1]>>
func.func @first_lane_outside(%a: memref<3x3x1xi32>, %b: memref<3x3x1xi32, #skewed>) {
  %c = arith.constant 0 : i32
  %z = arith.constant 0 : index
  %v = vector.transfer_read %a[%z, %z, %z], %c {in_bounds = [true, false]} : memref<3x3x1xi32>, vector<3x5xi32>
  vector.transfer_write %v, %b[%z, %z, %z] {in_bounds = [true, false]} : vector<3x5xi32>, memref<3x3x1xi32, #skewed>
  return
}
