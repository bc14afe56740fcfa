// Three iterations for two threads: they would be used better with the inner loop, too,
// whose iterations read what the one before has written.
// RUN: layout-opt %s --layout-parallelize-loops="threads=2 min-work=100" --mlir-print-local-scope | FileCheck %s
// RUN: layout-check %s --entry=inner_race,both --pipeline="builtin.module(layout-parallelize-loops{threads=2 min-work=100})"

// CHECK-LABEL: func @inner_race
// CHECK: affine.parallel (%{{.*}}) = (0) to (3) {
// CHECK-NEXT: affine.for %{{.*}} = 1 to 2000 {
func.func @inner_race(%a: memref<3x2000xf64> {llvm.noalias}, %b: memref<3x2000xf64> {llvm.noalias}) {
  affine.for %i = 0 to 3 {
    affine.for %j = 1 to 2000 {
      %x = affine.load %a[%i, %j - 1] : memref<3x2000xf64>
      %y = affine.load %b[%i, %j] : memref<3x2000xf64>
      %z = arith.addf %x, %y : f64
      affine.store %z, %a[%i, %j] : memref<3x2000xf64>
    }
  }
  return
}

// Here both may be, and are.
// CHECK-LABEL: func @both
// CHECK: affine.parallel (%{{.*}}, %{{.*}}) = (0, 1) to (3, 2000) {
func.func @both(%a: memref<3x2000xf64> {llvm.noalias}, %b: memref<3x2000xf64> {llvm.noalias}) {
  affine.for %i = 0 to 3 {
    affine.for %j = 1 to 2000 {
      %x = affine.load %b[%i, %j - 1] : memref<3x2000xf64>
      %y = affine.load %b[%i, %j] : memref<3x2000xf64>
      %z = arith.addf %x, %y : f64
      affine.store %z, %a[%i, %j] : memref<3x2000xf64>
    }
  }
  return
}
