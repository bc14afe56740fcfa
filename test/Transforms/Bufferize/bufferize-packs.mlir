// Packs that layout-from-pack leaves are what upstream says that they mean.
// RUN: layout-opt %s --layout-bufferize | FileCheck %s
// RUN: layout-check %s --entry=padded --arg=1:4.0 --pipeline="builtin.module(layout-from-pack,layout-choose,layout-reflow,layout-bufferize,layout-apply)"
// RUN: layout-check %s --entry=there_and_back --pipeline="builtin.module(layout-bufferize,layout-apply)"
// RUN: layout-opt %s --layout-compile -o /dev/null

// What it pads with is no constant, so it is no layout.
// CHECK-LABEL: @padded(
// CHECK-NOT:     linalg.pack
// CHECK:         return
func.func @padded(%x: tensor<13xf32>, %v: f32) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %p = linalg.pack %x padding_value(%v : f32) inner_dims_pos = [0] inner_tiles = [4] into %e : tensor<13xf32> -> tensor<4x4xf32>
  return %p : tensor<4x4xf32>
}

// CHECK-LABEL: @there_and_back(
// CHECK-NOT:     linalg.{{(un)?}}pack
// CHECK:         return
func.func @there_and_back(%x: tensor<8x6xi32>) -> tensor<8x6xi32> {
  %e = tensor.empty() : tensor<3x2x4x2xi32>
  %p = linalg.pack %x outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [4, 2] into %e : tensor<8x6xi32> -> tensor<3x2x4x2xi32>
  %d = tensor.empty() : tensor<8x6xi32>
  %q = linalg.unpack %p outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [4, 2] into %d : tensor<3x2x4x2xi32> -> tensor<8x6xi32>
  return %q : tensor<8x6xi32>
}
