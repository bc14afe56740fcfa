// What reads the result of a contraction and stays apart, each with the reason.
// RUN: layout-opt %s --layout-set-target=target=x86-64-v4 --layout-fuse-epilogues --remarks-filter-missed=layout 2>&1 >/dev/null | FileCheck %s

// CHECK: [[# @LINE+14]]:3: remark: [Missed] layout-fuse-epilogues/apart {{.*}}"epilogue not fused: the contraction before it is not tiled: %arg0 and %arg2 may be the same memory; state llvm.noalias if they are not"
func.func @aliases(%a: memref<48x48xf32>, %b: memref<48x32xf32>, %c: memref<48x32xf32>) {
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 48 {
        %0 = affine.load %a[%i, %k] : memref<48x48xf32>
        %1 = affine.load %b[%k, %j] : memref<48x32xf32>
        %2 = affine.load %c[%i, %j] : memref<48x32xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<48x32xf32>
      }
    }
  }
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      %0 = affine.load %c[%i, %j] : memref<48x32xf32>
      %1 = arith.negf %0 : f32
      affine.store %1, %c[%i, %j] : memref<48x32xf32>
    }
  }
  return
}

// CHECK: [[# @LINE+15]]:3: remark: [Missed] layout-fuse-epilogues/apart {{.*}}"epilogue not fused: the result is accessed with other indices than the contraction stores it with, or over other ranges"
func.func @part_of_rows(%a: memref<48x48xf32> {llvm.noalias}, %b: memref<48x32xf32> {llvm.noalias},
                        %c: memref<48x32xf32> {llvm.noalias}) {
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 48 {
        %0 = affine.load %a[%i, %k] : memref<48x48xf32>
        %1 = affine.load %b[%k, %j] : memref<48x32xf32>
        %2 = affine.load %c[%i, %j] : memref<48x32xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<48x32xf32>
      }
    }
  }
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 32 {
      %0 = affine.load %c[%i, %j] : memref<48x32xf32>
      %1 = arith.negf %0 : f32
      affine.store %1, %c[%i, %j] : memref<48x32xf32>
    }
  }
  return
}

// CHECK: [[# @LINE+15]]:3: remark: [Missed] layout-fuse-epilogues/apart {{.*}}"epilogue not fused: 'affine.if' is a branch, which has no vector form; compute both sides and choose with arith.select, or move it out of the loop"
func.func @guarded(%a: memref<48x48xf32> {llvm.noalias}, %b: memref<48x32xf32> {llvm.noalias},
                   %c: memref<48x32xf32> {llvm.noalias}) {
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 48 {
        %0 = affine.load %a[%i, %k] : memref<48x48xf32>
        %1 = affine.load %b[%k, %j] : memref<48x32xf32>
        %2 = affine.load %c[%i, %j] : memref<48x32xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<48x32xf32>
      }
    }
  }
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      affine.if affine_set<(i, j) : (i - j >= 0)>(%i, %j) {
        %0 = affine.load %c[%i, %j] : memref<48x32xf32>
        %1 = arith.negf %0 : f32
        affine.store %1, %c[%i, %j] : memref<48x32xf32>
      }
    }
  }
  return
}

// CHECK: [[# @LINE+18]]:3: remark: [Missed] layout-fuse-epilogues/apart {{.*}}"epilogue not fused: expects affine.for, found 'scf.for'; layout-raise-loops makes one of it, or says why not"
func.func @scf(%a: memref<48x48xf32> {llvm.noalias}, %b: memref<48x32xf32> {llvm.noalias},
               %c: memref<48x32xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c48 = arith.constant 48 : index
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 48 {
        %0 = affine.load %a[%i, %k] : memref<48x48xf32>
        %1 = affine.load %b[%k, %j] : memref<48x32xf32>
        %2 = affine.load %c[%i, %j] : memref<48x32xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<48x32xf32>
      }
    }
  }
  scf.for %i = %c0 to %c48 step %c1 {
    affine.for %j = 0 to 32 {
      %0 = memref.load %c[%i, %j] : memref<48x32xf32>
      %1 = arith.negf %0 : f32
      memref.store %1, %c[%i, %j] : memref<48x32xf32>
    }
  }
  return
}
