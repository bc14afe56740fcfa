// The pad is written before the loop reads it, and again behind the widened one.
// RUN: layout-check %s --entry=copied --pipeline="builtin.module(layout-set-target{target=x86-64-v2},layout-apply,layout-widen-loops)"
// RUN: layout-check %s --entry=copied --pipeline="builtin.module(layout-set-target{target=x86-64-v2},layout-apply,layout-optimize)"
// RUN: layout-opt %s --layout-set-target=target=x86-64-v2 --layout-apply --layout-widen-loops --mlir-print-local-scope | FileCheck %s
// CHECK: affine.for %{{.*}} = 0 to 16 {

#wrap = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<(io, ii) -> (0, (8 * io + ii - 13) mod 8)>>

func.func @copied(%a: memref<13xi32, #wrap>) {
  affine.for %i = 0 to 13 {
    %0 = affine.load %a[%i] : memref<13xi32, #wrap>
    %1 = arith.addi %0, %0 : i32
    affine.store %1, %a[%i] : memref<13xi32, #wrap>
  }
  return
}
