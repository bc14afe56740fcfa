// Contractions get conversions around them, and nothing else.
// RUN: layout-opt %s --layout-choose=layouts=always --remarks-filter=layout 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t
// RUN: layout-opt %s --layout-choose=layouts=always --layout-choose=layouts=always | FileCheck %s
// RUN: layout-check %s \
// RUN:   --entry=matmul,convolution,depthwise,row,batch,narrow,transposed,weights_first \
// RUN:   --entry=moved_weights \
// RUN:   --rtol=1e-5 --pipeline="builtin.module(layout-choose{layouts=always},layout-reflow,layout-bufferize,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=prefer --pipeline="builtin.module(layout-choose{layouts=always},layout-reflow,layout-bufferize,layout-apply,layout-finalize)"

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>

// CHECK-DAG: #[[$PANELS:.*]] = #layout.buffer<index_map<(d0, d1) -> (d1 floordiv 24, d0, d1 mod 24)>, pad<0.000000e+00 : f32>>
// CHECK-DAG: #[[$DATA:.*]] = #layout.buffer<index_map<(d0, d1) -> (d1 floordiv 24, d0, d1 mod 24)>, pad<undef>>
// CHECK-DAG: #[[$ROW:.*]] = #layout.buffer<index_map<(d0, d1) -> (d0, d1 floordiv 24, d1 mod 24)>, pad<undef>>
// CHECK-DAG: #[[$BATCH:.*]] = #layout.buffer<index_map<(d0, d1, d2) -> (d0, d2 floordiv 24, d1, d2 mod 24)>, pad<0.000000e+00 : f32>>
// CHECK-DAG: #[[$IMAGE:.*]] = #layout.buffer<index_map<(d0, d1, d2, d3) -> (d0, d3 floordiv 24, d1, d2, d3 mod 24)>, pad<undef>>
// CHECK-DAG: #[[$NARROW:.*]] = #layout.buffer<index_map<(d0, d1, d2, d3) -> (d0, d3 floordiv 16, d1, d2, d3 mod 16)>, pad<undef>>
// CHECK-DAG: #[[$WEIGHTS:.*]] = #layout.buffer<index_map<(d0, d1, d2, d3) -> (d3 floordiv 24, d0, d1, d2 floordiv 24, d2 mod 24, d3 mod 24)>, pad<0.000000e+00 : f32>>
// CHECK-DAG: #[[$COLOURS:.*]] = #layout.buffer<index_map<(d0, d1, d2, d3) -> (d3 floordiv 24, d0, d1, d2, d3 mod 24)>, pad<0.000000e+00 : f32>>
// CHECK-DAG: #[[$EACH:.*]] = #layout.buffer<index_map<(d0, d1, d2) -> (d2 floordiv 24, d0, d1, d2 mod 24)>, pad<0.000000e+00 : f32>>

// CHECK-LABEL: func.func @matmul(
// CHECK-SAME:    %[[A:.*]]: tensor<20x17xf32>, %[[B:.*]]: tensor<17x19xf32>, %[[C:.*]]: tensor<20x19xf32>
// CHECK-NEXT:    %[[AP:.*]] = layout.convert %[[A]] : tensor<20x17xf32> to tensor<20x17xf32, #[[$DATA]]>
// CHECK-NEXT:    %[[BP:.*]] = layout.convert %[[B]] : tensor<17x19xf32> to tensor<17x19xf32, #[[$PANELS]]>
// CHECK-NEXT:    %[[CP:.*]] = layout.convert %[[C]] : tensor<20x19xf32> to tensor<20x19xf32, #[[$DATA]]>
// CHECK-NEXT:    %[[R:.*]] = linalg.matmul ins(%[[AP]], %[[BP]] : tensor<20x17xf32, #[[$DATA]]>, tensor<17x19xf32, #[[$PANELS]]>) outs(%[[CP]] : tensor<20x19xf32, #[[$DATA]]>)
// CHECK-NEXT:    %[[P:.*]] = layout.convert %[[R]] : tensor<20x19xf32, #[[$DATA]]> to tensor<20x19xf32>
// CHECK-NEXT:    return %[[P]]
// REMARK-DAG: [[@LINE+2]]:8: remark: [Passed] layout-choose/chosen {{.*}} Remark="'linalg.matmul' works on operand 0 in (d0, d1) -> (d1 floordiv 24, d0, d1 mod 24), operand 1 in {{.*}}, result 0 in (d0, d1) -> (d1 floordiv 24, d0, d1 mod 24)"
func.func @matmul(%a: tensor<20x17xf32>, %b: tensor<17x19xf32>, %c: tensor<20x19xf32>) -> tensor<20x19xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<20x17xf32>, tensor<17x19xf32>) outs(%c : tensor<20x19xf32>) -> tensor<20x19xf32>
  return %0 : tensor<20x19xf32>
}

// Constants are packed when the program is compiled, so that a row is enough. It
// lies as the average of an image does.
// CHECK-LABEL: func.func @row(
// CHECK:         linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<1x17xf32, #[[$ROW]]>, tensor<17x19xf32, #[[$PANELS]]>) outs(%{{.*}} : tensor<1x19xf32, #[[$ROW]]>)
func.func @row(%a: tensor<1x17xf32>, %c: tensor<1x19xf32>) -> tensor<1x19xf32> {
  %b = arith.constant dense<0.5> : tensor<17x19xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<1x17xf32>, tensor<17x19xf32>) outs(%c : tensor<1x19xf32>) -> tensor<1x19xf32>
  return %0 : tensor<1x19xf32>
}

// CHECK-LABEL: func.func @batch(
// CHECK:         linalg.batch_matmul ins(%{{.*}}, %{{.*}} : tensor<3x20x17xf32, #{{.*}}>, tensor<3x17x19xf32, #[[$BATCH]]>) outs(%{{.*}} : tensor<3x20x19xf32, #{{.*}}>)
func.func @batch(%a: tensor<3x20x17xf32>, %b: tensor<3x17x19xf32>, %c: tensor<3x20x19xf32>) -> tensor<3x20x19xf32> {
  %0 = linalg.batch_matmul ins(%a, %b : tensor<3x20x17xf32>, tensor<3x17x19xf32>) outs(%c : tensor<3x20x19xf32>) -> tensor<3x20x19xf32>
  return %0 : tensor<3x20x19xf32>
}

// Of channels that two vectors hold, one block.
// CHECK-LABEL: func.func @narrow(
// CHECK:         linalg.conv_2d_nhwc_hwcf ins(%{{.*}}, %{{.*}} : tensor<1x8x8x15xf32, #[[$NARROW]]>, tensor<3x3x15x9xf32, #{{.*}}>) outs(%{{.*}} : tensor<1x6x6x9xf32, #[[$NARROW]]>)
func.func @narrow(%x: tensor<1x8x8x15xf32>, %w: tensor<3x3x15x9xf32>, %e: tensor<1x6x6x9xf32>) -> tensor<1x6x6x9xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x8x8x15xf32>, tensor<3x3x15x9xf32>) outs(%e : tensor<1x6x6x9xf32>) -> tensor<1x6x6x9xf32>
  return %0 : tensor<1x6x6x9xf32>
}

// Blocks of channels; of three colours there is no block.
// CHECK-LABEL: func.func @convolution(
// CHECK:         linalg.conv_2d_nhwc_hwcf ins(%{{.*}}, %{{.*}} : tensor<1x8x8x3xf32>, tensor<3x3x3x18xf32, #[[$COLOURS]]>) outs(%{{.*}} : tensor<1x6x6x18xf32, #[[$IMAGE]]>)
// CHECK:         linalg.conv_2d_nhwc_hwcf ins(%{{.*}}, %{{.*}} : tensor<1x6x6x18xf32, #[[$IMAGE]]>, tensor<3x3x18x17xf32, #[[$WEIGHTS]]>) outs(%{{.*}} : tensor<1x4x4x17xf32, #[[$IMAGE]]>)
func.func @convolution(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x18xf32>, %v: tensor<3x3x18x17xf32>, %e: tensor<1x6x6x18xf32>, %f: tensor<1x4x4x17xf32>) -> tensor<1x4x4x17xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x8x8x3xf32>, tensor<3x3x3x18xf32>) outs(%e : tensor<1x6x6x18xf32>) -> tensor<1x6x6x18xf32>
  %1 = linalg.conv_2d_nhwc_hwcf ins(%0, %v : tensor<1x6x6x18xf32>, tensor<3x3x18x17xf32>) outs(%f : tensor<1x4x4x17xf32>) -> tensor<1x4x4x17xf32>
  return %1 : tensor<1x4x4x17xf32>
}

// CHECK-LABEL: func.func @depthwise(
// CHECK:         linalg.depthwise_conv_2d_nhwc_hwc ins(%{{.*}}, %{{.*}} : tensor<1x6x6x18xf32, #[[$IMAGE]]>, tensor<3x3x18xf32, #[[$EACH]]>) outs(%{{.*}} : tensor<1x4x4x18xf32, #[[$IMAGE]]>)
func.func @depthwise(%x: tensor<1x6x6x18xf32>, %w: tensor<3x3x18xf32>, %e: tensor<1x4x4x18xf32>) -> tensor<1x4x4x18xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc ins(%x, %w : tensor<1x6x6x18xf32>, tensor<3x3x18xf32>) outs(%e : tensor<1x4x4x18xf32>) -> tensor<1x4x4x18xf32>
  return %0 : tensor<1x4x4x18xf32>
}

// What is stated wins, on any linalg op, and stays stated.
// CHECK-LABEL: func.func @prefer(
// CHECK:         linalg.add {layout.prefer} ins(%{{.*}}, %{{.*}} : tensor<14xf32, #{{.*}}>, tensor<14xf32>) outs(%{{.*}} : tensor<14xf32, #{{.*}}>)
func.func @prefer(%x: tensor<14xf32>, %y: tensor<14xf32>) -> tensor<14xf32> {
  %0 = linalg.add {layout.prefer = [#L, unit, #L]} ins(%x, %y : tensor<14xf32>, tensor<14xf32>) outs(%x : tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// What is not transposed as usual, or is written as a sum of products, lies as linalg.matmul does.
// CHECK-LABEL: func.func @transposed(
// CHECK:         linalg.matmul {{.*}} ins(%{{.*}}, %{{.*}} : tensor<17x20xf32, #[[$DATA_T:.*]]>, tensor<17x19xf32, #[[$PANELS]]>) outs(%{{.*}} : tensor<20x19xf32, #[[$DATA]]>)
// CHECK:         linalg.contract {{.*}} ins(%{{.*}}, %{{.*}} : tensor<20x19xf32, #[[$DATA]]>, tensor<61x19xf32, #{{.*}}>) outs(%{{.*}} : tensor<61x20xf32, #{{.*}}>)
// CHECK:         linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<61x20xf32, #{{.*}}>, tensor<20x19xf32, #[[$PANELS]]>) outs(%{{.*}} : tensor<61x19xf32, #[[$DATA]]>)
func.func @transposed(%a: tensor<17x20xf32>, %b: tensor<17x19xf32>, %c: tensor<20x19xf32>, %d: tensor<61x19xf32>, %e: tensor<61x20xf32>, %f: tensor<61x19xf32>) -> tensor<61x19xf32> {
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<17x20xf32>, tensor<17x19xf32>) outs(%c : tensor<20x19xf32>) -> tensor<20x19xf32>
  %1 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (n, m)>] ins(%0, %d : tensor<20x19xf32>, tensor<61x19xf32>) outs(%e : tensor<61x20xf32>) -> tensor<61x20xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1, %c : tensor<61x20xf32>, tensor<20x19xf32>) outs(%f : tensor<61x19xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %m = arith.mulf %l, %r : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<61x19xf32>
  return %2 : tensor<61x19xf32>
}

// A constant that stands first is the weights: its rows are the lanes. So are those of
// a matrix that a vector is multiplied by.
// CHECK-LABEL: func.func @weights_first(
// CHECK:         linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<19x17xf32, #[[$PANELS_T:.*]]>, tensor<17x61xf32, #[[$DATA_T]]>) outs(%{{.*}} : tensor<19x61xf32, #[[$DATA_T]]>)
// CHECK:         linalg.matvec ins(%{{.*}}, %{{.*}} : tensor<19x17xf32, #[[$PANELS_T]]>, tensor<17xf32, #{{.*}}>) outs(%{{.*}} : tensor<19xf32, #{{.*}}>)
func.func @weights_first(%x: tensor<17x61xf32>, %c: tensor<19x61xf32>, %v: tensor<17xf32>, %d: tensor<19xf32>) -> (tensor<19x61xf32>, tensor<19xf32>) {
  %w = arith.constant dense<0.5> : tensor<19x17xf32>
  %0 = linalg.matmul ins(%w, %x : tensor<19x17xf32>, tensor<17x61xf32>) outs(%c : tensor<19x61xf32>) -> tensor<19x61xf32>
  %1 = linalg.matvec ins(%w, %v : tensor<19x17xf32>, tensor<17xf32>) outs(%d : tensor<19xf32>) -> tensor<19xf32>
  return %0, %1 : tensor<19x61xf32>, tensor<19xf32>
}

// So is one that is transposed in front: layout-reflow makes a constant of it.
// CHECK-LABEL: func.func @moved_weights(
// CHECK:         linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<19x17xf32, #[[$PANELS_T]]>, tensor<17x61xf32, #[[$DATA_T]]>) outs(%{{.*}} : tensor<19x61xf32, #[[$DATA_T]]>)
func.func @moved_weights(%x: tensor<17x61xf32>, %c: tensor<19x61xf32>) -> tensor<19x61xf32> {
  %w = arith.constant dense<0.5> : tensor<17x19xf32>
  %e = tensor.empty() : tensor<19x17xf32>
  %t = linalg.transpose ins(%w : tensor<17x19xf32>) outs(%e : tensor<19x17xf32>) permutation = [1, 0]
  %0 = linalg.matmul ins(%t, %x : tensor<19x17xf32>, tensor<17x61xf32>) outs(%c : tensor<19x61xf32>) -> tensor<19x61xf32>
  return %0 : tensor<19x61xf32>
}

// CHECK-LABEL: func.func @left(
// CHECK-NOT:     layout.convert
// CHECK:         return
// REMARK-DAG: [[@LINE+6]]:8: remark: [Missed] layout-choose/left {{.*}} Remark="no layouts are chosen: its extents are small; layout.prefer states them for an op"
// REMARK-DAG: [[@LINE+6]]:8: remark: [Missed] layout-choose/left {{.*}} Remark="no layouts are chosen: how many columns or output channels it has is not known; layout.prefer
// REMARK-DAG: [[@LINE+6]]:8: remark: [Missed] layout-choose/left {{.*}} Remark="no layouts are chosen: its elements are 'i4' and 'i4' and 'i4'; expects integers of 8, 16, 32 or 64 bits, or floats of 16, 32 or 64, or all of one type, as those of the result; layout.prefer
// REMARK-DAG: [[@LINE+6]]:8: remark: [Missed] layout-choose/left {{.*}} Remark="no layouts are chosen: it has no columns or output channels; layout.prefer
// REMARK-DAG: [[@LINE+6]]:8: remark: [Missed] layout-choose/left {{.*}} Remark="no layouts are chosen: an element adds up fewer than 16 products; layout.prefer
func.func @left(%a: tensor<4x4xf32>, %x: tensor<17x?x?xf32>, %i: tensor<32x32xi4>, %t: tensor<32x32xf32>, %r: tensor<32xf32>, %n: tensor<32x4xf32>, %m: tensor<4x32xf32>, %s: tensor<f32>) -> (tensor<4x4xf32>, tensor<17x?x?xf32>, tensor<32x32xi4>, tensor<f32>, tensor<32x32xf32>) {
  %0 = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.batch_matmul ins(%x, %x : tensor<17x?x?xf32>, tensor<17x?x?xf32>) outs(%x : tensor<17x?x?xf32>) -> tensor<17x?x?xf32>
  %2 = linalg.matmul ins(%i, %i : tensor<32x32xi4>, tensor<32x32xi4>) outs(%i : tensor<32x32xi4>) -> tensor<32x32xi4>
  %3 = linalg.dot ins(%r, %r : tensor<32xf32>, tensor<32xf32>) outs(%s : tensor<f32>) -> tensor<f32>
  %4 = linalg.matmul ins(%n, %m : tensor<32x4xf32>, tensor<4x32xf32>) outs(%t : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0, %1, %2, %3, %4 : tensor<4x4xf32>, tensor<17x?x?xf32>, tensor<32x32xi4>, tensor<f32>, tensor<32x32xf32>
}

// What adds up other things than products, or indexes by other sums. An op that pools is no
// contraction.
// CHECK-LABEL: func.func @other_kinds(
// CHECK-NOT:     layout.convert
// CHECK:         return
// REMARK-DAG: [[@LINE+4]]:8: remark: [Missed] layout-choose/left {{.*}} Remark="no layouts are chosen: its body has 'arith.maximumf', which is known neither as a product nor as a sum; layout.prefer
// REMARK-DAG: [[@LINE+9]]:8: remark: [Missed] layout-choose/left {{.*}} Remark="no layouts are chosen: its indices are not those of a matrix product or a convolution; layout.prefer
// REMARK-DAG: [[@LINE+14]]:8: remark: [Missed] layout-choose/left {{.*}} Remark="no layouts are chosen: its indices are not
func.func @other_kinds(%x: tensor<2x32x8x8xf32>, %k: tensor<3x3xf32>, %p: tensor<2x32x6x6xf32>, %t: tensor<32x32xf32>, %v: tensor<94xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<2x32x6x6xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%t, %t : tensor<32x32xf32>, tensor<32x32xf32>) outs(%t : tensor<32x32xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.addf %a, %b : f32
    %s = arith.maximumf %c, %m : f32
    linalg.yield %s : f32
  } -> tensor<32x32xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m + n + k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v, %t : tensor<94xf32>, tensor<32x32xf32>) outs(%t : tensor<32x32xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %c, %m : f32
    linalg.yield %s : f32
  } -> tensor<32x32xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%t, %t : tensor<32x32xf32>, tensor<32x32xf32>) outs(%t : tensor<32x32xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %c, %m : f32
    linalg.yield %s : f32
  } -> tensor<32x32xf32>
  %3 = linalg.pooling_nchw_max ins(%x, %k : tensor<2x32x8x8xf32>, tensor<3x3xf32>) outs(%p : tensor<2x32x6x6xf32>) -> tensor<2x32x6x6xf32>
  return %0, %1, %2, %3 : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<2x32x6x6xf32>
}

// What a body has that is not known; and factors that are one.
// CHECK-LABEL: func.func @other_bodies(
// CHECK-NOT:     layout.convert
// CHECK:         return
// REMARK-DAG: [[@LINE+4]]:8: remark: [Missed] layout-choose/left {{.*}} Remark="no layouts are chosen: its body has 'math.fma', which is known neither as a product nor as a sum; layout.prefer
// REMARK-DAG: [[@LINE+8]]:8: remark: [Missed] layout-choose/left {{.*}} Remark="no layouts are chosen: it does not add up products of two factors; layout.prefer
// REMARK-DAG: [[@LINE+13]]:8: remark: [Missed] layout-choose/left {{.*}} Remark="no layouts are chosen: both factors are one tensor, with the same indices, so that it takes the layout of the ops around it; layout.prefer
func.func @other_bodies(%t: tensor<32x32xf32>, %v: tensor<32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%t, %t : tensor<32x32xf32>, tensor<32x32xf32>) outs(%t : tensor<32x32xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %s = math.fma %a, %b, %c : f32
    linalg.yield %s : f32
  } -> tensor<32x32xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%t, %t : tensor<32x32xf32>, tensor<32x32xf32>) outs(%t : tensor<32x32xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.addf %a, %b : f32
    %s = arith.mulf %c, %m : f32
    linalg.yield %s : f32
  } -> tensor<32x32xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%t : tensor<32x32xf32>) outs(%v : tensor<32xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %a : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<32xf32>
  return %0, %1, %2 : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32xf32>
}
