// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-vectorize-loops,canonicalize,cse)" --mlir-print-local-scope | FileCheck %s
//
// Nothing is left to do for a second run.
// RUN: layout-opt %s --layout-vectorize-loops > %t.once
// RUN: layout-opt %t.once --layout-vectorize-loops | diff %t.once -
//
// DEFINE: %{names} = grep -o "^func.func @[a-z_0-9]*" %s | cut -d@ -f2
// RUN: %{names} | paste -sd, | xargs -I{} env MALLOC_PERTURB_=170 layout-check %s --entry={} --pipeline="builtin.module(layout-vectorize-loops)"
//
// Lanes that read every second, third or fourth element: registers are loaded with what lies
// between, too. The last one ends with the last lane.

// CHECK-LABEL: @second
// CHECK:      %[[A:.*]] = vector.load %{{.*}}[%{{.*}}, %c0] : memref<3x15xf32>, vector<8xf32>
// CHECK-NEXT: %[[B:.*]] = vector.load %{{.*}}[%{{.*}}, %c7] : memref<3x15xf32>, vector<8xf32>
// CHECK-NEXT: vector.shuffle %[[A]], %[[B]] [0, 2, 4, 6, 9, 11, 13, 15]
func.func @second(%a: memref<3x15xf32> {llvm.noalias}, %b: memref<3x8xf32> {llvm.noalias}) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %a[%i, 2 * %j] : memref<3x15xf32>
      affine.store %0, %b[%i, %j] : memref<3x8xf32>
    }
  }
  return
}

// CHECK-LABEL: @third
// CHECK:      %[[A:.*]] = vector.load %{{.*}}[%c1] : memref<23xf32>, vector<8xf32>
// CHECK:      %[[B:.*]] = vector.load %{{.*}}[%c9] : memref<23xf32>, vector<8xf32>
// CHECK-NEXT: %[[AB:.*]] = vector.shuffle %[[A]], %[[B]] [0, 3, 6, 9, 12, 15, -1, -1]
// CHECK-NEXT: %[[C:.*]] = vector.load %{{.*}}[%c15] : memref<23xf32>, vector<8xf32>
// CHECK-NEXT: vector.shuffle %[[AB]], %[[C]] [0, 1, 2, 3, 4, 5, 12, 15]
func.func @third(%a: memref<23xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}) {
  affine.for %j = 0 to 8 {
    %0 = affine.load %a[3 * %j + 1] : memref<23xf32>
    affine.store %0, %b[%j] : memref<8xf32>
  }
  return
}

// CHECK-LABEL: @fourth
// CHECK-COUNT-8: vector.load %{{.*}} : memref<61xf32>, vector<8xf32>
// CHECK-NOT: load
func.func @fourth(%a: memref<61xf32> {llvm.noalias}, %b: memref<16xf32> {llvm.noalias}) {
  affine.for %j = 0 to 16 {
    %0 = affine.load %a[4 * %j] : memref<61xf32>
    affine.store %0, %b[%j] : memref<16xf32>
  }
  return
}

// Two lanes and what lies between them are one register.
// CHECK-LABEL: @one_register
// CHECK:      %[[A:.*]] = vector.load %{{.*}}[%c0] : memref<4xf32>, vector<4xf32>
// CHECK-NEXT: vector.shuffle %[[A]], %[[A]] [0, 3]
func.func @one_register(%a: memref<4xf32> {llvm.noalias}, %b: memref<2xf32> {llvm.noalias}) {
  affine.for %j = 0 to 2 {
    %0 = affine.load %a[3 * %j] : memref<4xf32>
    affine.store %0, %b[%j] : memref<2xf32>
  }
  return
}

// From registers where these lie, if that is known.
// CHECK-LABEL: @doubles
// CHECK-COUNT-2: vector.load {{.*}} vector<4xf64>
// CHECK-NEXT: vector.shuffle {{.*}} [1, 3, 5, 7] : vector<4xf64>, vector<4xf64>
// CHECK-COUNT-2: vector.load {{.*}} vector<4xf64>
// CHECK-NEXT: vector.shuffle {{.*}} [1, 3, 5, 7] : vector<4xf64>, vector<4xf64>
func.func @doubles(%a: memref<2x28xf64> {llvm.noalias}, %b: memref<2x12xf64> {llvm.noalias}) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 12 {
      %0 = affine.load %a[%i, 2 * %j + 5] : memref<2x28xf64>
      affine.store %0, %b[%i, %j] : memref<2x12xf64>
    }
  }
  return
}

// Every second element of rows that are cut: the lanes of a tile are a run of their own, from
// registers where these lie.
// CHECK-LABEL: @cut
// CHECK:      vector.load %{{.*}}[%{{.*}}, %c0, %c0] : memref<3x2x16xf32>, vector<8xf32>
// CHECK:      vector.load %{{.*}}[%{{.*}}, %c0, %c8] : memref<3x2x16xf32>, vector<8xf32>
// CHECK:      vector.load %{{.*}}[%{{.*}}, %c1, %c0] : memref<3x2x16xf32>, vector<8xf32>
// CHECK:      vector.load %{{.*}}[%{{.*}}, %c1, %c8] : memref<3x2x16xf32>, vector<8xf32>
func.func @cut(%a: memref<3x2x16xf32> {llvm.noalias}, %b: memref<3x16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 16 {
      %0 = affine.load %a[%i, (2 * %j) floordiv 16, (2 * %j) mod 16] : memref<3x2x16xf32>
      affine.store %0, %b[%i, %j] : memref<3x16xf32>
    }
  }
  return
}

// Which lanes are in the next tile depends on the iteration of the window: each is written by
// itself.
// CHECK-LABEL: @window
// CHECK: affine.for %[[R:.*]] = 0 to 3 iter_args
// CHECK-NOT: affine.for
// CHECK-COUNT-3: arith.maxsi
// CHECK: affine.yield
func.func @window(%a: memref<9x3x8xi32> {llvm.noalias}, %c: memref<4x8xi32> {llvm.noalias}) {
  affine.for %i = 0 to 4 {
    affine.for %r = 0 to 3 {
      affine.for %s = 0 to 3 {
        affine.for %j = 0 to 8 {
          %0 = affine.load %a[%i * 2 + %r, (%j * 2 + %s) floordiv 8, (%j * 2 + %s) mod 8] : memref<9x3x8xi32>
          %1 = affine.load %c[%i, %j] : memref<4x8xi32>
          %2 = arith.maxsi %1, %0 : i32
          affine.store %2, %c[%i, %j] : memref<4x8xi32>
        }
      }
    }
  }
  return
}
