// Lanes along the last of two reductions are carried around both, and reduced once.
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-tile-loops{reassociate=true},layout-vectorize-loops)" --mlir-print-local-scope | FileCheck %s
// RUN: layout-check %s --entry=groups,shared --rtol=1e-4 --pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-tile-loops{reassociate=true},layout-vectorize-loops)"

// CHECK-LABEL: @groups(
// CHECK:         affine.for %{{.*}} = 0 to 9 {
// CHECK-NEXT:      affine.load %arg2
// CHECK:           affine.for %{{.*}} = 0 to 5 iter_args
// CHECK:             affine.for %{{.*}} iter_args
// CHECK:           vector.reduction
// CHECK-NEXT:      affine.store %{{.*}}, %arg2
func.func @groups(%a: memref<9x5x128xf32> {llvm.noalias}, %b: memref<5x128xf32> {llvm.noalias}, %c: memref<9xf32> {llvm.noalias}) {
  affine.for %i = 0 to 9 {
    affine.for %g = 0 to 5 {
      affine.for %k = 0 to 128 {
        %0 = affine.load %a[%i, %g, %k] : memref<9x5x128xf32>
        %1 = affine.load %b[%g, %k] : memref<5x128xf32>
        %2 = affine.load %c[%i] : memref<9xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i] : memref<9xf32>
      }
    }
  }
  return
}

// %b may be part of %c, of which each step may then read what the last one stored.
// CHECK-LABEL: @shared(
// CHECK-NOT:     affine.for %{{.*}} = 0 to 5 iter_args
// CHECK:         return
func.func @shared(%a: memref<9x5x128xf32> {llvm.noalias}, %b: memref<5x128xf32>, %c: memref<9xf32>) {
  affine.for %i = 0 to 9 {
    affine.for %g = 0 to 5 {
      affine.for %k = 0 to 128 {
        %0 = affine.load %a[%i, %g, %k] : memref<9x5x128xf32>
        %1 = affine.load %b[%g, %k] : memref<5x128xf32>
        %2 = affine.load %c[%i] : memref<9xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i] : memref<9xf32>
      }
    }
  }
  return
}
