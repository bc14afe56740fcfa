// Who marks something is told what became of it, whatever it is.
//
// RUN: layout-opt %s --split-input-file --layout-sequential-access --remarks-filter=layout --remark-format=emitRemark 2>&1 >/dev/null | FileCheck %s
// RUN: layout-opt %s --split-input-file --layout-sequential-access | FileCheck %s --check-prefix=IR

// CHECK: [[@LINE+1]]:{{.*}} [Missed] layout-sequential-access/no-access {{.*}}Remark="no load or store in this function accesses single elements of it by its own name"
func.func @unused(%a: memref<4x4xi32> {layout.sequential}) {
  return
}

// -----

// Not through views, and not by whole-buffer ops.
// CHECK: [[@LINE+1]]:{{.*}} [Missed] layout-sequential-access/no-access
func.func @by_view(%a: memref<4x4xi32> {layout.sequential}, %b: memref<4x4xi32>) {
  %c0 = arith.constant 0 : i32
  %v = memref.subview %a[1, 1] [2, 2] [1, 1] : memref<4x4xi32> to memref<2x2xi32, strided<[4, 1], offset: 5>>
  affine.for %j = 0 to 2 {
    affine.for %i = 0 to 2 {
      affine.store %c0, %v[%i, %j] : memref<2x2xi32, strided<[4, 1], offset: 5>>
    }
  }
  memref.copy %b, %a : memref<4x4xi32> to memref<4x4xi32>
  return
}

// -----

// CHECK: [[@LINE+1]]:{{.*}} [Missed] layout-sequential-access/no-loop {{.*}}Remark="no loop changes the index of an access to it"
func.func @fixed(%a: memref<4x4xi32> {layout.sequential}) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 2 {
    affine.store %c0, %a[1, 2] : memref<4x4xi32>
  }
  return
}

// -----

// CHECK: [[@LINE+1]]:{{.*}} [Passed] layout-sequential-access/in-order {{.*}}Remark="it is walked in order as it stands"
func.func @in_order(%a: memref<4x4xi32> {layout.sequential}) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %c0, %a[%i, %j] : memref<4x4xi32>
    }
  }
  return
}

// -----

// One nest cannot go by two accesses.
// CHECK-DAG: [[@LINE+2]]:{{.*}} [Missed] layout-sequential-access/other-access {{.*}}Remark="the loops around it go by another access"
// CHECK-DAG: [[@LINE+5]]:{{.*}} [Passed] layout-sequential-access/walked
func.func @two(%a: memref<4x4xi32> {layout.sequential, llvm.noalias}, %b: memref<4x4xi32> {layout.sequential, llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %c0, %a[%j, %i] : memref<4x4xi32>
      affine.store %c0, %b[%i, %j] : memref<4x4xi32>
    }
  }
  return
}

// -----

// CHECK: [[@LINE+3]]:{{.*}} [Missed] layout-sequential-access/no-access {{.*}}Remark="'memref.copy' is no load or store of one element"
// IR-LABEL: @marked_copy
func.func @marked_copy(%a: memref<4x4xi32>, %b: memref<4x4xi32>) {
  memref.copy %b, %a {layout.sequential} : memref<4x4xi32> to memref<4x4xi32>
  return
}

// -----

// CHECK: [[@LINE+3]]:{{.*}} [Missed] layout-sequential-access/no-access {{.*}}Remark="a marked loop is rewritten by nest-map only; else mark a buffer, or a load or store"
func.func @marked_loop(%a: memref<4x4xi32>) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.store %c0, %a[%i, 2] : memref<4x4xi32>
  } {layout.sequential}
  return
}

// -----

// An allocation.
// CHECK: [[@LINE+2]]:{{.*}} [Missed] layout-sequential-access/no-access
func.func @local(%b: memref<4x4xi32>) {
  %a = memref.alloc() {layout.sequential} : memref<4x4xi32>
  memref.copy %b, %a : memref<4x4xi32> to memref<4x4xi32>
  memref.dealloc %a : memref<4x4xi32>
  return
}
