// Inputs on which upstream's normalize-memrefs is wrong or silent: those that are
// refused here.
// RUN: layout-opt %s --split-input-file --layout-normalize-memrefs --verify-diagnostics

// R1. Upstream stores to [-3].
#neg = affine_map<(i) -> (2 * i - 3)>
func.func @negative() {
  %c = arith.constant 7.0 : f32
  // expected-error@+1 {{maps (0) to (-3)}}
  %a = memref.alloc() : memref<16xf32, #neg>
  affine.store %c, %a[0] : memref<16xf32, #neg>
  return
}

// -----

// R2. Upstream lets two elements share a place.
#mod = affine_map<(i, j) -> (i mod 2, j)>
func.func @aliasing() {
  // expected-error@+1 {{(0, 0) and (2, 0) both map to (0, 0)}}
  %a = memref.alloc() : memref<4x4xf32, #mod>
  %c1 = arith.constant 1.0 : f32
  affine.store %c1, %a[1, 0] : memref<4x4xf32, #mod>
  return
}

// -----

// R6s. Upstream leaves it alone.
#sym = affine_map<(i)[s] -> (i floordiv s, i mod s)>
func.func @symbolic(%s: index, %i: index) -> f32 {
  // expected-error@+1 {{symbolic divisor s0 in 'd0 floordiv s0'}}
  %a = memref.alloc()[%s] : memref<14xf32, #sym>
  %r = memref.load %a[%i] : memref<14xf32, #sym>
  return %r : f32
}
