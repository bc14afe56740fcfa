// Sums of 16 bits, computed in 32. They are others than those of the program: it
// is the widened program that is compared with what is compiled of it.
// RUN: layout-opt %s --layout-wide-accumulate | FileCheck %s
// RUN: layout-opt %s --layout-compile="target=znver4 wide-accumulate=true to-llvm=false" | FileCheck %s --check-prefix=LOOPS
// RUN: layout-opt %s --layout-wide-accumulate | layout-check - --entry=product --pipeline="builtin.module(layout-compile{target=znver4 to-llvm=false})"
// RUN: layout-opt %s --layout-wide-accumulate | layout-check - --entry=sum --dim=arg0.dim0:5 --dim=arg1.dim0:5 --pipeline="builtin.module(layout-compile{target=znver4 to-llvm=false})"

// CHECK-LABEL: @product(
// CHECK:         %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:         %[[INIT:.*]] = linalg.fill ins(%[[ZERO]] : f32)
// CHECK:         %[[WIDE:.*]] = linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<4x3xbf16>, tensor<3x32xbf16>) outs(%[[INIT]] : tensor<4x32xf32>) -> tensor<4x32xf32>
// CHECK:         linalg.generic {{.*}} ins(%[[WIDE]] : tensor<4x32xf32>)
// CHECK:           arith.truncf
// LOOPS-LABEL: @product(
// LOOPS-NOT:     addf {{.*}}bf16
func.func @product(%a: tensor<4x3xbf16>, %w: tensor<3x32xbf16>) -> tensor<4x32xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<4x32xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<4x32xbf16>) -> tensor<4x32xbf16>
  %r = linalg.matmul ins(%a, %w : tensor<4x3xbf16>, tensor<3x32xbf16>) outs(%f : tensor<4x32xbf16>) -> tensor<4x32xbf16>
  return %r : tensor<4x32xbf16>
}

// From numbers on that are there already; summands that are no products.
// CHECK-LABEL: @sum(
// CHECK:         linalg.generic
// CHECK:           arith.extf
// CHECK:         linalg.generic {{.*}}["parallel", "reduction"]} ins(%{{.*}} : tensor<?x3xf16>) outs(%{{.*}} : tensor<?xf32>)
// CHECK:           %[[ABS:.*]] = math.absf %{{.*}} : f16
// CHECK:           %[[EXT:.*]] = arith.extf %[[ABS]] : f16 to f32
// CHECK:           arith.addf %[[EXT]], %{{.*}} fastmath<reassoc> : f32
// CHECK:         linalg.generic
// CHECK:           arith.truncf
func.func @sum(%x: tensor<?x3xf16>, %f: tensor<?xf16>) -> tensor<?xf16> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x3xf16>) outs(%f : tensor<?xf16>) {
  ^bb0(%a: f16, %o: f16):
    %0 = math.absf %a : f16
    %1 = arith.addf %0, %o fastmath<reassoc> : f16
    linalg.yield %1 : f16
  } -> tensor<?xf16>
  return %r : tensor<?xf16>
}

// Neither a sum, nor one of 16 bits.
// CHECK-LABEL: @others(
// CHECK-NOT:     extf
// CHECK:         return
func.func @others(%x: tensor<4x3xbf16>, %f: tensor<4xbf16>, %y: tensor<4x3xf32>, %g: tensor<4xf32>) -> (tensor<4xbf16>, tensor<4xf32>) {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x3xbf16>) outs(%f : tensor<4xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %0 = arith.maximumf %a, %o : bf16
    linalg.yield %0 : bf16
  } -> tensor<4xbf16>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%y : tensor<4x3xf32>) outs(%g : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %r, %s : tensor<4xbf16>, tensor<4xf32>
}
