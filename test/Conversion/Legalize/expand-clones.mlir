// What a function returns is its caller's, so deallocation returns a clone of a view of an argument.
// RUN: layout-opt %s --layout-legalize=only=clones | FileCheck %s
// RUN: layout-opt %s --layout-compile=deallocate -o /dev/null
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-compile{to-llvm=false deallocate})" --entry
// RUN: %{check}=rows,cloned,local
// RUN: %{check}=unknown --dim=arg0.dim0:7 --dim=arg0.dim1:5 --arg=1:3
// RUN: %{check}=unknown --dim=arg0.dim0:0 --dim=arg0.dim1:0 --arg=1:0
// RUN: %{check}=cast --arg=1:3

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
