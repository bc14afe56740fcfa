// Copying pads speak of data, so they follow the last store to it.
// RUN: layout-opt %s --layout-apply | FileCheck %s

#wrap = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b) -> (0, (4 * a + b - 14) mod 4)>>

func.func private @reads(memref<14xi32, #wrap>)

// D4, D8: a store to data breaks a copy, also in a buffer whose pad was
// assumed at entry.
// CHECK-LABEL: func.func @d4_store(
// CHECK-SAME:    %[[A:.*]]: memref<4x4xi32> {layout.access = "readwrite"
// CHECK:         layout.assume_padding %[[A]]
// CHECK:         memref.store %{{.*}}, %[[A]]
// CHECK:         affine.if
// CHECK:           %[[X:.*]] = affine.load %[[A]]
// CHECK:           affine.store %[[X]], %[[A]]
// CHECK:         return
func.func @d4_store(%a: memref<14xi32, #wrap>, %i: index, %v: i32) {
  memref.store %v, %a[%i] : memref<14xi32, #wrap>
  return
}

// D8: before each due point, each time behind the last store.
// CHECK-LABEL: func.func @d8_each_due_point(
// CHECK:         memref.store
// CHECK:         affine.if
// CHECK:         call @reads
// CHECK-NOT:     affine.if
// CHECK:         memref.store
// CHECK:         affine.if
// CHECK:         return
func.func @d8_each_due_point(%a: memref<14xi32, #wrap>, %i: index, %v: i32) {
  memref.store %v, %a[%i] : memref<14xi32, #wrap>
  call @reads(%a) : (memref<14xi32, #wrap>) -> ()
  memref.store %v, %a[%i] : memref<14xi32, #wrap>
  return
}

// Reading breaks nothing.
// CHECK-LABEL: func.func @d4_read(
// CHECK-NOT:     affine.if
// CHECK:         return
func.func @d4_read(%a: memref<14xi32, #wrap>, %i: index) -> i32 {
  %x = memref.load %a[%i] : memref<14xi32, #wrap>
  return %x : i32
}
