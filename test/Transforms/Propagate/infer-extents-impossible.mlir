// RUN: layout-opt %s --layout-infer-extents | FileCheck %s

// Extents that cannot be those of the result are never reached, and stay.
// CHECK-LABEL: @impossible(
// CHECK:         tensor.concat
// CHECK-SAME:    tensor<9xf32>
func.func @impossible(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<9xf32> {
  %x = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %r = tensor.concat dim(0) %x, %b : (tensor<?xf32>, tensor<4xf32>) -> tensor<9xf32>
  return %r : tensor<9xf32>
}
