// Runs that layout-apply splits at the ends of physical rows are one access again
// where the rows follow each other in the flat buffer.
//
// RUN: layout-opt %s --layout-apply --layout-finalize --layout-flatten --canonicalize | FileCheck %s
// RUN: layout-opt %s --layout-apply --layout-optimize --layout-finalize --layout-flatten --canonicalize | FileCheck %s --check-prefixes=OPTIMIZED
// RUN: layout-opt %s --layout-apply --layout-flatten --remarks-filter=layout 2>&1 | FileCheck %s --check-prefix=REMARK
//
// DEFINE: %{entry} =
// DEFINE: %{check} = layout-check %s --entry=%{entry} --pipeline="builtin.module(layout-apply,layout-finalize,layout-flatten)" && layout-check %s --entry=%{entry} --pipeline="builtin.module(layout-apply,layout-optimize,layout-finalize,layout-flatten,canonicalize)"
// REDEFINE: %{entry} = whole_rows,parts,masked,copied,between,gap,single
// RUN: %{check}

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>, axis_separator<[]>>
#spaced = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, extent<[?, 6]>, pad<0 : i32>, axis_separator<[]>>

// Two rows and more, from the start of one.
// OPTIMIZED-LABEL: func.func @whole_rows(
// OPTIMIZED:     vector.transfer_read %{{.*}} {in_bounds = [true]} : memref<16xi32>, vector<8xi32>
// OPTIMIZED-NOT: vector.transfer_read
// OPTIMIZED:     vector.transfer_write %{{.*}} {in_bounds = [true]} : vector<8xi32>, memref<16xi32>
// OPTIMIZED-NOT: vector.transfer_write
// OPTIMIZED:     return
// CHECK-LABEL: func.func @whole_rows(
// CHECK:         %[[R:.*]] = vector.transfer_read %{{.*}} {in_bounds = [true]} : memref<16xi32>, vector<8xi32>
// CHECK-NOT:     vector.transfer_read
// CHECK-NOT:     vector.insert
// CHECK:         %[[S:.*]] = arith.addi %[[R]], %[[R]]
// CHECK:         vector.transfer_write %[[S]], %{{.*}} {in_bounds = [true]} : vector<8xi32>, memref<16xi32>
// CHECK-NOT:     vector.transfer_write
// CHECK:         return
// REMARK-COUNT-2: [Passed] layout-flatten/joined-access | Category:layout | Remark="2 accesses to adjacent elements became one to 8 lanes"
func.func @whole_rows(%a: memref<16xi32, #tiles>, %b: memref<16xi32, #tiles>) {
  %z = arith.constant 0 : i32
  affine.for %i = 0 to 16 step 8 {
    %v = vector.transfer_read %a[%i], %z {in_bounds = [true]} : memref<16xi32, #tiles>, vector<8xi32>
    %w = arith.addi %v, %v : vector<8xi32>
    vector.transfer_write %w, %b[%i] {in_bounds = [true]} : vector<8xi32>, memref<16xi32, #tiles>
  }
  return
}

// From within a row to within another.
// CHECK-LABEL: func.func @parts(
// CHECK:         vector.transfer_read %{{.*}} {in_bounds = [true]} : memref<16xi32>, vector<8xi32>
// CHECK-NOT:     vector.transfer_read
// CHECK:         return
func.func @parts(%a: memref<16xi32, #tiles>, %b: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %v = vector.transfer_read %a[%c2], %z {in_bounds = [true]} : memref<16xi32, #tiles>, vector<8xi32>
  vector.transfer_write %v, %b[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32>
  return
}

// Slices of one mask are one mask.
// CHECK-LABEL: func.func @masked(
// CHECK:         vector.transfer_read %{{.*}}, %{{.*}}, %[[M:.*]] {in_bounds = [true]} : memref<16xi32>, vector<8xi32>
// CHECK-NOT:     vector.transfer_read
// CHECK:         return
func.func @masked(%a: memref<14xi32, #tiles>, %b: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 9 : i32
  %v = vector.transfer_read %a[%c8], %z : memref<14xi32, #tiles>, vector<8xi32>
  vector.transfer_write %v, %b[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32>
  return
}

// What one run reads another writes.
// CHECK-LABEL: func.func @copied(
// CHECK-COUNT-1: vector.transfer_read
// CHECK-NOT:     vector.transfer_read
// CHECK-COUNT-1: vector.transfer_write
// CHECK-NOT:     vector.transfer_write
// CHECK:         return
func.func @copied(%a: memref<16xi32, #tiles>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0 : i32
  %v = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<16xi32, #tiles>, vector<8xi32>
  vector.transfer_write %v, %a[%c8] {in_bounds = [true]} : vector<8xi32>, memref<16xi32, #tiles>
  return
}

// Rows that are no neighbours stay apart: padding lies between them.
// CHECK-LABEL: func.func @gap(
// CHECK-COUNT-2: vector.transfer_read %{{.*}} : memref<24xi32>, vector<4xi32>
// CHECK:         return
func.func @gap(%a: memref<16xi32, #spaced>, %b: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0 : i32
  %v = vector.transfer_read %a[%c4], %z {in_bounds = [true]} : memref<16xi32, #spaced>, vector<8xi32>
  vector.transfer_write %v, %b[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32>
  return
}

// One lane before the end of a row.
// CHECK-LABEL: func.func @single(
// CHECK-NOT:     memref.load
// CHECK:         vector.transfer_read %{{.*}} : memref<16xi32>, vector<4xi32>
// CHECK-NOT:     vector.transfer_read
// CHECK-NOT:     memref.store
// CHECK:         vector.transfer_write %{{.*}} : vector<4xi32>, memref<16xi32>
// CHECK-NOT:     vector.transfer_write
// CHECK:         return
func.func @single(%a: memref<16xi32, #tiles>, %b: memref<16xi32, #tiles>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %z = arith.constant 0 : i32
  %v = vector.transfer_read %a[%c3], %z {in_bounds = [true]} : memref<16xi32, #tiles>, vector<4xi32>
  vector.transfer_write %v, %b[%c1] {in_bounds = [true]} : vector<4xi32>, memref<16xi32, #tiles>
  return
}

// A store stands between two reads, by hand: they stay two.
#flat = #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[]>>
// CHECK-LABEL: func.func @between(
// CHECK:         vector.transfer_read %{{.*}} : memref<16xi32>, vector<4xi32>
// CHECK:         memref.store
// CHECK:         vector.transfer_read %{{.*}} : memref<16xi32>, vector<4xi32>
// CHECK:         return
func.func @between(%a: memref<4x4xi32, #flat>, %b: memref<8xi32>, %c: memref<4x4xi32, #flat>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %init = arith.constant dense<0> : vector<8xi32>
  %r = vector.transfer_read %a[%c1, %c0], %z {in_bounds = [true]} : memref<4x4xi32, #flat>, vector<4xi32>
  %s = vector.insert_strided_slice %r, %init {offsets = [0], strides = [1]} : vector<4xi32> into vector<8xi32>
  memref.store %z, %a[%c2, %c1] : memref<4x4xi32, #flat>
  %t = vector.transfer_read %a[%c2, %c0], %z {in_bounds = [true]} : memref<4x4xi32, #flat>, vector<4xi32>
  %u = vector.insert_strided_slice %t, %s {offsets = [4], strides = [1]} : vector<4xi32> into vector<8xi32>
  vector.transfer_write %u, %b[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32>
  return
}
