// D9: a copy cannot be written before what it copies.
// RUN: layout-opt %s --layout-apply="pad-placement=before" --verify-diagnostics

#wrap = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b) -> (0, (4 * a + b - 14) mod 4)>>
// expected-error@+1 {{has a pad that copies elements, which must be written after them; use pad-placement=after}}
func.func @d9(%a: memref<14xi32, #wrap>, %i: index, %v: i32) {
  memref.store %v, %a[%i] : memref<14xi32, #wrap>
  return
}
