// Networks of one image, as front ends write them that index by 0 what has an
// extent of 1: they become the program that has `d0` for 0, op by op.
// RUN: sed -e 's/> (0, d1/> (d0, d1/' %s > %t.loop.mlir
// RUN: not diff %s %t.loop.mlir > %t.diff
// DEFINE: %{compile} = layout-opt --pass-pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-compile{to-llvm=false})"
// RUN: %{compile} %t.loop.mlir -o %t.loop
// RUN: %{compile} %s | diff %t.loop -
// RUN: layout-opt %s --layout-set-target=target=x86-64-v4 --layout-choose=layouts=always --layout-reflow | FileCheck %s
// DEFINE: %{pipeline} = layout-set-target{target=x86-64-v4},layout-choose{layouts=always},layout-reflow,layout-bufferize,layout-apply,layout-optimize,layout-finalize
// RUN: layout-check %s --entry=convolutions,product --rtol=1e-3 --pipeline="builtin.module(%{pipeline})"

#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#unit = affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>
#channel = affine_map<(d0, d1, d2, d3) -> (d1)>
#x = affine_map<(d0, d1, d2, d3) -> (0, d1, d3)>
#w = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#y = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
!x = tensor<1x64x4x4xf32>
!w = tensor<64x64x1x1xf32>

// The conversions are those of the borders.
// CHECK-LABEL: func.func @convolutions(
// CHECK:         layout.convert %arg0
// CHECK:         layout.convert %arg1
// CHECK:         linalg.conv_2d_nchw_fchw
// CHECK-NOT:     layout.convert
// CHECK:         layout.convert %arg2
// CHECK-NOT:     layout.convert
// CHECK:         linalg.conv_2d_nchw_fchw
// CHECK:         layout.convert
// CHECK-NEXT:    return
func.func @convolutions(%x: !x, %w: !w, %v: !w, %g: tensor<64xf32>) -> !x {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !x
  %fill = linalg.fill ins(%zero : f32) outs(%e : !x) -> !x
  %c = linalg.conv_2d_nchw_fchw ins(%x, %w : !x, !w) outs(%fill : !x) -> !x
  %b = linalg.generic {indexing_maps = [#unit, #channel, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%c, %g : !x, tensor<64xf32>) outs(%e : !x) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %m = arith.mulf %in, %s : f32
    linalg.yield %m : f32
  } -> !x
  %r = linalg.generic {indexing_maps = [#unit, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%b : !x) outs(%e : !x) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.maximumf %in, %zero : f32
    linalg.yield %m : f32
  } -> !x
  %d = linalg.conv_2d_nchw_fchw ins(%r, %v : !x, !w) outs(%fill : !x) -> !x
  return %d : !x
}

// A product whose rows are one matrix of a batch.
// CHECK-LABEL: func.func @product(
// CHECK:         layout.convert %arg0 : tensor<1x32x64xf32> to tensor<1x32x64xf32, #{{.*}}>
// CHECK:         layout.convert %arg1
// CHECK:         linalg.generic
func.func @product(%x: tensor<1x32x64xf32>, %w: tensor<64x48xf32>) -> tensor<1x32x48xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x32x48xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x48xf32>) -> tensor<1x32x48xf32>
  %y = linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %w : tensor<1x32x64xf32>, tensor<64x48xf32>) outs(%fill : tensor<1x32x48xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %c, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x32x48xf32>
  return %y : tensor<1x32x48xf32>
}
