// What caller and callee owe each other, executed: each function is an entry.
// RUN: layout-check %s --entry=m6_caller,m5_results,a7_views --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-opt %s --layout-assign --layout-apply | FileCheck %s

#pad7 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>

// Sums everything, the padding included.
func.func private @sum_storage(%a: memref<14xi32, #pad7>, %s: memref<1xi32>) {
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32, #pad7>
    %y = affine.load %s[0] : memref<1xi32>
    %z = arith.addi %x, %y : i32
    affine.store %z, %s[0] : memref<1xi32>
  }
  return
}

// M6: the callee assumes, so the caller has to write before the call.
// CHECK-LABEL: func.func @m6_caller(
// CHECK:         %[[A:.*]] = memref.alloc() : memref<4x4xi32>
// CHECK:         affine.if
// CHECK:           affine.store %{{.*}}, %[[A]]
// CHECK:         call @sum_storage(%[[A]]
func.func @m6_caller(%b: memref<14xi32>, %s: memref<1xi32>) {
  %a = memref.alloc() : memref<14xi32, #pad7>
  memref.copy %b, %a : memref<14xi32> to memref<14xi32, #pad7>
  func.call @sum_storage(%a, %s) : (memref<14xi32, #pad7>, memref<1xi32>) -> ()
  memref.dealloc %a : memref<14xi32, #pad7>
  return
}

// M5: a result holds its pad; it is written where it is made, not here.
// CHECK-LABEL: func.func private @make(
// CHECK:         affine.if
// CHECK:         return
func.func private @make(%b: memref<14xi32>) -> memref<14xi32, #pad7> {
  %a = memref.alloc() : memref<14xi32, #pad7>
  memref.copy %b, %a : memref<14xi32> to memref<14xi32, #pad7>
  return %a : memref<14xi32, #pad7>
}
// CHECK-LABEL: func.func @m5_results(
// CHECK:         %[[R:.*]] = call @make
// CHECK-NEXT:    layout.padding %[[R]]
// CHECK-NEXT:    layout.assume_padding %[[R]]
// CHECK-NOT:     affine.if
// CHECK:         return
func.func @m5_results(%b: memref<14xi32>) -> memref<14xi32, #pad7> {
  %a = func.call @make(%b) : (memref<14xi32>) -> memref<14xi32, #pad7>
  return %a : memref<14xi32, #pad7>
}

// A7: a request changes the buffer under all its names.
// CHECK-LABEL: func.func @a7_views(
// CHECK:         memref.alloc() : memref<4x4xi32>
// CHECK-NOT:     memref.subview
// CHECK:         return
func.func @a7_views(%b: memref<4xi32>) {
  %a = memref.alloc() {layout.transform = #pad7} : memref<14xi32>
  %v = memref.subview %a[5] [4] [2] : memref<14xi32> to memref<4xi32, strided<[2], offset: 5>>
  affine.for %i = 0 to 4 {
    %x = affine.load %b[%i] : memref<4xi32>
    affine.store %x, %v[%i] : memref<4xi32, strided<[2], offset: 5>>
  }
  affine.for %i = 0 to 4 {
    %x = affine.load %a[2 * %i + 5] : memref<14xi32>
    affine.store %x, %b[3 - %i] : memref<4xi32>
  }
  memref.dealloc %a : memref<14xi32>
  return
}
