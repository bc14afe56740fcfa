// Tiles whose extents are prime and longer than a block has rows: each row is a block.
// RUN: layout-check %s --entry=rows,both --pipeline="builtin.module(layout-apply,layout-set-target{target=x86-64-v4},layout-optimize)"

#rows = #layout.buffer<index_map<(i, j) -> (i floordiv 17, j floordiv 16, i mod 17, j mod 16)>, pad<0.0 : f32>>
func.func @rows(%a: memref<40x40xf32> {llvm.noalias}, %b: memref<40x40xf32, #rows>, %c: memref<40x40xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<40x40xf32>) outs(%b : memref<40x40xf32, #rows>)
  layout.convert ins(%b : memref<40x40xf32, #rows>) outs(%c : memref<40x40xf32>)
  return
}

#both = #layout.buffer<index_map<(i, j) -> (i floordiv 17, j floordiv 67, i mod 17, j mod 67)>, pad<0.0 : f32>>
func.func @both(%a: memref<40x150xf32> {llvm.noalias}, %b: memref<40x150xf32, #both>, %c: memref<40x150xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<40x150xf32>) outs(%b : memref<40x150xf32, #both>)
  layout.convert ins(%b : memref<40x150xf32, #both>) outs(%c : memref<40x150xf32>)
  return
}
