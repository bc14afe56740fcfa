// Who marks something is told what became of it, whatever it is.
//
// RUN: layout-opt %s --split-input-file --layout-sequential-access --remarks-filter=layout --remark-format=emitRemark 2>&1 >/dev/null | FileCheck %s

// CHECK: [[@LINE+1]]:{{.*}} [Missed] layout-sequential-access/no-access {{.*}}Remark="expects loads or stores of single elements of the marked buffer itself in this function, found none"
func.func @unused(%a: memref<4x4xi32> {layout.sequential}) {
  return
}

// -----

// Not through views, and not by whole-buffer ops.
// CHECK-DAG: [[@LINE+1]]:{{.*}} [Missed] layout-sequential-access/no-access
func.func @by_view(%a: memref<4x4xi32> {layout.sequential}, %b: memref<4x4xi32>) {
  %c0 = arith.constant 0 : i32
  // CHECK-DAG: [[@LINE+1]]:{{.*}} [Missed] layout-sequential-access/other-name {{.*}}Remark="'memref.subview' gives a marked buffer another name, whose accesses are not reordered; mark those accesses"
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

// CHECK: [[@LINE+1]]:{{.*}} [Missed] layout-sequential-access/no-loop {{.*}}Remark="the indices of its accesses are the same in all iterations of the loops around them; mark an access whose index changes"
func.func @fixed(%a: memref<4x4xi32> {layout.sequential}) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 2 {
    affine.store %c0, %a[1, 2] : memref<4x4xi32>
  }
  return
}

// -----

// CHECK: [[@LINE+1]]:{{.*}} [Passed] layout-sequential-access/in-order {{.*}}Remark="the nest visits the buffer in physical order as it is"
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
// CHECK-DAG: [[@LINE+2]]:{{.*}} [Missed] layout-sequential-access/other-access {{.*}}Remark="the loops around it were reordered for another access; mark one access of a nest"
// CHECK-DAG: [[@LINE+5]]:{{.*}} [Passed] layout-sequential-access/reordered
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

// CHECK: [[@LINE+3]]:{{.*}} [Missed] layout-sequential-access/no-access {{.*}}Remark="a marked loop is reordered by the option nest-map only; without it, mark a buffer, a load or a store"
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

// -----

// A mark does not go with the buffer: what a callee does is another function's.
func.func private @plain(%a: memref<4x4xi32>) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %c0, %a[%j, %i] : memref<4x4xi32>
    }
  }
  return
}
func.func private @marked(%a: memref<4x4xi32> {layout.sequential}) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %c0, %a[%i, %j] : memref<4x4xi32>
    }
  }
  return
}
// CHECK-DAG: [[@LINE+10]]:{{.*}} [Missed] layout-sequential-access/other-name {{.*}}Remark="'func.call' passes a marked buffer to a function; mark the argument of the callee, too"
// CHECK-DAG: [[@LINE+3]]:{{.*}} [Passed] layout-sequential-access/in-order
func.func @passed_on() {
  %c0 = arith.constant 0 : i32
  %a = memref.alloc() {layout.sequential} : memref<4x4xi32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %c0, %a[%i, %j] : memref<4x4xi32>
    }
  }
  func.call @plain(%a) : (memref<4x4xi32>) -> ()
  // CHECK-NOT: [[@LINE+1]]:{{.*}} other-name
  func.call @marked(%a) : (memref<4x4xi32>) -> ()
  memref.dealloc %a : memref<4x4xi32>
  return
}

// -----

// CHECK: [[@LINE+2]]:{{.*}} [Missed] layout-sequential-access/other-name {{.*}}Remark="'linalg.fill' accesses a marked buffer; run convert-linalg-to-affine-loops first"
func.func @filled(%a: memref<4x4xi32> {layout.sequential}, %x: i32) {
  linalg.fill ins(%x : i32) outs(%a : memref<4x4xi32>)
  return
}

// -----

// CHECK: [[@LINE+3]]:{{.*}} [Missed] layout-sequential-access/other-name {{.*}}Remark="'scf.for' gives a marked buffer another name
func.func @carried(%a: memref<4x4xi32> {layout.sequential}, %n: index) {
  %c0 = arith.constant 0 : index
  %r = scf.for %i = %c0 to %n step %n iter_args(%b = %a) -> memref<4x4xi32> {
    scf.yield %b : memref<4x4xi32>
  }
  return
}

// -----

// CHECK: [[@LINE+1]]:{{.*}} [Missed] layout-sequential-access/no-access {{.*}}Remark="the marked argument is one of a function without a body; mark that of the definition"
func.func private @declared(memref<4x4xi32> {layout.sequential})
