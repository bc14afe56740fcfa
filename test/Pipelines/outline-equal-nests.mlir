// Nine equal products, and what they begin with, are a few functions for LLVM.
// RUN: layout-opt %s --layout-compile="target=x86-64-v3" | FileCheck %s
// RUN: layout-check %s --entry=nine --pipeline="builtin.module(layout-compile{target=native to-llvm=false})" | FileCheck %s --check-prefix=RAN

// RAN: agree

// CHECK-COUNT-2: llvm.func internal @{{.*}}_nest
// CHECK-NOT:     llvm.func internal
func.func @nine(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%fill : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.matmul ins(%a, %1 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%fill : tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = linalg.matmul ins(%a, %2 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%fill : tensor<64x64xf32>) -> tensor<64x64xf32>
  %4 = linalg.matmul ins(%a, %3 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%fill : tensor<64x64xf32>) -> tensor<64x64xf32>
  %5 = linalg.matmul ins(%a, %4 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%fill : tensor<64x64xf32>) -> tensor<64x64xf32>
  %6 = linalg.matmul ins(%a, %5 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%fill : tensor<64x64xf32>) -> tensor<64x64xf32>
  %7 = linalg.matmul ins(%a, %6 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%fill : tensor<64x64xf32>) -> tensor<64x64xf32>
  %8 = linalg.matmul ins(%a, %7 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%fill : tensor<64x64xf32>) -> tensor<64x64xf32>
  %9 = linalg.matmul ins(%a, %8 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%fill : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %9 : tensor<64x64xf32>
}
