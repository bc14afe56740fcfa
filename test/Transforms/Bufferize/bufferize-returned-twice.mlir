// Calls hand on twice what reflow has merged.
// RUN: layout-check %s --entry=f --pipeline="builtin.module(layout-from-pack,layout-reflow,layout-bufferize,layout-apply)"

func.func @f(%x: tensor<8xi32> {bufferization.writable = false}) -> (tensor<2x5xi32>, tensor<2x5xi32>) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : i32
  %q:2 = func.call @h(%x) : (tensor<8xi32>) -> (tensor<2x5xi32>, tensor<2x5xi32>)
  %r = tensor.insert %c5 into %q#0[%c0, %c0] : tensor<2x5xi32>
  return %r, %q#1 : tensor<2x5xi32>, tensor<2x5xi32>
}
func.func private @h(%x: tensor<8xi32> {bufferization.writable = false}) -> (tensor<2x5xi32>, tensor<2x5xi32>) {
  %c7 = arith.constant 7 : i32
  %e = tensor.empty() : tensor<2x5xi32>
  %k = linalg.pack %x padding_value(%c7 : i32) inner_dims_pos = [0] inner_tiles = [5] into %e : tensor<8xi32> -> tensor<2x5xi32>
  %m = linalg.pack %x padding_value(%c7 : i32) inner_dims_pos = [0] inner_tiles = [5] into %e : tensor<8xi32> -> tensor<2x5xi32>
  return %k, %m : tensor<2x5xi32>, tensor<2x5xi32>
}
