// Where a full tile never occurs, its code has places outside of the buffer. Of a
// constant, upstream's folding of affine.load would read them while it compiles.
// RUN: layout-check %s --entry=reversed --pipeline="builtin.module(layout-assign,layout-apply{pad-placement=before},layout-tile-loops,layout-partition-loops{max-pieces=3},layout-optimize)"

#reversed = #layout.buffer<index_map<(i, j) -> (i, (-j + 4) mod 3, (-j + 4) floordiv 3)>, pad<value (i, j, k) -> ((i * 4 + j + k * 2 + 4) mod 5)>, index_map<(i, j, k) -> (j, (-i + 2) * 2 + k)>>
#diagonal = #layout.buffer<index_map<(i, j) -> (i, i + j)>, pad<0xFF800000 : f32>>

memref.global "private" constant @global : memref<3x5xf32> = dense<-3.0> {layout.transform = #reversed}

func.func @reversed(%a: memref<3x5xf32> {layout.transform = #diagonal, llvm.noalias}) {
  %0 = memref.get_global @global : memref<3x5xf32>
  layout.convert ins(%0 : memref<3x5xf32>) outs(%a : memref<3x5xf32>)
  return
}
