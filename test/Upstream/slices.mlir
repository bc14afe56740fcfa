// Which unit dimensions a slice drops is looked for by strides, and not found where the
// slice steps. Worked around in layout-legalize (slices). Mended if this test fails.
// RUN: not %stock_mlir_opt %s --expand-strided-metadata 2>&1 | FileCheck %s
// CHECK: error: expected result type with stride = 64 instead of 8 in dim = 1
func.func @f(%a: memref<8x8x8xf32>, %i: index, %j: index, %k: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %s = memref.subview %a[%i, %j, %k] [1, 1, 1] [1, 8, 8] : memref<8x8x8xf32> to memref<1x1xf32, strided<[64, 8], offset: ?>>
  memref.store %x, %s[%c0, %c0] : memref<1x1xf32, strided<[64, 8], offset: ?>>
  return
}
