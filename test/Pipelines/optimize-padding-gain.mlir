// Loops change where that brings accesses nearer together, and nowhere else.
// DEFINE: %{passes} = layout-apply,layout-optimize{padding=true},layout-finalize,canonicalize
// What loops become behind these passes is not asked here.
// RUN: layout-opt %s --pass-pipeline="builtin.module(%{passes})" --mlir-print-ir-after=layout-partition-loops -o /dev/null 2>&1 \
// RUN:   | layout-opt --pass-pipeline="builtin.module(canonicalize,cse,layout-hoist-invariants,layout-finalize,canonicalize)" | FileCheck %s
// RUN: layout-opt %s --pass-pipeline="builtin.module(%{passes})" --remarks-filter=layout --remark-format=emitRemark 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: layout-check %s --entry=row_sums,column_sums --pipeline="builtin.module(%{passes})"

#zero = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<0 : i32>>

// Rows lie in runs, and are walked run by run as they stand.
// CHECK-LABEL: @row_sums
// CHECK:       affine.for %{{.*}} = 0 to 14 {
// CHECK-NOT:   affine.if
// CHECK:       return
// REMARK-DAG:  [Missed] layout-sequential-access/no-gain {{.*}}Remark="the nest visits the buffer in physical order already; other loops would not improve locality, and nothing needs to be done"
func.func @row_sums(%a: memref<16x14xi32, #zero> {layout.sequential}, %b: memref<16xi32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 14 {
      %x = affine.load %a[%i, %j] : memref<16x14xi32, #zero>
      %y = affine.load %b[%i] : memref<16xi32>
      %s = arith.addi %x, %y : i32
      affine.store %s, %b[%i] : memref<16xi32>
    }
  }
  return
}

// Columns are not.
// CHECK-LABEL: @column_sums
// CHECK:       affine.for %{{.*}} = 0 to 16 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 3 {
// CHECK-NOT:   affine.if
// CHECK:       return
// REMARK-DAG:  [Passed] layout-sequential-access/reordered
func.func @column_sums(%a: memref<16x14xi32, #zero> {layout.sequential}, %b: memref<14xi32>) {
  affine.for %j = 0 to 14 {
    affine.for %i = 0 to 16 {
      %x = affine.load %a[%i, %j] : memref<16x14xi32, #zero>
      %y = affine.load %b[%j] : memref<14xi32>
      %s = arith.addi %x, %y : i32
      affine.store %s, %b[%j] : memref<14xi32>
    }
  }
  return
}
