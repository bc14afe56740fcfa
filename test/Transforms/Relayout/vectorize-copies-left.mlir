// Nests that would be copied in blocks if there were no attributes, which would be
// lost, and no results; as in @copied.
// RUN: layout-opt %s --layout-vectorize-copies --split-input-file | FileCheck %s

// CHECK-LABEL: func @copied
// CHECK: vector.store
func.func @copied(%a: memref<28x61xf32> {llvm.noalias}, %b: memref<28x64xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %h = 0 to 28 {
    affine.for %i = 0 to 64 {
      affine.if affine_set<(d0) : (60 - d0 >= 0)>(%i) {
        %0 = affine.load %a[%h, %i] : memref<28x61xf32>
        affine.store %0, %b[%h, %i] : memref<28x64xf32>
      } else {
        affine.store %zero, %b[%h, %i] : memref<28x64xf32>
      }
    }
  }
  return
}

// -----

// CHECK-LABEL: func @marked_loop
// CHECK-NOT: vector.
func.func @marked_loop(%a: memref<28x61xf32> {llvm.noalias}, %b: memref<28x64xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %h = 0 to 28 {
    affine.for %i = 0 to 64 {
      affine.if affine_set<(d0) : (60 - d0 >= 0)>(%i) {
        %0 = affine.load %a[%h, %i] : memref<28x61xf32>
        affine.store %0, %b[%h, %i] : memref<28x64xf32>
      } else {
        affine.store %zero, %b[%h, %i] : memref<28x64xf32>
      }
    }
  } {test.mark}
  return
}

// -----

// CHECK-LABEL: func @marked_branch
// CHECK-NOT: vector.
func.func @marked_branch(%a: memref<28x61xf32> {llvm.noalias}, %b: memref<28x64xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %h = 0 to 28 {
    affine.for %i = 0 to 64 {
      affine.if affine_set<(d0) : (60 - d0 >= 0)>(%i) {
        %0 = affine.load %a[%h, %i] : memref<28x61xf32>
        affine.store %0, %b[%h, %i] : memref<28x64xf32>
      } else {
        affine.store %zero, %b[%h, %i] : memref<28x64xf32>
      } {test.mark}
    }
  }
  return
}

// -----

// CHECK-LABEL: func @marked_store
// CHECK-NOT: vector.
func.func @marked_store(%a: memref<28x61xf32> {llvm.noalias}, %b: memref<28x64xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %h = 0 to 28 {
    affine.for %i = 0 to 64 {
      affine.if affine_set<(d0) : (60 - d0 >= 0)>(%i) {
        %0 = affine.load %a[%h, %i] : memref<28x61xf32>
        affine.store %0, %b[%h, %i] : memref<28x64xf32>
      } else {
        affine.store %zero, %b[%h, %i] {test.mark} : memref<28x64xf32>
      }
    }
  }
  return
}

// -----

// Whether all rows of a block are data is not known of remainders.
// CHECK-LABEL: func @remainder
// CHECK-NOT: vector.
func.func @remainder(%a: memref<28x64xf32> {llvm.noalias}, %b: memref<28x64xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %h = 0 to 28 {
    affine.for %i = 0 to 64 {
      affine.if affine_set<(d0) : (d0 mod 3 - 1 >= 0)>(%i) {
        %0 = affine.load %a[%h, %i] : memref<28x64xf32>
        affine.store %0, %b[%h, %i] : memref<28x64xf32>
      } else {
        affine.store %zero, %b[%h, %i] : memref<28x64xf32>
      }
    }
  }
  return
}

// -----

// Two sources.
// CHECK-LABEL: func @other_source
// CHECK-NOT: vector.
func.func @other_source(%a: memref<28x64xf32> {llvm.noalias}, %b: memref<28x64xf32> {llvm.noalias},
                        %c: memref<28x64xf32> {llvm.noalias}) {
  affine.for %h = 0 to 28 {
    affine.for %i = 0 to 64 {
      affine.if affine_set<(d0) : (60 - d0 >= 0)>(%i) {
        %0 = affine.load %a[%h, %i] : memref<28x64xf32>
        affine.store %0, %b[%h, %i] : memref<28x64xf32>
      } else {
        %1 = affine.load %c[%h, %i] : memref<28x64xf32>
        affine.store %1, %b[%h, %i] : memref<28x64xf32>
      }
    }
  }
  return
}
