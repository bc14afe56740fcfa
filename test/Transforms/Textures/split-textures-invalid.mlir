// RUN: layout-opt %s --layout-split-textures --split-input-file --verify-diagnostics

// TX-18: the limit is strict.
// expected-error@+1 {{texture 'memref<1x1x16384x1x4xf32, #layout.texture<read>>': no split into rows and columns has less than 16384 of each; raise max-extent, if the target allows it; or leave it in ordinary memory by otherwise-buffer=true}}
func.func @long(%a: memref<1x1x16384x1x4xf32, #layout.texture<read>>) {
  return
}

// -----

// TX-06
// expected-error@+1 {{the innermost axis is the channels of a texel, 1 or 4, not 3}}
func.func @three(%a: memref<8x8x3xf32, #layout.texture<read>>) {
  return
}

// -----

// TX-06
// expected-error@+1 {{a texture has rows, columns and channels, but there are 2 axes; add an axis of 1 or 4 channels as the last; or leave it in ordinary memory by otherwise-buffer=true}}
func.func @two(%a: memref<8x4xf32, #layout.texture<read>>) {
  return
}

// -----

// expected-error@+1 {{an extent is dynamic; expects a static shape, as the extents of an image are fixed}}
func.func @dynamic(%a: memref<?x8x4xf32, #layout.texture<read>>) {
  return
}

// -----

func.func @view(%a: memref<8x8x4xf32, #layout.texture<read>>) {
  // expected-error@+1 {{expects a buffer, as a texture has no views; access the texture itself}}
  %b = memref.collapse_shape %a [[0, 1], [2]] : memref<8x8x4xf32, #layout.texture<read>> into memref<64x4xf32, #layout.texture<read>>
  return
}

// -----

// The physical shape of this layout has 5 channels.
// expected-error@+1 {{the innermost axis is the channels of a texel, 1 or 4, not 5}}
func.func @laid_out(%a: memref<8x8x10xf32, #layout.buffer<index_map<(h, w, c) -> (h, w, c floordiv 5, c mod 5)>>, #layout.texture<read>>) {
  return
}

// -----

// A border makes rows and columns longer, but texels have their channels.
#border = #layout.buffer<index_map<(h, w, c) -> (h, w, c)>, extent<[? + 1, ? + 1, ? + 1]>, pad<undef>>
// expected-error@+1 {{the innermost axis is the channels of a texel, 1 or 4, not 5}}
func.func @border(%a: memref<8x8x4xf32, #border, #layout.texture<read>>) {
  return
}
