// Where the padding is written: behind what breaks it, before what needs it.
// RUN: layout-opt %s --layout-apply | FileCheck %s
// RUN: layout-opt %s --layout-apply="pad-placement=before" | FileCheck %s --check-prefix=BEFORE

#pad0 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#none = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#undef = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
#value = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<value (a, b) -> (a * 4 + b)>>

func.func private @reads(memref<14xi32, #pad0>)

func.func private @fills(%a: memref<14xi32, #pad0>, %v: i32) {
  affine.for %i = 0 to 14 {
    affine.store %v, %a[%i] : memref<14xi32, #pad0>
  }
  return
}

// D1, D5, D6: allocation breaks; a call needs. One stage, behind the last
// write before the call.
// D7: on request right behind the allocation.
// CHECK-LABEL: func.func @d1_allocation(
// CHECK:         %[[A:.*]] = memref.alloc() : memref<4x4xi32>
// CHECK:         affine.for %{{.*}} = 0 to 14
// CHECK:         affine.for
// CHECK:           affine.if
// CHECK:             affine.store %{{.*}}, %[[A]]
// CHECK:         call @reads(%[[A]])
// CHECK-NOT:     affine.if
// CHECK:         call @reads(%[[A]])
// CHECK-NOT:     affine.if
// CHECK:         memref.dealloc
// BEFORE-LABEL: func.func @d1_allocation(
// BEFORE:         memref.alloc() : memref<4x4xi32>
// BEFORE:           affine.if
// BEFORE:         affine.for %{{.*}} = 0 to 14
// BEFORE-NOT:       affine.if
// BEFORE:         call @reads
func.func @d1_allocation(%v: i32) {
  %a = memref.alloc() : memref<14xi32, #pad0>
  affine.for %i = 0 to 14 {
    affine.store %v, %a[%i] : memref<14xi32, #pad0>
  }
  call @reads(%a) : (memref<14xi32, #pad0>) -> ()
  call @reads(%a) : (memref<14xi32, #pad0>) -> ()
  memref.dealloc %a : memref<14xi32, #pad0>
  return
}

// D2, D5: entry with mode `write` breaks; the return needs.
// CHECK-LABEL: func.func @d2_entry(
// CHECK-SAME:    %[[A:.*]]: memref<4x4xi32> {layout.access = "write"
// CHECK:         affine.for %{{.*}} = 0 to 14
// CHECK:         affine.for %[[I:.*]] = 0 to 4
// CHECK:           affine.for %[[J:.*]] = 0 to 4
// CHECK:             affine.if #{{.*}}(%[[I]], %[[J]])
// CHECK:               affine.store %{{.*}}, %[[A]][%[[I]], %[[J]]]
// CHECK:         return
func.func @d2_entry(%a: memref<14xi32, #pad0>, %v: i32) {
  affine.for %i = 0 to 14 {
    affine.store %v, %a[%i] : memref<14xi32, #pad0>
  }
  return
}

// D3: a store to the storage breaks, also a pad that was assumed at entry.
// CHECK-LABEL: func.func @d3_storage(
// CHECK-SAME:    %[[A:.*]]: memref<4x4xi32> {layout.access = "readwrite"
// CHECK:         memref.store %{{.*}}, %[[A]][%{{.*}}, %{{.*}}]
// CHECK:         affine.if
// CHECK:         return
func.func @d3_storage(%a: memref<14xi32, #pad0>, %i: index, %v: i32) {
  %p = layout.as_physical %a : memref<14xi32, #pad0> to memref<4x4xi32>
  memref.store %v, %p[%i, %i] : memref<4x4xi32>
  return
}

// D3: nothing is broken by reading the storage.
// CHECK-LABEL: func.func @d3_storage_read(
// CHECK-NOT:     affine.if
// CHECK:         return
func.func @d3_storage_read(%a: memref<14xi32, #pad0>, %i: index) -> i32 {
  %p = layout.as_physical %a : memref<14xi32, #pad0> to memref<4x4xi32>
  %x = memref.load %p[%i, %i] : memref<4x4xi32>
  return %x : i32
}

// D5: a call that sees the buffer as `write` needs nothing; behind it the pad
// holds.
// CHECK-LABEL: func.func @d5_write_call(
// CHECK:         %[[A:.*]] = memref.alloc()
// CHECK-NOT:     affine.if
// CHECK:         call @fills(%[[A]]
// CHECK-NOT:     affine.if
// CHECK:         call @reads(%[[A]])
func.func @d5_write_call(%v: i32) {
  %a = memref.alloc() : memref<14xi32, #pad0>
  call @fills(%a, %v) : (memref<14xi32, #pad0>, i32) -> ()
  call @reads(%a) : (memref<14xi32, #pad0>) -> ()
  memref.dealloc %a : memref<14xi32, #pad0>
  return
}

// D5: a returned buffer is due at the return.
// CHECK-LABEL: func.func @d5_returned(
// CHECK:         memref.alloc() : memref<4x4xi32>
// CHECK:         affine.if
// CHECK:         return %{{.*}} : memref<4x4xi32>
func.func @d5_returned(%v: i32) -> memref<14xi32, #pad0> {
  %a = memref.alloc() : memref<14xi32, #pad0>
  affine.for %i = 0 to 14 {
    affine.store %v, %a[%i] : memref<14xi32, #pad0>
  }
  return %a : memref<14xi32, #pad0>
}

// D10: break and due point in one loop: no point is behind the one and before
// the other each time, so there is a stage for each due point.
// CHECK-LABEL: func.func @d10_no_common_point(
// CHECK:         affine.for %{{.*}} = 0 to 3
// CHECK:           affine.if
// CHECK:           call @reads
// CHECK:           memref.store
// CHECK:         affine.if
// CHECK:         return
func.func @d10_no_common_point(%a: memref<14xi32, #pad0>, %i: index, %v: i32) {
  affine.for %t = 0 to 3 {
    func.call @reads(%a) : (memref<14xi32, #pad0>) -> ()
    %p = layout.as_physical %a : memref<14xi32, #pad0> to memref<4x4xi32>
    memref.store %v, %p[%i, %i] : memref<4x4xi32>
  }
  return
}

// D11: a local buffer that never leaves gets its pad before its first read.
// CHECK-LABEL: func.func @d11_local(
// CHECK:         %[[A:.*]] = memref.alloc() : memref<4x4xi32>
// CHECK-NEXT:    layout.padding %[[A]]
// CHECK:         affine.for %{{.*}} = 0 to 14
// CHECK:           affine.store %{{.*}}, %[[A]]
// CHECK:         affine.if
// CHECK:           affine.store %{{.*}}, %[[A]]
// CHECK:         affine.for %{{.*}} = 0 to 14
// CHECK:           affine.load %[[A]]
func.func @d11_local(%b: memref<14xi32>, %v: i32) {
  %a = memref.alloc() : memref<14xi32, #pad0>
  affine.for %i = 0 to 14 {
    affine.store %v, %a[%i] : memref<14xi32, #pad0>
  }
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32, #pad0>
    affine.store %x, %b[%i] : memref<14xi32>
  }
  memref.dealloc %a : memref<14xi32, #pad0>
  return
}

// D12, D13: padding that holds nothing is never written.
// CHECK-LABEL: func.func @d12_none(
// CHECK-NOT:     affine.if
// CHECK:         return
func.func @d12_none(%a: memref<14xi32, #none>, %b: memref<14xi32, #undef>, %v: i32) {
  affine.for %i = 0 to 14 {
    affine.store %v, %a[%i] : memref<14xi32, #none>
    affine.store %v, %b[%i] : memref<14xi32, #undef>
  }
  return
}

// A pad that is a number writes where it lies.
// CHECK-LABEL: func.func @d2_value(
// CHECK:         affine.if
// CHECK:           %[[N:.*]] = affine.apply
// CHECK:           %[[V:.*]] = arith.index_cast %[[N]] : index to i32
// CHECK:           affine.store %[[V]]
func.func @d2_value(%a: memref<14xi32, #value>, %v: i32) {
  affine.for %i = 0 to 14 {
    affine.store %v, %a[%i] : memref<14xi32, #value>
  }
  return
}

// Blocks: what is due in another block is served from the first.
// CHECK-LABEL: func.func @d6_blocks(
// CHECK:         affine.if
// CHECK:         cf.cond_br
func.func @d6_blocks(%a: memref<14xi32, #pad0>, %v: i32, %c: i1) {
  affine.for %i = 0 to 14 {
    affine.store %v, %a[%i] : memref<14xi32, #pad0>
  }
  cf.cond_br %c, ^one, ^two
^one:
  return
^two:
  return
}

// D3: behind a name of the storage that may stand for other storage, anything may
// happen, at any time: the padding is written before each due point.
// CHECK-LABEL: func.func @d3_unseen(
// CHECK:         scf.for
// CHECK:         affine.if
// CHECK:         call @reads
// CHECK:         memref.store
// CHECK:         affine.if
// CHECK:         return
func.func @d3_unseen(%a: memref<14xi32, #pad0>, %i: index, %v: i32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %p = layout.as_physical %a : memref<14xi32, #pad0> to memref<4x4xi32>
  %other = memref.alloc() : memref<4x4xi32>
  %q = scf.for %t = %zero to %i step %one iter_args(%r = %p) -> memref<4x4xi32> {
    scf.yield %other : memref<4x4xi32>
  }
  call @reads(%a) : (memref<14xi32, #pad0>) -> ()
  memref.store %v, %q[%i, %i] : memref<4x4xi32>
  return
}

// A buffer that is freed here owes nothing any more.
// CHECK-LABEL: func.func @d5_freed(
// CHECK:         memref.store
// CHECK:         memref.dealloc
// CHECK-NOT:     affine.if
// CHECK:         return
func.func @d5_freed(%a: memref<14xi32, #pad0>, %i: index, %v: i32) {
  %p = layout.as_physical %a : memref<14xi32, #pad0> to memref<4x4xi32>
  memref.store %v, %p[%i, %i] : memref<4x4xi32>
  memref.dealloc %a : memref<14xi32, #pad0>
  return
}
