// What is left of tensors and nobody uses is no obstacle.
// RUN: layout-opt %s --layout-to-llvm | FileCheck %s
// RUN: layout-opt %s --layout-finalize | FileCheck %s --check-prefix=FINAL

// CHECK-NOT: tensor
// CHECK: llvm.func @main
// CHECK-NOT: tensor

// What is used, or may be from outside, stays.
// FINAL-NOT: @unused
// FINAL: func.func private @used
// FINAL-LABEL: @main
// FINAL-NOT: tensor
// FINAL: return
module {
func.func private @unused(tensor<4xf32>) -> tensor<4xf32>
func.func private @used(memref<4xf32>)
func.func @main(%a: memref<4xf32>) {
  %t = arith.constant dense<1.0> : tensor<4xf32>
  %u = arith.addf %t, %t : tensor<4xf32>
  call @used(%a) : (memref<4xf32>) -> ()
  return
}
}
