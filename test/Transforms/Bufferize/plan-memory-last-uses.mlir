// Buffers are freed after their last use, where all uses are known.
// RUN: layout-opt %s --layout-plan-memory | FileCheck %s
// RUN: layout-opt %s --pass-pipeline="builtin.module(func.func(layout-plan-memory))" | FileCheck %s --check-prefix=ALONE
// RUN: layout-check %s --entry=stored,kept,called,distinct --arg=0:7 --pipeline="builtin.module(layout-compile{to-llvm=false deallocate})"
// RUN: layout-check %s --entry=view --arg=0:8 --arg=2:7 --pipeline="builtin.module(layout-compile{to-llvm=false deallocate})"
// RUN: layout-opt %s --layout-compile=deallocate -o /dev/null

memref.global "private" @slot : memref<1xmemref<4xi32>> = uninitialized

// By a view, in a loop.
// CHECK-LABEL: func.func @view(
// CHECK:         affine.for
// CHECK:         }
// CHECK-NEXT:    memref.dealloc
// CHECK:         memref.store
func.func @view(%n: index, %y: memref<8xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc(%n) : memref<?xi32>
  %v = memref.cast %a : memref<?xi32> to memref<?xi32, strided<[?], offset: ?>>
  affine.for %i = 0 to 4 {
    affine.store %x, %v[%i] : memref<?xi32, strided<[?], offset: ?>>
  }
  memref.store %x, %y[%c0] : memref<8xi32>
  memref.dealloc %a : memref<?xi32>
  return
}

// Another buffer holds it.
// CHECK-LABEL: func.func @stored(
// CHECK:         affine.load
// CHECK-NEXT:    memref.dealloc
func.func @stored(%x: i32, %y: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %t = memref.alloca() : memref<1xmemref<4xi32>>
  %a = memref.alloc() : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %x, %a[%i] : memref<4xi32>
  }
  memref.store %a, %t[%c0] : memref<1xmemref<4xi32>>
  %q = memref.load %t[%c0] : memref<1xmemref<4xi32>>
  %v = affine.load %q[2] : memref<4xi32>
  memref.dealloc %a : memref<4xi32>
  affine.store %v, %y[0] : memref<1xi32>
  return
}

func.func private @put(%m: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %t = memref.get_global @slot : memref<1xmemref<4xi32>>
  memref.store %m, %t[%c0] : memref<1xmemref<4xi32>>
  return
}

func.func private @take() -> i32 {
  %c0 = arith.constant 0 : index
  %t = memref.get_global @slot : memref<1xmemref<4xi32>>
  %m = memref.load %t[%c0] : memref<1xmemref<4xi32>>
  %v = memref.load %m[%c0] : memref<4xi32>
  return %v : i32
}

// A callee does.
// CHECK-LABEL: func.func @kept(
// CHECK:         call @take
// CHECK-NEXT:    memref.dealloc
func.func @kept(%x: i32) -> i32 {
  %a = memref.alloc() : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %x, %a[%i] : memref<4xi32>
  }
  call @put(%a) : (memref<4xi32>) -> ()
  %v = call @take() : () -> i32
  memref.dealloc %a : memref<4xi32>
  return %v : i32
}

func.func private @sum(%m: memref<4xi32>) -> i32 {
  %z = arith.constant 0 : i32
  %s = affine.for %i = 0 to 4 iter_args(%a = %z) -> i32 {
    %v = affine.load %m[%i] : memref<4xi32>
    %b = arith.addi %a, %v : i32
    affine.yield %b : i32
  }
  return %s : i32
}

// A callee only reads it, and its result is no other name of the buffer.
// CHECK-LABEL: func.func @called(
// CHECK:         call @sum
// CHECK-NEXT:    memref.dealloc
// CHECK-NEXT:    affine.store
// Others than its own function are not looked at.
// ALONE-LABEL: func.func @called(
// ALONE:         call @sum
// ALONE-NEXT:    affine.store
// ALONE-NEXT:    memref.dealloc
func.func @called(%x: i32, %y: memref<1xi32>) -> i32 {
  %a = memref.alloc() : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %x, %a[%i] : memref<4xi32>
  }
  %s = call @sum(%a) : (memref<4xi32>) -> i32
  affine.store %s, %y[0] : memref<1xi32>
  memref.dealloc %a : memref<4xi32>
  return %s : i32
}

// Results that are buffers may be the same one.
// CHECK-LABEL: func.func @distinct(
// CHECK:         affine.load
// CHECK-NEXT:    memref.dealloc
func.func @distinct(%x: i32, %y: memref<1xi32>) {
  %a = memref.alloc() : memref<4xi32>
  %b:2 = memref.distinct_objects %a, %y : memref<4xi32>, memref<1xi32>
  affine.store %x, %b#0[1] : memref<4xi32>
  %v = affine.load %b#0[1] : memref<4xi32>
  memref.dealloc %a : memref<4xi32>
  affine.store %v, %y[0] : memref<1xi32>
  return
}
