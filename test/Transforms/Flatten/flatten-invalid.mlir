// RUN: layout-opt %s --split-input-file --layout-flatten="max-rank=2" --verify-diagnostics

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, axis_separator<[1]>>
// expected-error@+1 {{has a value of type 'memref<14xf32, #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, axis_separator<[1]>>>', whose layout is not applied; run layout-apply first}}
func.func @not_applied(%a: memref<14xf32, #tile>) {
  return
}

// -----

#two = #layout.buffer<index_map<(i, j, k) -> (i, j, k)>, axis_separator<[1, 2]>>
func.func @rank(%i: index) {
  // expected-error@+1 {{of rank 3 when flattened, which fewer axis separators would lower; the target has rank 2 at most}}
  %a = memref.alloc() : memref<4x4x4xf32, #two>
  return
}

// -----

func.func @rank_without_separators(%a: memref<4x4x4xf32>, %i: index) -> f32 {
  // expected-error@+1 {{of rank 3 when flattened, which fewer axis separators would lower; the target has rank 2 at most}}
  %x = memref.load %a[%i, %i, %i] : memref<4x4x4xf32>
  return %x : f32
}

// -----

#sep = #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[1]>>
func.func @cast(%a: memref<4x4xf32, #sep>) {
  // expected-error@+1 {{'memref.cast' op cannot be rewritten for the flat form of a buffer with axis separators; use memref.load and memref.store}}
  %u = memref.cast %a : memref<4x4xf32, #sep> to memref<*xf32>
  return
}

// -----

#flat = #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[]>>
func.func @dynamic_cast(%a: memref<?x?xf32, #flat>) {
  // expected-error@+1 {{cannot be rewritten for the flat form of a buffer with axis separators; use memref.load and memref.store}}
  %u = memref.cast %a : memref<?x?xf32, #flat> to memref<*xf32>
  return
}

// -----

#flat = #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[]>>
func.func private @callee(%a: memref<4x4xf32, #flat>)
func.func @address_taken() {
  // expected-error@+1 {{has a buffer with axis separators inside of '(memref<4x4xf32, #layout.buffer<index_map<(d0, d1) -> (d0, d1)>, axis_separator<[]>>>) -> ()', where it cannot be flattened}}
  %f = func.constant @callee : (memref<4x4xf32, #flat>) -> ()
  return
}

// -----

#joined = #layout.buffer<index_map<(n, h, w, c) -> (n, h, w, c)>, axis_separator<[2]>>
// expected-error@+1 {{has a value of type 'memref<?x?x8x4xf32, #layout.buffer<index_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, axis_separator<[2]>>, #layout.texture<read>>', a texture of dynamic shape; an image does not keep the extents of axes that were joined}}
func.func @dynamic_texture(%a: memref<?x?x8x4xf32, #joined, #layout.texture<read>>) {
  return
}

// -----

// TX-06: a texel has one channel or four.
#three = #layout.buffer<index_map<(h, w, c) -> (h, w, c)>, axis_separator<[1]>>
// expected-error@+1 {{but a texture has rows, columns, and an innermost axis of 1 or 4 channels}}
func.func @three_channels(%a: memref<8x6x3xf32, #three, #layout.texture<read>>) {
  return
}

// -----

// TX-06: there is no texture of rank 2 with its channels.
#rows = #layout.buffer<index_map<(h, c) -> (h, c)>, axis_separator<[1]>>
// expected-error@+1 {{but a texture has rows, columns, and an innermost axis of 1 or 4 channels}}
func.func @no_columns(%a: memref<8x4xf32, #rows, #layout.texture<read>>) {
  return
}

// -----

// A texture is flat for all who name it, other memory is not.
#sep = #layout.buffer<index_map<(i, j, k) -> (i, j, k)>, axis_separator<[1]>>
func.func @out_of_texture(%a: memref<8x8x4xf32, #sep, #layout.texture<read>>, %i: index) -> f32 {
  // expected-error@+1 {{'memref.memory_space_cast' op casts between a texture and other memory, where a buffer has another shape when flattened}}
  %u = memref.memory_space_cast %a : memref<8x8x4xf32, #sep, #layout.texture<read>> to memref<8x8x4xf32, #sep>
  %x = memref.load %u[%i, %i, %i] : memref<8x8x4xf32, #sep>
  return %x : f32
}

// -----

#sep = #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[1]>>
func.func @dynamic_pointer(%a: memref<?x?xf32, #sep>) -> index {
  // expected-error@+1 {{cannot address a buffer with axis separators of dynamic shape by a flat index; use memref.load and memref.store}}
  %p = memref.extract_aligned_pointer_as_index %a : memref<?x?xf32, #sep> -> index
  return %p : index
}
