// A region that yields a value from outside is not converted.
// Worked around in layout-legalize (atomics). Mended if this test fails.
// RUN: %stock_mlir_opt %s --finalize-memref-to-llvm 2>&1 | FileCheck %s
// CHECK: error: result not defined in region
func.func @f(%a: memref<4xf32>, %i: index, %x: f32) {
  %0 = memref.generic_atomic_rmw %a[%i] : memref<4xf32> {
  ^bb0(%current: f32):
    memref.atomic_yield %x : f32
  }
  return
}
