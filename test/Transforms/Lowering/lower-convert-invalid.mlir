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
  // expected-error @below {{op may convert a buffer in place, from 'memref<16xi32, #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>>' to 'memref<16xi32, #layout.buffer<index_map<(d0) -> (d0 mod 4, d0 floordiv 4)>>>'; convert into another buffer}}
  layout.convert ins(%a : memref<16xi32, #L>) outs(%b : memref<16xi32, #M>)
  return
}

// -----

// LC23, under a name that may stand for one of two buffers.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#M = #layout.buffer<index_map<(i) -> (i mod 4, i floordiv 4)>>
func.func @in_place_by_select(%a: memref<16xi32, #L>, %b: memref<16xi32, #L>, %c: i1) {
  %s = arith.select %c, %a, %b : memref<16xi32, #L>
  %p = layout.as_physical %s : memref<16xi32, #L> to memref<4x4xi32>
  %m = layout.as_logical %p : memref<4x4xi32> to memref<16xi32, #M>
  // expected-error @below {{op may convert a buffer in place}}
  layout.convert ins(%b : memref<16xi32, #L>) outs(%m : memref<16xi32, #M>)
  return
}

// -----

// LC23, carried by a loop: from the second iteration on.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#M = #layout.buffer<index_map<(i) -> (i mod 4, i floordiv 4)>>
func.func @in_place_by_loop(%a: memref<16xi32, #L>, %b: memref<16xi32, #L>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%x = %a) -> memref<16xi32, #L> {
    %p = layout.as_physical %x : memref<16xi32, #L> to memref<4x4xi32>
    %m = layout.as_logical %p : memref<4x4xi32> to memref<16xi32, #M>
    // expected-error @below {{op may convert a buffer in place}}
    layout.convert ins(%b : memref<16xi32, #L>) outs(%m : memref<16xi32, #M>)
    scf.yield %b : memref<16xi32, #L>
  }
  return
}

// -----

// LC23, returned by a function that is given it.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#M = #layout.buffer<index_map<(i) -> (i mod 4, i floordiv 4)>>
func.func private @see(%a: memref<16xi32, #L>) -> memref<16xi32, #M> {
  %p = layout.as_physical %a : memref<16xi32, #L> to memref<4x4xi32>
  %m = layout.as_logical %p : memref<4x4xi32> to memref<16xi32, #M>
  return %m : memref<16xi32, #M>
}
func.func @in_place_by_call(%a: memref<16xi32, #L>) {
  %m = call @see(%a) : (memref<16xi32, #L>) -> memref<16xi32, #M>
  // expected-error @below {{op may convert a buffer in place}}
  layout.convert ins(%a : memref<16xi32, #L>) outs(%m : memref<16xi32, #M>)
  return
}

// -----

// LC23, returned by a function that calls itself: the second argument comes
// back from the call inside.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#M = #layout.buffer<index_map<(i) -> (i mod 4, i floordiv 4)>>
func.func private @choose(%a: memref<16xi32, #L>, %b: memref<16xi32, #L>, %c: i1) -> memref<16xi32, #L> {
  %false = arith.constant false
  %r = scf.if %c -> memref<16xi32, #L> {
    %inner = func.call @choose(%b, %a, %false) : (memref<16xi32, #L>, memref<16xi32, #L>, i1) -> memref<16xi32, #L>
    scf.yield %inner : memref<16xi32, #L>
  } else {
    scf.yield %a : memref<16xi32, #L>
  }
  return %r : memref<16xi32, #L>
}
func.func @in_place_by_recursion(%a: memref<16xi32, #L>, %b: memref<16xi32, #L>, %c: i1) {
  %r = call @choose(%a, %b, %c) : (memref<16xi32, #L>, memref<16xi32, #L>, i1) -> memref<16xi32, #L>
  %p = layout.as_physical %r : memref<16xi32, #L> to memref<4x4xi32>
  %m = layout.as_logical %p : memref<4x4xi32> to memref<16xi32, #M>
  // expected-error @below {{op may convert a buffer in place}}
  layout.convert ins(%b : memref<16xi32, #L>) outs(%m : memref<16xi32, #M>)
  return
}

// -----

// LC23, one global by two names.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#M = #layout.buffer<index_map<(i) -> (i mod 4, i floordiv 4)>>
memref.global "private" @g : memref<16xi32, #L>
func.func @in_place_global() {
  %a = memref.get_global @g : memref<16xi32, #L>
  %b = memref.get_global @g : memref<16xi32, #L>
  %p = layout.as_physical %b : memref<16xi32, #L> to memref<4x4xi32>
  %m = layout.as_logical %p : memref<4x4xi32> to memref<16xi32, #M>
  // expected-error @below {{op may convert a buffer in place}}
  layout.convert ins(%a : memref<16xi32, #L>) outs(%m : memref<16xi32, #M>)
  return
}

// -----

// Padding is where the map does not lead back: 4 * 2^61 is none of 64 bits.
#L = #layout.buffer<index_map<(i) -> (4 * i, 0), inverse (a, b) -> (a floordiv 4 + 2305843009213693952 * b)>, extent<[64, 3]>, pad<0 : i32>>
func.func @far_padding(%a: memref<14xi32>, %b: memref<14xi32, #L>) {
  // expected-error @below {{which elements are padding of step 1; state pad<none> or pad<undef>}}
  layout.convert ins(%a : memref<14xi32>) outs(%b : memref<14xi32, #L>)
  return
}

// -----

// 4 * a + b, by way of 2^63.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4), inverse (a, b) -> ((8 * a + 2 * b + 9223372036854775807) ceildiv 2 - 4611686018427387904)>>
func.func @far_inverse(%a: memref<16xi32>, %b: memref<16xi32, #L>) {
  // expected-error @below {{computing the given inverse takes more than 64 bits; leave it out, or state one with smaller numbers}}
  layout.convert ins(%a : memref<16xi32>) outs(%b : memref<16xi32, #L>)
  return
}
