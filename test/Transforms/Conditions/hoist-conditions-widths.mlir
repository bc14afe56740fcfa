// Conditions that may be poison leave only loops that are entered: bounds have
// the order that the loop compares them by, and all their bits.
// RUN: layout-opt %s --layout-hoist-conditions | FileCheck %s
// RUN: layout-check %s --entry=never_entered,entered,never_entered_wide --arg=1:5 --pipeline="builtin.module(layout-hoist-conditions)"
// RUN: layout-check %s --entry=wide_condition --arg=1:18446744073709551616 --pipeline="builtin.module(layout-hoist-conditions)"
// RUN: layout-check %s --entry=wide_condition --arg=1:0 --pipeline="builtin.module(layout-hoist-conditions)"

// -1 is 255 here.
// CHECK-LABEL: @never_entered(
// CHECK:       scf.for unsigned
// CHECK:         scf.if
func.func @never_entered(%a: memref<8xi32>, %n: i8) {
  %first = arith.constant -1 : i8
  %end = arith.constant 5 : i8
  %one = arith.constant 1 : i8
  %limit = arith.constant 20 : i8
  %seven = arith.constant 7 : i32
  scf.for unsigned %i = %first to %end step %one : i8 {
    %twice = arith.addi %n, %n overflow<nsw> : i8
    %c = arith.cmpi slt, %twice, %limit : i8
    scf.if %c {
      %at = arith.index_castui %i : i8 to index
      memref.store %seven, %a[%at] : memref<8xi32>
    }
  }
  return
}

// CHECK-LABEL: @entered(
// CHECK:       scf.if
// CHECK-NEXT:    scf.for unsigned
func.func @entered(%a: memref<8xi32>, %n: i8) {
  %first = arith.constant 1 : i8
  %end = arith.constant 5 : i8
  %one = arith.constant 1 : i8
  %limit = arith.constant 20 : i8
  %seven = arith.constant 7 : i32
  scf.for unsigned %i = %first to %end step %one : i8 {
    %twice = arith.addi %n, %n overflow<nsw> : i8
    %c = arith.cmpi slt, %twice, %limit : i8
    scf.if %c {
      %at = arith.index_castui %i : i8 to index
      memref.store %seven, %a[%at] : memref<8xi32>
    }
  }
  return
}

// From 2^64 to 5, not from 0.
// CHECK-LABEL: @never_entered_wide(
// CHECK:       scf.for
// CHECK:         scf.if
func.func @never_entered_wide(%a: memref<8xi32>, %n: i8) {
  %first = arith.constant 18446744073709551616 : i128
  %end = arith.constant 5 : i128
  %one = arith.constant 1 : i128
  %limit = arith.constant 20 : i8
  %seven = arith.constant 7 : i32
  scf.for %i = %first to %end step %one : i128 {
    %twice = arith.addi %n, %n overflow<nsw> : i8
    %c = arith.cmpi slt, %twice, %limit : i8
    scf.if %c {
      %at = arith.index_cast %i : i128 to index
      memref.store %seven, %a[%at] : memref<8xi32>
    }
  }
  return
}

// CHECK-LABEL: @wide_condition(
// CHECK:       arith.cmpi sgt, %arg1, {{.*}} : i128
// CHECK-NEXT:  scf.if
// CHECK-NEXT:    affine.for
func.func @wide_condition(%a: memref<8xi32>, %n: i128) {
  %limit = arith.constant 18446744073709551615 : i128
  %seven = arith.constant 7 : i32
  affine.for %i = 0 to 8 {
    %c = arith.cmpi sgt, %n, %limit : i128
    scf.if %c {
      affine.store %seven, %a[%i] : memref<8xi32>
    }
  }
  return
}
