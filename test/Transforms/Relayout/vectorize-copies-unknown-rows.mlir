// Blocks of a transposed copy follow each other in the source, a page at a time, also where
// the number of its rows is not known.
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-vectorize-copies)" --mlir-print-local-scope | FileCheck %s
//
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-vectorize-copies)"
// RUN: %{check} --entry=rows --dim=arg0.dim0:35 --dim=arg1.dim1:35
// RUN: %{check} --entry=rows --dim=arg0.dim0:16 --dim=arg1.dim1:16
// RUN: %{check} --entry=rows --dim=arg0.dim0:0 --dim=arg1.dim1:0
// RUN: %{check} --entry=columns --dim=arg0.dim1:40 --dim=arg1.dim0:40
// RUN: %{check} --entry=few --dim=arg0.dim0:9 --dim=arg1.dim1:9

// 64 blocks of 16 columns are a page of a row.
// CHECK-LABEL: @rows(
// CHECK:         affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to affine_map<()[s0] -> (s0 ceildiv 16)>
// CHECK-NEXT:        affine.for %{{.*}} = 0 to 64 {
func.func @rows(%a: memref<?x2048xf32> {llvm.noalias}, %b: memref<2048x?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?x2048xf32>
  affine.for %j = 0 to 2048 {
    affine.for %i = 0 to %n {
      %0 = affine.load %a[%i, %j] : memref<?x2048xf32>
      affine.store %0, %b[%j, %i] : memref<2048x?xf32>
    }
  }
  return
}

// How far rows of the source are apart is not known.
// CHECK-LABEL: @columns(
// CHECK:         affine.for
// CHECK:           affine.for
// CHECK-NOT:         affine.for
// CHECK:         return
func.func @columns(%a: memref<2048x?xf32> {llvm.noalias}, %b: memref<?x2048xf32> {llvm.noalias}) {
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c1 : memref<2048x?xf32>
  affine.for %j = 0 to %n {
    affine.for %i = 0 to 2048 {
      %0 = affine.load %a[%i, %j] : memref<2048x?xf32>
      affine.store %0, %b[%j, %i] : memref<?x2048xf32>
    }
  }
  return
}

// Typical numbers of rows are in the first cache.
// CHECK-LABEL: @few(
// CHECK:         affine.for
// CHECK:           affine.for
// CHECK-NOT:         affine.for
// CHECK:         return
func.func @few(%a: memref<?x16xf32> {llvm.noalias}, %b: memref<16x?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?x16xf32>
  affine.for %j = 0 to 16 {
    affine.for %i = 0 to %n {
      %0 = affine.load %a[%i, %j] : memref<?x16xf32>
      affine.store %0, %b[%j, %i] : memref<16x?xf32>
    }
  }
  return
}
