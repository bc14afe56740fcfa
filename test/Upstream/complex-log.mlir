// The real part of a logarithm is that of the rounded absolute value, which has no digit right where
// that is near to 1. `layout-legalize` (`math`) is before it. Mended if this test fails.
// RUN: %stock_mlir_opt %s --convert-complex-to-standard | FileCheck %s

// CHECK-NOT: math.log1p
// CHECK: %[[ABS:.*]] = arith.select
// CHECK-NEXT: math.log %[[ABS]] : f64
// CHECK-NOT: math.log1p
func.func @log(%x: complex<f64>) -> complex<f64> {
  %0 = complex.log %x : complex<f64>
  return %0 : complex<f64>
}
