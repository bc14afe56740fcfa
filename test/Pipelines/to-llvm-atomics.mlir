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

// What is assigned may be from outside, where constants go, too; what the op
// results in is what was there before.
// RUN: layout-check %s --entry=assigned --arg=1:3 --arg=2:1.5 --pipeline="builtin.module(layout-apply)"
// CHECK-LABEL: llvm.func @assigned
// CHECK-SAME:    %[[X:[a-z0-9]+]]: f32)
// CHECK:         %[[OLD:.*]] = llvm.atomicrmw xchg %{{.*}}, %[[X]] acq_rel : !llvm.ptr, f32
// CHECK:         llvm.store %[[OLD]]
func.func @assigned(%a: memref<14xf32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>>, %i: index, %x: f32) {
  %r = memref.generic_atomic_rmw %a[%i] : memref<14xf32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>> {
  ^bb0(%old: f32):
    memref.atomic_yield %x : f32
  }
  affine.store %r, %a[0] : memref<14xf32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>>
  return
}

// CHECK-LABEL: llvm.func @cleared
// CHECK:         %[[ZERO:.*]] = llvm.mlir.constant(0 : i32)
// CHECK:         llvm.atomicrmw xchg %{{.*}}, %[[ZERO]] acq_rel : !llvm.ptr, i32
func.func @cleared(%a: memref<14xi32>, %i: index) {
  %r = memref.generic_atomic_rmw %a[%i] : memref<14xi32> {
  ^bb0(%old: i32):
    %zero = arith.constant 0 : i32
    %y = arith.muli %old, %zero : i32
    memref.atomic_yield %y : i32
  }
  return
}

// CHECK-LABEL: llvm.func @kept
// CHECK:         llvm.cmpxchg
func.func @kept(%a: memref<14xi32>, %i: index) {
  %r = memref.generic_atomic_rmw %a[%i] : memref<14xi32> {
  ^bb0(%old: i32):
    memref.atomic_yield %old : i32
  }
  return
}
