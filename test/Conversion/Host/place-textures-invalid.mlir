// A layout that is wrong is an error at the allocation, not one more buffer that stays.
// RUN: layout-opt %s --layout-place-textures --verify-diagnostics

func.func @wrong_layout() {
  // expected-error @+1 {{layout of 'memref<2x4x4xf32, affine_map<(d0, d1, d2) -> (d0 - 1, d1, d2)>>': places must not be negative, but the index map maps (0, 0, 0) to (-1, 0, 0)}}
  %a = memref.alloc() : memref<2x4x4xf32, affine_map<(i, j, k) -> (i - 1, j, k)>>
  return
}
