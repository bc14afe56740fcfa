// Columns that do not fill their last vector cost plain loops 1.4 vectors with 256 bits, which
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

// Of 65 columns in blocks of 32, 31 places are padding, which is computed; plain loops compute one
// vector that is not full, with 512 bits.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-choose)" --remarks-filter=layout --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=PADDING
// PADDING: choose-partial-vectors.mlir:[[#@LINE+6]]:8: {{.*}}layout-choose/left
func.func @padding(%a: tensor<64x256xf32>) -> tensor<64x65xf32> {
  %b = arith.constant dense<1.0> : tensor<256x65xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x65xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x65xf32>) -> tensor<64x65xf32>
  %r = linalg.matmul ins(%a, %b : tensor<64x256xf32>, tensor<256x65xf32>) outs(%f : tensor<64x65xf32>) -> tensor<64x65xf32>
  return %r : tensor<64x65xf32>
}
