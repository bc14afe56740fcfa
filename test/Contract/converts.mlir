// Between buffers of one layout all of the storage is copied, so the padding of
// the source is due.
// RUN: layout-check %s --entry=local,written --pipeline="builtin.module(layout-apply)"
// RUN: layout-check %s --entry=local,written --pipeline="builtin.module(layout-apply{pad-placement=before})"
// RUN: layout-check %s --entry=local,written --pipeline="builtin.module(layout-apply,layout-optimize)"
// RUN: layout-check %s --entry=local,written --pipeline="builtin.module(layout-lower-convert,layout-apply)"

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>

func.func @local(%a: memref<14xi32, #L>) {
  %c3 = arith.constant 3 : i32
  %b = memref.alloc() : memref<14xi32, #L>
  affine.for %i = 0 to 14 {
    affine.store %c3, %b[%i] : memref<14xi32, #L>
  }
  layout.convert ins(%b : memref<14xi32, #L>) outs(%a : memref<14xi32, #L>)
  memref.dealloc %b : memref<14xi32, #L>
  return
}

// The padding of the source is written before, not where the function ends.
func.func @written(%a: memref<14xi32, #L>, %b: memref<14xi32, #L>) {
  %c3 = arith.constant 3 : i32
  affine.for %i = 0 to 14 {
    affine.store %c3, %b[%i] : memref<14xi32, #L>
  }
  layout.convert ins(%b : memref<14xi32, #L>) outs(%a : memref<14xi32, #L>)
  affine.for %i = 0 to 14 {
    affine.store %c3, %b[%i] : memref<14xi32, #L>
  }
  return
}
