// After an error the module is what it was: the first function would be
// rewritten, were it not for the second.
// RUN: not layout-opt %s --allow-unregistered-dialect --layout-apply 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not layout-opt %s --allow-unregistered-dialect --mlir-print-ir-after-failure --layout-apply 2>&1 | FileCheck %s

// ERROR: 'test.unknown' op cannot be rewritten for a laid-out buffer
#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK-LABEL: func.func @fine(
// CHECK-SAME: memref<16xf32, #layout>
// CHECK: linalg.fill
func.func @fine(%a: memref<16xf32, #tile>, %v: f32) {
  linalg.fill ins(%v : f32) outs(%a : memref<16xf32, #tile>)
  return
}
func.func @broken(%a: memref<16xf32, #tile>) {
  "test.unknown"(%a) : (memref<16xf32, #tile>) -> ()
  return
}
