// FS-20. An element offset is the strided layout of a memref, which says where
// elements lie in another buffer: no pass applies it, all keep it. Element
// [2, 3] of (m, n) with offset 100 lies at 2 n + 103.
// RUN: layout-opt %s --layout-assign --layout-apply --layout-flatten | FileCheck %s
// RUN: layout-opt %s --layout-apply --layout-flatten --layout-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: layout-check %s --entry=offset_of --dim=arg0.dim0:4 --dim=arg0.dim1:7 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize,layout-flatten)"

// CHECK-LABEL: func.func @offset_of(
// CHECK-SAME: memref<?x?xf32, strided<[?, 1], offset: 100>>
// CHECK: memref.load %{{.+}}[%c2, %c3]

// LLVM-LABEL: llvm.func @offset_of(
// LLVM-DAG: %[[OFFSET:.+]] = llvm.mlir.constant(103 : index)
// LLVM-DAG: %[[ROW:.+]] = llvm.mlir.constant(2 : index)
// LLVM: %[[AT:.+]] = llvm.mul %{{.+}}, %[[ROW]]
// LLVM: %[[SUM:.+]] = llvm.add %[[AT]], %[[OFFSET]]
// LLVM: llvm.insertvalue %[[SUM]], %{{.+}}[2]
// LLVM: llvm.getelementptr
func.func @offset_of(%a: memref<?x?xf32, strided<[?, 1], offset: 100>>) -> f32 {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %x = memref.load %a[%c2, %c3] : memref<?x?xf32, strided<[?, 1], offset: 100>>
  return %x : f32
}
