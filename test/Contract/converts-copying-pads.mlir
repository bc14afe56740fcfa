// Padding that copies elements is due where a conversion copies the storage.
// RUN: layout-check %s --entry=copies --pipeline="builtin.module(layout-apply)"
// RUN: layout-check %s --entry=copies --pipeline="builtin.module(layout-apply,layout-optimize)"
// RUN: layout-check %s --entry=copies --pipeline="builtin.module(layout-lower-convert,layout-apply)"

#W = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(io, ii) -> (0, (4 * io + ii - 14) mod 4)>>

func.func @copies(%s: memref<14xi32>, %a: memref<14xi32, #W>) {
  %b = memref.alloc() : memref<14xi32, #W>
  affine.for %i = 0 to 14 {
    %x = affine.load %s[%i] : memref<14xi32>
    affine.store %x, %b[%i] : memref<14xi32, #W>
  }
  layout.convert ins(%b : memref<14xi32, #W>) outs(%a : memref<14xi32, #W>)
  memref.dealloc %b : memref<14xi32, #W>
  return
}
