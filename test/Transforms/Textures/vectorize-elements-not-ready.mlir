// Buffers whose innermost axis is not the final one yet, and impossible sizes,
// are told of.
// RUN: layout-opt %s --split-input-file --layout-vectorize-elements="require=true" --verify-diagnostics
// RUN: layout-opt %s --split-input-file --layout-vectorize-elements --remarks-filter="layout" 2>&1 | FileCheck %s
// RUN: not layout-opt %s --layout-vectorize-elements="vector-size=3" 2>&1 | FileCheck %s --check-prefix=SIZE3
// RUN: not layout-opt %s --layout-vectorize-elements="vector-size=32 require=true" 2>&1 | FileCheck %s --check-prefix=SIZE32
// RUN: not layout-opt %s --layout-vectorize-elements="vector-size=-4" 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// SIZE3: error: vector-size=3 is not supported; expects 2, 4, 8 or 16, or 0 for all of these
// SIZE32: error: vector-size=32 is not supported
// NEGATIVE: error: vector-size=-4 is not supported

// CHECK: [[# @LINE + 7]]:24: remark: [Missed] layout-vectorize-elements/not-ready | Category:layout | Remark="its layout is not applied; run layout-apply first"
// CHECK: remark: [Missed] layout-vectorize-elements/not-ready | Category:layout | Remark="its axes are not joined between separators; run layout-flatten first"
// CHECK-NOT: remark:
// CHECK-LABEL: func.func @not_applied(%arg0
// CHECK: vector.transfer_read %{{.*}} : memref<8x8xf32, #
#tile = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>>
// expected-error@+1 {{cannot become vectors: its layout is not applied; run layout-apply first}}
func.func @not_applied(%a: memref<8x8xf32, #tile>, %i: index) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %v = vector.transfer_read %a[%i, %c0], %z {in_bounds = [true]} : memref<8x8xf32, #tile>, vector<4xf32>
  return %v : vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @not_joined(%arg0
// CHECK: vector.transfer_read %{{.*}} : memref<4x4xf32, #
#sep = #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[1]>>
func.func @not_joined(%i: index) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  // expected-error@+1 {{the elements of 'memref<4x4xf32, #layout.buffer<index_map<(d0, d1) -> (d0, d1)>, axis_separator<[1]>>>' cannot become vectors: its axes are not joined between separators; run layout-flatten first}}
  %a = memref.alloc() : memref<4x4xf32, #sep>
  %v = vector.transfer_read %a[%i, %c0], %z {in_bounds = [true]} : memref<4x4xf32, #sep>, vector<4xf32>
  memref.dealloc %a : memref<4x4xf32, #sep>
  return %v : vector<4xf32>
}

// -----

// Rows of 3, and of 6 when flat, would be no vectors either way.
// CHECK-LABEL: func.func @other_rows(%arg0
#flat = #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[]>>
func.func @other_rows(%a: memref<2x3xf32, #flat>, %i: index) -> f32 {
  %x = memref.load %a[%i, %i] : memref<2x3xf32, #flat>
  return %x : f32
}
