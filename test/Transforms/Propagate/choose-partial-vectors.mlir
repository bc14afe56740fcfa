// Columns that do not fill their last vector cost plain loops three vectors with 256 bits, which
// two conversions would not pay back.
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=x86-64-v3},layout-choose)" --remarks-filter=layout --remark-format=emitRemark 2>&1 | FileCheck %s

// CHECK: choose-partial-vectors.mlir:[[#@LINE+5]]:8: {{.*}}layout-choose/left
func.func @odd(%a: tensor<6x50x32xf32>, %b: tensor<6x32x50xf32>) -> tensor<6x50x50xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x50x50xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6x50x50xf32>) -> tensor<6x50x50xf32>
  %r = linalg.batch_matmul ins(%a, %b : tensor<6x50x32xf32>, tensor<6x32x50xf32>) outs(%f : tensor<6x50x50xf32>) -> tensor<6x50x50xf32>
  return %r : tensor<6x50x50xf32>
}
