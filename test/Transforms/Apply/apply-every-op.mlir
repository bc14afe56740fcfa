// What becomes of ops other than loads and stores on laid-out buffers.
// RUN: layout-opt %s -layout-apply | FileCheck %s

#lane = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>

// CHECK-LABEL: func.func @accesses(
// CHECK-SAME:    %[[A:.*]]: memref<4x4xi32> {layout.access = "readwrite", llvm.noalias}, %[[I:.*]]: index, %[[V:.*]]: i32)
func.func @accesses(%a: memref<14xi32, #lane>, %i: index, %v: i32) -> (i32, i32, index) {
  // CHECK: memref.prefetch %[[A]][%{{.*}}, %{{.*}}], write, locality<2>, data : memref<4x4xi32>
  memref.prefetch %a[%i], write, locality<2>, data : memref<14xi32, #lane>
  // CHECK: affine.prefetch %[[A]][symbol(%[[I]]) floordiv 4 + 1, symbol(%[[I]]) mod 4], read, locality<3>, instr : memref<4x4xi32>
  affine.prefetch %a[symbol(%i) + 4], read, locality<3>, instr : memref<14xi32, #lane>
  // CHECK: %[[X:.*]] = memref.atomic_rmw addi %[[V]], %[[A]][%{{.*}}, %{{.*}}] : (i32, memref<4x4xi32>) -> i32
  %x = memref.atomic_rmw addi %v, %a[%i] : (i32, memref<14xi32, #lane>) -> i32
  // CHECK: %[[Y:.*]] = memref.generic_atomic_rmw %[[A]][%{{.*}}, %{{.*}}] : memref<4x4xi32>
  %y = memref.generic_atomic_rmw %a[%i] : memref<14xi32, #lane> {
  ^bb0(%old: i32):
    memref.atomic_yield %v : i32
  }
  // The rank is the logical one.
  // CHECK: %[[R:.*]] = arith.constant 1 : index
  %r = memref.rank %a : memref<14xi32, #lane>
  // CHECK: return %[[X]], %[[Y]], %[[R]]
  return %x, %y, %r : i32, i32, index
}

// What is written under another name is written.
// CHECK-LABEL: func.func @names(
// CHECK-SAME:    %[[A:.*]]: memref<4x4xi32> {layout.access = "read", llvm.noalias}, %[[B:.*]]: memref<4x4xi32> {layout.access = "readwrite", llvm.noalias}
func.func @names(%a: memref<14xi32, #lane>, %b: memref<14xi32, #lane>, %i: index) -> i32 {
  // CHECK: %[[O:.*]]:2 = memref.distinct_objects %[[A]], %[[B]] : memref<4x4xi32>, memref<4x4xi32>
  %c, %d = memref.distinct_objects %a, %b : memref<14xi32, #lane>, memref<14xi32, #lane>
  // CHECK: %[[E:.*]] = memref.assume_alignment %[[O]]#0, 4 : memref<4x4xi32>
  %e = memref.assume_alignment %c, 4 : memref<14xi32, #lane>
  // CHECK: %[[F:.*]] = memref.memory_space_cast %[[E]] : memref<4x4xi32> to memref<4x4xi32, 1>
  %f = memref.memory_space_cast %e : memref<14xi32, #lane> to memref<14xi32, #lane, 1>
  // CHECK: %[[G:.*]] = memref.cast %[[F]] : memref<4x4xi32, 1> to memref<4x4xi32, 1>
  %g = memref.cast %f : memref<14xi32, #lane, 1> to memref<14xi32, #lane, 1>
  // CHECK: memref.load %[[G]][%{{.*}}, %{{.*}}]
  %x = memref.load %g[%i] : memref<14xi32, #lane, 1>
  // CHECK: memref.store %{{.*}}, %[[O]]#1[%{{.*}}, %{{.*}}]
  memref.store %x, %d[%i] : memref<14xi32, #lane>
  return %x : i32
}

// A clone is a buffer of its own, which owes its padding.
// CHECK-LABEL: func.func @clone(
// CHECK-SAME:    %[[A:.*]]: memref<4x4xi32> {layout.access = "read", llvm.noalias})
func.func @clone(%a: memref<14xi32, #lane>) -> memref<14xi32, #lane> {
  // CHECK:      %[[B:.*]] = memref.alloc() : memref<4x4xi32>
  // CHECK-NEXT: affine.for %[[I:.*]] = 0 to 14
  // CHECK-NEXT:   %[[X:.*]] = affine.load %[[A]][%[[I]] floordiv 4, %[[I]] mod 4]
  // CHECK-NEXT:   affine.store %[[X]], %[[B]][%[[I]] floordiv 4, %[[I]] mod 4]
  // CHECK:      layout.padding %[[B]]
  // CHECK:      affine.if
  // CHECK-NEXT:   affine.store %{{.*}}, %[[B]][
  // CHECK:      return %[[B]]
  %b = bufferization.clone %a : memref<14xi32, #lane> to memref<14xi32, #lane>
  return %b : memref<14xi32, #lane>
}

// A prefetch neither reads nor writes.
// CHECK-LABEL: func.func @only_prefetched(
// CHECK-SAME:    layout.access = "read"
func.func @only_prefetched(%a: memref<14xi32, #lane>, %i: index) {
  memref.prefetch %a[%i], write, locality<2>, data : memref<14xi32, #lane>
  affine.prefetch %a[symbol(%i)], write, locality<2>, data : memref<14xi32, #lane>
  return
}

// CHECK-LABEL: func.func @prefetched_and_written(
// CHECK-SAME:    layout.access = "write"
func.func @prefetched_and_written(%a: memref<14xi32, #lane>, %v: i32) {
  affine.for %i = 0 to 14 {
    affine.prefetch %a[%i + 4], write, locality<2>, data : memref<14xi32, #lane>
    affine.store %v, %a[%i] : memref<14xi32, #lane>
  }
  return
}

// An atomic access reads what it writes, also to assign.
// CHECK-LABEL: func.func @atomically_written(
// CHECK-SAME:    layout.access = "readwrite"
func.func @atomically_written(%a: memref<14xi32, #lane>, %v: i32) {
  affine.parallel (%i) = (0) to (14) {
    %x = memref.atomic_rmw assign %v, %a[%i] : (i32, memref<14xi32, #lane>) -> i32
  }
  return
}
