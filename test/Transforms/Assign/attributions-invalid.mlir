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

gpu.module @kernels {
  gpu.func @every_second_row(%i: index)
      // expected-note @below {{the layout is requested here}}
      workgroup(%a: memref<64x64xf16, 3> {layout.transform = #layout.buffer<index_map<(i, j) -> (i, j)>, extent<[?, 72]>>})
      kernel {
    // expected-error @below {{'gpu.subgroup_mma_load_matrix' op has the leading dimension 128, but the buffer has rows of 64 elements; only those are moved along with a layout}}
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
  // expected-error @below {{'gpu.func' op has 'layout.transform' beside a memory attribution, where no pass reads it; request a #layout.buffer by 'layout.transform', or state it in its type}}
  gpu.func @no_layout() workgroup(%a: memref<4xf32, 3> {layout.transform = 3 : i32}) kernel {
    gpu.return
  }
}
