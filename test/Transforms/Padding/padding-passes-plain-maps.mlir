// The passes of RFC 0077 meet an `affine_map` layout before anything of the dialect.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-remove-noop)" | FileCheck %s
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-simplify)" | FileCheck %s
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-overcompute)" | FileCheck %s
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-optimize{padding=true})" | FileCheck %s

// CHECK-LABEL: @plain
// CHECK:         affine.store
func.func @plain(%a: memref<4xi32, affine_map<(i) -> (3 - i)>>, %x: i32) {
  affine.store %x, %a[0] : memref<4xi32, affine_map<(i) -> (3 - i)>>
  return
}
