// Each layout that becomes physical is remarked, and each that stays.
// RUN: layout-opt %s --layout-normalize-memrefs --remarks-filter=layout 2>&1 >/dev/null | FileCheck %s
// RUN: layout-opt %s --layout-normalize-memrefs 2>&1 >/dev/null | FileCheck %s --allow-empty --check-prefix=SILENT
// SILENT-NOT: remark

#tile = affine_map<(i) -> (i floordiv 4, i mod 4)>
#view = affine_map<(i) -> (i + 4)>
#ours = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

// CHECK-DAG: [[@LINE+2]]:1: remark: [Passed] layout-normalize-memrefs/external-signature | Category:layout | Remark="the declaration of 'external' has physical types now; its definition must have them, too"
// CHECK-DAG: [[@LINE+1]]:1: remark: [Passed] layout-normalize-memrefs/normalized | Category:layout | Remark="'memref<14xf32, affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>' becomes 'memref<4x4xf32>'"
func.func private @external(memref<14xf32, #tile>)
// CHECK-DAG: [[@LINE+1]]:1: remark: [Passed] layout-normalize-memrefs/normalized
memref.global "private" @global : memref<14xf32, #tile> = uninitialized
// CHECK-DAG: [[@LINE+2]]:1: remark: [Passed] layout-normalize-memrefs/external-global
// CHECK-DAG: [[@LINE+1]]:1: remark: [Passed] layout-normalize-memrefs/normalized
memref.global "private" @external_global : memref<14xf32, #tile>
// CHECK-DAG: [[@LINE+1]]:17: remark: [Passed] layout-normalize-memrefs/normalized
func.func @some(%a: memref<14xf32, #tile>, %plain: memref<14xf32>,
// CHECK-DAG: [[@LINE+1]]:17: remark: [Missed] layout-normalize-memrefs/not-plain | Category:layout | Remark="'memref<14xf32, #layout.buffer<{{.*}}>>' is not normalized: only plain affine_map layouts are; run layout-apply for this one"
                %b: memref<14xf32, #ours>,
// CHECK-DAG: [[@LINE+1]]:17: remark: [Missed] layout-normalize-memrefs/strided | Category:layout | Remark="'memref<14xf32, strided<[1], offset: 4>>' is not normalized, and nothing needs to be done: conversion to LLVM takes strided layouts"
                %c: memref<14xf32, strided<[1], offset: 4>>) {
  // CHECK-DAG: [[@LINE+1]]:8: remark: [Passed] layout-normalize-memrefs/normalized
  %d = memref.alloc() : memref<14xf32, #tile>
  // CHECK-DAG: [[@LINE+1]]:8: remark: [Passed] layout-normalize-memrefs/strided-view | Category:layout | Remark="'memref<8xf32, affine_map<(d0) -> (d0 + 4)>>' is a view of memory here and becomes 'memref<8xf32, strided<[1], offset: 4>>'"
  %s = memref.subview %plain[4] [8] [1] : memref<14xf32> to memref<8xf32, #view>
  return
}
