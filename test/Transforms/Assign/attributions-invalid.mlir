// RUN: layout-opt %s --split-input-file --layout-assign --verify-diagnostics

gpu.module @kernels {
  gpu.func @torn(%in: memref<64x64xf16>, %i: index)
      // expected-note @below {{the layout is requested here}}
      workgroup(%a: memref<64x64xf16, 3> {layout.transform = #layout.buffer<index_map<(i, j) -> (i, (j floordiv 4) xor (i mod 8), j mod 4)>>})
      kernel {
    // expected-error @below {{'nvgpu.device_async_copy' op moves 8 elements by one address, and the layout does not keep them together: element (1, 0) is at offset 68, which is no multiple of 8; use a layout whose innermost physical dimension holds whole runs of 8}}
    %t = nvgpu.device_async_copy %in[%i, %i], %a[%i, %i], 8 : memref<64x64xf16> to memref<64x64xf16, 3>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @matrix(%i: index)
      // expected-note @below {{the layout is requested here}}
      workgroup(%a: memref<64x64xf16, 3> {layout.transform = #layout.buffer<index_map<(i, j) -> (i, (j floordiv 8) xor (i mod 8), j mod 8)>>})
      kernel {
    // expected-error @below {{'gpu.subgroup_mma_load_matrix' op accesses a matrix by its leading dimension, and the layout leaves none: it is not proven that rows are contiguous, and at one distance; use a layout that only pads rows, as extent<[?, ? + 8]>}}
    %m = gpu.subgroup_mma_load_matrix %a[%i, %i] {leadDimension = 64 : index} : memref<64x64xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
    gpu.return
  }
}

// -----

// Rows are at one distance, but their elements are, too.
gpu.module @kernels {
  gpu.func @transposed(%i: index)
      // expected-note @below {{the layout is requested here}}
      workgroup(%a: memref<64x64xf16, 3> {layout.transform = #layout.buffer<index_map<(i, j) -> (j, i)>>})
      kernel {
    // expected-error @below {{'gpu.subgroup_mma_load_matrix' op accesses a matrix by its leading dimension, and the layout leaves none: it is not proven that rows are contiguous, and at one distance; use a layout that only pads rows, as extent<[?, ? + 8]>}}
    %m = gpu.subgroup_mma_load_matrix %a[%i, %i] {leadDimension = 64 : index} : memref<64x64xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @every_second_row(%i: index)
      // expected-note @below {{the layout is requested here}}
      workgroup(%a: memref<64x64xf16, 3> {layout.transform = #layout.buffer<index_map<(i, j) -> (i, j)>, extent<[?, 72]>>})
      kernel {
    // expected-error @below {{'gpu.subgroup_mma_load_matrix' op has the leading dimension 128, but the buffer has rows of 64 elements; expects their length, which becomes the distance of the laid-out rows, or a buffer without a layout}}
    %m = gpu.subgroup_mma_load_matrix %a[%i, %i] {leadDimension = 128 : index} : memref<64x64xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @aliased()
      // expected-error @below {{(0) and (2) both map to (0)}}
      workgroup(%a: memref<4xf32, 3> {layout.transform = #layout.buffer<index_map<(i) -> (i mod 2)>>})
      kernel {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{'gpu.func' op has 'layout.transform' among the attributes of a memory attribution, where no pass reads it; request a #layout.buffer by 'layout.transform', or state it in its type}}
  gpu.func @no_layout() workgroup(%a: memref<4xf32, 3> {layout.transform = 3 : i32}) kernel {
    gpu.return
  }
}

// -----

// A view changes nothing about what a layout tears apart.
#fours = #layout.buffer<index_map<(i, j) -> (i, (j floordiv 4) xor (i mod 8), j mod 4)>>
gpu.module @kernels {
  // expected-note @below {{the layout is requested here}}
  gpu.func @view_of_torn(%i: index) workgroup(%a: memref<64x64xf16, 3> {layout.transform = #fours}) kernel {
    %v = memref.subview %a[8, 0] [8, 64] [1, 1] : memref<64x64xf16, 3> to memref<8x64xf16, strided<[64, 1], offset: 512>, 3>
    // expected-error @below {{'nvgpu.ldmatrix' op moves 8 elements by one address, and the layout does not keep them together: element (1, 0) is at offset 68}}
    %m = nvgpu.ldmatrix %v[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<8x64xf16, strided<[64, 1], offset: 512>, 3> -> vector<4x2xf16>
    gpu.return
  }
}

// -----

// The last dimension of a view must be that of the buffer.
#swizzled = #layout.buffer<index_map<(i, j) -> (i, (j floordiv 8) xor (i mod 8), j mod 8)>>
gpu.module @kernels {
  // expected-note @below {{the layout is requested here}}
  gpu.func @collapsed(%i: index) workgroup(%a: memref<64x64xf16, 3> {layout.transform = #swizzled}) kernel {
    %v = memref.collapse_shape %a [[0, 1]] : memref<64x64xf16, 3> into memref<4096xf16, 3>
    // expected-error @below {{'nvgpu.ldmatrix' op uses a view of a buffer that gets a layout, and cannot be folded into an access to the buffer itself}}
    %m = nvgpu.ldmatrix %v[%i] {numTiles = 4 : i32, transpose = false} : memref<4096xf16, 3> -> vector<4x2xf16>
    gpu.return
  }
}
