// Extents that casts say, as front ends hide them: all become constant.
// RUN: layout-opt %s --layout-infer-extents | FileCheck %s
// RUN: layout-check %s --entry=grouped,padded --pipeline="builtin.module(layout-infer-extents,layout-bufferize,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=grouped,padded --pipeline="builtin.module(layout-compile{target=x86-64-v4 reassociate=true to-llvm=false})"
// RUN: layout-opt %s --layout-infer-extents --layout-set-target=target=x86-64-v4 --layout-choose --layout-reflow | FileCheck %s --check-prefix=LAYOUTS

#id = affine_map<(d0, d1) -> (d0, d1)>

// A grouped convolution between casts: no conversion stands at a cast.
// CHECK-LABEL: @grouped(
// CHECK-NOT:     ?
// CHECK:         linalg.conv_2d_ngchw_gfchw {{.*}}tensor<1x32x1x7x7xf32>, tensor<32x1x1x3x3xf32>) outs({{.*}}tensor<1x32x1x5x5xf32>)
// CHECK-NOT:     ?
// CHECK:         return
// LAYOUTS-LABEL: @grouped(
// LAYOUTS-NOT:     tensor.cast
// LAYOUTS:         linalg.conv_2d_ngchw_gfchw
// LAYOUTS-NOT:     layout.convert
// LAYOUTS:         linalg.conv_2d_nchw_fchw
func.func @grouped(%x: tensor<1x32x7x7xf32>) -> tensor<1x32x5x5xf32> {
  %w = arith.constant dense<0.5> : tensor<32x1x3x3xf32>
  %v = arith.constant dense<0.25> : tensor<32x32x1x1xf32>
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c32 = arith.constant 32 : index
  %e = tensor.empty() : tensor<1x32x5x5xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x5x5xf32>) -> tensor<1x32x5x5xf32>
  %cx = tensor.cast %x : tensor<1x32x7x7xf32> to tensor<?x?x?x?xf32>
  %cf = tensor.cast %fill : tensor<1x32x5x5xf32> to tensor<1x32x?x?xf32>
  %n = tensor.dim %cx, %c0 : tensor<?x?x?x?xf32>
  %c = tensor.dim %cx, %c1 : tensor<?x?x?x?xf32>
  %h = tensor.dim %cx, %c2 : tensor<?x?x?x?xf32>
  %l = tensor.dim %cx, %c3 : tensor<?x?x?x?xf32>
  %g = arith.divui %c, %c32 : index
  %ex = tensor.expand_shape %cx [[0], [1, 2], [3], [4]] output_shape [%n, 32, %g, %h, %l] : tensor<?x?x?x?xf32> into tensor<?x32x?x?x?xf32>
  %ew = tensor.expand_shape %w [[0, 1], [2], [3], [4]] output_shape [32, 1, 1, 3, 3] : tensor<32x1x3x3xf32> into tensor<32x1x1x3x3xf32>
  %fh = tensor.dim %cf, %c2 : tensor<1x32x?x?xf32>
  %fl = tensor.dim %cf, %c3 : tensor<1x32x?x?xf32>
  %ef = tensor.expand_shape %cf [[0], [1, 2], [3], [4]] output_shape [1, 32, 1, %fh, %fl] : tensor<1x32x?x?xf32> into tensor<1x32x1x?x?xf32>
  %r = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%ex, %ew : tensor<?x32x?x?x?xf32>, tensor<32x1x1x3x3xf32>) outs(%ef : tensor<1x32x1x?x?xf32>) -> tensor<1x32x1x?x?xf32>
  %co = tensor.collapse_shape %r [[0], [1, 2], [3], [4]] : tensor<1x32x1x?x?xf32> into tensor<1x32x?x?xf32>
  %o = tensor.cast %co : tensor<1x32x?x?xf32> to tensor<1x32x5x5xf32>
  %p = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%o, %v : tensor<1x32x5x5xf32>, tensor<32x32x1x1xf32>) outs(%fill : tensor<1x32x5x5xf32>) -> tensor<1x32x5x5xf32>
  return %p : tensor<1x32x5x5xf32>
}

// Pads, concatenations and elementwise ops.
// CHECK-LABEL: @padded(
// CHECK-NOT:     ?
// CHECK:         tensor.pad {{.*}}
// CHECK:         tensor<3x4xf32> to tensor<5x4xf32>
// CHECK-NOT:     ?
// CHECK:         return
func.func @padded(%x: tensor<3x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cx = tensor.cast %x : tensor<3x4xf32> to tensor<?x?xf32>
  %p = tensor.pad %cx low[%c1, 0] high[1, %c0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  %d0 = tensor.dim %p, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %p, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%d0, %d1) : tensor<?x?xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%s: f32, %o: f32):
    %t = arith.addf %s, %s : f32
    linalg.yield %t : f32
  } -> tensor<?x?xf32>
  %r = tensor.concat dim(0) %a, %cx : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %s = tensor.cast %r : tensor<?x?xf32> to tensor<8x4xf32>
  return %s : tensor<8x4xf32>
}

// Nothing says the extents.
// CHECK-LABEL: @unknown(
// CHECK:         tensor.cast
// CHECK:         linalg.exp ins(%{{.*}} : tensor<?x?xf32>)
func.func @unknown(%x: tensor<?x4xf32>) -> tensor<?x?xf32> {
  %cx = tensor.cast %x : tensor<?x4xf32> to tensor<?x?xf32>
  %y = call @g(%cx) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.exp ins(%y : tensor<?x?xf32>) outs(%y : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func private @g(tensor<?x?xf32>) -> tensor<?x?xf32>

#L = #layout.buffer<index_map<(i, j) -> (j, i)>>

// Tensors with layouts stay.
// CHECK-LABEL: @encoded(
// CHECK:         tensor.cast
func.func @encoded(%x: tensor<3x4xf32, #L>) -> tensor<?x4xf32> {
  %0 = layout.convert %x : tensor<3x4xf32, #L> to tensor<3x4xf32>
  %1 = tensor.cast %0 : tensor<3x4xf32> to tensor<?x?xf32>
  %2 = tensor.cast %1 : tensor<?x?xf32> to tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}
