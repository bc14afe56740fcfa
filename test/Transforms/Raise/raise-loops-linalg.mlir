// Ops of linalg become loops if that is asked for, affine ones where extents allow.
// RUN: layout-opt %s --layout-raise-loops | FileCheck %s --check-prefix=KEPT
// RUN: layout-opt %s --layout-raise-loops=linalg=true --remarks-filter=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: layout-check %s --entry=product,positions --pipeline="builtin.module(layout-raise-loops{linalg=true})"
// RUN: layout-check %s --entry=product,positions --pipeline="builtin.module(layout-optimize{linalg=true})"
// RUN: layout-check %s --entry=in_loop --dim=arg0.dim0:9 --pipeline="builtin.module(layout-raise-loops{linalg=true})"
//
// The pipeline to LLVM does so by itself.
// RUN: layout-opt %s --layout-compile=target=x86-64-v4 | FileCheck %s --check-prefix=COMPILE

// KEPT: linalg.matmul
// COMPILE-LABEL: llvm.func @product
// COMPILE: llvm.fmul {{.*}} vector<
// CHECK-LABEL: @product
// CHECK-COUNT-3: affine.for
// CHECK: affine.store
// CHECK-NOT: linalg
// REMARK: linalg.mlir:[[#@LINE+2]]:3: remark: [Passed] layout-raise-loops/linalg {{.*}}"'linalg.matmul' is now loops"
func.func @product(%a: memref<27x19xf32> {llvm.noalias}, %b: memref<19x32xf32> {llvm.noalias}, %c: memref<27x32xf32> {llvm.noalias}) {
  linalg.matmul ins(%a, %b : memref<27x19xf32>, memref<19x32xf32>) outs(%c : memref<27x32xf32>)
  return
}

// CHECK-LABEL: @positions
// CHECK-COUNT-2: affine.for
// CHECK: arith.index_cast
func.func @positions(%a: memref<5x7xi32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%a : memref<5x7xi32>) {
  ^bb0(%old: i32):
    %j = linalg.index 1 : index
    %0 = arith.index_cast %j : index to i32
    %1 = arith.addi %old, %0 : i32
    linalg.yield %1 : i32
  }
  return
}

// Extents that a loop computes.
// CHECK-LABEL: @in_loop
// CHECK-COUNT-2: affine.for
// CHECK: affine.store
// CHECK-NOT: linalg
func.func @in_loop(%a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  %x = arith.constant 2.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %left = arith.subi %n, %i : index
    %part = memref.subview %a[%i] [%left] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    linalg.fill ins(%x : f32) outs(%part : memref<?xf32, strided<[1], offset: ?>>)
  }
  return
}
