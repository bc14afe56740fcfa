// A loop that asks for a cache around it is not rewritten into one that does not.
//
// RUN: layout-opt %s --layout-merge-loops --remarks-filter=layout 2>&1 | FileCheck %s --check-prefixes=CHECK,MERGE
// RUN: layout-opt %s --layout-sequential-access --remarks-filter=layout 2>&1 | FileCheck %s --check-prefixes=CHECK,WALK
// RUN: layout-opt %s --layout-sequential-access="nest-map=(i,j)->(j,i)" --remarks-filter=layout 2>&1 | FileCheck %s --check-prefixes=CHECK,MAP

// MERGE: loop-marks.mlir:[[@LINE+11]]:3: remark: [Missed] layout-merge-loops/attributes | Category:layout | Remark="not fused with the loop before it: their attributes differ, and those of one would be lost; give both the same, or run the pass first that reads them"
// WALK: loop-marks.mlir:[[@LINE+19]]:3: remark: [Missed] layout-sequential-access/cached-loop | Category:layout | Remark="a loop around the access is marked layout.cache; run layout-cache first"
// MAP: loop-marks.mlir:[[@LINE+18]]:3: remark: [Missed] layout-sequential-access/cached-loop

// CHECK-LABEL: func.func @neighbours(
// CHECK-COUNT-2: affine.for
// CHECK:         {layout.cache}
func.func @neighbours(%a: memref<14xi32> {layout.cache = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>, llvm.noalias}, %b: memref<14xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %b[%i] : memref<14xi32>
  }
  affine.for %i = 0 to 14 {
    affine.store %x, %a[%i] : memref<14xi32>
  } {layout.cache}
  return
}

// CHECK-LABEL: func.func @nest(
// CHECK:         {layout.cache, layout.sequential}
func.func @nest(%a: memref<4x4xi32> {layout.cache = #layout.buffer<index_map<(i, j) -> (j, i)>>, layout.sequential}, %x: i32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %x, %a[%j, %i] : memref<4x4xi32>
    }
  } {layout.cache, layout.sequential}
  return
}
