// Softmax between tensors with layouts works in them, and its row sums, too.
// RUN: layout-opt %s --layout-reflow --remarks-filter=layout -o %t
// RUN: FileCheck %s < %t
// RUN: layout-opt %t --layout-reflow | diff %t -
// DEFINE: %{pipeline} = layout-reflow,layout-bufferize,layout-apply,layout-optimize{padding=true},layout-finalize
// DEFINE: %{check} = layout-check %s --rtol=1e-5 --pipeline="builtin.module(%{pipeline})"

#L = #layout.buffer<index_map<(n, c, w) -> (n, c floordiv 4, w, c mod 4)>, pad<undef>>
#W = #layout.buffer<index_map<(n, c, w) -> (n, w floordiv 4, c, w mod 4)>, pad<0.0 : f32>>

// The sums are over an axis of its own, and lie in blocks of 4.
// RUN: %{check} --entry=rows
// CHECK-LABEL: func.func @rows(
// CHECK-NOT:     layout.convert
// CHECK-NOT:     linalg.softmax
// CHECK:         return
func.func @rows(%x: tensor<2x7x5xf32, #L>) -> tensor<2x7x5xf32, #L> {
  %p = layout.convert %x : tensor<2x7x5xf32, #L> to tensor<2x7x5xf32>
  %e = tensor.empty() : tensor<2x7x5xf32>
  %s = linalg.softmax dimension(2) ins(%p : tensor<2x7x5xf32>) outs(%e : tensor<2x7x5xf32>) -> tensor<2x7x5xf32>
  %z = layout.convert %s : tensor<2x7x5xf32> to tensor<2x7x5xf32, #L>
  return %z : tensor<2x7x5xf32, #L>
}

// Over blocks, of which the last has padding, which holds 0 behind as well.
// RUN: %{check} --entry=blocks,pinned
// CHECK-LABEL: func.func @blocks(
// CHECK-NOT:     layout.convert
// CHECK-NOT:     linalg.softmax
// CHECK:         return
func.func @blocks(%x: tensor<2x7x5xf32, #W>) -> tensor<2x7x5xf32, #W> {
  %p = layout.convert %x : tensor<2x7x5xf32, #W> to tensor<2x7x5xf32>
  %e = tensor.empty() : tensor<2x7x5xf32>
  %s = linalg.softmax dimension(2) ins(%p : tensor<2x7x5xf32>) outs(%e : tensor<2x7x5xf32>) -> tensor<2x7x5xf32>
  %z = layout.convert %s : tensor<2x7x5xf32> to tensor<2x7x5xf32, #W>
  return %z : tensor<2x7x5xf32, #W>
}

// One that is to keep the layouts that it has keeps them, and what says so.
// CHECK-LABEL: func.func @pinned(
// CHECK:         layout.convert
// CHECK:         linalg.softmax {layout.prefer}
// CHECK:         layout.convert
func.func @pinned(%x: tensor<2x7x5xf32, #L>) -> tensor<2x7x5xf32, #L> {
  %p = layout.convert %x : tensor<2x7x5xf32, #L> to tensor<2x7x5xf32>
  %e = tensor.empty() : tensor<2x7x5xf32>
  %s = linalg.softmax {layout.prefer} dimension(2) ins(%p : tensor<2x7x5xf32>) outs(%e : tensor<2x7x5xf32>) -> tensor<2x7x5xf32>
  %z = layout.convert %s : tensor<2x7x5xf32> to tensor<2x7x5xf32, #L>
  return %z : tensor<2x7x5xf32, #L>
}
