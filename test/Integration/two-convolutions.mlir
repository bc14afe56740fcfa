// Two convolutions with a ReLU between, of channels that no block divides: from a
// program without layouts to machine code. Conversions are left at the borders only,
// and what padding holds in the middle nobody asks.
// RUN: layout-opt %s --layout-choose=layouts=always --layout-reflow --remarks-filter=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=padding-written --implicit-check-not=padding-computed < %t.remarks
// RUN: layout-check %s --entry=f --rtol=1e-5 --pipeline="builtin.module(layout-choose{layouts=always},layout-reflow,layout-bufferize,layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-opt %s --layout-choose=layouts=always --layout-reflow --layout-compile=contract=true | mlir-translate-22 --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM
// LLVM: fadd contract <{{[0-9]+}} x float>

!image = tensor<1x10x10x21xf32>
!middle = tensor<1x8x8x21xf32>
!result = tensor<1x6x6x21xf32>
!weights = tensor<3x3x21x21xf32>

// REMARK-COUNT-2: layout-reflow/kept

// The image in, the result out; weights are constants.
// CHECK-LABEL: func.func @f(
// CHECK-COUNT-2: arith.constant dense<{{.*}}> : tensor<3x3x21x21xf32, #[[W:.*]]>
// CHECK:         layout.convert %{{.*}} : tensor<1x10x10x21xf32> to tensor<1x10x10x21xf32, #[[IMAGE:.*]]>
// CHECK:         linalg.conv_2d_nhwc_hwcf
// CHECK-NOT:     layout.convert
// CHECK:         linalg.max {{.*}} -> tensor<1x8x8x21xf32, #[[IMAGE]]>
// CHECK-NOT:     layout.convert
// CHECK:         linalg.conv_2d_nhwc_hwcf
// CHECK:         layout.convert %{{.*}} : tensor<1x6x6x21xf32, #[[IMAGE]]> to tensor<1x6x6x21xf32>
// CHECK-NOT:     layout.convert
func.func @f(%x: !image) -> !result {
  %zero = arith.constant 0.0 : f32
  %w1 = arith.constant dense<2.0> : !weights
  %w2 = arith.constant dense<-1.0> : !weights
  %e1 = tensor.empty() : !middle
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : !middle) -> !middle
  %c1 = linalg.conv_2d_nhwc_hwcf ins(%x, %w1 : !image, !weights) outs(%i1 : !middle) -> !middle
  %r = linalg.max ins(%c1, %i1 : !middle, !middle) outs(%e1 : !middle) -> !middle
  %e2 = tensor.empty() : !result
  %i2 = linalg.fill ins(%zero : f32) outs(%e2 : !result) -> !result
  %c2 = linalg.conv_2d_nhwc_hwcf ins(%r, %w2 : !middle, !weights) outs(%i2 : !result) -> !result
  return %c2 : !result
}
