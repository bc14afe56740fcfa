// RUN: layout-opt %s -layout-lower-convert -split-input-file -verify-diagnostics

// LC20. Tensors must be bufferised first; buffers beside them stay untouched.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @tensors(%a: tensor<14xi32>) -> tensor<14xi32, #L> {
  // expected-error @below {{'layout.convert' op converts tensors, which cannot become loops; run layout-bufferize first}}
  %b = layout.convert %a : tensor<14xi32> to tensor<14xi32, #L>
  return %b : tensor<14xi32, #L>
}

// -----

// LC22. A pad that holds something cannot be written without an inverse; the
// map is named.
#C = #layout.buffer<index_map<(i) -> (i mod 3, i mod 5)>, pad<0 : i32>>
func.func @no_inverse(%a: memref<14xi32>, %b: memref<14xi32, #C>) {
  // expected-error @below {{(d0) -> (d0 mod 3, d0 mod 5)}}
  layout.convert ins(%a : memref<14xi32>) outs(%b : memref<14xi32, #C>)
  return
}

// -----

// LC23. One storage cannot change its layout in place.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#M = #layout.buffer<index_map<(i) -> (i mod 4, i floordiv 4)>>
func.func @in_place(%a: memref<16xi32, #L>) {
  %p = layout.as_physical %a : memref<16xi32, #L> to memref<4x4xi32>
  %b = layout.as_logical %p : memref<4x4xi32> to memref<16xi32, #M>
  // expected-error @below {{op converts a buffer in place, from 'memref<16xi32, #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>>' to 'memref<16xi32, #layout.buffer<index_map<(d0) -> (d0 mod 4, d0 floordiv 4)>>>'; convert into another buffer}}
  layout.convert ins(%a : memref<16xi32, #L>) outs(%b : memref<16xi32, #M>)
  return
}
