// Layouts that tear apart what an op moves by one address.
// RUN: layout-opt %s --layout-apply --split-input-file --verify-diagnostics

#fours = #layout.buffer<index_map<(i, j) -> (i, (j floordiv 4) xor (i mod 8), j mod 4)>>
gpu.module @kernels {
  gpu.func @unaligned(%i: index) workgroup(%a: memref<64x64xf16, #fours, 3>) kernel {
    // expected-error @+1 {{'nvgpu.ldmatrix' op moves 8 elements by one address, and the layout does not keep them together: element (1, 0) is at offset 68, which is no multiple of 8; use a layout whose innermost physical dimension holds whole runs of 8}}
    %m = nvgpu.ldmatrix %a[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<64x64xf16, #fours, 3> -> vector<4x2xf16>
    gpu.return
  }
}

// -----

#turned = #layout.buffer<index_map<(i, j) -> (j, i)>>
gpu.module @kernels {
  gpu.func @torn(%i: index) workgroup(%a: memref<64x64xf16, #turned, 3>) kernel {
    // expected-error @+1 {{elements (0, 0) and (0, 1) are at offsets 0 and 64}}
    %m = nvgpu.ldmatrix %a[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<64x64xf16, #turned, 3> -> vector<4x2xf16>
    gpu.return
  }
}

// -----

#tiles = #layout.buffer<index_map<(i, j) -> (i, j floordiv 8, j mod 8)>>
gpu.module @kernels {
  gpu.func @rows(%i: index) workgroup(%a: memref<64x20xf16, #tiles, 3>) kernel {
    // expected-error @+1 {{rows of 20 elements do not consist of runs of 8}}
    %m = nvgpu.ldmatrix %a[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<64x20xf16, #tiles, 3> -> vector<4x2xf16>
    gpu.return
  }
}

// -----

#tiles = #layout.buffer<index_map<(i, j) -> (i, j floordiv 8, j mod 8)>>
gpu.module @kernels {
  gpu.func @dynamic(%a: memref<64x?xf16, #tiles, 3>, %i: index) kernel {
    // expected-error @+1 {{the layout is not proven to keep them together: the shape is dynamic}}
    %m = nvgpu.ldmatrix %a[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<64x?xf16, #tiles, 3> -> vector<4x2xf16>
    gpu.return
  }
}
