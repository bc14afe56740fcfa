// Rows of one element less than a register has: nothing behind a row is read or
// written, and its last elements are copied by a register that begins earlier.
//
// RUN: layout-check %s --entry=rows --pipeline="builtin.module(layout-set-target{target=x86-64-v3},layout-apply,layout-vectorize-copies,layout-finalize)"
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=x86-64-v3},layout-apply,layout-vectorize-copies)" | FileCheck %s

#tiles = #layout.buffer<index_map<(i, j) -> (j floordiv 7, i, j mod 7)>>

// CHECK-LABEL: @rows
// CHECK-NOT:     vector<{{[^4]}}
// CHECK:         vector.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}, %c0{{.*}}] : memref<3x9x7xf32>, vector<4xf32>
// CHECK-NOT:     vector<{{[^4]}}
// CHECK:         vector.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}, %c3{{.*}}] : memref<3x9x7xf32>, vector<4xf32>
// CHECK-NOT:     vector<{{[^4]}}
func.func @rows(%a: memref<9x21xf32> {llvm.noalias}, %b: memref<9x21xf32, #tiles> {llvm.noalias}) {
  memref.copy %a, %b : memref<9x21xf32> to memref<9x21xf32, #tiles>
  return
}
