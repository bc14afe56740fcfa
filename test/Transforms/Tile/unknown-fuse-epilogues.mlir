// A coefficient that exceeds 2^40, and so the bounds on the work: whether the contraction
// reads what its epilogue has written for other elements is not known.
//
// RUN: layout-opt %s --layout-set-target=target=x86-64-v4 > %t.before
// RUN: layout-opt %s --layout-set-target=target=x86-64-v4 --layout-fuse-epilogues > %t.after
// RUN: diff %t.before %t.after
// RUN: layout-opt %s --layout-set-target=target=x86-64-v4 --layout-fuse-epilogues --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s

// CHECK: [Analysis] layout-fuse-epilogues/not-decided {{.*}}Remark="epilogue not fused: a coefficient is beyond 2^40"
func.func @overwritten(%a: memref<64x64xf32> {llvm.noalias}, %b: memref<?x32xf32> {llvm.noalias},
                       %c: memref<64x32xf32> {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 64 {
        %0 = affine.load %a[%i, %k] : memref<64x64xf32>
        %1 = affine.load %b[%k, %j] : memref<?x32xf32>
        %2 = affine.load %c[%i, %j] : memref<64x32xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<64x32xf32>
      }
    }
  }
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 32 {
      %0 = affine.load %c[%i, %j] : memref<64x32xf32>
      %1 = arith.negf %0 : f32
      affine.store %1, %b[%i * 2199023255555 + 1, %j] : memref<?x32xf32>
    }
  }
  return
}
