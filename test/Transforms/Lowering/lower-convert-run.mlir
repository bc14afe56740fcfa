// Conversions there and back, through every kind of pad and several steps; the
// padding of what stays laid out is checked at the end.
// RUN: layout-check %s --entry=round_trip,pads,between,floats --pipeline="builtin.module(layout-lower-convert,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=round_trip --pipeline="builtin.module(layout-apply,layout-finalize)"

#none = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#constant = #layout.buffer<index_map<(i) -> ((i + 3) floordiv 4, (i + 3) mod 4)>, pad<7 : i32>>
#value = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<value (a, b) -> (4 * a - b)>>
#copy = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b) -> (0, (4 * a + b - 14) mod 4)>>
#steps = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<1 : i32>,
                        index_map<(a, b) -> (a floordiv 3, b, a mod 3)>, pad<2 : i32>>
#no_inverse = #layout.buffer<index_map<(i) -> (i mod 3, i mod 5)>>

func.func @round_trip(%a: memref<14xi32>, %b: memref<14xi32>) {
  %0 = memref.alloc() : memref<14xi32, #none>
  %1 = memref.alloc() : memref<14xi32, #constant>
  %2 = memref.alloc() : memref<14xi32, #copy>
  %3 = memref.alloc() : memref<14xi32, #steps>
  %4 = memref.alloc() : memref<14xi32, #no_inverse>
  layout.convert ins(%a : memref<14xi32>) outs(%0 : memref<14xi32, #none>)
  layout.convert ins(%0 : memref<14xi32, #none>) outs(%1 : memref<14xi32, #constant>)
  layout.convert ins(%1 : memref<14xi32, #constant>) outs(%2 : memref<14xi32, #copy>)
  layout.convert ins(%2 : memref<14xi32, #copy>) outs(%3 : memref<14xi32, #steps>)
  layout.convert ins(%3 : memref<14xi32, #steps>) outs(%4 : memref<14xi32, #no_inverse>)
  layout.convert ins(%4 : memref<14xi32, #no_inverse>) outs(%b : memref<14xi32>)
  return
}

func.func @pads(%a: memref<14xi32>, %n: memref<14xi32, #none>, %c: memref<14xi32, #constant>, %v: memref<14xi32, #value>, %w: memref<14xi32, #copy>, %s: memref<14xi32, #steps>) {
  layout.convert ins(%a : memref<14xi32>) outs(%n : memref<14xi32, #none>)
  layout.convert ins(%a : memref<14xi32>) outs(%c : memref<14xi32, #constant>)
  layout.convert ins(%a : memref<14xi32>) outs(%v : memref<14xi32, #value>)
  layout.convert ins(%a : memref<14xi32>) outs(%w : memref<14xi32, #copy>)
  layout.convert ins(%a : memref<14xi32>) outs(%s : memref<14xi32, #steps>)
  return
}

#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j, i mod 4)>, pad<5 : i32>>
#blocks = #layout.buffer<index_map<(i, j) -> (j floordiv 8, i, j mod 8)>, pad<6 : i32>>
func.func @between(%a: memref<7x5xi32, #tiles>, %b: memref<7x5xi32, #blocks>) {
  layout.convert ins(%a : memref<7x5xi32, #tiles>) outs(%b : memref<7x5xi32, #blocks>)
  return
}

#number = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<value (a, b) -> (4 * a - b)>>
func.func @floats(%a: memref<14xf32>, %b: memref<14xf32, #number>) {
  layout.convert ins(%a : memref<14xf32>) outs(%b : memref<14xf32, #number>)
  return
}
