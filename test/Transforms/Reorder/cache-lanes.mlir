// What takes a plain buffer as well as one with a layout works on the copy.
//
// DEFINE: %{plugin} = --load-dialect-plugin=%test_plugin --load-pass-plugin=%test_plugin
// RUN: layout-opt %s %{plugin} --layout-cache | FileCheck %s
// RUN: layout-check %s %{plugin} --entry=lanes,copied --pipeline="builtin.module(layout-cache,layout-assign,layout-apply)"

#runs = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>

// CHECK-LABEL: @lanes
// CHECK:       %[[COPY:.*]] = memref.alloc() {{.*}} : memref<16xf32>
// CHECK:       affine.vector_load %[[COPY]]
func.func @lanes(%a: memref<16xf32, #runs> {layout.cache = #runs}, %b: memref<16xf32>) {
  affine.for %i = 0 to 4 {
    %v = affine.vector_load %a[%i * 4] : memref<16xf32, #runs>, vector<4xf32>
    affine.vector_store %v, %b[%i * 4] : memref<16xf32>, vector<4xf32>
  }
  return
}

// CHECK-LABEL: @copied
// CHECK:       %[[COPY:.*]] = memref.alloc() {{.*}} : memref<16xf32>
// CHECK:       memref.copy %{{.*}}, %[[COPY]]
func.func @copied(%a: memref<16xf32, #runs> {layout.cache = #runs}, %b: memref<16xf32>) {
  memref.copy %b, %a : memref<16xf32> to memref<16xf32, #runs>
  return
}

// CHECK-LABEL: @foreign
// CHECK:       %[[COPY:.*]] = memref.alloc() {{.*}} : memref<16xf32>
// CHECK:       layout_test.load_at %[[COPY]]
func.func @foreign(%a: memref<16xf32, #runs> {layout.cache = #runs}, %b: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %v = layout_test.load_at %a[%i] : memref<16xf32, #runs>
    affine.store %v, %b[%i] : memref<16xf32>
  }
  return
}
