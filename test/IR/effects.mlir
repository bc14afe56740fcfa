// What upstream's passes may do with the operations, by their effects.
// RUN: layout-opt %s --cse --canonicalize --loop-invariant-code-motion | FileCheck %s
// RUN: layout-opt %s --affine-scalrep --cse | FileCheck %s --check-prefix=FORWARD
// RUN: layout-opt %s --inline | FileCheck %s --check-prefix=INLINE
// RUN: layout-opt %s --buffer-hoisting --buffer-loop-hoisting --promote-buffers-to-stack | FileCheck %s --check-prefix=HOIST

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// Two arbitrary values are two; an unused one dies.
// CHECK-LABEL: func.func @undef_twice(
// CHECK-NEXT: %[[U:.*]] = layout.undef : i32
// CHECK-NEXT: %[[V:.*]] = layout.undef : i32
// CHECK-NEXT: arith.cmpi eq, %[[U]], %[[V]]
func.func @undef_twice() -> i1 {
  %unused = layout.undef : i32
  %u = layout.undef : i32
  %v = layout.undef : i32
  %0 = arith.cmpi eq, %u, %v : i32
  return %0 : i1
}

// Each iteration has its own.
// CHECK-LABEL: func.func @undef_in_loop(
// CHECK: scf.for
// CHECK-NEXT: layout.undef
// HOIST-LABEL: func.func @undef_in_loop(
// HOIST: scf.for
// HOIST-NEXT: layout.undef
func.func @undef_in_loop(%m: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %u = layout.undef : f32
    memref.store %u, %m[%i] : memref<4xf32>
  }
  return
}

// Facts and promises are neither erased nor merged nor moved out of loops.
// CHECK-LABEL: func.func @facts(
// CHECK-COUNT-2: layout.assume %
// CHECK-COUNT-2: layout.padding
// CHECK-COUNT-2: layout.assume_padding
// CHECK: scf.for
// CHECK-NEXT: layout.assume %
// CHECK-NEXT: layout.padding
// CHECK-NEXT: layout.assume_padding
func.func @facts(%p: memref<4x4xi32>, %c: i1) {
  layout.assume %c : i1
  layout.assume %c : i1
  layout.padding %p : memref<4x4xi32> of memref<14xi32, #tile>
  layout.padding %p : memref<4x4xi32> of memref<14xi32, #tile>
  layout.assume_padding %p : memref<4x4xi32> of memref<14xi32, #tile>
  layout.assume_padding %p : memref<4x4xi32> of memref<14xi32, #tile>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    layout.assume %c : i1
    layout.padding %p : memref<4x4xi32> of memref<14xi32, #tile>
    layout.assume_padding %p : memref<4x4xi32> of memref<14xi32, #tile>
  }
  return
}

// Nor are they barriers: a store is forwarded across them ...
// FORWARD-LABEL: func.func @store_to_load(
// FORWARD-SAME: %[[V:[a-z0-9]+]]: i32)
// FORWARD: layout.assume
// FORWARD: layout.padding
// FORWARD: layout.assume_padding
// FORWARD-NOT: affine.load
// FORWARD: return %[[V]]
func.func @store_to_load(%p: memref<4x4xi32>, %c: i1, %v: i32) -> i32 {
  affine.store %v, %p[0, 0] : memref<4x4xi32>
  layout.assume %c : i1
  layout.padding %p : memref<4x4xi32> of memref<14xi32, #tile>
  layout.assume_padding %p : memref<4x4xi32> of memref<14xi32, #tile>
  %x = affine.load %p[0, 0] : memref<4x4xi32>
  return %x : i32
}

// ... and two loads around them are one.
// CHECK-LABEL: func.func @load_to_load(
// CHECK: memref.load
// CHECK-NOT: memref.load
// CHECK: return
func.func @load_to_load(%p: memref<4x4xi32>, %c: i1, %i: index) -> (i32, i32) {
  %x = memref.load %p[%i, %i] : memref<4x4xi32>
  layout.assume %c : i1
  layout.padding %p : memref<4x4xi32> of memref<14xi32, #tile>
  layout.assume_padding %p : memref<4x4xi32> of memref<14xi32, #tile>
  %y = memref.load %p[%i, %i] : memref<4x4xi32>
  return %x, %y : i32, i32
}

// A conversion of buffers is a barrier: it writes `outs` and reads `ins`.
// FORWARD-LABEL: func.func @convert_is_a_barrier(
// FORWARD: memref.load
// FORWARD: layout.convert
// FORWARD: memref.load
func.func @convert_is_a_barrier(%m: memref<14xi32>, %a: memref<14xi32, #tile>, %i: index) -> (i32, i32) {
  %x = memref.load %m[%i] : memref<14xi32>
  layout.convert ins(%a : memref<14xi32, #tile>) outs(%m : memref<14xi32>)
  %y = memref.load %m[%i] : memref<14xi32>
  return %x, %y : i32, i32
}

// Views are pure, and known as views: the alloca is not taken for a value of its
// own that may be returned.
// CHECK-LABEL: func.func @unused_view(
// CHECK-NEXT: return
func.func @unused_view(%a: memref<14xi32, #tile>) {
  %p = layout.as_physical %a : memref<14xi32, #tile> to memref<4x4xi32>
  return
}

func.func private @promises(%c: i1) {
  layout.assume %c : i1
  return
}
// All operations may be inlined.
// INLINE-LABEL: func.func @caller(
// INLINE-NOT: call
// INLINE: layout.assume
func.func @caller(%c: i1) {
  call @promises(%c) : (i1) -> ()
  return
}
