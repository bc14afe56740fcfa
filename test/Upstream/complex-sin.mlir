// The imaginary part of a sine, sinh y cos x, is computed as (exp y - exp -y) / 2 cos x, which has no
// digit right for y near to 0. `layout-legalize` (`math`) is before it. Mended if this test fails.
// RUN: %stock_mlir_opt %s --convert-complex-to-standard | FileCheck %s

// CHECK: %[[UP:.*]] = math.exp
// CHECK-DAG: %[[HALF:.*]] = arith.mulf %{{.*}}, %[[UP]] : f32
// CHECK-DAG: %[[DOWN:.*]] = arith.divf %{{.*}}, %[[UP]] : f32
// CHECK: arith.subf %[[HALF]], %[[DOWN]] : f32
func.func @sin(%x: complex<f32>) -> complex<f32> {
  %0 = complex.sin %x : complex<f32>
  return %0 : complex<f32>
}
