// Rows of no-op (NO) beyond those of Transforms/remove-noop, and SM-06, by id.
// Each function is run before and after.
// RUN: layout-opt %s --layout-remove-noop | FileCheck %s
// RUN: layout-opt %s --layout-remove-noop --remarks-filter=layout --remark-policy=all -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: layout-check %s --entry=sm06 --arg=1:2 --pipeline="builtin.module(layout-remove-noop)"
// RUN: layout-check %s --entry=no18,no18_steps,no18_2d,no18_middle --pipeline="builtin.module(layout-remove-noop)"

// SM-06: layout-simplify decides conditions; a store of what is there is a no-op.
// CHECK-LABEL: @sm06
// CHECK-NEXT:  return
func.func @sm06(%a: memref<4xf32>, %i: index) {
  %x = memref.load %a[%i] : memref<4xf32>
  memref.store %x, %a[%i] : memref<4xf32>
  return
}

// NO-18: the first loop is shrunk to what the second leaves.
// CHECK-LABEL: @no18
// CHECK:       affine.for %{{.*}} = 12 to 16 {
// CHECK-NEXT:    affine.store %c100
// CHECK:       affine.for
// CHECK-NEXT:    affine.if
// CHECK-NEXT:      affine.store %c42
// REMARK:      no-op.mlir:[[#@LINE+5]]:{{.*}}[Passed] layout-remove-noop/shrunk
// REMARK-SAME: iterations of which no store is needed are left out
func.func @no18(%a: memref<16xi32>) {
  %c100 = arith.constant 100 : i32
  %c42 = arith.constant 42 : i32
  affine.for %i = 0 to 16 {
    affine.store %c100, %a[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (11 - i >= 0)>(%i) {
      affine.store %c42, %a[%i] : memref<16xi32>
    }
  }
  return
}

// NO-18, backwards and in steps of 3: 1, 4, 7, 10, 13 store to 14, 11, 8, 5, 2.
// CHECK-LABEL: @no18_steps
// CHECK:       affine.for %{{.*}} = 1 to 7 step 3 {
// CHECK-NEXT:    affine.store %c100
func.func @no18_steps(%a: memref<16xi32>) {
  %c100 = arith.constant 100 : i32
  %c42 = arith.constant 42 : i32
  affine.for %i = 1 to 16 step 3 {
    affine.store %c100, %a[-%i + 15] : memref<16xi32>
  }
  affine.for %i = 0 to 10 {
    affine.store %c42, %a[%i] : memref<16xi32>
  }
  return
}

// NO-18 with an inner loop: rows and columns that are overwritten.
// CHECK-LABEL: @no18_2d
// CHECK:       affine.for %{{.*}} = 3 to 8 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT:      affine.store %c100
func.func @no18_2d(%a: memref<8x8xi32>) {
  %c100 = arith.constant 100 : i32
  %c42 = arith.constant 42 : i32
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.store %c100, %a[%i, %j] : memref<8x8xi32>
    }
  }
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 8 {
      affine.store %c42, %a[%i, %j] : memref<8x8xi32>
    }
  }
  affine.for %i = 0 to 8 {
    affine.for %j = 4 to 8 {
      affine.store %c42, %a[%i, %j] : memref<8x8xi32>
    }
  }
  return
}

// What is overwritten in the middle is no reason to split.
// CHECK-LABEL: @no18_middle
// CHECK:       affine.for %{{.*}} = 0 to 16 {
// CHECK-NEXT:    affine.store %c100
// REMARK:      no-op.mlir:[[#@LINE+5]]:{{.*}}[Missed] layout-remove-noop/needed
func.func @no18_middle(%a: memref<16xi32>) {
  %c100 = arith.constant 100 : i32
  %c42 = arith.constant 42 : i32
  affine.for %i = 0 to 16 {
    affine.store %c100, %a[%i] : memref<16xi32>
  }
  affine.for %i = 4 to 12 {
    affine.store %c42, %a[%i] : memref<16xi32>
  }
  return
}
