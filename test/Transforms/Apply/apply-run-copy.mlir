// Copying pads follow the data they copy.
// RUN: layout-check %s --entry=wrap --arg=1:9 --arg=2:7 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=wrap --arg=1:13 --arg=2:0 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=wrap --arg=1:1 --arg=2:-5 --pipeline="builtin.module(layout-apply,layout-finalize)"

#wrap = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b) -> (0, (4 * a + b - 14) mod 4)>>
func.func @wrap(%a: memref<14xi8, #wrap>, %i: index, %v: i8) {
  %seven = arith.constant 7 : i8
  memref.store %seven, %a[%i] : memref<14xi8, #wrap>
  %zero = arith.constant 0 : index
  memref.store %seven, %a[%zero] : memref<14xi8, #wrap>
  return
}
