// Worked around in layout-legalize (math). Mended if this test fails.
// RUN: not %stock_mlir_opt %s --convert-math-to-llvm --convert-math-to-libm 2>&1 | FileCheck %s
// CHECK: failed to legalize operation 'math.isinf'
func.func @f(%x: f32) -> i1 {
  %0 = math.isinf %x : f32
  return %0 : i1
}
