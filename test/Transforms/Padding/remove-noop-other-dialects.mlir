// Ops of a dialect that this project does not know are stores if their effects
// and their description say so.
// RUN: layout-opt --load-dialect-plugin=%test_plugin --load-pass-plugin=%test_plugin %s --layout-remove-noop | FileCheck %s

// Nobody reads what it leaves.
// CHECK-LABEL: func.func @dead(
// CHECK-NEXT:    return
func.func @dead(%x: f32, %i: index) {
  %a = memref.alloc() : memref<4xf32>
  memref.store %x, %a[%i] : memref<4xf32>
  layout_test.scale %a, %x : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return
}

// CHECK-LABEL: func.func @needed(
// CHECK:         layout_test.scale
// CHECK:         layout_test.swap
func.func @needed(%a: memref<4xf32>, %b: memref<4xf32>, %x: f32, %i: index) {
  layout_test.scale %a, %x : memref<4xf32>
  layout_test.swap %a[%i], %b[%i] : memref<4xf32>, memref<4xf32>
  return
}

// What is not described may do more than its effects on memory say.
// CHECK-LABEL: func.func @not_described(
// CHECK:         layout_test.negate
func.func @not_described() {
  %a = memref.alloc() : memref<4xf32>
  layout_test.negate %a : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return
}
