// What the alias oracle knows, the dependences know: loops that would change the
// order of a store and a load of one memory stay apart, all others are merged.
// RUN: layout-opt %s -layout-merge-loops | FileCheck %s
// Real aliases, executed before and after.
// RUN: layout-check %s --entry=one_buffer_twice,given_back,other_name,turned --pipeline="builtin.module(layout-merge-loops)"

func.func private @make() -> memref<8xi32> {
  %a = memref.alloc() : memref<8xi32>
  return %a : memref<8xi32>
}
func.func private @same(%a: memref<8xi32>) -> memref<8xi32> {
  return %a : memref<8xi32>
}
func.func private @external() -> memref<8xi32>
memref.global "private" constant @table : memref<8xi32> = dense<[1, 2, 3, 4, 5, 6, 7, 8]>

// `memref.distinct_objects` says so of its results.
// CHECK-LABEL: func.func @said_distinct(
func.func @said_distinct(%p: memref<8xi32>, %q: memref<8xi32>, %o: memref<8xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %a, %b = memref.distinct_objects %p, %q : memref<8xi32>, memref<8xi32>
  // CHECK: affine.for
  affine.for %i = 0 to 8 {
    affine.store %c0, %a[%i] : memref<8xi32>
  }
  affine.for %i = 0 to 8 {
    %x = affine.load %b[7 - %i] : memref<8xi32>
    affine.store %x, %o[%i] : memref<8xi32>
  }
  // CHECK-NOT: affine.for
  // CHECK: return
  return
}

// Of other names it says nothing.
// CHECK-LABEL: func.func @said_of_another(
func.func @said_of_another(%p: memref<8xi32>, %q: memref<8xi32>, %o: memref<8xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %a, %b = memref.distinct_objects %p, %q : memref<8xi32>, memref<8xi32>
  // CHECK: affine.for
  affine.for %i = 0 to 8 {
    affine.store %c0, %a[%i] : memref<8xi32>
  }
  // CHECK: affine.for
  affine.for %i = 0 to 8 {
    %x = affine.load %q[7 - %i] : memref<8xi32>
    affine.store %x, %o[%i] : memref<8xi32>
  }
  // CHECK: return
  return
}

// The callee makes it.
// CHECK-LABEL: func.func @made_by_call(
func.func @made_by_call(%p: memref<8xi32>, %o: memref<8xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %b = call @make() : () -> memref<8xi32>
  // CHECK: affine.for
  affine.for %i = 0 to 8 {
    affine.store %c0, %b[%i] : memref<8xi32>
  }
  affine.for %i = 0 to 8 {
    %x = affine.load %p[7 - %i] : memref<8xi32>
    affine.store %x, %o[%i] : memref<8xi32>
  }
  // CHECK-NOT: affine.for
  // CHECK: return
  return
}

// The callee returns what it is given.
// CHECK-LABEL: func.func @returned_by_call(
func.func @returned_by_call(%p: memref<8xi32> {llvm.noalias}, %o: memref<8xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %b = call @same(%p) : (memref<8xi32>) -> memref<8xi32>
  // CHECK: affine.for
  affine.for %i = 0 to 8 {
    affine.store %c0, %b[%i] : memref<8xi32>
  }
  // CHECK: affine.for
  affine.for %i = 0 to 8 {
    %x = affine.load %p[7 - %i] : memref<8xi32>
    affine.store %x, %o[%i] : memref<8xi32>
  }
  // CHECK: return
  return
}

// Nobody writes a constant.
// CHECK-LABEL: func.func @constant(
func.func @constant(%p: memref<8xi32>) {
  %c0 = arith.constant 0 : i32
  %t = memref.get_global @table : memref<8xi32>
  // CHECK: affine.for
  affine.for %i = 0 to 8 {
    affine.store %c0, %p[%i] : memref<8xi32>
  }
  affine.for %i = 0 to 8 {
    %x = affine.load %t[7 - %i] : memref<8xi32>
    affine.store %x, %p[%i] : memref<8xi32>
  }
  // CHECK-NOT: affine.for
  // CHECK: return
  return
}

// Who is told of a buffer by nobody does not return it.
// CHECK-LABEL: func.func @nobody_knows(
func.func @nobody_knows(%o: memref<8xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %a = memref.alloc() : memref<8xi32>
  %b = call @external() : () -> memref<8xi32>
  // CHECK: affine.for
  affine.for %i = 0 to 8 {
    affine.store %c0, %a[%i] : memref<8xi32>
  }
  affine.for %i = 0 to 8 {
    %x = affine.load %b[7 - %i] : memref<8xi32>
    affine.store %x, %o[%i] : memref<8xi32>
  }
  memref.dealloc %a : memref<8xi32>
  // CHECK-NOT: affine.for
  // CHECK: return
  return
}

// Memory of a device is made here as well.
// CHECK-LABEL: func.func @device(
func.func @device(%p: memref<8xi32>, %o: memref<8xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %a = gpu.alloc () : memref<8xi32>
  // CHECK: affine.for
  affine.for %i = 0 to 8 {
    affine.store %c0, %a[%i] : memref<8xi32>
  }
  affine.for %i = 0 to 8 {
    %x = affine.load %p[7 - %i] : memref<8xi32>
    affine.store %x, %o[%i] : memref<8xi32>
  }
  gpu.dealloc %a : memref<8xi32>
  // CHECK-NOT: affine.for
  // CHECK: return
  return
}

// A transposed buffer is that buffer, and no other.
// CHECK-LABEL: func.func @transposed(
func.func @transposed(%p: memref<8x8xi32> {llvm.noalias}, %q: memref<8x8xi32> {llvm.noalias}, %o: memref<8xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %t = memref.transpose %p (i, j) -> (j, i) : memref<8x8xi32> to memref<8x8xi32, strided<[1, 8]>>
  // CHECK: affine.for
  affine.for %i = 0 to 8 {
    affine.store %c0, %t[%i, 0] : memref<8x8xi32, strided<[1, 8]>>
  }
  affine.for %i = 0 to 8 {
    %x = affine.load %q[0, 7 - %i] : memref<8x8xi32>
    affine.store %x, %o[%i] : memref<8xi32>
  }
  // CHECK-NOT: affine.for
  // CHECK: return
  return
}

// CHECK-LABEL: func.func private @unpromised(
func.func private @unpromised(%p: memref<8xi32>, %q: memref<8xi32>, %o: memref<8xi32> {llvm.noalias}) {
  %c5 = arith.constant 5 : i32
  // CHECK: affine.for
  affine.for %i = 0 to 8 {
    affine.store %c5, %p[%i] : memref<8xi32>
  }
  // CHECK: affine.for
  affine.for %i = 0 to 8 {
    %x = affine.load %q[7 - %i] : memref<8xi32>
    affine.store %x, %o[%i] : memref<8xi32>
  }
  return
}
func.func @one_buffer_twice(%a: memref<8xi32>, %o: memref<8xi32> {llvm.noalias}) {
  call @unpromised(%a, %a, %o) : (memref<8xi32>, memref<8xi32>, memref<8xi32>) -> ()
  return
}
func.func @given_back(%a: memref<8xi32>, %o: memref<8xi32> {llvm.noalias}) {
  call @returned_by_call(%a, %o) : (memref<8xi32>, memref<8xi32>) -> ()
  return
}
func.func @other_name(%a: memref<8xi32>, %b: memref<8xi32>, %o: memref<8xi32> {llvm.noalias}) {
  call @said_of_another(%a, %a, %o) : (memref<8xi32>, memref<8xi32>, memref<8xi32>) -> ()
  return
}

// CHECK-LABEL: func.func @turned(
func.func @turned(%p: memref<8x8xi32>, %o: memref<8xi32> {llvm.noalias}) {
  %c5 = arith.constant 5 : i32
  %t = memref.transpose %p (i, j) -> (j, i) : memref<8x8xi32> to memref<8x8xi32, strided<[1, 8]>>
  // CHECK: affine.for
  affine.for %i = 0 to 8 {
    affine.store %c5, %t[%i, 0] : memref<8x8xi32, strided<[1, 8]>>
  }
  // CHECK: affine.for
  affine.for %i = 0 to 8 {
    %x = affine.load %p[0, 7 - %i] : memref<8x8xi32>
    affine.store %x, %o[%i] : memref<8xi32>
  }
  return
}
