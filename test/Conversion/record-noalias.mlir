// Positions in the expanded signature: a memref of rank r is 3 + 2 r arguments.
// RUN: layout-opt %s --layout-record-noalias | FileCheck %s

// CHECK: func.func @f
// CHECK-SAME: attributes {layout.noalias = array<i32: 2, 15>}
func.func @f(%n: index, %a: memref<4x4xi32> {llvm.noalias}, %u: memref<f32>, %s: i64,
             %v: vector<4xf32>, %x: i1, %b: memref<8xf32> {llvm.noalias}) {
  return
}

// CHECK-LABEL: func.func @none(
// CHECK-NOT: layout.noalias
func.func @none(%a: memref<4xi32>) {
  return
}
