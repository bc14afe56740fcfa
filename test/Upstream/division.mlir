// Worked around in layout-legalize (division). Mended if this test fails.
// RUN: %stock_mlir_opt %s --arith-expand | FileCheck %s

// -1 of 64 bits in a type of 128 is 2^64 - 1.
// CHECK-LABEL: func.func @wide(
// CHECK: arith.constant 18446744073709551615 : i128
func.func @wide(%x: i128, %y: i128) -> i128 {
  %q = arith.floordivsi %x, %y : i128
  return %q : i128
}

// The greater of -0.0 and 0.0 is 0.0. Compared, they are equal, and the second is taken.
// CHECK-LABEL: func.func @zeros(
// CHECK: %[[ABOVE:.*]] = arith.cmpf ugt, %[[X:.*]], %[[Y:.*]] : f32
// CHECK: arith.select %[[ABOVE]], %[[X]], %[[Y]] : f32
func.func @zeros(%x: f32, %y: f32) -> f32 {
  %m = arith.maximumf %x, %y : f32
  return %m : f32
}
