// RUN: timeout 60 layout-opt %s --layout-to-llvm | FileCheck %s
// RUN: timeout 60 layout-opt %s --layout-compile=deallocate | FileCheck %s

// Folding them does not end in MLIR 22.

// CHECK-LABEL: llvm.func @empty
// CHECK-NOT: vector.mask
func.func @empty(%mask: vector<8xi1>) {
  vector.mask %mask { } : vector<8xi1>
  return
}

// CHECK-LABEL: llvm.func @all_lanes
// CHECK-NOT: vector.mask
// CHECK: llvm.return
func.func @all_lanes(%a: vector<3x4xf32>, %m: memref<3x4xf32>) {
  %c0 = arith.constant 0 : index
  %all = vector.constant_mask [3, 4] : vector<3x4xi1>
  vector.mask %all { vector.transfer_write %a, %m[%c0, %c0] : vector<3x4xf32>, memref<3x4xf32> } : vector<3x4xi1>
  return
}
