// A 127x127x127 matrix product. All three matrices lie in tiles of 32x32; the
// last row and the last column of the last tiles are padding, which is zero.
//
// RUN: layout-check %s --entry=matmul --pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-finalize)"

#tiles = #layout.buffer<
  index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f32>>

func.func @matmul(%a: memref<127x127xf32> {layout.transform = #tiles},
                  %b: memref<127x127xf32> {layout.transform = #tiles},
                  %c: memref<127x127xf32> {layout.transform = #tiles}) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<127x127xf32>)
  linalg.matmul ins(%a, %b : memref<127x127xf32>, memref<127x127xf32>)
                outs(%c : memref<127x127xf32>)
  return
}
