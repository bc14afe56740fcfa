// (x - 2^61) * 8 >= 0 becomes x * 8 >= 0, and x >= 0: -2^64 is 0 in 64 bits.
// Refused by layout-legalize (remainders). Mended if this test fails.
// RUN: %stock_mlir_opt %s --canonicalize | FileCheck %s
// CHECK: affine_set<()[s0] : (s0 * 8 >= 0)>
func.func @f(%x: index, %a: memref<1xf32>, %y: f32) {
  %c0 = arith.constant 0 : index
  %d = affine.apply affine_map<(d0) -> (d0 - 2305843009213693952)>(%x)
  affine.if affine_set<(d0) : (d0 * 8 >= 0)>(%d) {
    memref.store %y, %a[%c0] : memref<1xf32>
  }
  return
}
