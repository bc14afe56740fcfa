// Facts that TVM's tests state about what is refused, by the number of the row.
// RUN: layout-opt %s --split-input-file --pass-pipeline="builtin.module(layout-assign{require-pad=true})" --verify-diagnostics

// PD-04. Padding without a pad, where one is required.
#bare = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @forbidden() {
  // expected-error@+1 {{no pad is stated for padding element (3, 2)}}
  %a = memref.alloc() {layout.transform = #bare} : memref<14xi32>
  return
}

// -----

// PD-07. A pad of another type than the elements.
// expected-error@+1 {{0 : i32}}
func.func private @type(memref<14xf32> {layout.transform = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>})

// -----

// PD-19. A value of two results.
// expected-error@+1 {{one}}
func.func private @results(memref<14xi32> {layout.transform = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<value (i, j) -> (i, j)>>})

// -----

// TL-10. Division by a run-time value.
// expected-error@+1 {{an index map has no symbols, but names the symbol 'n'}}
func.func private @symbol(memref<16xi32> {layout.transform = #layout.buffer<index_map<(i)[n] -> (i floordiv n, i mod n)>, pad<0 : i32>>})
