// A buffer ends where an op of any dialect says so, and what only asks for its shape
// does not address it.
// RUN: layout-opt %s --load-dialect-plugin=%test_plugin --load-pass-plugin=%test_plugin --layout-flatten="max-rank=2" | FileCheck %s

#flat = #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[]>>

// CHECK-LABEL: func.func @freed(
// CHECK:         %[[A:.*]] = memref.alloc() : memref<24xf32>
// CHECK:         memref.load %[[A]]
// CHECK-NEXT:    layout_test.free %[[A]] : memref<24xf32>
func.func @freed(%i: index) -> f32 {
  %a = memref.alloc() : memref<4x6xf32, #flat>
  %x = memref.load %a[%i, %i] : memref<4x6xf32, #flat>
  layout_test.free %a : memref<4x6xf32, #flat>
  return %x : f32
}

// CHECK-LABEL: func.func @shape(
// CHECK:         memref.rank
func.func @shape(%a: memref<4x4x?xf32>) -> index {
  %r = memref.rank %a : memref<4x4x?xf32>
  return %r : index
}
