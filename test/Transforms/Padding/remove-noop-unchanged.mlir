// RUN: layout-opt %s --layout-remove-noop --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-remove-noop --split-input-file \
// RUN:   --remarks-filter=layout --remark-format=emitRemark 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK

// NO-15
// CHECK-LABEL: @first_write_is_used
// CHECK-COUNT-2: affine.store
// REMARK: remark: [Missed] layout-remove-noop/needed | Category:layout | Remark="the store is needed: %arg0[{{.*}}] may be read by 'affine.load' when 'affine.for' at {{[0-9:]+}} =
func.func @first_write_is_used(%a: memref<16xi32>) {
  %c100 = arith.constant 100 : i32
  %c1 = arith.constant 1 : i32
  affine.for %i = 0 to 16 {
    affine.store %c100, %a[%i] : memref<16xi32>
    %0 = affine.load %a[%i] : memref<16xi32>
    %1 = arith.addi %0, %c1 : i32
    affine.store %1, %a[%i] : memref<16xi32>
  }
  return
}

// -----

// NO-18
// CHECK-LABEL: @partly_overwritten
// CHECK:         affine.for %{{.*}} = 12 to 16
// CHECK:           affine.store %c100
// CHECK:         affine.for
// CHECK:             affine.store %c42
// REMARK: layout-remove-noop/shrunk
func.func @partly_overwritten(%a: memref<16xi32>) {
  %c100 = arith.constant 100 : i32
  %c42 = arith.constant 42 : i32
  affine.for %i = 0 to 16 {
    affine.store %c100, %a[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (11 - i >= 0)>(%i) {
      affine.store %c42, %a[%i] : memref<16xi32>
    }
  }
  return
}

// -----

// NO-24
// CHECK-LABEL: @other_index
// CHECK:         affine.load
// CHECK-NEXT:    affine.store
func.func @other_index(%a: memref<16xi32>) {
  affine.for %i = 0 to 15 {
    %0 = affine.load %a[%i + 1] : memref<16xi32>
    affine.store %0, %a[%i] : memref<16xi32>
  }
  return
}

// -----

// NO-33
// CHECK-LABEL: @used_temporary
// CHECK:         memref.alloc
// CHECK:         affine.for
// CHECK-NEXT:      affine.store
// CHECK:         affine.for
// CHECK-NEXT:      affine.load
// CHECK-NEXT:      affine.store
// REMARK: may be read by 'affine.load'
func.func @used_temporary(%b: memref<16xi32>) {
  %c0 = arith.constant 0 : i32
  %a = memref.alloc() : memref<16xi32>
  affine.for %i = 0 to 16 {
    affine.store %c0, %a[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xi32>
    affine.store %0, %b[%i] : memref<16xi32>
  }
  return
}

// -----

// NO-36: a call that may read it
func.func private @unknown(memref<16xi32>)
// CHECK-LABEL: @call_between
// CHECK:         affine.store %c100
// CHECK:         call @unknown
// CHECK:         affine.store %c42
// REMARK: may be read by 'func.call'
func.func @call_between(%a: memref<16xi32>) {
  %c100 = arith.constant 100 : i32
  %c42 = arith.constant 42 : i32
  affine.for %i = 0 to 16 {
    affine.store %c100, %a[%i] : memref<16xi32>
  }
  func.call @unknown(%a) : (memref<16xi32>) -> ()
  affine.for %i = 0 to 16 {
    affine.store %c42, %a[%i] : memref<16xi32>
  }
  return
}

// -----

// It may be the same memory, or not, as the arguments promise.
// CHECK-LABEL: @may_alias
// CHECK-COUNT-3: affine.store
// CHECK-LABEL: @no_alias
// CHECK-COUNT-2: affine.store
// CHECK-NOT:     affine.store
// REMARK: Remark="cannot determine whether the store is needed: possible: %arg0[0] may be read by 'affine.load', if 'affine.load' reads it by another name (state llvm.noalias if the buffers are not one memory)"
func.func @may_alias(%a: memref<16xi32>, %b: memref<16xi32>, %x: i32) {
  affine.store %x, %a[0] : memref<16xi32>
  %0 = affine.load %b[0] : memref<16xi32>
  affine.store %0, %b[1] : memref<16xi32>
  affine.store %0, %a[0] : memref<16xi32>
  return
}
func.func @no_alias(%a: memref<16xi32> {llvm.noalias}, %b: memref<16xi32> {llvm.noalias}, %x: i32) {
  affine.store %x, %a[0] : memref<16xi32>
  %0 = affine.load %b[0] : memref<16xi32>
  affine.store %0, %b[1] : memref<16xi32>
  affine.store %0, %a[0] : memref<16xi32>
  return
}

// -----

// Another iteration may read it, at any time.
// CHECK-LABEL: @parallel_read
// CHECK-COUNT-3: affine.store
// REMARK: Remark="the store is needed: %arg0[{{.*}}] may be read by 'affine.load'
func.func @parallel_read(%a: memref<17xi32>, %x: i32, %y: i32, %b: memref<16xi32>) {
  affine.parallel (%i) = (0) to (16) {
    affine.store %x, %a[%i] : memref<17xi32>
    affine.store %y, %a[%i] : memref<17xi32>
    %0 = affine.load %a[%i + 1] : memref<17xi32>
    affine.store %0, %b[%i] : memref<16xi32>
  }
  return
}

// -----

// Iterations have no order: who writes last is not known.
// CHECK-LABEL: @parallel_window
// CHECK-COUNT-3: affine.store
func.func @parallel_window(%a: memref<17xi32>, %x: i32, %y: i32) {
  affine.parallel (%i) = (0) to (16) {
    affine.store %x, %a[%i] : memref<17xi32>
    affine.store %y, %a[%i + 1] : memref<17xi32>
  }
  affine.store %x, %a[16] : memref<17xi32>
  return
}

// -----

// The next iteration reads it before it is overwritten.
// CHECK-LABEL: @next_iteration
// CHECK-COUNT-3: affine.store
func.func @next_iteration(%a: memref<17xi32> {llvm.noalias}, %b: memref<17xi32> {llvm.noalias}, %x: i32, %y: i32) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<17xi32>
    affine.store %0, %b[%i] : memref<17xi32>
    affine.store %x, %a[%i + 1] : memref<17xi32>
  }
  affine.for %i = 1 to 17 {
    affine.store %y, %a[%i] : memref<17xi32>
  }
  return
}

// -----

// An assumption about memory is a use.
// CHECK-LABEL: @assumed
// CHECK-COUNT-2: affine.store
func.func @assumed(%a: memref<1xi32>, %x: i32, %y: i32) {
  affine.store %x, %a[0] : memref<1xi32>
  %0 = affine.load %a[0] : memref<1xi32>
  %1 = arith.cmpi slt, %0, %y : i32
  layout.assume %1 : i1
  affine.store %y, %a[0] : memref<1xi32>
  return
}

// -----

// Padding that holds something is needed at the return, and none is.
#L0 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#L1 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK-LABEL: @known_pad
// CHECK-COUNT-2: affine.store
func.func @known_pad(%a: memref<4x4xi32>, %b: memref<4x4xi32>) {
  %c0 = arith.constant 0 : i32
  layout.padding %a : memref<4x4xi32> of memref<14xi32, #L0>
  layout.padding %b : memref<4x4xi32> of memref<14xi32, #L1>
  affine.store %c0, %a[3, 2] : memref<4x4xi32>
  affine.store %c0, %b[3, 2] : memref<4x4xi32>
  return
}

// -----

// A promise about the padding is a use of it.
#L0 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// CHECK-LABEL: @promised_pad
// CHECK:         affine.store
// CHECK-NEXT:    layout.assume_padding
func.func @promised_pad() {
  %c0 = arith.constant 0 : i32
  %a = memref.alloc() : memref<4x4xi32>
  affine.store %c0, %a[3, 2] : memref<4x4xi32>
  layout.assume_padding %a : memref<4x4xi32> of memref<14xi32, #L0>
  %0 = affine.load %a[3, 1] : memref<4x4xi32>
  %1 = arith.cmpi slt, %0, %c0 : i32
  layout.assume %1 : i1
  return
}

// -----

// Nobody knows when the region is executed.
// CHECK-LABEL: @unknown_region
// CHECK-COUNT-2: memref.store
// REMARK: [Analysis] layout-remove-noop/not-known {{.*}} which may be executed at any time
func.func @unknown_region(%a: memref<1xi32>, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %t = async.execute {
    memref.store %x, %a[%c0] : memref<1xi32>
    async.yield
  }
  memref.store %y, %a[%c0] : memref<1xi32>
  async.await %t : !async.token
  return
}

// -----

// A loop that may not end stays.
// CHECK-LABEL: @endless
// CHECK:         scf.while
func.func @endless(%p: i1) {
  scf.while : () -> () {
    scf.condition(%p)
  } do {
    scf.yield
  }
  return
}

// -----

// A buffer that is returned, or that another one returns.
// CHECK-LABEL: @returned
// CHECK:         affine.store
func.func @returned(%x: i32) -> memref<1xi32> {
  %a = memref.alloc() : memref<1xi32>
  affine.store %x, %a[0] : memref<1xi32>
  return %a : memref<1xi32>
}
// CHECK-LABEL: @chosen
// CHECK-COUNT-2: affine.store
func.func @chosen(%x: i32, %p: i1) -> memref<1xi32> {
  %a = memref.alloc() : memref<1xi32>
  %b = memref.alloc() : memref<1xi32>
  affine.store %x, %a[0] : memref<1xi32>
  affine.store %x, %b[0] : memref<1xi32>
  %c = arith.select %p, %a, %b : memref<1xi32>
  return %c : memref<1xi32>
}

// -----

// All indices mean one element.
// CHECK-LABEL: @broadcast
// CHECK-COUNT-2: affine.store
// REMARK: [Analysis] layout-remove-noop/not-known {{.*}}two indices may be one element of the buffer
// CHECK-LABEL: @rows
// CHECK-COUNT-1: affine.store
// CHECK-NOT:     affine.store
func.func @broadcast(%a: memref<4xi32, strided<[0]>>, %b: memref<4xi32> {llvm.noalias}, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  affine.store %x, %a[0] : memref<4xi32, strided<[0]>>
  %0 = affine.load %a[1] : memref<4xi32, strided<[0]>>
  memref.store %0, %b[%c0] : memref<4xi32>
  affine.store %y, %a[0] : memref<4xi32, strided<[0]>>
  return
}
func.func @rows(%a: memref<?x4xi32, strided<[6, 1], offset: ?>>, %x: i32, %y: i32) {
  affine.store %x, %a[1, 2] : memref<?x4xi32, strided<[6, 1], offset: ?>>
  affine.store %y, %a[1, 2] : memref<?x4xi32, strided<[6, 1], offset: ?>>
  return
}

// -----

// Fresh memory holds nothing that a store could find there.
func.func private @look_at(memref<4xi32>)
// CHECK-LABEL: @fresh
// CHECK:         scf.if
// CHECK:           memref.store
// CHECK:         }
// CHECK-NEXT:    memref.store
func.func @fresh(%c: i1) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %a = memref.alloc() : memref<4xi32>
  scf.if %c {
    memref.store %zero, %a[%c0] : memref<4xi32>
    func.call @look_at(%a) : (memref<4xi32>) -> ()
    memref.store %zero, %a[%c0] : memref<4xi32>
  }
  memref.store %zero, %a[%c0] : memref<4xi32>
  call @look_at(%a) : (memref<4xi32>) -> ()
  memref.dealloc %a : memref<4xi32>
  return
}
