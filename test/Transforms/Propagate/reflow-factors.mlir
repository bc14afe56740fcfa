// A contraction takes a factor whose sums lie in another order as it is.
// RUN: layout-opt %s --layout-reflow --canonicalize | FileCheck %s
// RUN: layout-check %s --entry=groups --rtol=1e-5 --pipeline="builtin.module(layout-reflow,layout-bufferize,layout-assign,layout-apply,layout-optimize)"

#channels = #layout.buffer<index_map<(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)>, pad<undef>>
#groups = #layout.buffer<index_map<(n, c, h, w) -> (n, c mod 4, h, w, c floordiv 4)>, pad<undef>>
#quarter = #layout.buffer<index_map<(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)>, pad<undef>>
#padded = #layout.buffer<index_map<(n, c, h, w) -> (n, c mod 3, h, w, c floordiv 3)>, pad<undef>>
#rows = #layout.buffer<index_map<(n, c, h, w) -> (n, c floordiv 16, w, h, c mod 16)>, pad<undef>>
#weights = #layout.buffer<index_map<(k, c) -> (k floordiv 16, c, k mod 16)>, pad<undef>>
#sums = #layout.buffer<index_map<(k, c) -> (k, c floordiv 16, c mod 16)>, pad<undef>>

#x = affine_map<(n, k, h, w, c) -> (n, c, h, w)>
#w = affine_map<(n, k, h, w, c) -> (k, c)>
#r = affine_map<(n, k, h, w, c) -> (n, k, h, w)>

// CHECK-DAG: #[[GROUPS:.*]] = #layout.buffer<index_map<(d0, d1, d2, d3) -> (d0, d1 mod 4, d2, d3, d1 floordiv 4)>
// CHECK-DAG: #[[CHANNELS:.*]] = #layout.buffer<index_map<(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)>

// CHECK-LABEL: func @groups(
// CHECK-SAME:    %[[X:.*]]: tensor<1x64x5x7xf32, #[[GROUPS]]>
// CHECK-NOT:     layout.convert
// CHECK:         linalg.generic {{.*}} ins(%[[X]],
func.func @groups(%x: tensor<1x64x5x7xf32, #groups>, %w: tensor<32x64xf32, #weights>, %r: tensor<1x32x5x7xf32, #channels>) -> tensor<1x32x5x7xf32, #channels> {
  %c = layout.convert %x : tensor<1x64x5x7xf32, #groups> to tensor<1x64x5x7xf32, #channels>
  %0 = linalg.generic {indexing_maps = [#x, #w, #r], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
    ins(%c, %w : tensor<1x64x5x7xf32, #channels>, tensor<32x64xf32, #weights>) outs(%r : tensor<1x32x5x7xf32, #channels>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x32x5x7xf32, #channels>
  return %0 : tensor<1x32x5x7xf32, #channels>
}

// Lanes along the sum would take it in the order of the weights.
// CHECK-LABEL: func @lanes_along_sum(
// CHECK:         layout.convert
func.func @lanes_along_sum(%x: tensor<1x64x5x7xf32, #groups>, %w: tensor<32x64xf32, #sums>, %r: tensor<1x32x5x7xf32, #channels>) -> tensor<1x32x5x7xf32, #channels> {
  %c = layout.convert %x : tensor<1x64x5x7xf32, #groups> to tensor<1x64x5x7xf32, #channels>
  %0 = linalg.generic {indexing_maps = [#x, #w, #r], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
    ins(%c, %w : tensor<1x64x5x7xf32, #channels>, tensor<32x64xf32, #sums>) outs(%r : tensor<1x32x5x7xf32, #channels>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x32x5x7xf32, #channels>
  return %0 : tensor<1x32x5x7xf32, #channels>
}

// So they would with rows of a plain one.
// CHECK-LABEL: func @plain(
// CHECK:         layout.convert
func.func @plain(%x: tensor<1x64x5x7xf32, #groups>, %w: tensor<32x64xf32>, %r: tensor<1x32x5x7xf32, #channels>) -> tensor<1x32x5x7xf32, #channels> {
  %c = layout.convert %x : tensor<1x64x5x7xf32, #groups> to tensor<1x64x5x7xf32, #channels>
  %0 = linalg.generic {indexing_maps = [#x, #w, #r], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
    ins(%c, %w : tensor<1x64x5x7xf32, #channels>, tensor<32x64xf32>) outs(%r : tensor<1x32x5x7xf32, #channels>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x32x5x7xf32, #channels>
  return %0 : tensor<1x32x5x7xf32, #channels>
}

// Fewer elements would lie side by side.
// CHECK-LABEL: func @shorter(
// CHECK:         layout.convert
func.func @shorter(%x: tensor<1x64x5x7xf32, #quarter>, %w: tensor<32x64xf32, #weights>, %r: tensor<1x32x5x7xf32, #channels>) -> tensor<1x32x5x7xf32, #channels> {
  %c = layout.convert %x : tensor<1x64x5x7xf32, #quarter> to tensor<1x64x5x7xf32, #channels>
  %0 = linalg.generic {indexing_maps = [#x, #w, #r], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
    ins(%c, %w : tensor<1x64x5x7xf32, #channels>, tensor<32x64xf32, #weights>) outs(%r : tensor<1x32x5x7xf32, #channels>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x32x5x7xf32, #channels>
  return %0 : tensor<1x32x5x7xf32, #channels>
}

// Padding is what partial blocks are computed with.
// CHECK-LABEL: func @padding(
// CHECK:         layout.convert
func.func @padding(%x: tensor<1x64x5x7xf32, #padded>, %w: tensor<32x64xf32, #weights>, %r: tensor<1x32x5x7xf32, #channels>) -> tensor<1x32x5x7xf32, #channels> {
  %c = layout.convert %x : tensor<1x64x5x7xf32, #padded> to tensor<1x64x5x7xf32, #channels>
  %0 = linalg.generic {indexing_maps = [#x, #w, #r], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
    ins(%c, %w : tensor<1x64x5x7xf32, #channels>, tensor<32x64xf32, #weights>) outs(%r : tensor<1x32x5x7xf32, #channels>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x32x5x7xf32, #channels>
  return %0 : tensor<1x32x5x7xf32, #channels>
}

// Another order of rows is not one of the sums.
// CHECK-LABEL: func @rows(
// CHECK:         layout.convert
func.func @rows(%x: tensor<1x64x5x7xf32, #rows>, %w: tensor<32x64xf32, #weights>, %r: tensor<1x32x5x7xf32, #channels>) -> tensor<1x32x5x7xf32, #channels> {
  %c = layout.convert %x : tensor<1x64x5x7xf32, #rows> to tensor<1x64x5x7xf32, #channels>
  %0 = linalg.generic {indexing_maps = [#x, #w, #r], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
    ins(%c, %w : tensor<1x64x5x7xf32, #channels>, tensor<32x64xf32, #weights>) outs(%r : tensor<1x32x5x7xf32, #channels>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x32x5x7xf32, #channels>
  return %0 : tensor<1x32x5x7xf32, #channels>
}
