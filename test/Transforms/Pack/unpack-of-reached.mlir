// What a request reaches by a call is known too late: the error says what the op was.
// RUN: not layout-opt %s --layout-from-pack --layout-bufferize --layout-assign 2>&1 | FileCheck %s --check-prefix=REACHED
// REACHED: unpack-of-reached.mlir:[[# @LINE + 8]]:8: error: 'layout.as_logical' op uses a buffer for which a layout is requested, and cannot be rewritten for a laid-out one; give its source no request: a layout.as_logical, or the linalg.unpack that layout-from-pack made one of, reads storage as it lies in memory
#columns = #layout.buffer<index_map<(i, j) -> (j, i)>>
func.func private @callee(%a: tensor<4x4xf32> {layout.transform = #columns}) -> f32 {
  %c0 = arith.constant 0 : index
  %v = tensor.extract %a[%c0, %c0] : tensor<4x4xf32>
  return %v : f32
}
func.func @reached(%a: tensor<4x4xf32>, %d: tensor<16xf32>) -> (tensor<16xf32>, f32) {
  %u = linalg.unpack %a inner_dims_pos = [0] inner_tiles = [4] into %d : tensor<4x4xf32> -> tensor<16xf32>
  %v = call @callee(%a) : (tensor<4x4xf32>) -> f32
  return %u, %v : tensor<16xf32>, f32
}
