// RFC 0077: a 127 x 127 x 127 matmul in tiles of 32 x 32. All guards go.
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-apply,layout-sequential-access{nest-map=\"(i, j, k) -> (i floordiv 32, j floordiv 32, k floordiv 32, i mod 32, k mod 32, j mod 32)\"})" | FileCheck %s --check-prefix=WALK
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-apply,layout-sequential-access{nest-map=\"(i, j, k) -> (i floordiv 32, j floordiv 32, k floordiv 32, i mod 32, k mod 32, j mod 32)\"},layout-overcompute)" | FileCheck %s --check-prefix=OVER
//
// All at once: layout-optimize does not tile, but leaves no guard in the tiles.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-apply,layout-sequential-access{nest-map=\"(i, j, k) -> (i floordiv 32, j floordiv 32, k floordiv 32, i mod 32, k mod 32, j mod 32)\"},layout-optimize{padding=true},layout-finalize)" | FileCheck %s --check-prefix=OPT
//
// Each step is run.
// RUN: layout-check %s --entry=f --rtol=1e-4 --pipeline="builtin.module(layout-apply)"
// RUN: layout-check %s --entry=f --rtol=1e-4 --pipeline="builtin.module(layout-apply,layout-sequential-access{nest-map=\"(i, j, k) -> (i floordiv 32, j floordiv 32, k floordiv 32, i mod 32, k mod 32, j mod 32)\"})"
// RUN: layout-check %s --entry=f --rtol=1e-4 --pipeline="builtin.module(layout-apply,layout-sequential-access{nest-map=\"(i, j, k) -> (i floordiv 32, j floordiv 32, k floordiv 32, i mod 32, k mod 32, j mod 32)\"},layout-overcompute)"
// RUN: layout-check %s --entry=f --rtol=1e-4 --pipeline="builtin.module(layout-apply,layout-sequential-access{nest-map=\"(i, j, k) -> (i floordiv 32, j floordiv 32, k floordiv 32, i mod 32, k mod 32, j mod 32)\"},layout-overcompute,layout-finalize)"
// RUN: layout-check %s --entry=f --rtol=1e-4 --pipeline="builtin.module(layout-apply,layout-sequential-access{nest-map=\"(i, j, k) -> (i floordiv 32, j floordiv 32, k floordiv 32, i mod 32, k mod 32, j mod 32)\"},layout-optimize{padding=true},layout-finalize)"

#T = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f32>>

// WALK-LABEL:  @f
// WALK:        affine.if
// WALK:          arith.mulf

// OVER-LABEL:  @f
// OVER:        affine.for %{{.*}} = 0 to 4
// OVER-NEXT:     affine.for %{{.*}} = 0 to 4
// OVER-NEXT:       affine.for %{{.*}} = 0 to 4
// OVER-NEXT:         affine.for %{{.*}} = 0 to 32
// OVER-NEXT:           affine.for %{{.*}} = 0 to 32
// OVER-NEXT:             affine.for %{{.*}} = 0 to 32
// OVER-NOT:                affine.if
// OVER:                    arith.mulf

// OPT-LABEL:   @f
// OPT-NOT:     affine.if
// OPT:         arith.mulf
// OPT-NOT:     affine.if
// OPT:         return
func.func @f(%a: memref<127x127xf32, #T>, %b: memref<127x127xf32, #T>, %c: memref<127x127xf32, #T>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 127 {
    affine.for %j = 0 to 127 {
      affine.store %zero, %c[%i, %j] : memref<127x127xf32, #T>
    }
  }
  affine.for %i = 0 to 127 {
    affine.for %j = 0 to 127 {
      affine.for %k = 0 to 127 {
        %x = affine.load %a[%i, %k] : memref<127x127xf32, #T>
        %y = affine.load %b[%k, %j] : memref<127x127xf32, #T>
        %p = arith.mulf %x, %y : f32
        %s = affine.load %c[%i, %j] : memref<127x127xf32, #T>
        %t = arith.addf %s, %p : f32
        affine.store %t, %c[%i, %j] {layout.sequential} : memref<127x127xf32, #T>
      }
    }
  }
  return
}
