// What padding makes needless around a read of another dialect, which says that it may
// be executed wherever its element is in bounds; executed.
// DEFINE: %{lower} = --load-dialect-plugin=%test_plugin --load-pass-plugin=%test_plugin --lowering="builtin.module(test-layout-lower-ops)"
// DEFINE: %{walk} = layout-assign,layout-sequential-access,layout-apply,layout-sequential-access
// RUN: layout-check %s %{lower} --entry=squares --pipeline="builtin.module(%{walk},layout-overcompute,layout-finalize)"
// RUN: layout-check %s %{lower} --entry=neighbours --arg=2:1 --pipeline="builtin.module(%{walk},layout-overcompute,layout-finalize)"
// RUN: layout-check %s %{lower} --entry=squares --pipeline="builtin.module(%{walk},layout-overcompute,layout-avoid-overcompute,layout-finalize)"
// RUN: layout-check %s %{lower} --entry=neighbours --arg=2:1 --pipeline="builtin.module(%{walk},layout-overcompute,layout-avoid-overcompute,layout-finalize)"
// RUN: layout-check %s %{lower} --entry=squares --pipeline="builtin.module(%{walk},layout-partition-loops,layout-finalize)"
// RUN: layout-check %s %{lower} --entry=neighbours --arg=2:1 --pipeline="builtin.module(%{walk},layout-partition-loops,layout-finalize)"
// RUN: layout-check %s %{lower} --entry=squares --pipeline="builtin.module(%{walk},layout-hoist-conditions,layout-finalize)"
// RUN: layout-check %s %{lower} --entry=neighbours --arg=2:1 --pipeline="builtin.module(%{walk},layout-hoist-conditions,layout-finalize)"
// DEFINE: %{opt} = layout-opt %s --load-dialect-plugin=%test_plugin --load-pass-plugin=%test_plugin -o /dev/null --remarks-filter=layout --remark-format=emitRemark
// RUN: %{opt} --pass-pipeline="builtin.module(%{walk},layout-overcompute,layout-avoid-overcompute)" 2>&1 | FileCheck %s
// RUN: %{opt} --pass-pipeline="builtin.module(%{walk},layout-partition-loops)" 2>&1 | FileCheck %s --check-prefix=SPLIT

#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#any = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>

// CHECK-DAG: [[#@LINE+5]]:{{.*}}[Passed] layout-overcompute/branch-dropped
// CHECK-DAG: [[#@LINE+5]]:{{.*}}[Passed] layout-avoid-overcompute/guarded
// SPLIT-DAG: [[#@LINE+3]]:{{.*}}[Passed] layout-partition-loops/split
func.func @squares(%in: memref<14xi32, #zero>, %out: memref<14xi32>) {
  %b = memref.alloc() {layout.transform = #any} : memref<14xi32>
  affine.for %i = 0 to 14 {
    %x = layout_test.load_at %in[%i] : memref<14xi32, #zero>
    %y = arith.muli %x, %x : i32
    affine.store %y, %b[%i] {layout.sequential} : memref<14xi32>
  }
  affine.for %i = 0 to 14 {
    %y = affine.load %b[%i] : memref<14xi32>
    affine.store %y, %out[%i] : memref<14xi32>
  }
  memref.dealloc %b : memref<14xi32>
  return
}

// Read with a border, through a view, and under another condition.
func.func @neighbours(%in: memref<16xi32>, %out: memref<14xi32>, %c: i1) {
  %v = memref.subview %in[1] [15] [1] : memref<16xi32> to memref<15xi32, strided<[1], offset: 1>>
  %b = memref.alloc() {layout.transform = #any} : memref<14xi32>
  affine.for %i = 0 to 14 {
    %x = layout_test.load_at %in[%i] : memref<16xi32>
    %j = affine.apply affine_map<(i) -> (i + 1)>(%i)
    %y = layout_test.load_at %v[%j] : memref<15xi32, strided<[1], offset: 1>>
    %z = arith.addi %x, %y : i32
    affine.store %z, %b[%i] {layout.sequential} : memref<14xi32>
  }
  affine.for %i = 0 to 14 {
    scf.if %c {
      %y = layout_test.load_at %b[%i] : memref<14xi32>
      affine.store %y, %out[%i] : memref<14xi32>
    }
  }
  memref.dealloc %b : memref<14xi32>
  return
}
