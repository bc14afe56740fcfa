// A small network as a front end emits it: two convolutions over 61 channels with
// bias and activation, a residual sum, the average over the image, and a classifier.
// It knows no layouts.
//
// RUN: layout-opt %s --layout-set-target=target=znver4 --layout-choose=layouts=always -o %t.chosen.mlir
// RUN: layout-opt %t.chosen.mlir --layout-reflow -o %t.reflown.mlir
// The pictures beside this file are what is drawn of them.
// RUN: layout-draw %t.chosen.mlir --graph=%t.before | FileCheck %s --check-prefix=BEFORE
// RUN: layout-draw %t.reflown.mlir --graph=%t.after | FileCheck %s --check-prefix=AFTER
// RUN: diff %S/before.svg %t.before0.svg
// RUN: diff %S/after.svg %t.after0.svg
// RUN: layout-check %s --entry=network --rtol=1e-4 --pipeline="builtin.module(layout-set-target{target=znver4},layout-choose{layouts=always},layout-reflow,layout-bufferize,layout-apply,layout-optimize{reassociate=true},layout-finalize)"
// BEFORE: 6 conversions
// AFTER: 2 conversions

!image = tensor<1x10x10x61xf32>
!conv = tensor<1x8x8x61xf32>
#id = affine_map<(n, h, w, c) -> (n, h, w, c)>
#channel = affine_map<(n, h, w, c) -> (c)>
#mean = affine_map<(n, h, w, c) -> (n, c)>

func.func @network(%image: !image) -> tensor<1x100xf32> {
  %zero = arith.constant 0.0 : f32
  %share = arith.constant 0.015625 : f32
  %w1 = arith.constant dense<0.03125> : tensor<3x3x61x61xf32>
  %w2 = arith.constant dense<-0.015625> : tensor<3x3x61x61xf32>
  %w3 = arith.constant dense<0.25> : tensor<61x100xf32>
  %b1 = arith.constant dense<0.5> : tensor<61xf32>
  %empty = tensor.empty() : !conv
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : !conv) -> !conv

  %c1 = linalg.conv_2d_nhwc_hwcf ins(%image, %w1 : !image, tensor<3x3x61x61xf32>) outs(%zeros : !conv) -> !conv
  %r1 = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c1, %b1 : !conv, tensor<61xf32>) outs(%empty : !conv) {
  ^bb0(%x: f32, %bias: f32, %out: f32):
    %s = arith.addf %x, %bias : f32
    %m = arith.maximumf %s, %zero : f32
    linalg.yield %m : f32
  } -> !conv
  %padded = tensor.pad %r1 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %w: index, %c: index):
    tensor.yield %zero : f32
  } : !conv to !image
  %c2 = linalg.conv_2d_nhwc_hwcf ins(%padded, %w2 : !image, tensor<3x3x61x61xf32>) outs(%zeros : !conv) -> !conv
  %sum = linalg.add ins(%c2, %r1 : !conv, !conv) outs(%empty : !conv) -> !conv

  %e1 = tensor.empty() : tensor<1x61xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x61xf32>) -> tensor<1x61xf32>
  %mean = linalg.generic {indexing_maps = [#id, #mean], iterator_types = ["parallel", "reduction", "reduction", "parallel"]}
      ins(%sum : !conv) outs(%z1 : tensor<1x61xf32>) {
  ^bb0(%x: f32, %old: f32):
    %part = arith.mulf %x, %share : f32
    %s = arith.addf %old, %part : f32
    linalg.yield %s : f32
  } -> tensor<1x61xf32>
  %e2 = tensor.empty() : tensor<1x100xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x100xf32>) -> tensor<1x100xf32>
  %logits = linalg.matmul ins(%mean, %w3 : tensor<1x61xf32>, tensor<61x100xf32>) outs(%z2 : tensor<1x100xf32>) -> tensor<1x100xf32>
  return %logits : tensor<1x100xf32>
}
