// Products of narrow integers have the sum in groups between the lanes of the weights; as many
// lanes as the result has in a register, so that what lies between two products lies as both.
// RUN: layout-opt %s --layout-choose=layouts=always --remarks-filter=layout -o /dev/null 2>&1 | FileCheck %s
// DEFINE: %{entry} =
// DEFINE: %{check} = layout-check %s --entry=%{entry} --pipeline="builtin.module(layout-choose{layouts=always},layout-reflow,layout-bufferize,layout-apply,layout-optimize,layout-finalize)"

// REDEFINE: %{entry} = bytes,without_sign,one_row,one_vector,words,words_without_sign,all_bytes,image,channels_first,few_channels,depthwise,zero_points,large_zero_point
// RUN: %{check}
// CHECK: [[@LINE+4]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 in (d0, d1) -> (d1 floordiv 16, d0, d1 mod 16),
// CHECK-SAME: operand 1 in (d0, d1) -> (d1 floordiv 16, d0 floordiv 2, d1 mod 16, d0 mod 2)
// CHECK-SAME: operand 2 in (d0, d1) -> (d1 floordiv 16, d0, d1 mod 16)
func.func @bytes(%x: tensor<7x37xi8>, %w: tensor<37x61xi8>, %o: tensor<7x61xi32>) -> tensor<7x61xi32> {
  %r = linalg.matmul ins(%x, %w : tensor<7x37xi8>, tensor<37x61xi8>) outs(%o : tensor<7x61xi32>) -> tensor<7x61xi32>
  return %r : tensor<7x61xi32>
}

// CHECK: [[@LINE+2]]:8: remark: [Passed] layout-choose/chosen {{.*}} operand 1 in (d0, d1) -> (d1 floordiv 16, d0 floordiv 2, d1 mod 16, d0 mod 2)
func.func @without_sign(%x: tensor<7x37xi8>, %w: tensor<37x61xi8>, %o: tensor<7x61xi32>) -> tensor<7x61xi32> {
  %r = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%x, %w : tensor<7x37xi8>, tensor<37x61xi8>) outs(%o : tensor<7x61xi32>) -> tensor<7x61xi32>
  return %r : tensor<7x61xi32>
}

// Few rows, and blocks of one vector, leave registers for groups of four.
// CHECK: [[@LINE+2]]:8: remark: [Passed] layout-choose/chosen {{.*}} operand 1 in (d0, d1) -> (d1 floordiv 16, d0 floordiv 4, d1 mod 16, d0 mod 4)
func.func @one_row(%x: tensor<40xi8>, %w: tensor<40x61xi8>, %o: tensor<61xi32>) -> tensor<61xi32> {
  %r = linalg.vecmat ins(%x, %w : tensor<40xi8>, tensor<40x61xi8>) outs(%o : tensor<61xi32>) -> tensor<61xi32>
  return %r : tensor<61xi32>
}

// CHECK: [[@LINE+2]]:8: remark: [Passed] layout-choose/chosen {{.*}} operand 1 in (d0, d1, d2) -> (d0, d2 floordiv 16, d1 floordiv 2, d2 mod 16, d1 mod 2)
func.func @one_vector(%x: tensor<2x7x40xi8>, %w: tensor<2x40x11xi8>, %o: tensor<2x7x11xi32>) -> tensor<2x7x11xi32> {
  %r = linalg.batch_matmul ins(%x, %w : tensor<2x7x40xi8>, tensor<2x40x11xi8>) outs(%o : tensor<2x7x11xi32>) -> tensor<2x7x11xi32>
  return %r : tensor<2x7x11xi32>
}

// CHECK: [[@LINE+2]]:8: remark: [Passed] layout-choose/chosen {{.*}} operand 1 in (d0, d1) -> (d1 floordiv 16, d0 floordiv 2, d1 mod 16, d0 mod 2)
func.func @words(%x: tensor<7x40xi16>, %w: tensor<40x61xi16>, %o: tensor<7x61xi32>) -> tensor<7x61xi32> {
  %r = linalg.matmul ins(%x, %w : tensor<7x40xi16>, tensor<40x61xi16>) outs(%o : tensor<7x61xi32>) -> tensor<7x61xi32>
  return %r : tensor<7x61xi32>
}

// What does not fit 16 bits with a sign has no groups.
// CHECK: [[@LINE+2]]:8: remark: [Passed] layout-choose/chosen {{.*}} operand 1 in (d0, d1) -> (d1 floordiv 16, d0, d1 mod 16)
func.func @words_without_sign(%x: tensor<7x40xi16>, %w: tensor<40x61xi16>, %o: tensor<7x61xi32>) -> tensor<7x61xi32> {
  %r = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%x, %w : tensor<7x40xi16>, tensor<40x61xi16>) outs(%o : tensor<7x61xi32>) -> tensor<7x61xi32>
  return %r : tensor<7x61xi32>
}

// Neither have integers of one type, and floats; the result says how many lanes there are.
// CHECK: [[@LINE+2]]:8: remark: [Passed] layout-choose/chosen {{.*}} operand 1 in (d0, d1) -> (d1 floordiv 64, d0, d1 mod 64)
func.func @all_bytes(%x: tensor<7x40xi8>, %w: tensor<40x61xi8>, %o: tensor<7x61xi8>) -> tensor<7x61xi8> {
  %r = linalg.matmul ins(%x, %w : tensor<7x40xi8>, tensor<40x61xi8>) outs(%o : tensor<7x61xi8>) -> tensor<7x61xi8>
  return %r : tensor<7x61xi8>
}

// REDEFINE: %{entry} = short_floats --rtol=1e-4
// RUN: %{check}
// CHECK: [[@LINE+3]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 in (d0, d1) -> (d1 floordiv 16, d0, d1 mod 16),
// CHECK-SAME: operand 1 in (d0, d1) -> (d1 floordiv 16, d0, d1 mod 16)
func.func @short_floats(%x: tensor<7x40xbf16>, %w: tensor<40x61xbf16>, %o: tensor<7x61xf32>) -> tensor<7x61xf32> {
  %r = linalg.matmul ins(%x, %w : tensor<7x40xbf16>, tensor<40x61xbf16>) outs(%o : tensor<7x61xf32>) -> tensor<7x61xf32>
  return %r : tensor<7x61xf32>
}

// REDEFINE: %{entry} = weights_of_bytes --rtol=1e-4
// RUN: %{check}
// CHECK: [[@LINE+2]]:8: remark: [Passed] layout-choose/chosen {{.*}} operand 1 in (d0, d1) -> (d1 floordiv 16, d0, d1 mod 16)
func.func @weights_of_bytes(%x: tensor<7x40xf32>, %w: tensor<40x61xi8>, %o: tensor<7x61xf32>) -> tensor<7x61xf32> {
  %r = linalg.matmul ins(%x, %w : tensor<7x40xf32>, tensor<40x61xi8>) outs(%o : tensor<7x61xf32>) -> tensor<7x61xf32>
  return %r : tensor<7x61xf32>
}

// Each group of a sum of unknown length would have to ask whether it is whole.
// REDEFINE: %{entry} = depth_of_any_size --dim=arg0.dim1:37 --dim=arg1.dim0:37
// RUN: %{check}
// CHECK: [[@LINE+2]]:8: remark: [Passed] layout-choose/chosen {{.*}} operand 1 in (d0, d1) -> (d1 floordiv 16, d0, d1 mod 16)
func.func @depth_of_any_size(%x: tensor<7x?xi8>, %w: tensor<?x61xi8>, %o: tensor<7x61xi32>) -> tensor<7x61xi32> {
  %r = linalg.matmul ins(%x, %w : tensor<7x?xi8>, tensor<?x61xi8>) outs(%o : tensor<7x61xi32>) -> tensor<7x61xi32>
  return %r : tensor<7x61xi32>
}

// CHECK: [[@LINE+4]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 in (d0, d1, d2, d3) -> (d0, d3 floordiv 16, d1, d2, d3 mod 16),
// CHECK-SAME: operand 1 in (d0, d1, d2, d3) -> (d3 floordiv 16, d0, d1, d2 floordiv 16, (d2 mod 16) floordiv 2, d3 mod 16, d2 mod 2)
// CHECK-NOT: with sums
func.func @image(%x: tensor<1x6x7x17xi8>, %w: tensor<3x2x17x19xi8>, %o: tensor<1x4x6x19xi32>) -> tensor<1x4x6x19xi32> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x6x7x17xi8>, tensor<3x2x17x19xi8>) outs(%o : tensor<1x4x6x19xi32>) -> tensor<1x4x6x19xi32>
  return %r : tensor<1x4x6x19xi32>
}

// Integers are the same in any order, unless they may not overflow in this one.
// CHECK: [[@LINE+3]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 in (d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16),
// CHECK-SAME: with sums over its window around those over channels
func.func @channels_first(%x: tensor<1x17x6x7xi8>, %w: tensor<19x17x3x2xi8>, %o: tensor<1x19x4x6xi32>) -> tensor<1x19x4x6xi32> {
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x17x6x7xi8>, tensor<19x17x3x2xi8>) outs(%o : tensor<1x19x4x6xi32>) -> tensor<1x19x4x6xi32>
  return %r : tensor<1x19x4x6xi32>
}

// CHECK: [[@LINE+3]]:8: remark: [Passed] layout-choose/chosen {{.*}} result 0 in (d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)"
// CHECK-NOT: with sums
func.func @in_this_order(%x: tensor<1x17x6x7xi8>, %w: tensor<19x17x3x2xi8>, %o: tensor<1x19x4x6xi32>) -> tensor<1x19x4x6xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(n, f, h, w, c, y, x) -> (n, c, h + y, w + x)>, affine_map<(n, f, h, w, c, y, x) -> (f, c, y, x)>, affine_map<(n, f, h, w, c, y, x) -> (n, f, h, w)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%x, %w : tensor<1x17x6x7xi8>, tensor<19x17x3x2xi8>) outs(%o : tensor<1x19x4x6xi32>) {
  ^bb0(%p: i8, %q: i8, %s: i32):
    %0 = arith.extui %p : i8 to i32
    %1 = arith.extsi %q : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %2, %s overflow<nsw> : i32
    linalg.yield %3 : i32
  } -> tensor<1x19x4x6xi32>
  return %r : tensor<1x19x4x6xi32>
}

// Channels that lie side by side as they come may be groups, if no rest is left; else there is padding.
// CHECK: [[@LINE+5]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 as it is,
// CHECK-SAME: operand 1 in (d0, d1, d2, d3) -> (d3 floordiv 16, d0, d1, d2 floordiv 2, d3 mod 16, d2 mod 2)
// CHECK: [[@LINE+4]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 in (d0, d1, d2, d3) -> (d0, d3 floordiv 4, d1, d2, d3 mod 4),
// CHECK-SAME: operand 1 in (d0, d1, d2, d3) -> (d3 floordiv 16, d0, d1, d2 floordiv 2, d3 mod 16, d2 mod 2)
func.func @few_channels(%x: tensor<1x6x7x4xi8>, %y: tensor<1x6x7x3xi8>, %w: tensor<3x2x4x19xi8>, %v: tensor<3x2x3x19xi8>, %o: tensor<1x4x6x19xi32>) -> tensor<1x4x6x19xi32> {
  %q = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x6x7x4xi8>, tensor<3x2x4x19xi8>) outs(%o : tensor<1x4x6x19xi32>) -> tensor<1x4x6x19xi32>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%y, %v : tensor<1x6x7x3xi8>, tensor<3x2x3x19xi8>) outs(%q : tensor<1x4x6x19xi32>) -> tensor<1x4x6x19xi32>
  return %r : tensor<1x4x6x19xi32>
}

// CHECK: [[@LINE+2]]:8: remark: [Passed] layout-choose/chosen {{.*}} operand 1 in (d0, d1, d2) -> (d2 floordiv 16, d0, d1, d2 mod 16)
func.func @depthwise(%x: tensor<1x6x7x19xi8>, %w: tensor<3x3x19xi8>, %o: tensor<1x4x5x19xi32>) -> tensor<1x4x5x19xi32> {
  %r = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x6x7x19xi8>, tensor<3x3x19xi8>) outs(%o : tensor<1x4x5x19xi32>) -> tensor<1x4x5x19xi32>
  return %r : tensor<1x4x5x19xi32>
}

// Zero points that are known, and leave 16 bits with a sign.
// CHECK: [[@LINE+5]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 in (d0, d1) -> (d1 floordiv 16, d0, d1 mod 16),
// CHECK-SAME: operand 1 in (d0, d1) -> (d1 floordiv 16, d0 floordiv 2, d1 mod 16, d0 mod 2), operand 2 as it is, operand 3 as it is, operand 4 in (d0, d1) -> (d1 floordiv 16, d0, d1 mod 16)
func.func @zero_points(%x: tensor<7x37xi8>, %w: tensor<37x61xi8>, %o: tensor<7x61xi32>) -> tensor<7x61xi32> {
  %p = arith.constant 7 : i32
  %q = arith.constant -32640 : i32
  %r = linalg.quantized_matmul ins(%x, %w, %p, %q : tensor<7x37xi8>, tensor<37x61xi8>, i32, i32) outs(%o : tensor<7x61xi32>) -> tensor<7x61xi32>
  return %r : tensor<7x61xi32>
}

// CHECK: [[@LINE+4]]:8: remark: [Passed] layout-choose/chosen {{.*}} operand 1 in (d0, d1) -> (d1 floordiv 16, d0, d1 mod 16)
func.func @large_zero_point(%x: tensor<7x37xi8>, %w: tensor<37x61xi8>, %o: tensor<7x61xi32>) -> tensor<7x61xi32> {
  %p = arith.constant 7 : i32
  %q = arith.constant -32641 : i32
  %r = linalg.quantized_matmul ins(%x, %w, %p, %q : tensor<7x37xi8>, tensor<37x61xi8>, i32, i32) outs(%o : tensor<7x61xi32>) -> tensor<7x61xi32>
  return %r : tensor<7x61xi32>
}

// REDEFINE: %{entry} = unknown_zero_points --arg=2:7 --arg=3:-5
// RUN: %{check}
// CHECK: [[@LINE+2]]:8: remark: [Passed] layout-choose/chosen {{.*}} operand 1 in (d0, d1, d2, d3) -> (d3 floordiv 24, d0, d1, d2 floordiv 24, d2 mod 24, d3 mod 24)
func.func @unknown_zero_points(%x: tensor<1x6x7x17xi8>, %w: tensor<3x2x17x19xi8>, %p: i32, %q: i32, %o: tensor<1x4x6x19xi32>) -> tensor<1x4x6x19xi32> {
  %r = linalg.conv_2d_nhwc_hwcf_q {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w, %p, %q : tensor<1x6x7x17xi8>, tensor<3x2x17x19xi8>, i32, i32) outs(%o : tensor<1x4x6x19xi32>) -> tensor<1x4x6x19xi32>
  return %r : tensor<1x4x6x19xi32>
}
