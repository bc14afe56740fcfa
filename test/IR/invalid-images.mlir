// Images that cannot be, and transfers that do not fit.
// RUN: layout-opt %s --verify-diagnostics --split-input-file

// expected-error @+1 {{expects rows and columns, or layers, rows and columns, not 1 extents}}
func.func private @image_c1_row(!layout.image<4xf32>)

// -----

// expected-error @+1 {{expects rows and columns, or layers, rows and columns, not 4 extents}}
func.func private @image_c1_batch(!layout.image<2x2x4x4xf32>)

// -----

// expected-error @+1 {{expects as texel f32, f16, an integer of 32, 16 or 8 bits, or a vector of four of them, not f64}}
func.func private @image_c2_f64(!layout.image<4x4xf64>)

// -----

// expected-error @+1 {{expects as texel f32, f16, an integer of 32, 16 or 8 bits, or a vector of four of them, not vector<3xf32>}}
func.func private @image_c2_rgb(!layout.image<4x4xvector<3xf32>>)

// -----

// expected-error @+1 {{expects as texel}}
func.func private @image_c2_scalable(!layout.image<4x4xvector<[4]xf32>>)

// -----

// expected-error @+1 {{expects texels: there is no empty image}}
func.func private @image_c3(!layout.image<4x0xf32>)

// -----

func.func @image_create_c1(%n: index) {
  // expected-error @+1 {{expects 1 sizes, one per dynamic extent of '!layout.image<?x4xf32>', not 2}}
  %a = layout.image_create(%n, %n) : !layout.image<?x4xf32>
  return
}

// -----

func.func @image_upload_c1(%m: memref<4x4xf32, strided<[8, 1]>>, %a: !layout.image<4x4xf32>) {
  // expected-error @+1 {{expects a contiguous buffer, not 'memref<4x4xf32, strided<[8, 1]>>'}}
  layout.image_upload %m to %a : memref<4x4xf32, strided<[8, 1]>> to !layout.image<4x4xf32>
  return
}

// -----

func.func @image_upload_c2_element(%m: memref<4x4xi32>, %a: !layout.image<4x4xf32>) {
  // expected-error @+1 {{expects numbers of one type, not those of 'memref<4x4xi32>' and of '!layout.image<4x4xf32>'}}
  layout.image_upload %m to %a : memref<4x4xi32> to !layout.image<4x4xf32>
  return
}

// -----

func.func @image_upload_c3(%m: memref<4x8xf32>, %a: !layout.image<8x8xf32>) {
  // expected-error @+1 {{expects as many numbers in 'memref<4x8xf32>', 32, as in '!layout.image<8x8xf32>', 64}}
  layout.image_upload %m to %a : memref<4x8xf32> to !layout.image<8x8xf32>
  return
}

// -----

func.func @image_download_c3_channels(%m: memref<4x4x3xf32>, %a: !layout.image<4x4xvector<4xf32>>) {
  // expected-error @+1 {{expects as many numbers in 'memref<4x4x3xf32>', 48, as in '!layout.image<4x4xvector<4xf32>>', 64}}
  layout.image_download %a to %m : !layout.image<4x4xvector<4xf32>> to memref<4x4x3xf32>
  return
}

// -----

func.func @as_texture_c1_space(%m: memref<4x4x4xf32, 1>) {
  // expected-error @+1 {{expects contiguous memory of the host, not 'memref<4x4x4xf32, 1>'}}
  %t = layout.as_texture %m : memref<4x4x4xf32, 1> to memref<4x4xvector<4xf32>, #layout.texture<read>>
  return
}

// -----

func.func @as_texture_c1_strided(%m: memref<4x4xf32, strided<[8, 1]>>) {
  // expected-error @+1 {{expects contiguous memory of the host}}
  %t = layout.as_texture %m : memref<4x4xf32, strided<[8, 1]>> to memref<4x4xf32, #layout.texture<read>>
  return
}

// -----

func.func @as_texture_c2_memory(%m: memref<4x4x4xf32>) {
  // expected-error @+1 {{expects a physical buffer in texture memory, not 'memref<4x4xvector<4xf32>>'}}
  %t = layout.as_texture %m : memref<4x4x4xf32> to memref<4x4xvector<4xf32>>
  return
}

// -----

#nchw4c = #layout.buffer<index_map<"NHWC" -> "NCHW4c">>
func.func @as_texture_c2_logical(%m: memref<1x1x4x4x4xf32>) {
  // expected-error @+1 {{expects a physical buffer in texture memory}}
  %t = layout.as_texture %m : memref<1x1x4x4x4xf32> to memref<1x4x4x4xf32, #nchw4c, #layout.texture<read>>
  return
}

// -----

func.func @as_texture_c3(%m: memref<4x4x4xf32>) {
  // expected-error @+1 {{expects as many numbers in 'memref<4x4x4xf32>', 64, as in 'memref<4x4xf32, #layout.texture<read>>', 16}}
  %t = layout.as_texture %m : memref<4x4x4xf32> to memref<4x4xf32, #layout.texture<read>>
  return
}
