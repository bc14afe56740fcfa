// What a function returns is its caller's, so deallocation returns a clone of a view of an argument.
// RUN: layout-opt %s --layout-legalize=only=clones | FileCheck %s
// RUN: layout-opt %s --layout-compile=deallocate -o /dev/null
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-compile{to-llvm=false deallocate})" --entry
// RUN: %{check}=rows,cloned,local,backwards
// RUN: %{check}=unknown --dim=arg0.dim0:7 --dim=arg0.dim1:5 --arg=1:3
// RUN: %{check}=unknown --dim=arg0.dim0:0 --dim=arg0.dim1:0 --arg=1:0
// RUN: %{check}=cast --arg=1:3
// RUN: %{check}=backwards_unknown --dim=arg0.dim0:7 --dim=arg0.dim1:5
// RUN: %{check}=backwards_unknown --dim=arg0.dim0:0 --dim=arg0.dim1:5

func.func @rows(%a: memref<16xf32>) -> memref<8xf32, strided<[2], offset: 1>> {
  %s = memref.subview %a[1] [8] [2] : memref<16xf32> to memref<8xf32, strided<[2], offset: 1>>
  return %s : memref<8xf32, strided<[2], offset: 1>>
}
func.func @unknown(%a: memref<?x?xf32>, %n: index) -> memref<?x?xf32, strided<[?, 2], offset: ?>> {
  %s = memref.subview %a[0, 0] [%n, %n] [1, 2] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 2]>>
  %c = memref.cast %s : memref<?x?xf32, strided<[?, 2]>> to memref<?x?xf32, strided<[?, 2], offset: ?>>
  return %c : memref<?x?xf32, strided<[?, 2], offset: ?>>
}
func.func @cast(%a: memref<16xf32>, %o: index) -> memref<4xf32, strided<[3], offset: ?>> {
  %s = memref.reinterpret_cast %a to offset: [%o], sizes: [4], strides: [3] : memref<16xf32> to memref<4xf32, strided<[3], offset: ?>>
  return %s : memref<4xf32, strided<[3], offset: ?>>
}
func.func @local() -> memref<8xf32, strided<[2], offset: 1>> {
  %x = arith.constant 1.5 : f32
  %a = memref.alloc() : memref<16xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<16xf32>)
  %s = memref.subview %a[1] [8] [2] : memref<16xf32> to memref<8xf32, strided<[2], offset: 1>>
  return %s : memref<8xf32, strided<[2], offset: 1>>
}

// Upstream lowers a clone to a contiguous buffer.
// CHECK-LABEL: @cloned
// CHECK: %[[NEW:.*]] = memref.alloc(%{{.*}}) : memref<?xf32>
// CHECK: %[[VIEW:.*]] = memref.reinterpret_cast %[[NEW]] to offset: [1], sizes: [8], strides: [2] : memref<?xf32> to memref<8xf32, strided<[2], offset: 1>>
// CHECK: memref.copy %{{.*}}, %[[VIEW]]
// CHECK: bufferization.clone %{{.*}} : memref<16xf32> to memref<16xf32>
func.func @cloned(%a: memref<16xf32>) -> (memref<8xf32, strided<[2], offset: 1>>, memref<16xf32>) {
  %s = memref.subview %a[1] [8] [2] : memref<16xf32> to memref<8xf32, strided<[2], offset: 1>>
  %c = bufferization.clone %s : memref<8xf32, strided<[2], offset: 1>> to memref<8xf32, strided<[2], offset: 1>>
  %d = bufferization.clone %a : memref<16xf32> to memref<16xf32>
  return %c, %d : memref<8xf32, strided<[2], offset: 1>>, memref<16xf32>
}

// Elements may be before the first one.
// CHECK-LABEL: @backwards(
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [9], sizes: [4, 2], strides: [2, -5] : memref<?xf32> to memref<4x2xf32, strided<[2, -5], offset: 9>>
func.func @backwards(%a: memref<20xf32>) -> memref<4x2xf32> {
  %r = memref.alloc() : memref<4x2xf32>
  %s = memref.reinterpret_cast %a to offset: [9], sizes: [4, 2], strides: [2, -5] : memref<20xf32> to memref<4x2xf32, strided<[2, -5], offset: 9>>
  %c = bufferization.clone %s : memref<4x2xf32, strided<[2, -5], offset: 9>> to memref<4x2xf32, strided<[2, -5], offset: 9>>
  memref.copy %c, %r : memref<4x2xf32, strided<[2, -5], offset: 9>> to memref<4x2xf32>
  return %r : memref<4x2xf32>
}
func.func @backwards_unknown(%a: memref<?x?xf32>) -> memref<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?xf32>
  %n = memref.dim %a, %c1 : memref<?x?xf32>
  %r = memref.alloc(%m, %n) : memref<?x?xf32>
  %i = arith.subi %m, %c1 : index
  %j = arith.subi %n, %c1 : index
  %o = arith.muli %i, %n : index
  %p = arith.addi %o, %j : index
  %s = memref.reinterpret_cast %a to offset: [%p], sizes: [%m, %n], strides: [%n, -1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, -1], offset: ?>>
  %c = bufferization.clone %s : memref<?x?xf32, strided<[?, -1], offset: ?>> to memref<?x?xf32, strided<[?, -1], offset: ?>>
  memref.copy %c, %r : memref<?x?xf32, strided<[?, -1], offset: ?>> to memref<?x?xf32>
  return %r : memref<?x?xf32>
}
func.func @returned(%a: memref<8xf32>) -> memref<8xf32, strided<[-1], offset: 7>> {
  %v = memref.subview %a[7] [8] [-1] : memref<8xf32> to memref<8xf32, strided<[-1], offset: 7>>
  return %v : memref<8xf32, strided<[-1], offset: 7>>
}
