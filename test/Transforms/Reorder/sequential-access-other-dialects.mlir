// Any op that touches one element of its only buffer can be asked to do so in
// physical order.
// DEFINE: %{plugin} = --load-dialect-plugin=%test_plugin --load-pass-plugin=%test_plugin
// RUN: layout-opt %s %{plugin} --layout-apply --layout-sequential-access | FileCheck %s
// RUN: layout-check %s %{plugin} --lowering="builtin.module(test-layout-lower-ops)" --entry=marked --pipeline="builtin.module(layout-apply,layout-sequential-access,layout-finalize)"

#tiles = #layout.buffer<index_map<(i, j) -> (j, i)>>

// CHECK-LABEL: @marked(
// CHECK:       affine.for %[[J:.*]] = 0 to 10 {
// CHECK-NEXT:    affine.for %[[I:.*]] = 0 to 6 {
// CHECK:           layout_test.load_at %{{.*}}[%[[J]], %[[I]]] {layout.sequential}
func.func @marked(%a: memref<6x10xi32, #tiles>, %b: memref<6x10xi32> {llvm.noalias}) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 10 {
      %x = layout_test.load_at %a[%i, %j] {layout.sequential} : memref<6x10xi32, #tiles>
      affine.store %x, %b[%i, %j] : memref<6x10xi32>
    }
  }
  return
}

// CHECK-LABEL: @buffer(
// CHECK:       affine.for %[[J:.*]] = 0 to 10 {
// CHECK-NEXT:    affine.for %[[I:.*]] = 0 to 6 {
// CHECK:           layout_test.load_at %{{.*}}[%[[J]], %[[I]]]
func.func @buffer(%a: memref<6x10xi32, #tiles> {layout.sequential}, %b: memref<6x10xi32> {llvm.noalias}) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 10 {
      %x = layout_test.load_at %a[%i, %j] : memref<6x10xi32, #tiles>
      affine.store %x, %b[%i, %j] : memref<6x10xi32>
    }
  }
  return
}
