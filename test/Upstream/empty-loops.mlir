// Canonicalization takes all bounds of a loop inside of one that is never entered.
// Worked around in layout-legalize (empty-loops). Mended if this test fails.
// RUN: not %stock_mlir_opt %s --canonicalize 2>&1 | FileCheck %s
// CHECK: 'affine.for' op expected upper bound map to have at least one result
func.func @f(%a: memref<64xf32>, %x: f32) {
  affine.for %i = 10 to 5 {
    affine.for %j = 0 to min affine_map<(i) -> (8, i + 1, -i + 20)>(%i) {
      affine.store %x, %a[%j] : memref<64xf32>
    }
  }
  return
}
