// RUN: layout-opt %s -layout-assign=require-pad -split-input-file -verify-diagnostics

// A90. Padding for which nothing is stated is an error that names an element,
// where the request stands.
func.func @requested() {
  // expected-error @below {{no pad is stated for padding element (3, 2) of 'memref<14xi32, #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>>'}}
  %a = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>} : memref<14xi32>
  return
}

// -----

// A91. Or where the type stands.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-error @below {{no pad is stated for padding element (3, 2)}}
func.func @written(%a: memref<14xi32, #L>) {
  // expected-error @below {{no pad is stated for padding element (1, 1)}}
  %b = memref.alloca() : memref<5xi32, #L>
  return
}
// expected-error @below {{no pad is stated for padding element (1, 2)}}
memref.global "private" @g : memref<6xi32, #L> = dense<1>

// -----

// A92. Each step needs its own.
#L = #layout.buffer<index_map<(i) -> (i floordiv 2, i mod 2)>,
                    index_map<(a, b) -> (a floordiv 2, a mod 2, b)>, pad<2 : i32>>
// expected-error @below {{no pad is stated for padding element (1, 0, 1)}}
func.func private @steps(%a: memref<5xi32> {layout.transform = #L}) {
  return
}

// -----

// A93. Undef is a statement; and without padding none is needed.
#U = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @stated(%a: memref<14xi32, #U>, %b: memref<16xi32, #L>) {
  %c = memref.alloc() {layout.transform = #L} : memref<8xi32>
  return
}
