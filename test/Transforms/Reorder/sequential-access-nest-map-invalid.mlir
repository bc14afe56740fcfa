// RUN: layout-opt %s --layout-sequential-access="nest-map=(i,j)->(i+j)" --split-input-file --verify-diagnostics
// RUN: not layout-opt %s --layout-sequential-access="nest-map=(i)->(i*i)" 2>&1 | FileCheck %s --check-prefix=SYNTAX
// SYNTAX: layout-sequential-access: nest-map expects an index map such as "(i, j) -> (j, i)", found "(i)->(i*i)"

// SA-04
func.func @collides(%a: memref<128x128xf32>, %x: f32) {
  // expected-error @+1 {{layout-sequential-access: nest-map is not injective on this nest: (0, 1) and (1, 0) both map to (1)}}
  affine.for %i = 0 to 128 {
    affine.for %j = 0 to 128 {
      affine.store %x, %a[%i, %j] : memref<128x128xf32>
    }
  } {layout.sequential}
  return
}

// -----

func.func @too_few_loops(%a: memref<128xf32>, %x: f32) {
  // expected-error @+1 {{layout-sequential-access: nest-map takes 2 loops, but the nest has 1}}
  affine.for %i = 0 to 128 {
    affine.store %x, %a[%i] : memref<128xf32>
  } {layout.sequential}
  return
}
