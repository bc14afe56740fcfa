// A loop that is never entered has no digits either; upstream drops the bounds of
// what stands in such a loop, so that none is left.
// RUN: layout-opt %s --layout-tile-loops | FileCheck %s
// RUN: layout-opt %s --layout-vectorize-loops | FileCheck %s
// RUN: layout-check %s --entry=empty --pipeline="builtin.module(layout-tile-loops,func.func(affine-simplify-structures))"
// RUN: layout-check %s --entry=empty --pipeline="builtin.module(layout-vectorize-loops,func.func(affine-simplify-structures))"

// CHECK-LABEL: @empty
// CHECK-NOT: affine.load
// CHECK: return
func.func @empty(%a: memref<4x4x2xf32>, %b: memref<8x8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = max affine_map<(i) -> (6, i + 2)>(%i) to min affine_map<(i) -> (8, i - 2)>(%i) {
      affine.for %k = max affine_map<(j) -> (0, j - 7)>(%j) to 8 {
        %x = affine.load %a[%i floordiv 2, %j floordiv 2, %j mod 2] : memref<4x4x2xf32>
        affine.store %x, %b[%k, %j] : memref<8x8xf32>
      }
    }
  }
  affine.for %i = 2 to min affine_map<() -> (3, 1)>() {
    affine.for %j = max affine_map<(i) -> (0, -i + 2)>(%i) to min affine_map<(i) -> (4, -i + 3)>(%i) {
      %x = affine.load %a[%i floordiv 2, %j floordiv 2, %j mod 2] : memref<4x4x2xf32>
      affine.store %x, %b[%i, %j] : memref<8x8xf32>
    }
  }
  return
}
