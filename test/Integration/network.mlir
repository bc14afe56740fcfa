// A small network: convolution, bias and activation, padding, convolution, residual
// sum, average over the image. Two conversions are left, at its borders; what padding
// holds in between nobody asks.
// RUN: layout-opt %s --layout-choose --layout-reflow --remarks-filter=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=padding-written --implicit-check-not=padding-computed < %t.remarks
// RUN: layout-check %s --entry=f --rtol=1e-4 --pipeline="builtin.module(layout-choose,layout-reflow,layout-bufferize,layout-apply,layout-optimize{padding=true},layout-finalize)"
// RUN: layout-opt %s --layout-compile="deallocate contract" | mlir-translate-22 --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM
// LLVM: call void @free

// REMARK: layout-reflow/kept {{.*}}'linalg.conv_2d_nhwc_hwcf' needs {{.*}}, and argument 0 of 'func.func' has the plain layout
// REMARK: layout-reflow/kept {{.*}}'func.return' needs {{.*}}, and 'linalg.generic' has {{.*}}
// REMARK-NOT: layout-reflow/kept

// CHECK-LABEL: func.func @f(
// CHECK:         layout.convert
// CHECK-NEXT:    linalg.conv_2d_nhwc_hwcf
// CHECK-NOT:     layout.convert
// CHECK:         tensor.pad
// CHECK-NOT:     layout.convert
// CHECK:         linalg.conv_2d_nhwc_hwcf
// CHECK-NOT:     layout.convert
// CHECK:         layout.convert %{{.*}} : tensor<1x29xf32, #{{.*}}> to tensor<1x29xf32>
// CHECK-NEXT:    return
!img = tensor<1x12x12x21xf32>
!mid = tensor<1x10x10x29xf32>
#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#last = affine_map<(d0, d1, d2, d3) -> (d3)>
#nc = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
func.func @f(%x: !img) -> tensor<1x29xf32> {
  %zero = arith.constant 0.0 : f32
  %w1 = arith.constant dense<0.5> : tensor<3x3x21x29xf32>
  %w2 = arith.constant dense<-0.25> : tensor<3x3x29x29xf32>
  %b = arith.constant dense<1.0> : tensor<29xf32>
  %e = tensor.empty() : !mid
  %i = linalg.fill ins(%zero : f32) outs(%e : !mid) -> !mid
  %c1 = linalg.conv_2d_nhwc_hwcf ins(%x, %w1 : !img, tensor<3x3x21x29xf32>) outs(%i : !mid) -> !mid
  %r = linalg.generic {indexing_maps = [#id, #last, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%c1, %b : !mid, tensor<29xf32>) outs(%e : !mid) {
  ^bb0(%a: f32, %bias: f32, %c: f32):
    %s = arith.addf %a, %bias : f32
    %m = arith.maximumf %s, %zero : f32
    linalg.yield %m : f32
  } -> !mid
  %p = tensor.pad %r low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %w: index, %c: index):
    tensor.yield %zero : f32
  } : !mid to tensor<1x12x12x29xf32>
  %c2 = linalg.conv_2d_nhwc_hwcf ins(%p, %w2 : tensor<1x12x12x29xf32>, tensor<3x3x29x29xf32>) outs(%i : !mid) -> !mid
  %a = linalg.add ins(%c2, %r : !mid, !mid) outs(%e : !mid) -> !mid
  %e2 = tensor.empty() : tensor<1x29xf32>
  %i2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x29xf32>) -> tensor<1x29xf32>
  %g = linalg.generic {indexing_maps = [#id, #nc], iterator_types = ["parallel", "reduction", "reduction", "parallel"]} ins(%a : !mid) outs(%i2 : tensor<1x29xf32>) {
  ^bb0(%v: f32, %s: f32):
    %t = arith.addf %s, %v : f32
    linalg.yield %t : f32
  } -> tensor<1x29xf32>
  return %g : tensor<1x29xf32>
}
