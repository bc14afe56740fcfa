// A condition on a variable of a loop around the nest, whose range is known, bounds
// no loop of the nest: the branch stays.
// RUN: layout-opt %s --layout-tile-loops | FileCheck %s
// RUN: layout-check %s --entry=outer_guard,outer_and_inner --pipeline="builtin.module(layout-tile-loops)"

// CHECK-LABEL: @outer_guard
// CHECK:       affine.for %[[O:.*]] = 0 to 100
// CHECK:         affine.for %{{.*}} = 0 to 4
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 16
// CHECK-NEXT:        affine.if #{{.*}}(%[[O]])
func.func @outer_guard(%a: memref<4x16xi32>, %x: memref<100xi32>) {
  affine.for %o = 0 to 100 {
    %v = affine.load %x[%o] : memref<100xi32>
    affine.for %i = 0 to 64 {
      affine.if affine_set<(o) : (60 - o >= 0)>(%o) {
        affine.store %v, %a[%i floordiv 16, %i mod 16] : memref<4x16xi32>
      }
    }
  }
  return
}

// CHECK-LABEL: @outer_and_inner
// CHECK:       affine.for %[[O:.*]] = 0 to 100
// CHECK:         affine.if #{{.*}}(%[[O]], 
func.func @outer_and_inner(%a: memref<4x16xi32>, %x: memref<100xi32>) {
  affine.for %o = 0 to 100 {
    %v = affine.load %x[%o] : memref<100xi32>
    affine.for %i = 0 to 64 {
      affine.if affine_set<(o, i) : (60 - o >= 0, 50 - i >= 0)>(%o, %i) {
        affine.store %v, %a[%i floordiv 16, %i mod 16] : memref<4x16xi32>
      }
    }
  }
  return
}
