// Layouts of blocks pass where tensors are put together, or taken apart, at
// whole blocks; else the conversions stay.
// RUN: layout-opt %s --layout-reflow --remarks-filter=layout -o %t 2>%t.remarks
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// A second run changes nothing.
// RUN: layout-opt %t --layout-reflow | diff %t -
// DEFINE: %{pipeline} = layout-reflow,layout-bufferize,layout-apply,layout-optimize{padding=true},layout-finalize
// DEFINE: %{check} = layout-check %s --rtol=1e-5 --pipeline="builtin.module(%{pipeline})"

#L = #layout.buffer<index_map<(n, c, w) -> (n, c floordiv 4, w, c mod 4)>, pad<0.0 : f32>>
#U = #layout.buffer<index_map<(n, c, w) -> (n, c floordiv 4, w, c mod 4)>, pad<undef>>
#two = #layout.buffer<index_map<(n, c, w) -> (n, c floordiv 8, w, c mod 8)>, pad<0.0 : f32>,
                      index_map<(n, b, w, d) -> (n, b, w, d floordiv 2, d mod 2)>, pad<0.0 : f32>>
#skewed = #layout.buffer<index_map<(n, c, w) -> ((n + c) mod 8, c floordiv 4, w, c mod 4)>, pad<undef>>

// The last tensor has padding, and so has the result: at the same place.
// RUN: %{check} --entry=concat
// CHECK-LABEL: func.func @concat(
// CHECK-NOT:     layout.convert
// CHECK:         tensor.concat dim(1) {{.*}} -> tensor<2x19x3xf32, #
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @concat(%x: tensor<2x8x3xf32, #L>, %y: tensor<2x4x3xf32, #L>, %z: tensor<2x7x3xf32, #L>) -> tensor<2x19x3xf32, #L> {
  %p = layout.convert %x : tensor<2x8x3xf32, #L> to tensor<2x8x3xf32>
  %q = layout.convert %y : tensor<2x4x3xf32, #L> to tensor<2x4x3xf32>
  %r = layout.convert %z : tensor<2x7x3xf32, #L> to tensor<2x7x3xf32>
  %c = tensor.concat dim(1) %p, %q, %r : (tensor<2x8x3xf32>, tensor<2x4x3xf32>, tensor<2x7x3xf32>) -> tensor<2x19x3xf32>
  %s = layout.convert %c : tensor<2x19x3xf32> to tensor<2x19x3xf32, #L>
  return %s : tensor<2x19x3xf32, #L>
}

// Padding of a part may hold anything; that of the whole must be 0.
// RUN: %{check} --entry=pads
// CHECK-LABEL: func.func @pads(
// CHECK-NOT:     layout.convert
// CHECK:         tensor.concat dim(1) {{.*}} -> tensor<2x15x3xf32, #
// CHECK-NOT:     layout.convert
// CHECK:         return
// REMARK: layout-reflow/padding-written {{.*}}must be 0.000000e+00 : f32, and what 'tensor.concat' computes there is {{.*}}
func.func @pads(%x: tensor<2x8x3xf32, #U>, %y: tensor<2x7x3xf32, #U>) -> tensor<2x15x3xf32, #L> {
  %p = layout.convert %x : tensor<2x8x3xf32, #U> to tensor<2x8x3xf32>
  %q = layout.convert %y : tensor<2x7x3xf32, #U> to tensor<2x7x3xf32>
  %c = tensor.concat dim(1) %p, %q : (tensor<2x8x3xf32>, tensor<2x7x3xf32>) -> tensor<2x15x3xf32>
  %s = layout.convert %c : tensor<2x15x3xf32> to tensor<2x15x3xf32, #L>
  return %s : tensor<2x15x3xf32, #L>
}

// Blocks of blocks.
// RUN: %{check} --entry=steps
// CHECK-LABEL: func.func @steps(
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @steps(%x: tensor<2x8x3xf32, #two>, %y: tensor<2x7x3xf32, #two>) -> tensor<2x15x3xf32, #two> {
  %p = layout.convert %x : tensor<2x8x3xf32, #two> to tensor<2x8x3xf32>
  %q = layout.convert %y : tensor<2x7x3xf32, #two> to tensor<2x7x3xf32>
  %c = tensor.concat dim(1) %p, %q : (tensor<2x8x3xf32>, tensor<2x7x3xf32>) -> tensor<2x15x3xf32>
  %s = layout.convert %c : tensor<2x15x3xf32> to tensor<2x15x3xf32, #two>
  return %s : tensor<2x15x3xf32, #two>
}

// The second tensor would begin in the middle of a block.
// RUN: %{check} --entry=inside
// CHECK-LABEL: func.func @inside(
// CHECK:         layout.convert
// CHECK:         layout.convert
// CHECK:         tensor.concat dim(1) {{.*}} -> tensor<2x13x3xf32>
// CHECK:         layout.convert
// CHECK:         return
// REMARK: layout-reflow/kept {{.*}}'tensor.concat' needs {{.*}}, and argument 0 of 'func.func' has {{.*}}, as dimension 1 of 'tensor.concat' must be an axis of its own, or in blocks whose length divides 6; state
func.func @inside(%x: tensor<2x6x3xf32, #L>, %y: tensor<2x7x3xf32, #L>) -> tensor<2x13x3xf32, #L> {
  %p = layout.convert %x : tensor<2x6x3xf32, #L> to tensor<2x6x3xf32>
  %q = layout.convert %y : tensor<2x7x3xf32, #L> to tensor<2x7x3xf32>
  %c = tensor.concat dim(1) %p, %q : (tensor<2x6x3xf32>, tensor<2x7x3xf32>) -> tensor<2x13x3xf32>
  %s = layout.convert %c : tensor<2x13x3xf32> to tensor<2x13x3xf32, #L>
  return %s : tensor<2x13x3xf32, #L>
}

// Blocks of 4 are divided by 8, blocks of 8 by 4 are not.
// RUN: %{check} --entry=longer
// CHECK-LABEL: func.func @longer(
// CHECK:         tensor.concat dim(1) {{.*}} -> tensor<2x11x3xf32>
// CHECK:         return
func.func @longer(%x: tensor<2x4x3xf32, #two>, %y: tensor<2x7x3xf32, #two>) -> tensor<2x11x3xf32, #two> {
  %p = layout.convert %x : tensor<2x4x3xf32, #two> to tensor<2x4x3xf32>
  %q = layout.convert %y : tensor<2x7x3xf32, #two> to tensor<2x7x3xf32>
  %c = tensor.concat dim(1) %p, %q : (tensor<2x4x3xf32>, tensor<2x7x3xf32>) -> tensor<2x11x3xf32>
  %s = layout.convert %c : tensor<2x11x3xf32> to tensor<2x11x3xf32, #two>
  return %s : tensor<2x11x3xf32, #two>
}

// An axis of two dimensions: what is 4 channels on is not always as far on.
// RUN: %{check} --entry=skewed
// CHECK-LABEL: func.func @skewed(
// CHECK:         tensor.concat dim(1) {{.*}} -> tensor<2x7x3xf32>
// CHECK:         return
func.func @skewed(%x: tensor<2x4x3xf32, #skewed>, %y: tensor<2x3x3xf32, #skewed>) -> tensor<2x7x3xf32, #skewed> {
  %p = layout.convert %x : tensor<2x4x3xf32, #skewed> to tensor<2x4x3xf32>
  %q = layout.convert %y : tensor<2x3x3xf32, #skewed> to tensor<2x3x3xf32>
  %c = tensor.concat dim(1) %p, %q : (tensor<2x4x3xf32>, tensor<2x3x3xf32>) -> tensor<2x7x3xf32>
  %s = layout.convert %c : tensor<2x7x3xf32> to tensor<2x7x3xf32, #skewed>
  return %s : tensor<2x7x3xf32, #skewed>
}

// Both halves of the channels, one of them computed with, and back.
// RUN: %{check} --entry=slices
// CHECK-LABEL: func.func @slices(
// CHECK-NOT:     layout.convert
// CHECK:         tensor.extract_slice {{.*}} to tensor<2x7x3xf32, #
// CHECK-NOT:     layout.convert
// CHECK:         tensor.insert_slice
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @slices(%x: tensor<2x15x3xf32, #L>) -> tensor<2x15x3xf32, #L> {
  %p = layout.convert %x : tensor<2x15x3xf32, #L> to tensor<2x15x3xf32>
  %s = tensor.extract_slice %p[0, 8, 0] [2, 7, 3] [1, 1, 1] : tensor<2x15x3xf32> to tensor<2x7x3xf32>
  %e = tensor.empty() : tensor<2x7x3xf32>
  %t = linalg.negf ins(%s : tensor<2x7x3xf32>) outs(%e : tensor<2x7x3xf32>) -> tensor<2x7x3xf32>
  %y = tensor.insert_slice %t into %p[0, 8, 0] [2, 7, 3] [1, 1, 1] : tensor<2x7x3xf32> into tensor<2x15x3xf32>
  %z = layout.convert %y : tensor<2x15x3xf32> to tensor<2x15x3xf32, #L>
  return %z : tensor<2x15x3xf32, #L>
}

// It begins with a block, and ends inside of one in front of the last.
// RUN: %{check} --entry=ends_inside
// CHECK-LABEL: func.func @ends_inside(
// CHECK:         tensor.extract_slice {{.*}} : tensor<2x15x3xf32> to tensor<2x6x3xf32>
// CHECK:         return
func.func @ends_inside(%x: tensor<2x15x3xf32, #L>) -> tensor<2x6x3xf32, #L> {
  %p = layout.convert %x : tensor<2x15x3xf32, #L> to tensor<2x15x3xf32>
  %s = tensor.extract_slice %p[0, 4, 0] [2, 6, 3] [1, 1, 1] : tensor<2x15x3xf32> to tensor<2x6x3xf32>
  %z = layout.convert %s : tensor<2x6x3xf32> to tensor<2x6x3xf32, #L>
  return %z : tensor<2x6x3xf32, #L>
}

// Whole blocks of padding in front.
// RUN: %{check} --entry=padded
// CHECK-LABEL: func.func @padded(
// CHECK-NOT:     layout.convert
// CHECK:         tensor.pad
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @padded(%x: tensor<2x7x3xf32, #L>) -> tensor<2x11x3xf32, #L> {
  %one = arith.constant 1.0 : f32
  %p = layout.convert %x : tensor<2x7x3xf32, #L> to tensor<2x7x3xf32>
  %y = tensor.pad %p low[0, 4, 0] high[0, 0, 0] {
  ^bb0(%n: index, %c: index, %w: index):
    tensor.yield %one : f32
  } : tensor<2x7x3xf32> to tensor<2x11x3xf32>
  %z = layout.convert %y : tensor<2x11x3xf32> to tensor<2x11x3xf32, #L>
  return %z : tensor<2x11x3xf32, #L>
}

// More channels behind: the first of them are where padding was.
// RUN: %{check} --entry=behind
// CHECK-LABEL: func.func @behind(
// CHECK:         tensor.pad
// CHECK:         : tensor<2x7x3xf32> to tensor<2x8x3xf32>
// CHECK:         return
func.func @behind(%x: tensor<2x7x3xf32, #L>) -> tensor<2x8x3xf32, #L> {
  %one = arith.constant 1.0 : f32
  %p = layout.convert %x : tensor<2x7x3xf32, #L> to tensor<2x7x3xf32>
  %y = tensor.pad %p low[0, 0, 0] high[0, 1, 0] {
  ^bb0(%n: index, %c: index, %w: index):
    tensor.yield %one : f32
  } : tensor<2x7x3xf32> to tensor<2x8x3xf32>
  %z = layout.convert %y : tensor<2x8x3xf32> to tensor<2x8x3xf32, #L>
  return %z : tensor<2x8x3xf32, #L>
}

// An extent that is not known is a multiple of nothing.
// CHECK-LABEL: func.func @unknown(
// CHECK:         tensor.concat dim(1) {{.*}} -> tensor<2x?x3xf32>
// CHECK:         return
func.func @unknown(%x: tensor<2x?x3xf32, #L>, %y: tensor<2x7x3xf32, #L>) -> tensor<2x?x3xf32, #L> {
  %p = layout.convert %x : tensor<2x?x3xf32, #L> to tensor<2x?x3xf32>
  %q = layout.convert %y : tensor<2x7x3xf32, #L> to tensor<2x7x3xf32>
  %c = tensor.concat dim(1) %p, %q : (tensor<2x?x3xf32>, tensor<2x7x3xf32>) -> tensor<2x?x3xf32>
  %s = layout.convert %c : tensor<2x?x3xf32> to tensor<2x?x3xf32, #L>
  return %s : tensor<2x?x3xf32, #L>
}
