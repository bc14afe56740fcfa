// (i - j) mod 6 is one of 0 to 5, for i and j from 0 to 2: 0, 1, 2, 4 and 5 occur. The range
// is taken for [4, 5], and its quotient by 4 for 1, which it is not for i = j.
// Worked around in layout-legalize (remainders) and in the maps that our passes make
// (untangleDigits, untangleBound); layout-check lowers affine ops before a pass may fold them.
// Mended if this test fails.
// RUN: %stock_mlir_opt %s --canonicalize | FileCheck %s
// RUN: %stock_mlir_opt %s --affine-simplify-structures | FileCheck %s
// CHECK: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[ONE]]]
func.func @f(%a: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      %q = affine.apply affine_map<(i, j) -> (((i - j) mod 6) floordiv 4)>(%i, %j)
      memref.store %x, %a[%q] : memref<8xf32>
    }
  }
  return
}
