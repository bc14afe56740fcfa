// The storage of what a layout is requested for will be another one, so that
// layout.as_logical cannot view it: linalg.unpack of an argument with a request stays,
// and means what upstream says.
// RUN: layout-check %s --entry=requested,packed --pipeline="builtin.module(layout-compile{to-llvm=false})" | FileCheck %s
// CHECK-COUNT-2: 6 runs agree
#columns = #layout.buffer<index_map<(i, j) -> (j, i)>>
#halves = #layout.buffer<index_map<(i) -> (i floordiv 2, i mod 2)>>
func.func @requested(%a: tensor<4x4xf32> {layout.transform = #columns}) -> tensor<16xf32> {
  %d = tensor.empty() : tensor<16xf32>
  %u = linalg.unpack %a inner_dims_pos = [0] inner_tiles = [4] into %d : tensor<4x4xf32> -> tensor<16xf32>
  return %u : tensor<16xf32>
}
func.func @packed(%a: tensor<16xf32> {layout.transform = #halves}) -> tensor<4x4xf32> {
  %d = tensor.empty() : tensor<4x4xf32>
  %p = linalg.pack %a inner_dims_pos = [0] inner_tiles = [4] into %d : tensor<16xf32> -> tensor<4x4xf32>
  return %p : tensor<4x4xf32>
}
