// New bounds are sums that the program need not compute: they must not wrap
// around where a number is the first or the last of its type.
// RUN: layout-opt %s --layout-partition-loops | FileCheck %s
// RUN: layout-check %s --entry=up_to,steps,half --arg=1:9223372036854775807 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=up_to --arg=1:9223372036854775806 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=up_to --arg=1:5 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=behind --arg=2:9223372036854775807 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=behind --arg=2:-9223372036854775808 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=behind --arg=2:7 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=steps,negative --arg=1:-9223372036854775808 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=steps --arg=1:21 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=extent --dim=arg0.dim0:9 --pipeline="builtin.module(layout-partition-loops)"

// CHECK-LABEL: @up_to
// CHECK-SAME:  %[[N:[a-z0-9]+]]: index
// CHECK:       %[[M:.*]] = affine.min #{{.*}}()[%[[N]]]
// CHECK:       affine.for %{{.*}} = 0 to min #{{.*}}()[%[[M]]] {
// CHECK-NEXT:    affine.store
// CHECK-NOT:   affine.if
func.func @up_to(%a: memref<64xi32>, %n: index) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 64 {
    affine.if affine_set<(i)[n] : (n - i >= 0)>(%i)[%n] {
      affine.store %one, %a[%i] : memref<64xi32>
    }
  }
  return
}

// Two loops, with one number between them.
// CHECK-LABEL: @behind
// CHECK:       affine.min
// CHECK-NOT:   affine.min
// CHECK-COUNT-2: affine.for
// CHECK-NOT:   scf.if
func.func @behind(%a: memref<64xi32>, %b: memref<64xi32>, %last: index) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 64 {
    %c = arith.cmpi sgt, %i, %last : index
    scf.if %c {
      affine.store %one, %a[%i] : memref<64xi32>
    } else {
      affine.store %one, %b[%i] : memref<64xi32>
    }
  }
  return
}

// CHECK-LABEL: @steps
// CHECK-COUNT-2: scf.for
// CHECK-NOT:   scf.if
func.func @steps(%a: memref<64xi32>, %n: index) {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c5 {
    %c = arith.cmpi sle, %i, %n : index
    scf.if %c {
      memref.store %one, %a[%i] : memref<64xi32>
    } else {
      memref.store %two, %a[%i] : memref<64xi32>
    }
  }
  return
}

// (n - 1) floordiv 2 + 1
// CHECK-LABEL: @half
// CHECK:       affine.max
// CHECK-NOT:   affine.if
func.func @half(%a: memref<64xi32>, %n: index) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 64 {
    affine.if affine_set<(i)[n] : (n - 1 - 2 * i >= 0)>(%i)[%n] {
      affine.store %one, %a[%i] : memref<64xi32>
    }
  }
  return
}

// CHECK-LABEL: @negative
// CHECK:       affine.max
// CHECK-NOT:   affine.if
func.func @negative(%a: memref<64xi32>, %n: index) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 64 {
    affine.if affine_set<(i)[n] : (n + i >= 0)>(%i)[%n] {
      affine.store %one, %a[%i] : memref<64xi32>
    }
  }
  return
}

// Extents and numbers of iterations are far from the end.
// CHECK-LABEL: @extent
// CHECK-NOT:   affine.m{{in|ax}}
// CHECK:       return
func.func @extent(%a: memref<?xi32>) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi32>
  affine.for %i = 0 to %n {
    affine.for %f = 0 to 3 {
      affine.if affine_set<(i, f)[n] : (i + f - 1 >= 0, n - i - f >= 0)>(%i, %f)[%n] {
        affine.store %one, %a[%i + %f - 1] : memref<?xi32>
      }
    }
  }
  return
}
