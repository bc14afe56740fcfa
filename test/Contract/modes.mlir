// How a function uses a laid-out argument decides who owes what to its padding.
// RUN: layout-opt %s --layout-apply | FileCheck %s

#pad0 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// M1, M2: never written is `read`; the pad is assumed at entry, by one promise
// behind the fact, and nothing is written.
// CHECK-LABEL: func.func @m2_read(
// CHECK-SAME:    %[[A:.*]]: memref<4x4xi32> {layout.access = "read", llvm.noalias}
// CHECK-NEXT:    layout.padding %[[A]] : memref<4x4xi32> of memref<14xi32, #
// CHECK-NEXT:    layout.assume_padding %[[A]] : memref<4x4xi32> of memref<14xi32, #
// CHECK-NOT:     store
// CHECK:         return
func.func @m2_read(%a: memref<14xi32, #pad0>, %i: index) -> i32 {
  %x = memref.load %a[%i] : memref<14xi32, #pad0>
  return %x : i32
}

// M3: every element written, and before it is read, is `write`: nothing is
// assumed, and the pad is written.
// CHECK-LABEL: func.func @m3_write(
// CHECK-SAME:    %[[A:.*]]: memref<4x4xi32> {layout.access = "write", llvm.noalias}
// CHECK-NEXT:    layout.padding %[[A]]
// CHECK-NOT:     layout.assume_padding
// CHECK:         affine.for
// CHECK:           affine.store %{{.*}}, %[[A]]
// CHECK:         affine.for %{{.*}} = 0 to 4
// CHECK:           affine.for %{{.*}} = 0 to 4
// CHECK:             affine.if
// CHECK:               affine.store %{{.*}}, %[[A]]
func.func @m3_write(%a: memref<14xi32, #pad0>, %v: i32) {
  affine.for %i = 0 to 14 {
    affine.store %v, %a[%i] : memref<14xi32, #pad0>
  }
  return
}

// M3: written first, then read, is still `write`.
// CHECK-LABEL: func.func @m3_reduction(
// CHECK-SAME:    layout.access = "write"
func.func @m3_reduction(%b: memref<14xi32, #pad0>, %a: memref<14x8xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 14 {
    affine.store %zero, %b[%i] : memref<14xi32, #pad0>
    affine.for %k = 0 to 8 {
      %x = affine.load %a[%i, %k] : memref<14x8xi32>
      %y = affine.load %b[%i] : memref<14xi32, #pad0>
      %z = arith.addi %x, %y : i32
      affine.store %z, %b[%i] : memref<14xi32, #pad0>
    }
  }
  return
}

// M4: a partly written buffer is `readwrite`, since the other elements must
// survive; its pad is assumed, and not written again.
// CHECK-LABEL: func.func @m4_partly(
// CHECK-SAME:    %[[A:.*]]: memref<4x4xi32> {layout.access = "readwrite", llvm.noalias}
// CHECK:         layout.assume_padding %[[A]]
// CHECK-NOT:     affine.if
// CHECK:         return
func.func @m4_partly(%a: memref<14xi32, #pad0>, %v: i32) {
  affine.for %i = 0 to 13 {
    affine.store %v, %a[%i] : memref<14xi32, #pad0>
  }
  return
}

// M4: one path that does not write is enough.
// CHECK-LABEL: func.func @m4_one_path(
// CHECK-SAME:    layout.access = "readwrite"
func.func @m4_one_path(%a: memref<14xi32, #pad0>, %v: i32, %c: i1) {
  scf.if %c {
    affine.for %i = 0 to 14 {
      affine.store %v, %a[%i] : memref<14xi32, #pad0>
    }
  }
  return
}

// M4: read before it is written.
// CHECK-LABEL: func.func @m4_read_first(
// CHECK-SAME:    layout.access = "readwrite"
func.func @m4_read_first(%a: memref<14xi32, #pad0>) {
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32, #pad0>
    affine.store %x, %a[%i] : memref<14xi32, #pad0>
  }
  return
}

// M7: recursive functions are `readwrite`, whatever they do.
// CHECK-LABEL: func.func private @m7_recursive(
// CHECK-SAME:    layout.access = "readwrite"
func.func private @m7_recursive(%a: memref<14xi32, #pad0>, %i: index) -> i32 {
  %x = memref.load %a[%i] : memref<14xi32, #pad0>
  %y = func.call @m7_recursive(%a, %i) : (memref<14xi32, #pad0>, index) -> i32
  return %y : i32
}

// M7: external functions are `readwrite`.
// CHECK-LABEL: func.func private @m7_external(
// CHECK-SAME:    memref<4x4xi32> {layout.access = "readwrite", llvm.noalias}
func.func private @m7_external(memref<14xi32, #pad0>)

// M7: so whoever calls one reads and writes.
// CHECK-LABEL: func.func @m7_calls_external(
// CHECK-SAME:    layout.access = "readwrite"
func.func @m7_calls_external(%a: memref<14xi32, #pad0>) {
  call @m7_external(%a) : (memref<14xi32, #pad0>) -> ()
  return
}

// The mode of a callee is used, not guessed: `write` through a call.
// CHECK-LABEL: func.func @m3_through_call(
// CHECK-SAME:    layout.access = "write"
func.func @m3_through_call(%a: memref<14xi32, #pad0>, %v: i32) {
  call @m3_write(%a, %v) : (memref<14xi32, #pad0>, i32) -> ()
  return
}

// M10: an undefined pad holds nothing, so nothing is promised.
// CHECK-LABEL: func.func @m10_undef(
// CHECK:         layout.padding
// CHECK-NOT:     layout.assume_padding
// CHECK:         return
#undef = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @m10_undef(%a: memref<14xi32, #undef>, %i: index) -> i32 {
  %x = memref.load %a[%i] : memref<14xi32, #undef>
  return %x : i32
}

// M10: without padding there is no fact and no promise.
// CHECK-LABEL: func.func @m10_bijective(
// CHECK-NOT:     layout.padding
// CHECK-NOT:     layout.assume_padding
// CHECK:         return
func.func @m10_bijective(%a: memref<16xi32, #pad0>, %i: index) -> i32 {
  %x = memref.load %a[%i] : memref<16xi32, #pad0>
  return %x : i32
}
