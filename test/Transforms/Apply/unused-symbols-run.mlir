// Symbols that no result uses, where upstream's pass does not come through: sizes
// that vary, several symbols, memory on the stack, a map of strides that is a view.
//
// DEFINE: %{entry} =
// DEFINE: %{args} =
// DEFINE: %{check} = layout-check %s --entry=%{entry} %{args} --pipeline="builtin.module(layout-normalize-memrefs)" && layout-check %s --entry=%{entry} %{args} --pipeline="builtin.module(layout-apply,layout-optimize)"
// REDEFINE: %{entry} = dynamic
// REDEFINE: %{args} = --arg=0:3 --arg=1:9
// RUN: %{check}
// REDEFINE: %{args} = --arg=0:-1 --arg=1:14
// RUN: %{check}
// RUN: layout-opt %s --layout-normalize-memrefs | FileCheck %s

#tiles = affine_map<(i)[s, t] -> (i floordiv 4, i mod 4)>

// CHECK-LABEL: func.func @dynamic(
// CHECK:         memref.alloc(%{{[^,]*}}) : memref<?x4xi32>
// CHECK:         memref.alloca() : memref<4x4xi32>
func.func @dynamic(%s: index, %n: index) -> i32 {
  %c0 = arith.constant 0 : i32
  %a = memref.alloc(%n)[%s, %n] : memref<?xi32, #tiles>
  %b = memref.alloca()[%s, %s] : memref<14xi32, #tiles>
  affine.for %i = 0 to %n {
    %y = arith.index_cast %i : index to i32
    affine.store %y, %a[%i] : memref<?xi32, #tiles>
    affine.store %y, %b[%i] : memref<14xi32, #tiles>
  }
  %sum = affine.for %i = 0 to %n iter_args(%t = %c0) -> i32 {
    %x = affine.load %a[%i] : memref<?xi32, #tiles>
    %y = affine.load %b[%i] : memref<14xi32, #tiles>
    %z = arith.muli %x, %y : i32
    %u = arith.addi %t, %z : i32
    affine.yield %u : i32
  }
  memref.dealloc %a : memref<?xi32, #tiles>
  return %sum : i32
}

// CHECK-LABEL: func.func @strides(
// CHECK:         memref.alloc() : memref<4xi32, strided<[2]>>
#every = affine_map<(i)[s] -> (2 * i)>
func.func @strides(%s: index) -> i32 {
  %c7 = arith.constant 7 : i32
  %c1 = arith.constant 1 : index
  %p = memref.alloc() : memref<8xi32>
  %a = memref.alloc()[%s] : memref<4xi32, #every>
  %v = memref.subview %p[0] [4] [2] : memref<8xi32> to memref<4xi32, #every>
  memref.store %c7, %a[%c1] : memref<4xi32, #every>
  memref.store %c7, %v[%c1] : memref<4xi32, #every>
  %x = memref.load %a[%c1] : memref<4xi32, #every>
  %y = affine.load %p[2] : memref<8xi32>
  %z = arith.addi %x, %y : i32
  return %z : i32
}
