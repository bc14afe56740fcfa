// Loops over numbers of a fixed width. Those that 64 bits do not hold are not
// split, and not read as others that they do.
// RUN: layout-opt %s --layout-partition-loops | FileCheck %s
// RUN: layout-check %s --entry=wide_arguments --arg=1:18446744073709551614 --arg=2:18446744073709551620 --arg=3:18446744073709551616 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=wide_arguments_65 --arg=1:-18446744073709551616 --arg=2:-18446744073709551610 --arg=3:-18446744073709551613 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=wide_constants --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=inside_wide --arg=1:18446744073709551616 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=narrow --arg=1:3 --arg=2:-128 --arg=3:127 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=narrow --arg=1:126 --arg=2:-2 --arg=3:5 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=widest --arg=1:9223372036854775804 --arg=2:9223372036854775807 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=quotient --arg=1:4 --arg=2:9 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=without_sign --arg=1:-126 --pipeline="builtin.module(layout-partition-loops)"

// CHECK-LABEL: @wide_arguments
// CHECK-COUNT-1: scf.for
// CHECK-NOT:   scf.for
func.func @wide_arguments(%a: memref<8xi32>, %first: i128, %end: i128, %n: i128) {
  %one = arith.constant 1 : i128
  %seven = arith.constant 7 : i32
  %eight = arith.constant 8 : i32
  scf.for %i = %first to %end step %one : i128 {
    %from = arith.subi %i, %first : i128
    %at = arith.index_cast %from : i128 to index
    %c = arith.cmpi slt, %i, %n : i128
    scf.if %c {
      memref.store %seven, %a[%at] : memref<8xi32>
    } else {
      memref.store %eight, %a[%at] : memref<8xi32>
    }
  }
  return
}

// CHECK-LABEL: @wide_arguments_65
// CHECK-COUNT-1: scf.for
// CHECK-NOT:   scf.for
func.func @wide_arguments_65(%a: memref<8xi32>, %first: i65, %end: i65, %n: i65) {
  %two = arith.constant 2 : i65
  %seven = arith.constant 7 : i32
  scf.for %i = %first to %end step %two : i65 {
    %from = arith.subi %i, %first : i65
    %at = arith.index_cast %from : i65 to index
    %c = arith.cmpi sge, %i, %n : i65
    scf.if %c {
      memref.store %seven, %a[%at] : memref<8xi32>
    }
  }
  return
}

// CHECK-LABEL: @wide_constants
// CHECK-COUNT-2: scf.for
// CHECK-NOT:   scf.for
func.func @wide_constants(%a: memref<8xi32>) {
  %zero = arith.constant 0 : i128
  %one = arith.constant 1 : i128
  %first = arith.constant 18446744073709551616 : i128
  %middle = arith.constant 18446744073709551618 : i128
  %end = arith.constant 18446744073709551620 : i128
  %much = arith.constant 18446744073709551617 : i128
  %seven = arith.constant 7 : i32
  scf.for %i = %first to %end step %one : i128 {
    %from = arith.subi %i, %first : i128
    %at = arith.index_cast %from : i128 to index
    %c = arith.cmpi slt, %i, %middle : i128
    scf.if %c {
      memref.store %seven, %a[%at] : memref<8xi32>
    }
  }
  // One iteration, not four.
  %four = arith.constant 4 : i128
  %eight = arith.constant 8 : i32
  scf.for %i = %zero to %four step %much : i128 {
    %at = arith.index_cast %i : i128 to index
    %c = arith.cmpi slt, %i, %one : i128
    scf.if %c {
      memref.store %eight, %a[%at] : memref<8xi32>
    } else {
      memref.store %seven, %a[%at] : memref<8xi32>
    }
  }
  return
}

// A loop over indices in it is split all the same.
// CHECK-LABEL: @inside_wide
// CHECK:       scf.for
// CHECK-COUNT-2: affine.for
// CHECK-NOT:   affine.if
func.func @inside_wide(%a: memref<8xi32>, %first: i128) {
  %one = arith.constant 1 : i128
  %end = arith.addi %first, %one : i128
  %seven = arith.constant 7 : i32
  %eight = arith.constant 8 : i32
  scf.for %i = %first to %end step %one : i128 {
    affine.for %j = 0 to 8 {
      affine.if affine_set<(j) : (j - 5 >= 0)>(%j) {
        affine.store %seven, %a[%j] : memref<8xi32>
      } else {
        affine.store %eight, %a[%j] : memref<8xi32>
      }
    }
  }
  return
}

// CHECK-LABEL: @narrow
// CHECK-COUNT-2: scf.for
// CHECK-NOT:   scf.if
func.func @narrow(%a: memref<256xi32>, %n: i8, %first: i8, %end: i8) {
  %one = arith.constant 1 : i8
  %seven = arith.constant 7 : i32
  %eight = arith.constant 8 : i32
  scf.for %i = %first to %end step %one : i8 {
    %at = arith.index_castui %i : i8 to index
    %c = arith.cmpi sle, %i, %n : i8
    scf.if %c {
      memref.store %seven, %a[%at] : memref<256xi32>
    } else {
      memref.store %eight, %a[%at] : memref<256xi32>
    }
  }
  return
}

// CHECK-LABEL: @widest
func.func @widest(%a: memref<8xi32>, %first: i64, %end: i64) {
  %one = arith.constant 1 : i64
  %most = arith.constant 9223372036854775805 : i64
  %seven = arith.constant 7 : i32
  scf.for %i = %first to %end step %one : i64 {
    %from = arith.subi %i, %first : i64
    %at = arith.index_cast %from : i64 to index
    %c = arith.cmpi sgt, %i, %most : i64
    scf.if %c {
      memref.store %seven, %a[%at] : memref<8xi32>
    }
  }
  return
}

// The start divides by what is not constant, so that nothing expresses it.
// CHECK-LABEL: @quotient
// CHECK:       affine.for {{.*}} to min
// CHECK-NOT:   scf.if
func.func @quotient(%a: memref<64xi32>, %n: index, %m: index) {
  %seven = arith.constant 7 : i32
  affine.for %i = affine_map<()[n] -> (10 floordiv n)>()[%n] to 64 {
    %c = arith.cmpi slt, %i, %m : index
    scf.if %c {
      affine.store %seven, %a[%i] : memref<64xi32>
    }
  }
  return
}

// From 120 to 130, which reads -126 with a sign.
// CHECK-LABEL: @without_sign
// CHECK-COUNT-1: scf.for unsigned
// CHECK:         scf.if
func.func @without_sign(%a: memref<16xi32>, %end: i8) {
  %first = arith.constant 120 : i8
  %one = arith.constant 1 : i8
  %limit = arith.constant 0 : i8
  %seven = arith.constant 7 : i32
  scf.for unsigned %i = %first to %end step %one : i8 {
    %from = arith.subi %i, %first : i8
    %at = arith.index_castui %from : i8 to index
    %c = arith.cmpi slt, %i, %limit : i8
    scf.if %c {
      memref.store %seven, %a[%at] : memref<16xi32>
    }
  }
  return
}
