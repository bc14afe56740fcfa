// What is packed is only read: what an op writes in its place is written to a copy, and
// padding of the packed tensor is what the op says, also when it is read at once.
// RUN: layout-check %s --entry=written,in_place,slice --pipeline="builtin.module(layout-from-pack,layout-bufferize,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=written --pipeline="builtin.module(layout-from-pack,layout-reflow,layout-bufferize,layout-apply,layout-optimize{padding=true},layout-finalize)"
// RUN: layout-check %s --entry=twice,constant --pipeline="builtin.module(layout-from-pack,layout-reflow,layout-bufferize,layout-apply,layout-finalize)"
#id = affine_map<(i, j) -> (i, j)>
func.func @written(%a: tensor<14xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<14xf32>) {
  %zero = arith.constant 3.0 : f32
  %one = arith.constant 1.0 : f32
  %d = tensor.empty() : tensor<4x4xf32>
  %e = tensor.empty() : tensor<14xf32>
  %p = linalg.pack %a padding_value(%zero : f32) inner_dims_pos = [0] inner_tiles = [4] into %d : tensor<14xf32> -> tensor<4x4xf32>
  %q = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%p : tensor<4x4xf32>) {
  ^bb0(%x: f32):
    %y = arith.addf %x, %one : f32
    linalg.yield %y : f32
  } -> tensor<4x4xf32>
  %u = linalg.unpack %q inner_dims_pos = [0] inner_tiles = [4] into %e : tensor<4x4xf32> -> tensor<14xf32>
  return %p, %q, %u : tensor<4x4xf32>, tensor<4x4xf32>, tensor<14xf32>
}
// Nobody wants what was packed any more: its padding must not come back.
func.func @in_place(%a: tensor<14xf32>) -> tensor<4x4xf32> {
  %zero = arith.constant 3.0 : f32
  %one = arith.constant 1.0 : f32
  %d = tensor.empty() : tensor<4x4xf32>
  %p = linalg.pack %a padding_value(%zero : f32) inner_dims_pos = [0] inner_tiles = [4] into %d : tensor<14xf32> -> tensor<4x4xf32>
  %q = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%p : tensor<4x4xf32>) {
  ^bb0(%x: f32):
    %y = arith.addf %x, %one : f32
    linalg.yield %y : f32
  } -> tensor<4x4xf32>
  return %q : tensor<4x4xf32>
}
func.func @slice(%a: tensor<5x4x3xi32>) -> tensor<11xi32> {
  %e = tensor.empty() : tensor<11xi32>
  %s = tensor.extract_slice %a[0, 1, 0][4, 1, 3][1, 1, 1] : tensor<5x4x3xi32> to tensor<4x3xi32>
  %u = linalg.unpack %s inner_dims_pos = [0] inner_tiles = [3] into %e : tensor<4x3xi32> -> tensor<11xi32>
  return %u : tensor<11xi32>
}
// Two packs of different padding.
func.func @twice(%a: tensor<6x7xi8>) -> (tensor<4x3x2x2xi8>, tensor<4x3x2x2xi8>) {
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  %d = tensor.empty() : tensor<4x3x2x2xi8>
  %p = linalg.pack %a padding_value(%zero : i8) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %d : tensor<6x7xi8> -> tensor<4x3x2x2xi8>
  %q = linalg.pack %a padding_value(%one : i8) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %d : tensor<6x7xi8> -> tensor<4x3x2x2xi8>
  return %p, %q : tensor<4x3x2x2xi8>, tensor<4x3x2x2xi8>
}
func.func @constant() -> tensor<2x4xi32> {
  %a = arith.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %pad = arith.constant -1 : i32
  %d = tensor.empty() : tensor<2x4xi32>
  %p = linalg.pack %a padding_value(%pad : i32) inner_dims_pos = [0] inner_tiles = [4] into %d : tensor<5xi32> -> tensor<2x4xi32>
  return %p : tensor<2x4xi32>
}
