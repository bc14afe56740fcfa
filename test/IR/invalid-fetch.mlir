// Promises that cannot be, and fetches of what promises nothing.
// RUN: layout-opt %s --verify-diagnostics --split-input-file

// expected-error @+1 {{expects a texture that is read, where `outside` is zero: what is read outside of one that is written is not promised}}
func.func private @texture_c1_write(memref<4x4xf32, #layout.texture<write, outside = zero>>)

// -----

// expected-error @+1 {{expects a texture that is read, where `outside` is clamp}}
func.func private @texture_c1_readwrite(memref<4x4xf32, #layout.texture<readwrite, outside = clamp>>)

// -----

// expected-error @+2 {{expected ::mlir::layout::TextureOutside to be one of: undefined, zero, clamp}}
// expected-error @+1 {{failed to parse Layout_TextureAttr parameter 'outside' which is to be a `::mlir::layout::TextureOutside`}}
func.func private @no_keyword(memref<4x4xf32, #layout.texture<read, outside = one>>)

// -----

func.func @fetch_c1(%a: memref<4x5xf32, #layout.texture<read>>, %i: index) {
  // expected-error @+1 {{expects a memory space that guarantees what is read outside, as #layout.texture<read, outside = zero>, not that of 'memref<4x5xf32, #layout.texture<read>>'}}
  %x = layout.fetch %a[%i, %i] : memref<4x5xf32, #layout.texture<read>>
  return
}

// -----

func.func @fetch_c1_plain(%a: memref<4x5xf32>, %i: index) {
  // expected-error @+1 {{expects a memory space that guarantees what is read outside}}
  %x = layout.fetch %a[%i, %i] : memref<4x5xf32>
  return
}

// -----

func.func @fetch_c2_channels(%a: memref<4x4x4xf32, #layout.texture<read, outside = zero>>, %i: index) {
  // expected-error @+1 {{expects whole texels, but the innermost axis of 'memref<4x4x4xf32, #layout.texture<read, outside = zero>>' may be their channels; run layout-vectorize-elements}}
  %x = layout.fetch %a[%i, %i, %i] : memref<4x4x4xf32, #layout.texture<read, outside = zero>>
  return
}

// -----

#separated = #layout.buffer<index_map<(i, j, k) -> (i, j, k)>, axis_separator<[1]>>
func.func @fetch_c2_separated(%a: memref<4x4x8xf32, #separated, #layout.texture<read, outside = zero>>, %i: index) {
  // expected-error @+1 {{expects an image, which}}
  %x = layout.fetch %a[%i, %i, %i] : memref<4x4x8xf32, #separated, #layout.texture<read, outside = zero>>
  return
}

// -----

func.func @fetch_c2_texel(%a: memref<4x5xf64, #layout.texture<read, outside = zero>>, %i: index) {
  // expected-error @+1 {{expects an image, which}}
  %x = layout.fetch %a[%i, %i] : memref<4x5xf64, #layout.texture<read, outside = zero>>
  return
}

// -----

func.func @fetch_c3(%a: memref<4x5xf32, #layout.texture<read, outside = zero>>, %i: index) {
  // expected-error @+1 {{expects 2 indices, one per axis of 'memref<4x5xf32, #layout.texture<read, outside = zero>>', not 1}}
  %x = layout.fetch %a[%i] : memref<4x5xf32, #layout.texture<read, outside = zero>>
  return
}

// -----

// expected-error @+1 {{expected 'zero'}}
func.func private @image_outside(!layout.image<4x5xf32, outside = clamp>)
