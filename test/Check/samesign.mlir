// LLVM 22 takes the condition of a mask that `samesign` is on for the same in
// each iteration; what this pipeline makes was run wrongly.
// RUN: layout-check %s --entry=main --pipeline="builtin.module(layout-lower-convert,layout-apply,layout-vectorize-copies)"

#tile = #layout.buffer<
  index_map<(d0, d1) -> (d1, (d0 mod 2) floordiv 2, d0 mod 2, d0 floordiv 2)>,
  extent<[7, 1, 4, ?]>, pad<-0.000000e+00 : f32>>
func.func @main(%a: memref<7x7xf32>, %b: memref<7x7xf32, #tile>) {
  layout.convert ins(%b : memref<7x7xf32, #tile>) outs(%a : memref<7x7xf32>)
  return
}
