// Plans that no user has written are remarks where they do not fit, and their
// functions stay as they are.
// RUN: layout-opt %s --layout-tile-loops --remarks-filter-missed=layout 2>&1 | FileCheck %s

// CHECK: layout-tile-loops/plan{{.*}}the plan of the nest, by 'planner', is not followed: it is stale: it was made for the extents [64, 32], and those of the nest are [64, 64]
// CHECK: layout-tile-loops/plan{{.*}}the plan of the nest, by 'planner', is not followed: it is of 2 loops, and the perfect nest has 3
// CHECK: layout-tile-loops/plan{{.*}}the plan of the nest, by 'tuned', is not followed: there are rows without lanes; expects lanes, or 'unroll'

// CHECK-LABEL: @stale
// CHECK: affine.store %{{.*}}, %{{.*}}[%{{.*}} floordiv 16, %{{.*}}, %{{.*}} mod 16]
// CHECK: layout.loops
// CHECK: affine.store %{{.*}}, %{{.*}}[%{{.*}} floordiv 16, %{{.*}}, %{{.*}} mod 16]
func.func @stale(%a: memref<64x64xf32>, %b: memref<4x64x16xf32> {llvm.noalias}, %c: memref<4x64x16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %x = affine.load %a[%i, %j] : memref<64x64xf32>
      %y = arith.addf %x, %x : f32
      affine.store %y, %b[%j floordiv 16, %i, %j mod 16] : memref<4x64x16xf32>
    }
  } {layout.loops = #layout.loops<(i, j) -> (j floordiv 16, i, lanes j mod 16), for [64, 32], by planner>}
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %x = affine.load %a[%i, %j] : memref<64x64xf32>
      %y = arith.addf %x, %x : f32
      affine.store %y, %c[%j floordiv 16, %i, %j mod 16] : memref<4x64x16xf32>
    }
  }
  return
}

// Nor where the plan only keeps the order.
// CHECK-LABEL: @deeper
// CHECK-COUNT-3: affine.for
// CHECK: by planner
func.func @deeper(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32> {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 64 {
        %x = affine.load %a[%i, %k] : memref<64x64xf32>
        %y = affine.load %b[%k, %j] : memref<64x64xf32>
        %s = affine.load %c[%i, %j] : memref<64x64xf32>
        %p = arith.mulf %x, %y : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %c[%i, %j] : memref<64x64xf32>
      }
    }
  } {layout.loops = #layout.loops<(i, j) -> (i, j), by planner>}
  return
}

// CHECK-LABEL: @tuned
// CHECK: affine.for %{{.*}} = 0 to 8
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8
// CHECK: by tuned
func.func @tuned(%a: memref<8x8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.store %x, %a[%i, %j] : memref<8x8xf32>
    }
  } {layout.loops = #layout.loops<(i, j) -> (i, rows j), by tuned>}
  return
}
