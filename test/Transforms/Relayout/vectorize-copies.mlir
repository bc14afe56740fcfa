// RUN: layout-opt %s --layout-vectorize-copies --canonicalize --mlir-print-local-scope --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-vectorize-copies --split-input-file -o /dev/null --remarks-filter-passed=layout --remarks-filter-missed=layout --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// Rows of sixteen: two registers each. Where all is data there is no mask.
// REMARK: copied in blocks of 14 x 16 elements, those that are not full by masks
// CHECK-LABEL: func @rows
// CHECK: affine.if affine_set<(d0) : (d0 * -16 + 45 >= 0)>
// CHECK: vector.load %{{.*}} : memref<28x61xf32>, vector<8xf32>
// CHECK: vector.store %{{.*}} : memref<4x28x16xf32>, vector<8xf32>
// CHECK: } else {
// CHECK: vector.maskedload
// CHECK: arith.select
// CHECK: vector.store
func.func @rows(%a: memref<28x61xf32> {llvm.noalias}, %b: memref<4x28x16xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %o = 0 to 4 {
    affine.for %h = 0 to 28 {
      affine.for %i = 0 to 16 {
        affine.if affine_set<(d0, d1) : (60 - d0 * 16 - d1 >= 0)>(%o, %i) {
          %0 = affine.load %a[%h, %o * 16 + %i] : memref<28x61xf32>
          affine.store %0, %b[%o, %h, %i] : memref<4x28x16xf32>
        } else {
          affine.store %zero, %b[%o, %h, %i] : memref<4x28x16xf32>
        }
      }
    }
  }
  return
}

// -----

// The last block begins at 5 instead of 8, and at 3.
// REMARK: copied in blocks of 8 x 8 elements, transposed in registers"
// CHECK-LABEL: func @transpose
// CHECK: affine.min affine_map<(d0) -> (d0 * -8 + 5, 0)>
// CHECK: vector.load %{{.*}} : memref<11x13xf32>, vector<4xf32>
// CHECK: vector.shuffle %{{.*}}, %{{.*}} [0, 8, 1, 9, 4, 12, 5, 13]
// CHECK: vector.store %{{.*}} : memref<13x11xf32>, vector<8xf32>
func.func @transpose(%a: memref<11x13xf32> {llvm.noalias}, %b: memref<13x11xf32> {llvm.noalias}) {
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 11 {
      %0 = affine.load %a[%j, %i] : memref<11x13xf32>
      affine.store %0, %b[%i, %j] : memref<13x11xf32>
    }
  }
  return
}

// -----

// Nothing is stored where the nest stores nothing, and nothing is read there.
// CHECK-LABEL: func @untouched
// CHECK: vector.store
// CHECK: } else {
// CHECK: vector.maskedload
// CHECK-NOT: vector.store
// CHECK: vector.maskedstore
// CHECK-NOT: vector.store
func.func @untouched(%a: memref<61xf32> {llvm.noalias}, %b: memref<4x16xf32> {llvm.noalias}) {
  affine.for %o = 0 to 4 {
    affine.for %i = 0 to 16 {
      affine.if affine_set<(d0, d1) : (60 - d0 * 16 - d1 >= 0)>(%o, %i) {
        %0 = affine.load %a[%o * 16 + %i] : memref<61xf32>
        affine.store %0, %b[%o, %i] : memref<4x16xf32>
      }
    }
  }
  return
}

// -----

// Each iteration reads what one before has written.
// REMARK: not copied in blocks, but left to the passes for all nests: iterations depend on each other: iteration 'affine.for' at {{[0-9:]+}} = [[I:[0-9]+]] reads
// CHECK-LABEL: func @shifted
// CHECK-NOT: vector
func.func @shifted(%a: memref<65xf32>) {
  affine.for %i = 0 to 64 {
    %0 = affine.load %a[%i] : memref<65xf32>
    affine.store %0, %a[%i + 1] : memref<65xf32>
  }
  return
}

// -----

// The arguments may be one buffer.
// REMARK: not copied in blocks, but left to the passes for all nests: iterations depend on each other: {{.*}}, if these are one memory: state llvm.noalias if they are not
// CHECK-LABEL: func @may_be_one
// CHECK-NOT: vector
func.func @may_be_one(%a: memref<16x16xf32>, %b: memref<16x16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %0 = affine.load %a[%j, %i] : memref<16x16xf32>
      affine.store %0, %b[%i, %j] : memref<16x16xf32>
    }
  }
  return
}

// -----

// Several iterations store to one place: the last one counts.
// REMARK: not copied in blocks, but left to the passes for all nests: iterations depend on each other: iteration {{.*}} writes %arg1[{{[0-9]+}}] that iteration
// CHECK-LABEL: func @last_one_counts
// CHECK-NOT: vector
func.func @last_one_counts(%a: memref<16x16xf32> {llvm.noalias}, %b: memref<16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %0 = affine.load %a[%i, %j] : memref<16x16xf32>
      affine.store %0, %b[%j] : memref<16xf32>
    }
  }
  return
}

// -----

// REMARK: not copied in blocks, but left to the passes for all nests: no block of elements has rows
// CHECK-LABEL: func @reversed
// CHECK-NOT: vector
func.func @reversed(%a: memref<16xf32> {llvm.noalias}, %b: memref<16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[15 - %i] : memref<16xf32>
    affine.store %0, %b[%i] : memref<16xf32>
  }
  return
}

// -----

// What is stored is computed, the mark would be lost, the lanes of i3 would be packed:
// none of these.
// REMARK-NOT: remark
// CHECK-LABEL: func @others
// CHECK-NOT: vector
func.func @others(%a: memref<16xf32> {llvm.noalias}, %b: memref<16xf32> {llvm.noalias}, %c: memref<16xi3> {llvm.noalias}, %d: memref<16xi3> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    %1 = arith.negf %0 : f32
    affine.store %1, %b[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    affine.store %0, %b[%i] {mark} : memref<16xf32>
  }
  affine.for %i = 0 to 16 {
    %0 = affine.load %c[%i] : memref<16xi3>
    affine.store %0, %d[%i] : memref<16xi3>
  }
  return
}
