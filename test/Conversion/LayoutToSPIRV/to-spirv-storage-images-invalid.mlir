// What only a sampled image has, where there is to be none.
// RUN: layout-opt %s --convert-layout-to-spirv='sampled-images=false' --verify-diagnostics

gpu.module @nearest {
  gpu.func @f(%a: memref<4x4xvector<4xf32>, #layout.texture<read, outside = clamp>>, %b: memref<8xvector<4xf32>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    // expected-error @below {{'layout.fetch' op takes the nearest texel of 'memref<4x4xvector<4xf32>, #layout.texture<read, outside = clamp>>', which is a storage image, as sampled-images=false demands}}
    %r = layout.fetch %a[%c0, %c0] : memref<4x4xvector<4xf32>, #layout.texture<read, outside = clamp>>
    memref.store %r, %b[%c0] : memref<8xvector<4xf32>>
    gpu.return
  }
}
