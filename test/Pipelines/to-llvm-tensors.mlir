// Functions on tensors are no buffers yet; nothing is left in silence.
// RUN: layout-opt %s --layout-to-llvm --verify-diagnostics
// RUN: layout-opt %s --layout-bufferize --layout-to-llvm | FileCheck %s

// CHECK: llvm.func @tensors(
func.func @tensors(%a: tensor<4xi32>) -> tensor<4xi32> {
  // expected-error @+1 {{'func.return' op has a value of type 'tensor<4xi32>', which is a tensor; run layout-bufferize}}
  return %a : tensor<4xi32>
}
