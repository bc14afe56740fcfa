// One rule for all contractions: what a dimension is, and not where it stands, says how it lies.
// RUN: layout-opt %s --layout-choose=layouts=always --remarks-filter=layout -o /dev/null 2>&1 | FileCheck %s
// DEFINE: %{entry} =
// DEFINE: %{pipeline} = builtin.module(layout-choose{layouts=always},layout-reflow,layout-bufferize,layout-apply,layout-optimize{reassociate=true},layout-finalize)
// RUN: layout-opt %s --layout-choose="reassociate layouts=always" --remarks-filter=layout 2>%t | FileCheck %s --check-prefix=ORDER
// RUN: FileCheck %s --check-prefix=WINDOW < %t
// DEFINE: %{check} = layout-check %s --entry=%{entry} --rtol=1e-4 --pipeline="%{pipeline}"
// DEFINE: %{reassociate} = layout-check %s --entry=%{entry} --rtol=1e-3 --pipeline="builtin.module(layout-choose{reassociate=true layouts=always},layout-reflow,layout-bufferize,layout-apply,layout-optimize{reassociate=true},layout-finalize)"

// Channels first, weights are read one behind the other only if sums may be in another order.
// ORDER-DAG: #[[$X:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d6, d2 * 2 + d4, d3 * 2 + d5)>
// ORDER-DAG: #[[$W:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d1, d6, d4, d5)>
// ORDER-DAG: #[[$R:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>
// ORDER-LABEL: func.func @nchw(
// ORDER: linalg.generic {indexing_maps = [#[[$X]], #[[$W]], #[[$R]]]
// WINDOW: remark: [Passed] layout-choose/chosen {{.*}}Remark="'linalg.conv_2d_nchw_fchw' works on {{.*}}, with sums over its window around those over channels"

// REDEFINE: %{entry} = nchw,nchw_colours,nhwc_fhwc,groups_gfchw,groups_fgchw,groups_last,groups_in_lanes,line,volume,depthwise_nchw,depthwise_volume,depthwise_multiplier,one_row
// RUN: %{check}
// REDEFINE: %{entry} = nchw,groups_fgchw,volume
// RUN: %{reassociate}
// CHECK: [[@LINE+5]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 in (d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16),
// CHECK-SAME: operand 1 in (d0, d1, d2, d3) -> (d0 floordiv 24, d2, d3, d1 floordiv 16, d1 mod 16, d0 mod 24)
// CHECK-SAME: operand 2 in (d0, d1, d2, d3) -> (d0, d1 floordiv 24, d2, d3, d1 mod 24)
// CHECK-SAME: result 0 in (d0, d1, d2, d3) -> (d0, d1 floordiv 24, d2, d3, d1 mod 24)
func.func @nchw(%x: tensor<1x11x11x14xf32>, %w: tensor<19x11x3x2xf32>, %o: tensor<1x19x5x7xf32>) -> tensor<1x19x5x7xf32> {
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<1x11x11x14xf32>, tensor<19x11x3x2xf32>) outs(%o : tensor<1x19x5x7xf32>) -> tensor<1x19x5x7xf32>
  return %r : tensor<1x19x5x7xf32>
}

// CHECK: [[@LINE+5]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 as it is,
// CHECK-SAME: operand 1 in (d0, d1, d2, d3) -> (d0 floordiv 16, d2, d3, d1, d0 mod 16)
// CHECK-SAME: operand 2 in (d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)
// CHECK-SAME: result 0 in (d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)
func.func @nchw_colours(%x: tensor<1x3x7x8xf32>, %w: tensor<61x3x3x2xf32>, %o: tensor<1x61x5x7xf32>) -> tensor<1x61x5x7xf32> {
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x3x7x8xf32>, tensor<61x3x3x2xf32>) outs(%o : tensor<1x61x5x7xf32>) -> tensor<1x61x5x7xf32>
  return %r : tensor<1x61x5x7xf32>
}

// CHECK: [[@LINE+5]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 in (d0, d1, d2, d3) -> (d0, d3 floordiv 16, d1, d2, d3 mod 16),
// CHECK-SAME: operand 1 in (d0, d1, d2, d3) -> (d0 floordiv 24, d1, d2, d3 floordiv 16, d3 mod 16, d0 mod 24)
// CHECK-SAME: operand 2 in (d0, d1, d2, d3) -> (d0, d3 floordiv 24, d1, d2, d3 mod 24)
// CHECK-SAME: result 0 in (d0, d1, d2, d3) -> (d0, d3 floordiv 24, d1, d2, d3 mod 24)
func.func @nhwc_fhwc(%x: tensor<1x9x9x11xf32>, %w: tensor<19x3x2x11xf32>, %o: tensor<1x5x7x19xf32>) -> tensor<1x5x7x19xf32> {
  %r = linalg.conv_2d_nhwc_fhwc {dilations = dense<2> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x9x9x11xf32>, tensor<19x3x2x11xf32>) outs(%o : tensor<1x5x7x19xf32>) -> tensor<1x5x7x19xf32>
  return %r : tensor<1x5x7x19xf32>
}

// CHECK: [[@LINE+5]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 in (d0, d1, d2, d3, d4) -> (d0, d1, d2 floordiv 16, d3, d4, d2 mod 16),
// CHECK-SAME: operand 1 in (d0, d1, d2, d3, d4) -> (d0, d1 floordiv 16, d3, d4, d2 floordiv 16, d2 mod 16, d1 mod 16)
// CHECK-SAME: operand 2 in (d0, d1, d2, d3, d4) -> (d0, d1, d2 floordiv 16, d3, d4, d2 mod 16)
// CHECK-SAME: result 0 in (d0, d1, d2, d3, d4) -> (d0, d1, d2 floordiv 16, d3, d4, d2 mod 16)
func.func @groups_gfchw(%x: tensor<2x2x9x7x8xf32>, %w: tensor<2x11x9x3x2xf32>, %o: tensor<2x2x11x5x7xf32>) -> tensor<2x2x11x5x7xf32> {
  %r = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<2x2x9x7x8xf32>, tensor<2x11x9x3x2xf32>) outs(%o : tensor<2x2x11x5x7xf32>) -> tensor<2x2x11x5x7xf32>
  return %r : tensor<2x2x11x5x7xf32>
}

// CHECK: [[@LINE+5]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 in (d0, d1, d2, d3, d4) -> (d0, d1, d2 floordiv 16, d3, d4, d2 mod 16),
// CHECK-SAME: operand 1 in (d0, d1, d2, d3, d4) -> (d1, d0 floordiv 16, d3, d4, d2 floordiv 16, d2 mod 16, d0 mod 16)
// CHECK-SAME: operand 2 in (d0, d1, d2, d3, d4) -> (d0, d1, d2 floordiv 16, d3, d4, d2 mod 16)
// CHECK-SAME: result 0 in (d0, d1, d2, d3, d4) -> (d0, d1, d2 floordiv 16, d3, d4, d2 mod 16)
func.func @groups_fgchw(%x: tensor<1x2x9x7x8xf32>, %w: tensor<11x2x9x3x2xf32>, %o: tensor<1x2x11x5x7xf32>) -> tensor<1x2x11x5x7xf32> {
  %r = linalg.conv_2d_ngchw_fgchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x2x9x7x8xf32>, tensor<11x2x9x3x2xf32>) outs(%o : tensor<1x2x11x5x7xf32>) -> tensor<1x2x11x5x7xf32>
  return %r : tensor<1x2x11x5x7xf32>
}

// CHECK: [[@LINE+5]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 as it is,
// CHECK-SAME: operand 1 in (d0, d1, d2, d3, d4) -> (d0, d1 floordiv 8, d2, d3, d4, d1 mod 8)
// CHECK-SAME: operand 2 in (d0, d1, d2, d3, d4) -> (d0, d3, d4 floordiv 8, d1, d2, d4 mod 8)
// CHECK-SAME: result 0 in (d0, d1, d2, d3, d4) -> (d0, d3, d4 floordiv 8, d1, d2, d4 mod 8)
func.func @groups_last(%x: tensor<1x7x8x3x5xf32>, %w: tensor<3x8x3x2x5xf32>, %o: tensor<1x5x7x3x8xf32>) -> tensor<1x5x7x3x8xf32> {
  %r = linalg.conv_2d_nhwgc_gfhwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x7x8x3x5xf32>, tensor<3x8x3x2x5xf32>) outs(%o : tensor<1x5x7x3x8xf32>) -> tensor<1x5x7x3x8xf32>
  return %r : tensor<1x5x7x3x8xf32>
}

// CHECK: [[@LINE+5]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 in (d0, d1, d2, d3, d4) -> (d0, d2, d1 floordiv 24, d3, d4, d1 mod 24),
// CHECK-SAME: operand 1 in (d0, d1, d2, d3, d4) -> (d1, d0 floordiv 24, d3, d4, d2, d0 mod 24)
// CHECK-SAME: operand 2 in (d0, d1, d2, d3, d4) -> (d0, d2, d1 floordiv 24, d3, d4, d1 mod 24)
// CHECK-SAME: result 0 in (d0, d1, d2, d3, d4) -> (d0, d2, d1 floordiv 24, d3, d4, d1 mod 24)
func.func @groups_in_lanes(%x: tensor<1x19x2x7x8xf32>, %w: tensor<19x3x2x3x2xf32>, %o: tensor<1x19x3x5x7xf32>) -> tensor<1x19x3x5x7xf32> {
  %r = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x19x2x7x8xf32>, tensor<19x3x2x3x2xf32>) outs(%o : tensor<1x19x3x5x7xf32>) -> tensor<1x19x3x5x7xf32>
  return %r : tensor<1x19x3x5x7xf32>
}

// CHECK: [[@LINE+5]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 in (d0, d1, d2) -> (d0, d1 floordiv 16, d2, d1 mod 16),
// CHECK-SAME: operand 1 in (d0, d1, d2) -> (d0 floordiv 24, d2, d1 floordiv 16, d1 mod 16, d0 mod 24)
// CHECK-SAME: operand 2 in (d0, d1, d2) -> (d0, d1 floordiv 24, d2, d1 mod 24)
// CHECK-SAME: result 0 in (d0, d1, d2) -> (d0, d1 floordiv 24, d2, d1 mod 24)
func.func @line(%x: tensor<1x11x7xf32>, %w: tensor<19x11x3xf32>, %o: tensor<1x19x5xf32>) -> tensor<1x19x5xf32> {
  %r = linalg.conv_1d_ncw_fcw {dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%x, %w : tensor<1x11x7xf32>, tensor<19x11x3xf32>) outs(%o : tensor<1x19x5xf32>) -> tensor<1x19x5xf32>
  return %r : tensor<1x19x5xf32>
}

// CHECK: [[@LINE+5]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 in (d0, d1, d2, d3, d4) -> (d0, d1 floordiv 16, d2, d3, d4, d1 mod 16),
// CHECK-SAME: operand 1 in (d0, d1, d2, d3, d4) -> (d0 floordiv 16, d2, d3, d4, d1 floordiv 16, d1 mod 16, d0 mod 16)
// CHECK-SAME: operand 2 in (d0, d1, d2, d3, d4) -> (d0, d1 floordiv 16, d2, d3, d4, d1 mod 16)
// CHECK-SAME: result 0 in (d0, d1, d2, d3, d4) -> (d0, d1 floordiv 16, d2, d3, d4, d1 mod 16)
func.func @volume(%x: tensor<1x9x7x8x4xf32>, %w: tensor<11x9x3x2x2xf32>, %o: tensor<1x11x5x7x3xf32>) -> tensor<1x11x5x7x3xf32> {
  %r = linalg.conv_3d_ncdhw_fcdhw {dilations = dense<1> : tensor<3xi64>, strides = dense<1> : tensor<3xi64>} ins(%x, %w : tensor<1x9x7x8x4xf32>, tensor<11x9x3x2x2xf32>) outs(%o : tensor<1x11x5x7x3xf32>) -> tensor<1x11x5x7x3xf32>
  return %r : tensor<1x11x5x7x3xf32>
}

// CHECK: [[@LINE+5]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 in (d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16),
// CHECK-SAME: operand 1 in (d0, d1, d2) -> (d0 floordiv 16, d1, d2, d0 mod 16)
// CHECK-SAME: operand 2 in (d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)
// CHECK-SAME: result 0 in (d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)
func.func @depthwise_nchw(%x: tensor<1x61x11x14xf32>, %w: tensor<61x3x2xf32>, %o: tensor<1x61x5x7xf32>) -> tensor<1x61x5x7xf32> {
  %r = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<1x61x11x14xf32>, tensor<61x3x2xf32>) outs(%o : tensor<1x61x5x7xf32>) -> tensor<1x61x5x7xf32>
  return %r : tensor<1x61x5x7xf32>
}

// CHECK: [[@LINE+5]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 in (d0, d1, d2, d3, d4) -> (d0, d1 floordiv 16, d2, d3, d4, d1 mod 16),
// CHECK-SAME: operand 1 in (d0, d1, d2, d3) -> (d0 floordiv 16, d1, d2, d3, d0 mod 16)
// CHECK-SAME: operand 2 in (d0, d1, d2, d3, d4) -> (d0, d1 floordiv 16, d2, d3, d4, d1 mod 16)
// CHECK-SAME: result 0 in (d0, d1, d2, d3, d4) -> (d0, d1 floordiv 16, d2, d3, d4, d1 mod 16)
func.func @depthwise_volume(%x: tensor<1x11x7x8x4xf32>, %w: tensor<11x3x2x2xf32>, %o: tensor<1x11x5x7x3xf32>) -> tensor<1x11x5x7x3xf32> {
  %r = linalg.depthwise_conv_3d_ncdhw_cdhw {dilations = dense<1> : tensor<3xi64>, strides = dense<1> : tensor<3xi64>} ins(%x, %w : tensor<1x11x7x8x4xf32>, tensor<11x3x2x2xf32>) outs(%o : tensor<1x11x5x7x3xf32>) -> tensor<1x11x5x7x3xf32>
  return %r : tensor<1x11x5x7x3xf32>
}

// CHECK: [[@LINE+5]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 in (d0, d1, d2, d3) -> (d0, d3 floordiv 24, d1, d2, d3 mod 24),
// CHECK-SAME: operand 1 in (d0, d1, d2, d3) -> (d3, d2 floordiv 24, d0, d1, d2 mod 24)
// CHECK-SAME: operand 2 in (d0, d1, d2, d3, d4) -> (d0, d4, d3 floordiv 24, d1, d2, d3 mod 24)
// CHECK-SAME: result 0 in (d0, d1, d2, d3, d4) -> (d0, d4, d3 floordiv 24, d1, d2, d3 mod 24)
func.func @depthwise_multiplier(%x: tensor<1x7x8x19xf32>, %w: tensor<3x2x19x2xf32>, %o: tensor<1x5x7x19x2xf32>) -> tensor<1x5x7x19x2xf32> {
  %r = linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x7x8x19xf32>, tensor<3x2x19x2xf32>) outs(%o : tensor<1x5x7x19x2xf32>) -> tensor<1x5x7x19x2xf32>
  return %r : tensor<1x5x7x19x2xf32>
}

// REDEFINE: %{entry} = batch_of_any_size --dim=arg0.dim0:2 --dim=arg2.dim0:2
// RUN: %{check}
// RUN: %{reassociate}
// CHECK: [[@LINE+5]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 in (d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16),
// CHECK-SAME: operand 1 in (d0, d1, d2, d3) -> (d0 floordiv 24, d2, d3, d1 floordiv 16, d1 mod 16, d0 mod 24)
// CHECK-SAME: operand 2 in (d0, d1, d2, d3) -> (d0, d1 floordiv 24, d2, d3, d1 mod 24)
// CHECK-SAME: result 0 in (d0, d1, d2, d3) -> (d0, d1 floordiv 24, d2, d3, d1 mod 24)
func.func @batch_of_any_size(%x: tensor<?x11x7x8xf32>, %w: tensor<19x11x3x2xf32>, %o: tensor<?x19x5x7xf32>) -> tensor<?x19x5x7xf32> {
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<?x11x7x8xf32>, tensor<19x11x3x2xf32>) outs(%o : tensor<?x19x5x7xf32>) -> tensor<?x19x5x7xf32>
  return %r : tensor<?x19x5x7xf32>
}

// REDEFINE: %{entry} = image_of_any_size --dim=arg0.dim2:7 --dim=arg0.dim3:8 --dim=arg2.dim2:5 --dim=arg2.dim3:7
// RUN: %{check}
// CHECK: [[@LINE+5]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 in (d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16),
// CHECK-SAME: operand 1 in (d0, d1, d2, d3) -> (d0 floordiv 24, d2, d3, d1 floordiv 16, d1 mod 16, d0 mod 24)
// CHECK-SAME: operand 2 in (d0, d1, d2, d3) -> (d0, d1 floordiv 24, d2, d3, d1 mod 24)
// CHECK-SAME: result 0 in (d0, d1, d2, d3) -> (d0, d1 floordiv 24, d2, d3, d1 mod 24)
func.func @image_of_any_size(%x: tensor<1x11x?x?xf32>, %w: tensor<19x11x3x2xf32>, %o: tensor<1x19x?x?xf32>) -> tensor<1x19x?x?xf32> {
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x11x?x?xf32>, tensor<19x11x3x2xf32>) outs(%o : tensor<1x19x?x?xf32>) -> tensor<1x19x?x?xf32>
  return %r : tensor<1x19x?x?xf32>
}

// REDEFINE: %{entry} = rows_of_any_number --dim=arg0.dim0:5 --dim=arg2.dim0:5
// RUN: %{check}
// CHECK: [[@LINE+5]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 in (d0, d1) -> (d1 floordiv 24, d0, d1 mod 24),
// CHECK-SAME: operand 1 in (d0, d1) -> (d1 floordiv 16, d0, d1 mod 16)
// CHECK-SAME: operand 2 in (d0, d1) -> (d1 floordiv 16, d0, d1 mod 16)
// CHECK-SAME: result 0 in (d0, d1) -> (d1 floordiv 16, d0, d1 mod 16)
func.func @rows_of_any_number(%x: tensor<?x19xf32>, %w: tensor<19x61xf32>, %o: tensor<?x61xf32>) -> tensor<?x61xf32> {
  %r = linalg.matmul ins(%x, %w : tensor<?x19xf32>, tensor<19x61xf32>) outs(%o : tensor<?x61xf32>) -> tensor<?x61xf32>
  return %r : tensor<?x61xf32>
}

// REDEFINE: %{entry} = depth_of_any_size --dim=arg0.dim1:61 --dim=arg1.dim0:61
// RUN: %{check}
// CHECK: [[@LINE+5]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 as it is,
// CHECK-SAME: operand 1 in (d0, d1) -> (d1 floordiv 24, d0, d1 mod 24)
// CHECK-SAME: operand 2 in (d0, d1) -> (d1 floordiv 24, d0, d1 mod 24)
// CHECK-SAME: result 0 in (d0, d1) -> (d1 floordiv 24, d0, d1 mod 24)
func.func @depth_of_any_size(%x: tensor<5x?xf32>, %w: tensor<?x19xf32>, %o: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %r = linalg.matmul ins(%x, %w : tensor<5x?xf32>, tensor<?x19xf32>) outs(%o : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %r : tensor<5x19xf32>
}

// CHECK: [[@LINE+5]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 in (d0) -> (d0 floordiv 16, d0 mod 16),
// CHECK-SAME: operand 1 in (d0, d1) -> (d1 floordiv 24, d0, d1 mod 24)
// CHECK-SAME: operand 2 in (d0) -> (d0 floordiv 24, d0 mod 24)
// CHECK-SAME: result 0 in (d0) -> (d0 floordiv 24, d0 mod 24)
func.func @one_row(%x: tensor<61xf32>, %w: tensor<61x19xf32>, %o: tensor<19xf32>) -> tensor<19xf32> {
  %r = linalg.vecmat ins(%x, %w : tensor<61xf32>, tensor<61x19xf32>) outs(%o : tensor<19xf32>) -> tensor<19xf32>
  return %r : tensor<19xf32>
}
