// Ops with MemRefsNormalizable become what upstream's pass makes of them; a symbol
// that no result uses says nothing.
// RUN: layout-opt --load-dialect-plugin=%test_plugin %s --layout-normalize-memrefs | FileCheck %s
// RUN: %stock_mlir_opt --load-dialect-plugin=%test_plugin %s --normalize-memrefs | FileCheck %s

#tile = affine_map<(i, j) -> (i, j floordiv 4, j mod 4)>
#unused = affine_map<(i, j)[s] -> (j, i)>

// CHECK-LABEL: func.func @negate(
// CHECK-SAME:      %[[A:.*]]: memref<6x3x4xf32>
// CHECK:         layout_test.negate %[[A]] : memref<6x3x4xf32>
func.func @negate(%a: memref<6x10xf32, #tile>) {
  layout_test.negate %a : memref<6x10xf32, #tile>
  return
}

// CHECK-LABEL: func.func @local(
// CHECK:         %[[B:.*]] = memref.alloc() : memref<10x6xf32>
// CHECK:         layout_test.negate %[[B]] : memref<10x6xf32>
// CHECK:         layout_test.rows %[[B]] : memref<10x6xf32>
func.func @local(%s: index) {
  %b = memref.alloc()[%s] : memref<6x10xf32, #unused>
  layout_test.negate %b : memref<6x10xf32, #unused>
  layout_test.rows %b : memref<6x10xf32, #unused>
  memref.dealloc %b : memref<6x10xf32, #unused>
  return
}
