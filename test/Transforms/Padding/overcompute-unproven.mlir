// One thing is missing for the proof that a body may be executed more often, and
// every condition stays.
//
// RUN: layout-opt %s > %t.before
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-overcompute{wrap-indices=true})" > %t.after
// RUN: diff %t.before %t.after
// RUN: layout-opt %s --layout-overcompute > %t.after
// RUN: diff %t.before %t.after
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-overcompute{wrap-indices=true})" --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s
//
// RUN: layout-check %s --entry=between --arg=2:7 --pipeline="builtin.module(layout-overcompute)"
// RUN: layout-check %s --entry=wrapped_store --pipeline="builtin.module(layout-overcompute{wrap-indices=true})"

!image = memref<4x5xi32, #layout.texture<read, outside = zero>>

// The other arm stores, of anything, to one element of four only.
// CHECK: layout-overcompute/changes-data
func.func @extents(%a: memref<16xi32>, %v: vector<4xi32>) {
  %u = layout.undef : i32
  affine.for %i = 0 to 13 {
    affine.if affine_set<(i) : (6 - i >= 0)>(%i) {
      affine.vector_store %v, %a[%i] : memref<16xi32>, vector<4xi32>
    } else {
      affine.store %u, %a[%i] : memref<16xi32>
    }
  }
  return
}

// Through a view of which nothing is known.
// CHECK: [Missed] layout-overcompute/other-arm {{.*}}Remark="the condition stays: this store of the other arm would be lost without the condition; expects one of the same value to the same element in this arm"
func.func @view(%a: memref<16xi32>, %n: index, %x: i32) {
  %v = memref.reinterpret_cast %a to offset: [%n], sizes: [4], strides: [2] : memref<16xi32> to memref<4xi32, strided<[2], offset: ?>>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(i) : (2 - i >= 0)>(%i) {
      affine.store %x, %a[%i] : memref<16xi32>
    } else {
      memref.store %x, %v[%i] : memref<4xi32, strided<[2], offset: ?>>
    }
  }
  return
}

// What is stored to %b comes behind, and may be to %a.
// CHECK: [Missed] layout-overcompute/other-arm {{.*}}Remark="the condition stays: this store of the other arm would be lost without the condition; expects one of the same value to the same element in this arm"
func.func @between(%a: memref<16xi32>, %b: memref<16xi32>, %x: i32) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (2 - i >= 0)>(%i) {
      %t = affine.load %b[%i] : memref<16xi32>
      affine.store %x, %a[%i] : memref<16xi32>
      affine.store %t, %b[%i] : memref<16xi32>
    } else {
      affine.store %x, %a[%i] : memref<16xi32>
    }
  }
  return
}

// Each iteration has an element of its own, but the call may touch any.
// CHECK: [Missed] layout-overcompute/race
func.func private @f(memref<16xi32>)
func.func @call(%a: memref<16xi32>) {
  affine.parallel (%i) = (0) to (16) {
    affine.if affine_set<(i) : (2 - i >= 0)>(%i) {
      %t = affine.load %a[%i] : memref<16xi32>
      affine.store %t, %a[%i] : memref<16xi32>
    }
    func.call @f(%a) : (memref<16xi32>) -> ()
  }
  return
}

// Coordinates are numbers of 32 bits.
// CHECK: [Analysis] layout-overcompute/unknown-access {{.*}}Remark="the condition stays: cannot prove that the coordinates fit 32 bits"
func.func @coordinates(%a: !image, %b: memref<4xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  affine.for %h = 0 to 4 {
    %x = affine.if affine_set<(h) : (0 - h >= 0)>(%h) -> i32 {
      %p = affine.apply affine_map<(h) -> ((h * 2199023255555) mod 4294967296)>(%h)
      %v = layout.fetch %a[%p, %c0] : !image
      affine.yield %v : i32
    } else {
      affine.yield %zero : i32
    }
    affine.store %x, %b[%h] : memref<4xi32>
  }
  return
}

// With its index wrapped, the store would be to %a[3], which is read.
// CHECK: [Analysis] layout-overcompute/changes-data {{.*}}Remark="the condition stays: cannot determine whether the store changes an element that is needed: {{.*}}with its index wrapped"
func.func @wrapped_store() -> i32 {
  %one = arith.constant 1 : i32
  %a = memref.alloc() : memref<16xi32>
  affine.for %i = 0 to 16 {
    affine.store %one, %a[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 20 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      %v = arith.index_cast %i : index to i32
      affine.store %v, %a[%i] : memref<16xi32>
    }
  }
  %r = affine.load %a[3] : memref<16xi32>
  return %r : i32
}

// Of a vector, not only the first index would have to be wrapped.
// CHECK: [Missed] layout-overcompute/out-of-bounds
func.func @vector(%a: memref<16xi32>, %b: memref<32xi32> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    affine.if affine_set<(i) : (11 - i >= 0)>(%i) {
      %v = affine.vector_load %a[%i] : memref<16xi32>, vector<4xi32>
      %x = affine.load %b[%i] : memref<32xi32>
      affine.store %x, %b[%i] : memref<32xi32>
    }
  }
  return
}

// Nothing is inside of an empty buffer.
// CHECK: [Missed] layout-overcompute/out-of-bounds
func.func @empty(%a: memref<0xi32>, %b: memref<32xi32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to 20 {
    affine.if affine_set<(i)[n] : (n - i >= 0)>(%i)[%n] {
      %v = affine.load %a[%i] : memref<0xi32>
      %x = affine.load %b[%i] : memref<32xi32>
      affine.store %x, %b[%i] : memref<32xi32>
    }
  }
  return
}
