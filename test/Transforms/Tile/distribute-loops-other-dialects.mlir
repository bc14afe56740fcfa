// A read of any dialect is computed in both loops, if nothing is stored there.
//
// DEFINE: %{plugin} = --load-dialect-plugin=%test_plugin --load-pass-plugin=%test_plugin
// DEFINE: %{lower} = %{plugin} --lowering="builtin.module(test-layout-lower-ops)"
// RUN: layout-opt %s %{plugin} --layout-distribute-loops | FileCheck %s
// RUN: layout-check %s %{lower} --entry=foreign --pipeline="builtin.module(layout-distribute-loops)"
// RUN: layout-check %s %{lower} --entry=lanes --pipeline="builtin.module(layout-distribute-loops)"
// RUN: layout-check %s %{lower} --entry=overwritten --pipeline="builtin.module(layout-distribute-loops)"

// CHECK-LABEL: @foreign
// CHECK:       affine.for
// CHECK:         layout_test.load_at
// CHECK:       affine.for
// CHECK:         layout_test.load_at
func.func @foreign(%a: memref<16xf32> {llvm.noalias}, %b: memref<16x16xf32> {llvm.noalias}, %c: memref<16x16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %v = layout_test.load_at %a[%i] : memref<16xf32>
    affine.for %j = 0 to 16 {
      affine.store %v, %b[%i, %j] : memref<16x16xf32>
    }
    affine.for %j = 0 to 16 {
      affine.store %v, %c[%i, %j] : memref<16x16xf32>
    }
  }
  return
}

// CHECK-LABEL: @lanes
// CHECK:       affine.for
// CHECK:         vector.load
// CHECK:       affine.for
// CHECK:         vector.load
func.func @lanes(%a: memref<16xf32> {llvm.noalias}, %b: memref<16x16xf32> {llvm.noalias}, %c: memref<16x16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %v = vector.load %a[%i] : memref<16xf32>, vector<1xf32>
    affine.for %j = 0 to 16 {
      affine.vector_store %v, %b[%i, %j] : memref<16x16xf32>, vector<1xf32>
    }
    affine.for %j = 0 to 16 {
      affine.vector_store %v, %c[%i, %j] : memref<16x16xf32>, vector<1xf32>
    }
  }
  return
}

// A later iteration overwrites what is read: that loop comes last.
// CHECK-LABEL: @overwritten
// CHECK-COUNT-2: affine.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : memref<16x16xf32>
// CHECK:         layout_test.load_at
// CHECK-NEXT:    affine.store %{{.*}}, %{{.*}}[%{{.*}} - 1] : memref<16xf32>
func.func @overwritten(%a: memref<16xf32> {llvm.noalias}, %b: memref<16x16xf32> {llvm.noalias}, %c: memref<16x16xf32> {llvm.noalias}) {
  affine.for %i = 1 to 16 {
    %v = layout_test.load_at %a[%i] : memref<16xf32>
    affine.for %j = 0 to 16 {
      affine.store %v, %b[%i, %j] : memref<16x16xf32>
      affine.store %v, %a[%i - 1] : memref<16xf32>
    }
    affine.for %j = 0 to 16 {
      affine.store %v, %c[%i, %j] : memref<16x16xf32>
    }
  }
  return
}
