// Views by place, atomics and prefetches reach the root before its type changes.
// RUN: layout-opt %s -layout-assign | FileCheck %s

#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j, i mod 4)>>
#lane = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

// CHECK-DAG: #[[ROW:.*]] = affine_map<()[s0] -> ((s0 * 4 + 2) floordiv 5)>
// CHECK-DAG: #[[COLUMN:.*]] = affine_map<()[s0] -> (s0 * 4 - ((s0 * 4 + 2) floordiv 5) * 5 + 2)>

// CHECK-LABEL: func.func @reinterpret(
// CHECK-SAME:    %[[I:.*]]: index)
func.func @reinterpret(%i: index) -> i32 {
  // CHECK: %[[A:.*]] = memref.alloc() : memref<6x5xi32, #{{.*}}>
  %a = memref.alloc() {layout.transform = #tiles} : memref<6x5xi32>
  // CHECK-NEXT: %[[R:.*]] = affine.apply #[[ROW]]()[%[[I]]]
  // CHECK-NEXT: %[[C:.*]] = affine.apply #[[COLUMN]]()[%[[I]]]
  // CHECK-NEXT: memref.load %[[A]][%[[R]], %[[C]]]
  %v = memref.reinterpret_cast %a to offset: [2], sizes: [7], strides: [4] : memref<6x5xi32> to memref<7xi32, strided<[4], offset: 2>>
  %x = memref.load %v[%i] : memref<7xi32, strided<[4], offset: 2>>
  return %x : i32
}

// Offset and strides are those of the program.
// CHECK-LABEL: func.func @metadata(
func.func @metadata() -> (index, index, index, i32) {
  // CHECK-DAG: %[[OFFSET:.*]] = arith.constant 7 : index
  // CHECK-DAG: %[[STRIDE:.*]] = arith.constant 10 : index
  // CHECK-DAG: %[[SIZE:.*]] = arith.constant 3 : index
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
  %a = memref.alloc() {layout.transform = #tiles} : memref<6x5xi32>
  %part = memref.subview %a[1, 2] [3, 2] [2, 1] : memref<6x5xi32> to memref<3x2xi32, strided<[10, 1], offset: 7>>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %part : memref<3x2xi32, strided<[10, 1], offset: 7>> -> memref<i32>, index, index, index, index, index
  // CHECK: %[[X:.*]] = memref.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<6x5xi32, #{{.*}}>
  %x = memref.load %base[] : memref<i32>
  // CHECK: return %[[OFFSET]], %[[SIZE]], %[[STRIDE]], %[[X]]
  return %offset, %sizes#0, %strides#0, %x : index, index, index, i32
}

// CHECK-LABEL: func.func @accesses(
// CHECK-SAME:    %[[O:.*]]: index, %[[V:.*]]: i32)
func.func @accesses(%o: index, %v: i32) {
  // CHECK: %[[A:.*]] = memref.alloc() : memref<14xi32, #{{.*}}>
  %a = memref.alloc() {layout.transform = #lane} : memref<14xi32>
  %s = memref.subview %a[%o] [6] [2] : memref<14xi32> to memref<6xi32, strided<[2], offset: ?>>
  // CHECK: affine.for %[[I:.*]] = 0 to 6
  affine.for %i = 0 to 6 {
    // CHECK-NEXT: affine.prefetch %[[A]][%[[I]] * 2 + symbol(%[[O]])], read, locality<1>, data
    affine.prefetch %s[%i], read, locality<1>, data : memref<6xi32, strided<[2], offset: ?>>
    // CHECK: memref.prefetch %[[A]][%{{.*}}], write, locality<0>, instr
    memref.prefetch %s[%i], write, locality<0>, instr : memref<6xi32, strided<[2], offset: ?>>
    // CHECK: memref.atomic_rmw addi %[[V]], %[[A]][%{{.*}}]
    %x = memref.atomic_rmw addi %v, %s[%i] : (i32, memref<6xi32, strided<[2], offset: ?>>) -> i32
    // CHECK: memref.generic_atomic_rmw %[[A]][%{{.*}}]
    %y = memref.generic_atomic_rmw %s[%i] : memref<6xi32, strided<[2], offset: ?>> {
    ^bb0(%old: i32):
      memref.atomic_yield %v : i32
    }
  }
  return
}

// A clone is plain, whatever it is a clone of.
// CHECK-LABEL: func.func @clone(
func.func @clone() -> memref<14xi32> {
  // CHECK:      %[[A:.*]] = memref.alloc() : memref<14xi32, #{{.*}}>
  // CHECK-NEXT: %[[B:.*]] = memref.alloc() : memref<14xi32>
  // CHECK-NEXT: memref.copy %[[A]], %[[B]]
  // CHECK-NEXT: return %[[B]]
  %a = memref.alloc() {layout.transform = #lane} : memref<14xi32>
  %b = bufferization.clone %a : memref<14xi32> to memref<14xi32>
  return %b : memref<14xi32>
}
