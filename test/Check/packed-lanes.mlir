// Elements of these widths lie apart in buffers, and lanes of vectors bit by bit:
// a vector in memory is neither, wherever it is accessed. What the pipeline makes
// of it accesses elements.

// DEFINE: %{name} =
// DEFINE: %{check} = layout-check %s --entry=%{name} --pipeline="builtin.module(layout-legalize{only=lanes})"
// DEFINE: %{apply} = layout-check %s --entry=%{name} --pipeline="builtin.module(layout-apply,layout-finalize)"

// REDEFINE: %{name} = bits
// RUN: %{check} | FileCheck %s
// CHECK: {{[46]}} runs agree
func.func @bits(%a: memref<9xi1>, %b: memref<2x9xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %false = arith.constant false
  %v = vector.load %a[%c1] : memref<9xi1>, vector<8xi1>
  vector.store %v, %b[%c1, %c0] : memref<2x9xi1>, vector<8xi1>
  %w = vector.transfer_read %a[%c1], %false : memref<9xi1>, vector<16xi1>
  vector.transfer_write %w, %b[%c0, %c0] : vector<16xi1>, memref<2x9xi1>
  return
}

// REDEFINE: %{name} = wide
// RUN: %{check} | FileCheck %s
func.func @wide(%a: memref<9xi65>, %b: memref<2x9xi65>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 36893488147419103231 : i65
  %v = affine.vector_load %a[1] : memref<9xi65>, vector<8xi65>
  affine.vector_store %v, %b[1, 0] : memref<2x9xi65>, vector<8xi65>
  %w = vector.transfer_read %a[%c1], %x : memref<9xi65>, vector<16xi65>
  vector.transfer_write %w, %b[%c0, %c0] : vector<16xi65>, memref<2x9xi65>
  return
}

// REDEFINE: %{name} = indexed
// RUN: %{check} | FileCheck %s
func.func @indexed(%a: memref<9xi4>, %b: memref<9xi4>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %at = arith.constant dense<[7, 0, 5, 2]> : vector<4xindex>
  %mask = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %v = arith.constant dense<[1, 2, 3, 4]> : vector<4xi4>
  %w = vector.gather %a[%c0][%at], %mask, %v : memref<9xi4>, vector<4xindex>, vector<4xi1>, vector<4xi4> into vector<4xi4>
  vector.scatter %b[%c0][%at], %mask, %w : memref<9xi4>, vector<4xindex>, vector<4xi1>, vector<4xi4>
  %x = vector.expandload %a[%c2], %mask, %w : memref<9xi4>, vector<4xi1>, vector<4xi4> into vector<4xi4>
  vector.compressstore %b[%c2], %mask, %x : memref<9xi4>, vector<4xi1>, vector<4xi4>
  %y = vector.maskedload %a[%c2], %mask, %x : memref<9xi4>, vector<4xi1>, vector<4xi4> into vector<4xi4>
  vector.maskedstore %b[%c0], %mask, %y : memref<9xi4>, vector<4xi1>, vector<4xi4>
  return
}

// REDEFINE: %{name} = tiles
// RUN: %{check} | FileCheck %s
func.func @tiles(%a: memref<4x5xi24>, %b: memref<4x5xi24>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %x = arith.constant 5 : i24
  %v = vector.load %a[%c1, %c1] : memref<4x5xi24>, vector<2x3xi24>
  vector.store %v, %b[%c1, %c1] : memref<4x5xi24>, vector<2x3xi24>
  %w = vector.transfer_read %a[%c3, %c3], %x {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<4x5xi24>, vector<2x3xi24>
  vector.transfer_write %w, %b[%c3, %c3] : vector<2x3xi24>, memref<4x5xi24>
  %mask = vector.constant_mask [1, 2] : vector<2x3xi1>
  %y = vector.mask %mask, %v { vector.transfer_read %a[%c1, %c1], %x {in_bounds = [true, true]} : memref<4x5xi24>, vector<2x3xi24> } : vector<2x3xi1> -> vector<2x3xi24>
  vector.mask %mask { vector.transfer_write %y, %b[%c3, %c3] : vector<2x3xi24>, memref<4x5xi24> } : vector<2x3xi1>
  return
}

// Small floats become integers of as many bits.
// REDEFINE: %{name} = floats
// RUN: %{check} | FileCheck %s
func.func @floats(%a: memref<9xf4E2M1FN>, %b: memref<9xf4E2M1FN>) {
  %c1 = arith.constant 1 : index
  %v = vector.load %a[%c1] : memref<9xf4E2M1FN>, vector<8xf4E2M1FN>
  vector.store %v, %b[%c1] : memref<9xf4E2M1FN>, vector<8xf4E2M1FN>
  return
}

// Runs of neighbours are vectors again once a layout is applied.
#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<1 : i65>>
// REDEFINE: %{name} = laid_out
// RUN: %{apply} | FileCheck %s
func.func @laid_out(%a: memref<14xi65, #tile>, %b: memref<14xi65, #tile>) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 5 : i65
  %v = vector.transfer_read %a[%c3], %x {in_bounds = [true]} : memref<14xi65, #tile>, vector<6xi65>
  vector.transfer_write %v, %b[%c4] {in_bounds = [true]} : vector<6xi65>, memref<14xi65, #tile>
  return
}

// Poison of one lane does harm where this lane is stored.
// RUN: layout-check %s --load-pass-plugin=%test_plugin --entry=of_i4 --arg=1:7 --pipeline="builtin.module(test-layout-substitute{name=of_i4 by=lane_masked_off})" | FileCheck %s
// RUN: not layout-check %s --load-pass-plugin=%test_plugin --entry=of_i4 --arg=1:7 --pipeline="builtin.module(test-layout-substitute{name=of_i4 by=lane_stored})" 2>&1 | FileCheck %s --check-prefix=POISON
func.func @of_i4(%a: memref<4xi4>, %x: i4) {
  return
}
func.func @lane_masked_off(%a: memref<4xi4>, %x: i4) {
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<4xi4>
  %v = arith.constant dense<[0, 1, 0, 0]> : vector<4xi4>
  %w = vector.broadcast %x : i4 to vector<4xi4>
  %s = arith.addi %v, %w overflow<nsw> : vector<4xi4>
  %mask = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  vector.maskedstore %m[%c0], %mask, %s : memref<4xi4>, vector<4xi1>, vector<4xi4>
  return
}
// POISON: [[#@LINE+6]]:8: error: after the pipeline, the value of 'arith.addi' (nsw) is poison and reaches a store
func.func @lane_stored(%a: memref<4xi4>, %x: i4) {
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<4xi4>
  %v = arith.constant dense<[0, 1, 0, 0]> : vector<4xi4>
  %w = vector.broadcast %x : i4 to vector<4xi4>
  %s = arith.addi %v, %w overflow<nsw> : vector<4xi4>
  vector.store %s, %m[%c0] : memref<4xi4>, vector<4xi4>
  return
}
