// RUN: layout-opt %s --layout-legalize=only=atomics | FileCheck %s

// The value is from outside: an assignment.
// CHECK-LABEL: func.func @outside(
// CHECK:         memref.atomic_rmw assign %{{.*}}, %arg0[%arg1] : (f32, memref<4xf32>) -> f32
// CHECK-NOT:     generic_atomic_rmw
func.func @outside(%a: memref<4xf32>, %i: index, %x: f32) -> f32 {
  %old = memref.generic_atomic_rmw %a[%i] : memref<4xf32> {
  ^bb0(%current: f32):
    memref.atomic_yield %x : f32
  }
  return %old : f32
}

// It is computed from what is there: the op stays.
// CHECK-LABEL: func.func @inside(
// CHECK:         memref.generic_atomic_rmw %arg0[%arg1]
// CHECK-NOT:     atomic_rmw assign
func.func @inside(%a: memref<4xi32>, %i: index, %x: i32) -> i32 {
  %old = memref.generic_atomic_rmw %a[%i] : memref<4xi32> {
  ^bb0(%current: i32):
    %sum = arith.addi %current, %x : i32
    memref.atomic_yield %sum : i32
  }
  return %old : i32
}
