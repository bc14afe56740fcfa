// RUN: layout-opt %s --layout-to-llvm | FileCheck %s --implicit-check-not=vector.multi_reduction
// RUN: layout-opt %s --layout-to-llvm | mlir-runner -e main -entry-point-result=i32 | FileCheck %s --check-prefix=RESULT
// RUN: layout-check %s --entry=rows --pipeline="builtin.module(canonicalize)"

// CHECK-LABEL: llvm.func @rows
func.func @rows(%a: memref<3x4xi32>, %b: memref<3xi32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %init = arith.constant dense<0> : vector<3xi32>
  %v = vector.transfer_read %a[%c0, %c0], %zero {in_bounds = [true, true]} : memref<3x4xi32>, vector<3x4xi32>
  %s = vector.multi_reduction <add>, %v, %init [1] : vector<3x4xi32> to vector<3xi32>
  vector.transfer_write %s, %b[%c0] {in_bounds = [true]} : vector<3xi32>, memref<3xi32>
  return
}

// Of some lanes: 1 + 2 + 5 + 6.
// CHECK-LABEL: llvm.func @main
// RESULT: 14
func.func @main() -> i32 {
  %v = arith.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : vector<2x4xi32>
  %zero = arith.constant 0 : i32
  %mask = vector.constant_mask [2, 2] : vector<2x4xi1>
  %s = vector.mask %mask { vector.multi_reduction <add>, %v, %zero [0, 1] : vector<2x4xi32> to i32 } : vector<2x4xi1> -> i32
  return %s : i32
}
