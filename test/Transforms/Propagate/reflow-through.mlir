// Conversions move through ops of which tensors are not alike: what they leave,
// and that the programs compute what they computed.
// RUN: layout-opt %s --layout-reflow --remarks-filter=layout -o %t 2>%t.remarks
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// A second run changes nothing.
// RUN: layout-opt %t --layout-reflow | diff %t -
// DEFINE: %{pipeline} = layout-reflow,layout-bufferize,layout-apply,layout-optimize{padding=true},layout-finalize
// DEFINE: %{check} = layout-check %s --rtol=1e-5 --pipeline="builtin.module(%{pipeline})"

#L = #layout.buffer<index_map<(n, h, w, c) -> (n, c floordiv 4, h, w, c mod 4)>, pad<0.0 : f32>>
#least = #layout.buffer<index_map<(n, h, w, c) -> (n, c floordiv 4, h, w, c mod 4)>, pad<0xFF800000 : f32>>
#M = #layout.buffer<index_map<(n, c) -> (n, c floordiv 4, c mod 4)>, pad<0.0 : f32>>
#T = #layout.buffer<index_map<(c, n) -> (n, c floordiv 4, c mod 4)>, pad<0.0 : f32>>
#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#last = affine_map<(d0, d1, d2, d3) -> (d3)>
#nc = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
!x = tensor<2x4x4x6xf32, #L>
!plain = tensor<2x4x4x6xf32>

// A constant bias is packed with what it is added to; its padding is such that
// the sum is what is needed.
// RUN: %{check} --entry=bias
// CHECK-LABEL: func.func @bias(
// CHECK:         arith.constant dense<{{.*}}> : tensor<6xf32, #[[BIAS:.*]]>
// CHECK-NOT:     layout.convert
// CHECK:       }
// REMARK: layout-reflow/padding-computed {{.*}}must be 0.000000e+00 : f32, which 'linalg.generic' computes there
func.func @bias(%x: !x) -> !x {
  %p = layout.convert %x : !x to !plain
  %b = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %e = tensor.empty() : !plain
  %y = linalg.generic {indexing_maps = [#id, #last, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%p, %b : !plain, tensor<6xf32>) outs(%e : !plain) {
  ^bb0(%a: f32, %bias: f32, %c: f32):
    %r = arith.addf %a, %bias : f32
    linalg.yield %r : f32
  } -> !plain
  %z = layout.convert %y : !plain to !x
  return %z : !x
}

// Pooling: rows and columns are axes of their own. The padding is the least of
// numbers, which the initial value is, too.
// RUN: %{check} --entry=pooling
// CHECK-LABEL: func.func @pooling(
// CHECK-NOT:     layout.convert
// CHECK:         linalg.pooling_nhwc_max {{.*}} -> tensor<2x3x3x6xf32, #
// CHECK-NOT:     layout.convert
// CHECK:       }
func.func @pooling(%x: tensor<2x4x4x6xf32, #least>) -> tensor<2x3x3x6xf32, #least> {
  %p = layout.convert %x : tensor<2x4x4x6xf32, #least> to !plain
  %least = arith.constant 0xFF800000 : f32
  %window = tensor.empty() : tensor<2x2xf32>
  %e = tensor.empty() : tensor<2x3x3x6xf32>
  %i = linalg.fill ins(%least : f32) outs(%e : tensor<2x3x3x6xf32>) -> tensor<2x3x3x6xf32>
  %y = linalg.pooling_nhwc_max ins(%p, %window : !plain, tensor<2x2xf32>) outs(%i : tensor<2x3x3x6xf32>) -> tensor<2x3x3x6xf32>
  %z = layout.convert %y : tensor<2x3x3x6xf32> to tensor<2x3x3x6xf32, #least>
  return %z : tensor<2x3x3x6xf32, #least>
}

// A sum over rows and columns leaves blocks of channels.
// RUN: %{check} --entry=reduction
// CHECK-LABEL: func.func @reduction(
// CHECK-NOT:     layout.convert
// CHECK:         linalg.generic {{.*}} outs({{.*}} : tensor<2x6xf32, #
// CHECK-NOT:     layout.convert
// CHECK:       }
// REMARK: layout-reflow/padding-computed {{.*}}must be 0.000000e+00 : f32, which 'linalg.generic' computes there
func.func @reduction(%x: !x) -> tensor<2x6xf32, #M> {
  %p = layout.convert %x : !x to !plain
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x6xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x6xf32>) -> tensor<2x6xf32>
  %y = linalg.generic {indexing_maps = [#id, #nc], iterator_types = ["parallel", "reduction", "reduction", "parallel"]} ins(%p : !plain) outs(%i : tensor<2x6xf32>) {
  ^bb0(%a: f32, %s: f32):
    %r = arith.addf %s, %a : f32
    linalg.yield %r : f32
  } -> tensor<2x6xf32>
  %z = layout.convert %y : tensor<2x6xf32> to tensor<2x6xf32, #M>
  return %z : tensor<2x6xf32, #M>
}

// A sum over channels runs over the padding, too, if that holds zero.
// RUN: %{check} --entry=over_channels
// CHECK-LABEL: func.func @over_channels(
// CHECK-NOT:     layout.convert
// CHECK:         linalg.generic {{.*}} ins({{.*}} : tensor<2x4x4x6xf32, #
// CHECK-NOT:     layout.convert
// CHECK:       }
#nhw = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
func.func @over_channels(%x: !x) -> tensor<2x4x4xf32> {
  %p = layout.convert %x : !x to !plain
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x4x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %y = linalg.generic {indexing_maps = [#id, #nhw], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%p : !plain) outs(%i : tensor<2x4x4xf32>) {
  ^bb0(%a: f32, %s: f32):
    %r = arith.addf %s, %a : f32
    linalg.yield %r : f32
  } -> tensor<2x4x4xf32>
  return %y : tensor<2x4x4xf32>
}

// RUN: %{check} --entry=transpose
// CHECK-LABEL: func.func @transpose(
// CHECK-NOT:     layout.convert
// CHECK:         linalg.transpose ins({{.*}} : tensor<2x6xf32, #{{.*}}>) outs({{.*}} : tensor<6x2xf32, #
// CHECK-NOT:     layout.convert
// CHECK:       }
func.func @transpose(%x: tensor<2x6xf32, #M>) -> tensor<6x2xf32, #T> {
  %p = layout.convert %x : tensor<2x6xf32, #M> to tensor<2x6xf32>
  %e = tensor.empty() : tensor<6x2xf32>
  %y = linalg.transpose ins(%p : tensor<2x6xf32>) outs(%e : tensor<6x2xf32>) permutation = [1, 0]
  %z = layout.convert %y : tensor<6x2xf32> to tensor<6x2xf32, #T>
  return %z : tensor<6x2xf32, #T>
}

// Zeros around the image are zeros in the padding.
// RUN: %{check} --entry=pad
// CHECK-LABEL: func.func @pad(
// CHECK-NOT:     layout.convert
// CHECK:         tensor.pad
// CHECK:         } : tensor<2x4x4x6xf32, #{{.*}}> to tensor<2x6x7x6xf32, #
// CHECK-NOT:     layout.convert
// CHECK:       }
// REMARK: layout-reflow/padding-computed {{.*}}must be 0.000000e+00 : f32, which 'tensor.pad' computes there
func.func @pad(%x: !x) -> tensor<2x6x7x6xf32, #L> {
  %p = layout.convert %x : !x to !plain
  %zero = arith.constant 0.0 : f32
  %y = tensor.pad %p low[0, 1, 1, 0] high[0, 1, 2, 0] {
  ^bb0(%n: index, %h: index, %w: index, %c: index):
    tensor.yield %zero : f32
  } : !plain to tensor<2x6x7x6xf32>
  %z = layout.convert %y : tensor<2x6x7x6xf32> to tensor<2x6x7x6xf32, #L>
  return %z : tensor<2x6x7x6xf32, #L>
}

// Ones are not.
// RUN: %{check} --entry=pad_other
// CHECK-LABEL: func.func @pad_other(
// CHECK-NOT:     layout.convert
// CHECK:       }
// REMARK: layout-reflow/padding-written {{.*}}must be 0.000000e+00 : f32, and what 'tensor.pad' computes there is not known
func.func @pad_other(%x: !x) -> tensor<2x6x7x6xf32, #L> {
  %p = layout.convert %x : !x to !plain
  %one = arith.constant 1.0 : f32
  %y = tensor.pad %p low[0, 1, 1, 0] high[0, 1, 2, 0] {
  ^bb0(%n: index, %h: index, %w: index, %c: index):
    tensor.yield %one : f32
  } : !plain to tensor<2x6x7x6xf32>
  %z = layout.convert %y : tensor<2x6x7x6xf32> to tensor<2x6x7x6xf32, #L>
  return %z : tensor<2x6x7x6xf32, #L>
}

// Channels are split: who pads them works on plain tensors.
// RUN: %{check} --entry=pad_split
// CHECK-LABEL: func.func @pad_split(
// CHECK-COUNT-2: layout.convert
// CHECK:       }
func.func @pad_split(%x: !x) -> tensor<2x4x4x7xf32, #L> {
  %p = layout.convert %x : !x to !plain
  %zero = arith.constant 0.0 : f32
  %y = tensor.pad %p low[0, 0, 0, 1] high[0, 0, 0, 0] {
  ^bb0(%n: index, %h: index, %w: index, %c: index):
    tensor.yield %zero : f32
  } : !plain to tensor<2x4x4x7xf32>
  %z = layout.convert %y : tensor<2x4x4x7xf32> to tensor<2x4x4x7xf32, #L>
  return %z : tensor<2x4x4x7xf32, #L>
}

// RUN: %{check} --entry=concat
// CHECK-LABEL: func.func @concat(
// CHECK-NOT:     layout.convert
// CHECK:         tensor.concat dim(1) {{.*}} -> tensor<2x8x4x6xf32, #
// CHECK-NOT:     layout.convert
// CHECK:       }
func.func @concat(%x: !x, %y: !x) -> tensor<2x8x4x6xf32, #L> {
  %p = layout.convert %x : !x to !plain
  %q = layout.convert %y : !x to !plain
  %c = tensor.concat dim(1) %p, %q : (!plain, !plain) -> tensor<2x8x4x6xf32>
  %z = layout.convert %c : tensor<2x8x4x6xf32> to tensor<2x8x4x6xf32, #L>
  return %z : tensor<2x8x4x6xf32, #L>
}

// Slices of rows and columns, of which one is left out; and back.
// RUN: %{check} --entry=slices
// CHECK-LABEL: func.func @slices(
// CHECK-NOT:     layout.convert
// CHECK:         tensor.extract_slice {{.*}} to tensor<2x2x6xf32, #
// CHECK-NOT:     layout.convert
// CHECK:         tensor.insert_slice
// CHECK-NOT:     layout.convert
// CHECK:       }
func.func @slices(%x: !x) -> !x {
  %p = layout.convert %x : !x to !plain
  %s = tensor.extract_slice %p[0, 1, 0, 0] [2, 1, 2, 6] [1, 1, 2, 1] : !plain to tensor<2x2x6xf32>
  %e = tensor.empty() : tensor<2x2x6xf32>
  %t = linalg.negf ins(%s : tensor<2x2x6xf32>) outs(%e : tensor<2x2x6xf32>) -> tensor<2x2x6xf32>
  %y = tensor.insert_slice %t into %p[0, 2, 1, 0] [2, 1, 2, 6] [1, 1, 1, 1] : tensor<2x2x6xf32> into !plain
  %z = layout.convert %y : !plain to !x
  return %z : !x
}

// Rows and columns become one, which stand side by side in the layout.
// RUN: %{check} --entry=reshape
// CHECK-LABEL: func.func @reshape(
// CHECK-NOT:     layout.convert
// CHECK:         tensor.collapse_shape {{.*}} into tensor<2x16x6xf32, #
// CHECK:         tensor.expand_shape
// CHECK-NOT:     layout.convert
// CHECK:       }
func.func @reshape(%x: !x) -> !x {
  %p = layout.convert %x : !x to !plain
  %c = tensor.collapse_shape %p [[0], [1, 2], [3]] : !plain into tensor<2x16x6xf32>
  %e = tensor.empty() : tensor<2x16x6xf32>
  %t = linalg.negf ins(%c : tensor<2x16x6xf32>) outs(%e : tensor<2x16x6xf32>) -> tensor<2x16x6xf32>
  %y = tensor.expand_shape %t [[0], [1, 2], [3]] output_shape [2, 4, 4, 6] : tensor<2x16x6xf32> into !plain
  %z = layout.convert %y : !plain to !x
  return %z : !x
}

// Columns and channels do not: channels are split.
// RUN: %{check} --entry=reshape_split
// CHECK-LABEL: func.func @reshape_split(
// CHECK:         layout.convert
// CHECK:       }
func.func @reshape_split(%x: !x) -> tensor<2x4x24xf32> {
  %p = layout.convert %x : !x to !plain
  %c = tensor.collapse_shape %p [[0], [1], [2, 3]] : !plain into tensor<2x4x24xf32>
  return %c : tensor<2x4x24xf32>
}

// Extents of 1 come and go.
// RUN: %{check} --entry=units
// CHECK-LABEL: func.func @units(
// CHECK-NOT:     layout.convert
// CHECK:         tensor.collapse_shape {{.*}} into tensor<2x6xf32, #
// CHECK-NOT:     layout.convert
// CHECK:       }
func.func @units(%x: tensor<2x1x1x6xf32, #L>) -> tensor<2x6xf32, #M> {
  %p = layout.convert %x : tensor<2x1x1x6xf32, #L> to tensor<2x1x1x6xf32>
  %c = tensor.collapse_shape %p [[0], [1, 2, 3]] : tensor<2x1x1x6xf32> into tensor<2x6xf32>
  %e = tensor.empty() : tensor<2x6xf32>
  %t = linalg.negf ins(%c : tensor<2x6xf32>) outs(%e : tensor<2x6xf32>) -> tensor<2x6xf32>
  %z = layout.convert %t : tensor<2x6xf32> to tensor<2x6xf32, #M>
  return %z : tensor<2x6xf32, #M>
}

// A dimension that is not known, in all tensors the same.
// RUN: %{check} --entry=dynamic --dim=arg0.dim0:3
// CHECK-LABEL: func.func @dynamic(
// CHECK-NOT:     layout.convert
// CHECK:         tensor.pad
// CHECK-NOT:     layout.convert
// CHECK:       }
func.func @dynamic(%x: tensor<?x4x4x6xf32, #L>) -> tensor<?x6x4x6xf32, #L> {
  %p = layout.convert %x : tensor<?x4x4x6xf32, #L> to tensor<?x4x4x6xf32>
  %zero = arith.constant 0.0 : f32
  %y = tensor.pad %p low[0, 1, 0, 0] high[0, 1, 0, 0] {
  ^bb0(%n: index, %h: index, %w: index, %c: index):
    tensor.yield %zero : f32
  } : tensor<?x4x4x6xf32> to tensor<?x6x4x6xf32>
  %z = layout.convert %y : tensor<?x6x4x6xf32> to tensor<?x6x4x6xf32, #L>
  return %z : tensor<?x6x4x6xf32, #L>
}
