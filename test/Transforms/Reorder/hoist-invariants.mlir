// RUN: layout-opt %s --layout-hoist-invariants | FileCheck %s

// CHECK-LABEL: func.func @product(
// CHECK:         %[[S:.*]] = arith.muli %arg2, %arg2 : index
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      memref.store %arg3, %arg0[%[[S]]]
func.func @product(%a: memref<?xf32>, %n: index, %m: index, %x: f32) {
  affine.for %i = 0 to %n {
    %s = arith.muli %m, %m : index
    memref.store %x, %a[%s] : memref<?xf32>
  }
  return
}

// Out of all loops that do not change it.
// CHECK-LABEL: func.func @nest(
// CHECK:         %[[S:.*]] = arith.muli %arg2, %arg2 : index
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      scf.for
func.func @nest(%a: memref<?xf32>, %n: index, %m: index, %x: f32) {
  affine.for %i = 0 to %n {
    scf.for %j = %n to %m step %n {
      %s = arith.muli %m, %m : index
      memref.store %x, %a[%s] : memref<?xf32>
    }
  }
  return
}

// A remainder by 0 would end the program, which has no iteration for %n = 0.
// CHECK-LABEL: func.func @remainder(
// CHECK-NOT:     arith.remui
// CHECK:         affine.for
// CHECK-NEXT:      arith.remui
func.func @remainder(%a: memref<?xf32>, %n: index, %m: index, %x: f32) {
  affine.for %i = 0 to %n {
    %s = arith.remui %m, %n : index
    memref.store %x, %a[%s] : memref<?xf32>
  }
  return
}

// Reads of memory stay.
// CHECK-LABEL: func.func @read(
// CHECK:         affine.for
// CHECK-NEXT:      memref.load
func.func @read(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = memref.load %b[%n] : memref<?xf32>
    affine.store %x, %a[%i] : memref<?xf32>
  }
  return
}
