// Between products of bytes are products with numbers, shifts, clamps and truncations: what lies
// there lies as both products want it, and no conversion is left but those of what comes from
// outside and goes there. Padding holds anything.
// RUN: layout-opt %s --layout-choose=layouts=always --layout-reflow | FileCheck %s
// DEFINE: %{entry} =
// DEFINE: %{target} =
// DEFINE: %{check} = layout-check %s --entry=%{entry} --pipeline="builtin.module(layout-set-target{target=%{target}},layout-choose{layouts=always},layout-reflow,layout-bufferize,layout-apply,layout-optimize,layout-finalize)"
// REDEFINE: %{entry} = dense
// REDEFINE: %{target} = default
// RUN: %{check}
// REDEFINE: %{target} = x86-64-v4
// RUN: %{check}
// REDEFINE: %{entry} = images
// RUN: %{check}

// CHECK-DAG: #[[$ROWS:.*]] = #layout.buffer<index_map<(d0, d1) -> (d1 floordiv 16, d0, d1 mod 16)>, pad<undef>>
// CHECK-DAG: #[[$IMAGE:.*]] = #layout.buffer<index_map<(d0, d1, d2, d3) -> (d0, d3 floordiv 16, d1, d2, d3 mod 16)>, pad<undef>>

#id = affine_map<(d0, d1) -> (d0, d1)>
#col = affine_map<(d0, d1) -> (d1)>
#i4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#c4 = affine_map<(d0, d1, d2, d3) -> (d3)>
// CHECK-LABEL: func.func @dense(
// CHECK:         layout.convert %arg3
// CHECK-NOT:     layout.convert
// CHECK:         linalg.matmul {{.*}} outs({{.*}} : tensor<5x45xi32, #[[$ROWS]]>)
// CHECK-NOT:     layout.convert
// CHECK:         %[[R:.*]] = layout.convert {{.*}} : tensor<5x45xi8, #[[$ROWS]]> to tensor<5x45xi8>
// CHECK-NEXT:    return %[[R]]
func.func @dense(%x: tensor<5x37xi8>, %w0: tensor<37x61xi8>, %b0: tensor<61xi32>, %w1: tensor<61x45xi8>) -> tensor<5x45xi8> {
  %0 = call @layer0(%x, %w0, %b0) : (tensor<5x37xi8>, tensor<37x61xi8>, tensor<61xi32>) -> tensor<5x61xi8>
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<5x45xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<5x45xi32>) -> tensor<5x45xi32>
  %1 = linalg.matmul ins(%0, %w1 : tensor<5x61xi8>, tensor<61x45xi8>) outs(%f : tensor<5x45xi32>) -> tensor<5x45xi32>
  %e2 = tensor.empty() : tensor<5x45xi8>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<5x45xi32>) outs(%e2 : tensor<5x45xi8>) {
  ^bb0(%v: i32, %o: i8):
    %t = arith.trunci %v : i32 to i8
    linalg.yield %t : i8
  } -> tensor<5x45xi8>
  return %2 : tensor<5x45xi8>
}
// CHECK-LABEL: func.func private @layer0(
// CHECK-SAME:    -> tensor<5x61xi8, #[[$ROWS]]>
// CHECK-DAG:     layout.convert %arg0
// CHECK-DAG:     layout.convert %arg1
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func private @layer0(%x: tensor<5x37xi8>, %w: tensor<37x61xi8>, %b: tensor<61xi32>) -> tensor<5x61xi8> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<5x61xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<5x61xi32>) -> tensor<5x61xi32>
  %0 = linalg.matmul ins(%x, %w : tensor<5x37xi8>, tensor<37x61xi8>) outs(%f : tensor<5x61xi32>) -> tensor<5x61xi32>
  %e2 = tensor.empty() : tensor<5x61xi8>
  %1 = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]} ins(%0, %b : tensor<5x61xi32>, tensor<61xi32>) outs(%e2 : tensor<5x61xi8>) {
  ^bb0(%v: i32, %bias: i32, %o: i8):
    %low = arith.constant -128 : i32
    %high = arith.constant 127 : i32
    %m = arith.constant 1340 : i64
    %s = arith.constant 20 : i64
    %a = arith.addi %v, %bias : i32
    %l = arith.extsi %a : i32 to i64
    %p = arith.muli %l, %m : i64
    %h = arith.shrsi %p, %s : i64
    %n = arith.trunci %h : i64 to i32
    %c = arith.maxsi %n, %low : i32
    %d = arith.minsi %c, %high : i32
    %t = arith.trunci %d : i32 to i8
    linalg.yield %t : i8
  } -> tensor<5x61xi8>
  return %1 : tensor<5x61xi8>
}
// CHECK-LABEL: func.func @images(
// CHECK:         layout.convert %arg1
// CHECK-NOT:     layout.convert
// CHECK:         layout.convert %arg2
// CHECK-NOT:     layout.convert
// CHECK:         layout.convert %arg3
// CHECK-NOT:     layout.convert
// CHECK:         %[[R:.*]] = layout.convert {{.*}} : tensor<1x5x5x40xi32, #[[$IMAGE]]> to tensor<1x5x5x40xi32>
// CHECK-NEXT:    return %[[R]]
func.func @images(%x: tensor<1x9x9x3xi8>, %w0: tensor<3x3x3x61xi8>, %w1: tensor<3x3x61xi8>, %w2: tensor<1x1x61x40xi8>) -> tensor<1x5x5x40xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<1x7x7x61xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<1x7x7x61xi32>) -> tensor<1x7x7x61xi32>
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w0 : tensor<1x9x9x3xi8>, tensor<3x3x3x61xi8>) outs(%f : tensor<1x7x7x61xi32>) -> tensor<1x7x7x61xi32>
  %e1 = tensor.empty() : tensor<1x7x7x61xi8>
  %1 = linalg.generic {indexing_maps = [#i4, #i4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%0 : tensor<1x7x7x61xi32>) outs(%e1 : tensor<1x7x7x61xi8>) {
  ^bb0(%v: i32, %o: i8):
    %low = arith.constant 0 : i32
    %high = arith.constant 127 : i32
    %s = arith.constant 6 : i32
    %h = arith.shrsi %v, %s : i32
    %c = arith.maxsi %h, %low : i32
    %d = arith.minsi %c, %high : i32
    %t = arith.trunci %d : i32 to i8
    linalg.yield %t : i8
  } -> tensor<1x7x7x61xi8>
  %ed = tensor.empty() : tensor<1x5x5x61xi32>
  %fd = linalg.fill ins(%z : i32) outs(%ed : tensor<1x5x5x61xi32>) -> tensor<1x5x5x61xi32>
  %dw = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%1, %w1 : tensor<1x7x7x61xi8>, tensor<3x3x61xi8>) outs(%fd : tensor<1x5x5x61xi32>) -> tensor<1x5x5x61xi32>
  %e2 = tensor.empty() : tensor<1x5x5x61xi8>
  %2 = linalg.generic {indexing_maps = [#i4, #i4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%dw : tensor<1x5x5x61xi32>) outs(%e2 : tensor<1x5x5x61xi8>) {
  ^bb0(%v: i32, %o: i8):
    %s = arith.constant 4 : i32
    %h = arith.shrsi %v, %s : i32
    %t = arith.trunci %h : i32 to i8
    linalg.yield %t : i8
  } -> tensor<1x5x5x61xi8>
  %ep = tensor.empty() : tensor<1x5x5x40xi32>
  %fp = linalg.fill ins(%z : i32) outs(%ep : tensor<1x5x5x40xi32>) -> tensor<1x5x5x40xi32>
  %3 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%2, %w2 : tensor<1x5x5x61xi8>, tensor<1x1x61x40xi8>) outs(%fp : tensor<1x5x5x40xi32>) -> tensor<1x5x5x40xi32>
  return %3 : tensor<1x5x5x40xi32>
}
