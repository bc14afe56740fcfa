// Of -2^63 ceildiv 2 it makes 2^62, as 2^63 is -2^63 in 64 bits. Not worked around.
// Mended if this test fails.
// RUN: %stock_mlir_opt %s --lower-affine --inline --canonicalize | FileCheck %s
// CHECK-LABEL: @least
// CHECK:       %[[R:.*]] = arith.constant 4611686018427387904 : index
// CHECK:       return %[[R]]
func.func private @half(%x: index) -> index {
  %r = affine.apply affine_map<()[s0] -> (s0 ceildiv 2)>()[%x]
  return %r : index
}
func.func @least() -> index {
  %x = arith.constant -9223372036854775808 : index
  %r = call @half(%x) : (index) -> index
  return %r : index
}
