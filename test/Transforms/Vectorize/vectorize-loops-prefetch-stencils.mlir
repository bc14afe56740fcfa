// A stencil over tiles reads three planes at a time and writes another one: the
// next tile of what is ahead, and of what is written, is prefetched, behind the
// last one of a row the first one of the next row.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=znver4},layout-vectorize-loops,canonicalize,cse)" --mlir-print-local-scope | FileCheck %s
// DEFINE: %{check} = layout-check %s --seed=1 --pipeline="builtin.module(layout-set-target{target=znver4},layout-vectorize-loops)"
// RUN: %{check} --entry=planes
// RUN: %{check} --entry=once

// CHECK-LABEL: func @planes
// CHECK: affine.for %[[I:.*]] = 1 to 11
// CHECK: affine.for %[[JO:.*]] = 0 to 4
// CHECK: affine.for %[[KO:.*]] = 0 to 5
// CHECK: affine.for %[[JI:.*]] = 0 to 32
// CHECK-DAG: %[[AHEAD:.*]] = affine.apply affine_map<(d0) -> (d0 + 1)>(%[[I]])
// CHECK-DAG: %[[ROW:.*]] = affine.min affine_map<(d0, d1) -> (d0 + (d1 + 1) floordiv 5, 3)>(%[[JO]], %[[KO]])
// CHECK-DAG: %[[TILE:.*]] = affine.min affine_map<(d0) -> (d0 - ((d0 + 1) floordiv 5) * 5 + 1, 4)>(%[[KO]])
// CHECK-DAG: memref.prefetch %arg0[%[[AHEAD]], %[[ROW]], %[[TILE]], %[[JI]], %c0], read, locality<3>, data
// CHECK-COUNT-3: memref.prefetch %arg0
// CHECK-NOT: memref.prefetch %arg0
// CHECK-COUNT-4: memref.prefetch %arg1[%[[I]], %[[ROW]], %[[TILE]], %[[JI]], %{{.*}}], write, locality<3>, data
// CHECK-NOT: memref.prefetch
func.func @planes(%a: memref<12x4x5x32x32xf64> {llvm.noalias}, %b: memref<12x4x5x32x32xf64> {llvm.noalias}) {
  affine.for %i = 1 to 11 {
    affine.for %jo = 0 to 4 {
      affine.for %ko = 0 to 5 {
        affine.for %ji = 0 to 32 {
          affine.for %ki = 0 to 32 {
            %x = affine.load %a[%i - 1, %jo, %ko, %ji, %ki] : memref<12x4x5x32x32xf64>
            %y = affine.load %a[%i, %jo, %ko, %ji, %ki] : memref<12x4x5x32x32xf64>
            %z = affine.load %a[%i + 1, %jo, %ko, %ji, %ki] : memref<12x4x5x32x32xf64>
            %s = arith.addf %x, %y : f64
            %t = arith.addf %s, %z : f64
            affine.store %t, %b[%i, %jo, %ko, %ji, %ki] : memref<12x4x5x32x32xf64>
          }
        }
      }
    }
  }
  return
}

// What is read at one place only goes on where hardware foresees it.
// CHECK-LABEL: func @once
// CHECK-NOT: memref.prefetch
func.func @once(%a: memref<12x4x5x32x32xf64> {llvm.noalias}, %b: memref<12x4x5x32x32xf64> {llvm.noalias}) {
  affine.for %i = 1 to 11 {
    affine.for %jo = 0 to 4 {
      affine.for %ko = 0 to 5 {
        affine.for %ji = 0 to 32 {
          affine.for %ki = 0 to 32 {
            %x = affine.load %a[%i, %jo, %ko, %ji, %ki] : memref<12x4x5x32x32xf64>
            %t = arith.addf %x, %x : f64
            affine.store %t, %b[%i, %jo, %ko, %ji, %ki] : memref<12x4x5x32x32xf64>
          }
        }
      }
    }
  }
  return
}
