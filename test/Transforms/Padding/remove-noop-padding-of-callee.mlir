// What a callee assumes of padding at its entry is stored by its callers. The
// callee's store of it changes nothing; the caller's is then the only one.
// RUN: layout-opt %s -layout-lower-convert -layout-apply=pad-placement=before -layout-remove-noop | FileCheck %s
// RUN: layout-check %s --entry=caller,caller_in_loop --pipeline="builtin.module(layout-lower-convert,layout-apply{pad-placement=before},layout-remove-noop)"

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>

// CHECK-LABEL: func.func private @overwrites(
// CHECK:         layout.assume_padding
// CHECK-NOT:     arith.constant 7
// CHECK:         return
func.func private @overwrites(%s: memref<14xi32>, %d: memref<14xi32, #L> {layout.access = "readwrite"}) {
  layout.convert ins(%s : memref<14xi32>) outs(%d : memref<14xi32, #L>)
  return
}

// CHECK-LABEL: func.func @caller(
// CHECK:         %[[PAD:.*]] = arith.constant 7
// CHECK:         store %[[PAD]]
// CHECK:         call @overwrites
func.func @caller(%s: memref<14xi32>, %d: memref<14xi32, #L>) {
  %c1 = arith.constant 1 : i32
  affine.for %i = 0 to 14 {
    affine.store %c1, %d[%i] : memref<14xi32, #L>
  }
  call @overwrites(%s, %d) : (memref<14xi32>, memref<14xi32, #L>) -> ()
  return
}

// CHECK-LABEL: func.func @caller_in_loop(
// CHECK:         %[[PAD:.*]] = arith.constant 7
// CHECK:         store %[[PAD]]
// CHECK:         call @overwrites
func.func @caller_in_loop(%s: memref<14xi32>, %t: memref<14xi32>) {
  %c1 = arith.constant 1 : i32
  %d = memref.alloc() : memref<14xi32, #L>
  affine.for %k = 0 to 3 {
    affine.for %i = 0 to 14 {
      affine.store %c1, %d[%i] : memref<14xi32, #L>
    }
    func.call @overwrites(%s, %d) : (memref<14xi32>, memref<14xi32, #L>) -> ()
  }
  memref.copy %d, %t : memref<14xi32, #L> to memref<14xi32>
  memref.dealloc %d : memref<14xi32, #L>
  return
}
