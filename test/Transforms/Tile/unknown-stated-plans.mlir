// A plan whose order may change results, which cannot be known: 2199023255555 is 3
// modulo 64, and exceeds the bounds on the work, 2^40.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=x86-64-v3},layout-tile-loops)" --verify-diagnostics

func.func @order(%a: memref<64x64xf32>) {
  // expected-error @+1 {{'layout.loops' cannot be followed: results might change: a coefficient is beyond 2^40}}
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %x = affine.load %a[(%i * 2199023255555) mod 64, (%j * 2199023255555) mod 64] : memref<64x64xf32>
      %y = arith.addf %x, %x : f32
      affine.store %y, %a[%i, %j] : memref<64x64xf32>
    }
  } {layout.loops = #layout.loops<(i, j) -> (j, i)>}
  return
}
