// Atomic changes of elements are lowered, with the arithmetic in them.
// RUN: layout-opt %s --layout-apply --layout-to-llvm | FileCheck %s
// RUN: layout-check %s --entry=atomic --arg=1:3 --pipeline="builtin.module(layout-apply)"

// CHECK-LABEL: llvm.func @atomic
// CHECK:         llvm.cmpxchg
func.func @atomic(%a: memref<14xi32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>>, %i: index) {
  %c = arith.constant 3 : i32
  %r = memref.generic_atomic_rmw %a[%i] : memref<14xi32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>> {
  ^bb0(%old: i32):
    %y = arith.muli %old, %c : i32
    memref.atomic_yield %y : i32
  }
  return
}
