// An element of a view with a stride that may be negative may be before the first one: nothing
// says otherwise to LLVM, which would take what was stored before it for what is there.
// RUN: layout-opt %s --layout-legalize=only=views | FileCheck %s
// DEFINE: %{translate} = mlir-translate-22 --mlir-to-llvmir | %llvm_bin/opt -O3 -S
// RUN: layout-opt %s --layout-compile | %{translate} | FileCheck %s --check-prefix=LLVM
// RUN: layout-opt %s --layout-to-llvm | %{translate} | FileCheck %s --check-prefix=LLVM
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-compile{to-llvm=false})" --entry
// RUN: %{check}=stated --arg=1:58 --arg=2:1 --arg=3:2
// RUN: %{check}=unknown --arg=1:29 --arg=2:-2 --arg=3:1 --arg=4:2
// RUN: %{check}=updates --arg=1:58
// RUN: %{check}=forward --dim=arg0.dim0:5 --arg=1:3

// LLVM-LABEL: define float @stated(
// LLVM:       %[[R:.*]] = load float
// LLVM:       ret float %[[R]]
// CHECK-LABEL: @stated(
// CHECK-SAME:    %[[A:.*]]: memref<64xf32>, %[[I:.*]]: index, %[[X:.*]]: f32, %[[Y:.*]]: f32)
// CHECK:         %[[V:.*]] = memref.subview %[[A]]
// CHECK:         memref.store %[[X]], %[[A]]
// CHECK:         %[[BASE:.*]], %{{.*}}, %{{.*}}, %{{.*}} = memref.extract_strided_metadata %[[V]]
// CHECK:         %[[DISTANCE:.*]] = arith.muli %[[I]], %c-1{{.*}} overflow<nsw>
// CHECK:         %[[OFFSET:.*]] = arith.addi %c63{{.*}}, %[[DISTANCE]] overflow<nsw>
// CHECK:         %[[E:.*]] = memref.reinterpret_cast %[[BASE]] to offset: [%[[OFFSET]]], sizes: [], strides: []
// CHECK:         memref.store %[[Y]], %[[E]][] : memref<f32, strided<[], offset: ?>>
func.func @stated(%a: memref<64xf32>, %i: index, %x: f32, %y: f32) -> f32 {
  %c5 = arith.constant 5 : index
  %v = memref.subview %a[63] [64] [-1] : memref<64xf32> to memref<64xf32, strided<[-1], offset: 63>>
  memref.store %x, %a[%c5] : memref<64xf32>
  memref.store %y, %v[%i] : memref<64xf32, strided<[-1], offset: 63>>
  %r = memref.load %a[%c5] : memref<64xf32>
  return %r : f32
}

// LLVM-LABEL: define float @unknown(
// LLVM:       %[[R:.*]] = load float
// LLVM:       ret float %[[R]]
// CHECK-LABEL: @unknown(
// CHECK:         %[[E:.*]] = memref.reinterpret_cast %{{.*}} sizes: [], strides: []
// CHECK:         memref.store %{{.*}}, %[[E]][]
func.func @unknown(%a: memref<64xf32>, %i: index, %s: index, %x: f32, %y: f32) -> f32 {
  %c5 = arith.constant 5 : index
  %v = memref.subview %a[63] [32] [%s] : memref<64xf32> to memref<32xf32, strided<[?], offset: 63>>
  memref.store %x, %a[%c5] : memref<64xf32>
  memref.store %y, %v[%i] : memref<32xf32, strided<[?], offset: 63>>
  %r = memref.load %a[%c5] : memref<64xf32>
  return %r : f32
}

// LLVM-LABEL: define i32 @updates(
// LLVM-NOT:   nuw
// LLVM:       ret i32
// CHECK-LABEL: @updates(
// CHECK:         memref.prefetch %{{.*}}[], read
// CHECK:         memref.atomic_rmw addi %{{.*}}, %{{.*}}[]
// CHECK:         memref.generic_atomic_rmw %{{.*}}[]
// CHECK:         memref.load %{{.*}}[] {nontemporal = true}
func.func @updates(%a: memref<8x8xi32>, %i: index) -> i32 {
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %v = memref.subview %a[7, 7] [8, 8] [-1, -1] : memref<8x8xi32> to memref<8x8xi32, strided<[-8, -1], offset: 63>>
  %c = memref.collapse_shape %v [[0, 1]] : memref<8x8xi32, strided<[-8, -1], offset: 63>> into memref<64xi32, strided<[-1], offset: 63>>
  memref.prefetch %c[%i], read, locality<3>, data : memref<64xi32, strided<[-1], offset: 63>>
  %0 = memref.atomic_rmw addi %c1, %c[%i] : (i32, memref<64xi32, strided<[-1], offset: 63>>) -> i32
  %1 = memref.generic_atomic_rmw %c[%i] : memref<64xi32, strided<[-1], offset: 63>> {
  ^bb0(%old: i32):
    %new = arith.xori %old, %c1 : i32
    memref.atomic_yield %new : i32
  }
  %2 = memref.load %c[%i] {nontemporal = true} : memref<64xi32, strided<[-1], offset: 63>>
  return %2 : i32
}

// Strides that go forward keep their op.
// CHECK-LABEL: @forward(
// CHECK-NOT:     reinterpret_cast
func.func @forward(%a: memref<?x64xf32, strided<[64, 1], offset: ?>>, %i: index) -> f32 {
  %x = memref.load %a[%i, %i] : memref<?x64xf32, strided<[64, 1], offset: ?>>
  return %x : f32
}
