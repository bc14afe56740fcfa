// Constants of complex numbers are packed at compile time, too: all, one value, and a
// resource.
// RUN: layout-opt %s --layout-reflow | FileCheck %s
// RUN: layout-opt %s --layout-reflow --layout-bufferize --layout-apply | FileCheck %s --check-prefix=PACKED
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-reflow,layout-bufferize,layout-apply,layout-finalize)"
// RUN: %{check} --entry=all
// RUN: %{check} --entry=one
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
#C = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b) -> (0, b)>>
#id = affine_map<(i) -> (i)>

// PACKED-DAG: memref<2x4xcomplex<f32>> = dense<{{\[\[}}(1.000000e+00,2.000000e+00), (3.000000e+00,4.000000e+00), (5.000000e+00,6.000000e+00), (7.000000e+00,8.000000e+00)], [(9.000000e+00,1.000000e+00), (2.000000e+00,3.000000e+00), (0.000000e+00,0.000000e+00), (0.000000e+00,0.000000e+00){{\]\]}}>
// CHECK-LABEL: func.func @all(
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @all() -> tensor<6xf32> {
  %c = arith.constant dense<[(1.0, 2.0), (3.0, 4.0), (5.0, 6.0), (7.0, 8.0), (9.0, 1.0), (2.0, 3.0)]> : tensor<6xcomplex<f32>>
  %l = layout.convert %c : tensor<6xcomplex<f32>> to tensor<6xcomplex<f32>, #L>
  %e = tensor.empty() : tensor<6xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%l : tensor<6xcomplex<f32>, #L>) outs(%e : tensor<6xf32>) attrs = {layout.prefer} {
  ^bb0(%a: complex<f32>, %o: f32):
    %re = complex.re %a : complex<f32>
    %im = complex.im %a : complex<f32>
    %s = arith.subf %re, %im : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// PACKED-DAG: memref<2x4xcomplex<f32>> = dense<(1.000000e+00,2.000000e+00)>
// CHECK-LABEL: func.func @one(
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @one() -> tensor<6xf32> {
  %c = arith.constant dense<(1.0, 2.0)> : tensor<6xcomplex<f32>>
  %l = layout.convert %c : tensor<6xcomplex<f32>> to tensor<6xcomplex<f32>, #C>
  %e = tensor.empty() : tensor<6xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%l : tensor<6xcomplex<f32>, #C>) outs(%e : tensor<6xf32>) attrs = {layout.prefer} {
  ^bb0(%a: complex<f32>, %o: f32):
    %im = complex.im %a : complex<f32>
    linalg.yield %im : f32
  } -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// CHECK-LABEL: func.func @resource(
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @resource() -> tensor<3xf16> {
  %c = arith.constant dense_resource<pairs> : tensor<3xcomplex<f16>>
  %l = layout.convert %c : tensor<3xcomplex<f16>> to tensor<3xcomplex<f16>, #L>
  %e = tensor.empty() : tensor<3xf16>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%l : tensor<3xcomplex<f16>, #L>) outs(%e : tensor<3xf16>) attrs = {layout.prefer} {
  ^bb0(%a: complex<f16>, %o: f16):
    %im = complex.im %a : complex<f16>
    linalg.yield %im : f16
  } -> tensor<3xf16>
  return %r : tensor<3xf16>
}

{-#
  dialect_resources: {
    builtin: {
      pairs: "0x02000000003C00400042004400450046"
    }
  }
#-}
