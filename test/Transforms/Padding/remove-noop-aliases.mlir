// What the alias oracle knows, the contents and the lives of stores know.
// RUN: layout-opt %s -layout-remove-noop | FileCheck %s
// Real aliases, executed before and after.
// RUN: layout-check %s --entry=one_buffer_twice,given_back --pipeline="builtin.module(layout-remove-noop)"

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func private @make() -> memref<8xi32> {
  %a = memref.alloc() : memref<8xi32>
  return %a : memref<8xi32>
}
func.func private @same(%a: memref<8xi32>) -> memref<8xi32> {
  return %a : memref<8xi32>
}
func.func private @external() -> memref<8xi32>

// A request is a promise, as the layout is that it becomes.
// CHECK-LABEL: func.func @requested(
func.func @requested(%a: memref<8xi32> {layout.transform = #L}, %b: memref<8xi32>, %v: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  // CHECK: affine.store %c0
  affine.store %c0, %a[1] : memref<8xi32>
  %x = affine.load %a[1] : memref<8xi32>
  // CHECK: affine.store %{{.*}}, %{{.*}}[1]
  affine.store %v, %b[1] : memref<8xi32>
  // CHECK-NOT: affine.store
  affine.store %c0, %a[1] : memref<8xi32>
  // CHECK: return
  return %x : i32
}

// `memref.distinct_objects` says so of all names that are in use.
// CHECK-LABEL: func.func @said_distinct(
func.func @said_distinct(%p: memref<8xi32>, %q: memref<8xi32>, %v: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %a, %b = memref.distinct_objects %p, %q : memref<8xi32>, memref<8xi32>
  // CHECK: affine.store %c0
  affine.store %c0, %a[1] : memref<8xi32>
  %x = affine.load %a[1] : memref<8xi32>
  // CHECK: affine.store %{{.*}}, %{{.*}}[1]
  affine.store %v, %b[1] : memref<8xi32>
  // CHECK-NOT: affine.store
  affine.store %c0, %a[1] : memref<8xi32>
  // CHECK: return
  return %x : i32
}

// It says nothing of others.
// CHECK-LABEL: func.func @said_of_another(
func.func @said_of_another(%p: memref<8xi32>, %q: memref<8xi32>, %v: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %a, %b = memref.distinct_objects %p, %q : memref<8xi32>, memref<8xi32>
  // CHECK: affine.store %c0
  affine.store %c0, %a[1] : memref<8xi32>
  %x = affine.load %a[1] : memref<8xi32>
  // CHECK: affine.store %{{.*}}, %{{.*}}[1]
  affine.store %v, %q[1] : memref<8xi32>
  // CHECK: affine.store
  affine.store %c0, %a[1] : memref<8xi32>
  // CHECK: return
  return %x : i32
}

// The callee makes it.
// CHECK-LABEL: func.func @made_by_call(
func.func @made_by_call(%b: memref<8xi32>, %v: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %a = call @make() : () -> memref<8xi32>
  // CHECK: affine.store %c0
  affine.store %c0, %a[1] : memref<8xi32>
  %x = affine.load %a[1] : memref<8xi32>
  // CHECK: affine.store %{{.*}}, %{{.*}}[1]
  affine.store %v, %b[1] : memref<8xi32>
  // CHECK-NOT: affine.store
  affine.store %c0, %a[1] : memref<8xi32>
  // CHECK: return
  return %x : i32
}

// The callee returns what it is given.
// CHECK-LABEL: func.func @returned_by_call(
func.func @returned_by_call(%b: memref<8xi32> {llvm.noalias}, %v: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %a = call @same(%b) : (memref<8xi32>) -> memref<8xi32>
  // CHECK: affine.store %c0
  affine.store %c0, %a[1] : memref<8xi32>
  %x = affine.load %a[1] : memref<8xi32>
  // CHECK: affine.store %{{.*}}, %{{.*}}[1]
  affine.store %v, %b[1] : memref<8xi32>
  // CHECK: affine.store
  affine.store %c0, %a[1] : memref<8xi32>
  // CHECK: return
  return %x : i32
}

// Memory of a device is made here as well.
// CHECK-LABEL: func.func @device(
func.func @device(%b: memref<8xi32>, %v: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %a = gpu.alloc () : memref<8xi32>
  // CHECK: affine.store %c0
  affine.store %c0, %a[1] : memref<8xi32>
  %x = affine.load %a[1] : memref<8xi32>
  // CHECK: affine.store %{{.*}}, %{{.*}}[1]
  affine.store %v, %b[1] : memref<8xi32>
  // CHECK-NOT: affine.store
  affine.store %c0, %a[1] : memref<8xi32>
  // CHECK: return
  return %x : i32
}

// Nobody reads what the first store leaves.
// CHECK-LABEL: func.func @overwritten(
func.func @overwritten(%a: memref<8xi32> {layout.transform = #L}, %b: memref<8xi32>, %v: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  // CHECK-NOT: affine.store
  affine.store %c0, %a[1] : memref<8xi32>
  // CHECK: affine.load
  %x = affine.load %b[1] : memref<8xi32>
  // CHECK: affine.store
  affine.store %v, %a[1] : memref<8xi32>
  return %x : i32
}

// CHECK-LABEL: func.func @overwritten_on_device(
func.func @overwritten_on_device(%v: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %a = gpu.alloc () : memref<8xi32>
  %b = call @external() : () -> memref<8xi32>
  // CHECK-NOT: affine.store
  affine.store %c0, %a[1] : memref<8xi32>
  // CHECK: affine.load
  %x = affine.load %b[1] : memref<8xi32>
  // CHECK: affine.store
  affine.store %v, %a[1] : memref<8xi32>
  %y = affine.load %a[1] : memref<8xi32>
  %z = arith.addi %x, %y : i32
  gpu.dealloc %a : memref<8xi32>
  return %z : i32
}

// CHECK-LABEL: func.func private @overwritten_unpromised(
func.func private @overwritten_unpromised(%a: memref<8xi32>, %b: memref<8xi32>, %v: i32) -> i32 {
  %c5 = arith.constant 5 : i32
  // CHECK: affine.store
  affine.store %c5, %a[1] : memref<8xi32>
  %x = affine.load %b[1] : memref<8xi32>
  // CHECK: affine.store
  affine.store %v, %a[1] : memref<8xi32>
  return %x : i32
}
func.func @one_buffer_twice(%a: memref<8xi32>, %b: memref<8xi32>, %o: memref<2xi32>) {
  %c7 = arith.constant 7 : i32
  %x = call @overwritten_unpromised(%a, %a, %c7) : (memref<8xi32>, memref<8xi32>, i32) -> i32
  affine.store %x, %o[0] : memref<2xi32>
  %y = call @said_of_another(%b, %b, %c7) : (memref<8xi32>, memref<8xi32>, i32) -> i32
  affine.store %y, %o[1] : memref<2xi32>
  return
}
func.func @given_back(%a: memref<8xi32>, %o: memref<1xi32>) {
  %c7 = arith.constant 7 : i32
  %x = call @returned_by_call(%a, %c7) : (memref<8xi32>, i32) -> i32
  affine.store %x, %o[0] : memref<1xi32>
  return
}
