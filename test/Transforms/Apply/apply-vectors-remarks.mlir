// What is said of vectors whose lanes do not lie side by side.
// RUN: layout-opt %s --layout-apply --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @two_tiles(%a: memref<16xf32, #tile>) -> vector<8xf32> {
  %z = arith.constant 0.0 : f32
  %c4 = arith.constant 4 : index
  // CHECK: apply-vectors-remarks.mlir:[[# @LINE + 1]]:8: remark: [Passed] layout-apply/split-access | Category:layout | Remark="an access to 8 lanes became 2 accesses"
  %v = vector.transfer_read %a[%c4], %z {in_bounds = [true]} : memref<16xf32, #tile>, vector<8xf32>
  return %v : vector<8xf32>
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @tiles_by_index(%a: memref<16xf32, #tile>, %i: index) -> vector<8xf32> {
  %z = arith.constant 0.0 : f32
  // CHECK: apply-vectors-remarks.mlir:[[# @LINE + 1]]:8: remark: [Passed] layout-apply/split-access | Category:layout | Remark="the access to 8 lanes became at most 3 accesses to contiguous lanes; which lanes each has depends on (d0) mod 4 of the logical index (d0, d1, ...)"
  %v = vector.transfer_read %a[%i], %z {in_bounds = [true]} : memref<16xf32, #tile>, vector<8xf32>
  return %v : vector<8xf32>
}

// -----

#tile = #layout.buffer<index_map<(i, j) -> (j floordiv 4, i, j mod 4)>, pad<undef>>
func.func @column(%a: memref<16x8xf32, #tile>, %i: index, %j: index) -> vector<4xf32> {
  %z = arith.constant 0.0 : f32
  // CHECK: apply-vectors-remarks.mlir:[[# @LINE + 1]]:8: remark: [Missed] layout-apply/scattered-access | Category:layout | Remark="no two lanes are adjacent in the innermost physical dimension, so each is accessed alone; vectorize along that dimension"
  %v = vector.transfer_read %a[%i, %j], %z {in_bounds = [true], permutation_map = affine_map<(i, j) -> (i)>} : memref<16x8xf32, #tile>, vector<4xf32>
  return %v : vector<4xf32>
}

// -----

#triple = #layout.buffer<index_map<(i) -> ((i * 3) mod 16)>, pad<undef>>
func.func @wraps_somewhere(%a: memref<16xf32, #triple>, %i: index) -> vector<4xf32> {
  %z = arith.constant 0.0 : f32
  // CHECK: apply-vectors-remarks.mlir:[[# @LINE + 1]]:8: remark: [Missed] layout-apply/scattered-access | Category:layout | Remark="which lanes are adjacent in the innermost physical dimension depends on the index; each is accessed alone"
  %v = vector.transfer_read %a[%i], %z {in_bounds = [true]} : memref<16xf32, #triple>, vector<4xf32>
  return %v : vector<4xf32>
}

// -----

#far = #layout.buffer<index_map<(i) -> ((i * 5) mod 8192)>, pad<undef>>
func.func @many_lanes(%a: memref<8192xf32, #far>, %i: index) -> vector<8192xf32> {
  %z = arith.constant 0.0 : f32
  // CHECK: apply-vectors-remarks.mlir:[[# @LINE + 1]]:8: remark: [Analysis] layout-apply/scattered-access | Category:layout | Remark="too many lanes, or too large an index, to find out which lanes are adjacent"
  %v = vector.transfer_read %a[%i], %z {in_bounds = [true]} : memref<8192xf32, #far>, vector<8192xf32>
  return %v : vector<8192xf32>
}
