// RUN: layout-check %s --entry=guards --pipeline="builtin.module(layout-hoist-conditions)"
// RUN: layout-check %s --entry=tree --arg=1:2 --pipeline="builtin.module(layout-hoist-conditions)"
// RUN: layout-check %s --entry=tree,yields --arg=1:0 --pipeline="builtin.module(layout-hoist-conditions)"
// RUN: layout-check %s --entry=yields --arg=1:3 --pipeline="builtin.module(layout-hoist-conditions)"
// RUN: layout-opt %s --layout-hoist-conditions | FileCheck %s
// RUN: layout-opt %s --layout-hoist-conditions --remark-format=emitRemark --remarks-filter=layout 2>&1 | FileCheck %s --check-prefix=REMARK

func.func @guards(%a: memref<4x5x6xi32>, %b: memref<4x5xi32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 5 {
      affine.for %k = 0 to 6 {
        affine.if affine_set<(i, j, k) : (3 - j >= 0, 1 - i >= 0, i + j + k - 3 >= 0)>(%i, %j, %k) {
          %x = affine.load %b[%i, %j] : memref<4x5xi32>
          affine.store %x, %a[%i, %j, %k] : memref<4x5x6xi32>
        }
      }
    }
  }
  return
}

func.func @tree(%a: memref<4x5x6xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v0 = arith.constant 10 : i32
  %v1 = arith.constant 11 : i32
  %v2 = arith.constant 12 : i32
  scf.for %i = %c0 to %c4 step %c1 {
    scf.parallel (%j) = (%c0) to (%c5) step (%c1) {
      scf.for %k = %c0 to %c6 step %c1 {
        %p = arith.cmpi sle, %j, %n : index
        %q = arith.cmpi slt, %i, %n : index
        scf.if %p {
          scf.if %q {
            memref.store %v0, %a[%i, %j, %k] : memref<4x5x6xi32>
          } else {
            memref.store %v1, %a[%i, %j, %k] : memref<4x5x6xi32>
          }
        } else {
          scf.if %q {
            memref.store %v2, %a[%i, %j, %k] : memref<4x5x6xi32>
          }
        }
      }
    }
  }
  return
}

// CHECK-LABEL: @yields
// CHECK:       scf.if
// CHECK-NEXT:    affine.for
// CHECK-NOT:       scf.if
// CHECK:       } else {
// CHECK-NEXT:    affine.for
// CHECK-NOT:       scf.if
// CHECK:       return
func.func @yields(%a: memref<16xi32>, %n: index) -> i32 {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = affine.for %i = 0 to 16 iter_args(%s = %zero) -> i32 {
    %c = arith.cmpi eq, %n, %c3 : index
    %v = scf.if %c -> i32 {
      %x = memref.load %a[%i] : memref<16xi32>
      %t = arith.addi %s, %x : i32
      scf.yield %t : i32
    } else {
      memref.store %s, %a[%i] : memref<16xi32>
      %t = arith.addi %s, %one : i32
      scf.yield %t : i32
    }
    affine.yield %v : i32
  }
  return %r : i32
}

func.func @yields_and_more(%a: memref<16xi32>, %n: i32) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    %c = arith.cmpi eq, %n, %zero : i32
    // REMARK: [[@LINE+1]]:{{.*}} [Missed] layout-hoist-conditions/not-whole-body
    %v = scf.if %c -> i32 {
      affine.store %zero, %a[15 - %i] : memref<16xi32>
      scf.yield %zero : i32
    } else {
      scf.yield %n : i32
    }
    affine.store %v, %a[%i] : memref<16xi32>
  }
  return
}
