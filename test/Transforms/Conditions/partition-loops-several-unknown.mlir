// A difference of two numbers need not fit 64 bits, where the program only adds
// one to the loop's variable and compares: no bound may be made of it unless one
// of the two is clamped by the other.
// RUN: layout-opt %s --layout-partition-loops | FileCheck %s
// RUN: layout-opt %s --layout-partition-loops --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: layout-opt %s --layout-partition-loops -o %t.once
// RUN: layout-opt %t.once --layout-partition-loops -o %t.twice
// RUN: diff %t.once %t.twice
// RUN: layout-check %s --entry=both --arg=2:9223372036854775807 --arg=3:-5 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=both --arg=2:-9223372036854775808 --arg=3:7 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=both --arg=2:11 --arg=3:7 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=in_extent,above --dim=arg0.dim0:9 --dim=arg1.dim0:9 --arg=2:-9223372036854775808 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=in_extent --dim=arg0.dim0:9 --dim=arg1.dim0:9 --arg=2:9223372036854775798 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=in_extent --dim=arg0.dim0:9 --dim=arg1.dim0:9 --arg=2:-4 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=in_extent --dim=arg0.dim0:9 --dim=arg1.dim0:9 --arg=2:4 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=in_extent,above --dim=arg0.dim0:9 --dim=arg1.dim0:9 --arg=2:9 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=in_extent --dim=arg0.dim0:0 --dim=arg1.dim0:0 --arg=2:3 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=above --dim=arg0.dim0:9 --dim=arg1.dim0:9 --arg=2:9223372036854775807 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=above --dim=arg0.dim0:9 --dim=arg1.dim0:9 --arg=2:13 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=above --dim=arg0.dim0:9 --dim=arg1.dim0:9 --arg=2:5 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=in_tiles --arg=1:21 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=in_tiles --arg=1:-9223372036854775800 --pipeline="builtin.module(layout-partition-loops)"

// CHECK-LABEL: @both
// CHECK-COUNT-1: scf.for
// CHECK-NOT:   scf.for
// CHECK:       scf.if
// REMARK:      [Missed] layout-partition-loops/left
// REMARK-SAME: the condition stays in the loop: where it changes may not fit 64 bits; bound what is compared by layout.assume
// REMARK-NOT:  layout-partition-loops/left
func.func @both(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %m: index) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %s = arith.addi %m, %i : index
    %c = arith.cmpi slt, %s, %n : index
    scf.if %c {
      memref.store %one, %a[%i] : memref<64xi32>
    } else {
      memref.store %one, %b[%i] : memref<64xi32>
    }
  }
  return
}

// An extent is no more than can be added to: %m is clamped between 0 and that.
// CHECK-LABEL: @in_extent
// CHECK-SAME:  %[[M:[a-z0-9]+]]: index
// CHECK:       %[[LOW:.*]] = affine.min #{{.*}}[%[[M]], %{{.*}}]
// CHECK:       affine.max #{{.*}}[%[[LOW]]
// CHECK:       scf.for
// CHECK-NOT:   scf.if
// CHECK:       scf.for
// CHECK-NOT:   scf.if
// CHECK:       return
func.func @in_extent(%a: memref<?xi32>, %b: memref<?xi32>, %m: index) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xi32>
  scf.for %i = %c0 to %n step %c1 {
    %s = arith.addi %m, %i : index
    %c = arith.cmpi slt, %s, %n : index
    scf.if %c {
      memref.store %one, %a[%i] : memref<?xi32>
    } else {
      memref.store %one, %b[%i] : memref<?xi32>
    }
  }
  return
}

// CHECK-LABEL: @above
// CHECK:       affine.min
// CHECK:       affine.max
// CHECK:       scf.for
// CHECK-NOT:   scf.if
// CHECK:       scf.for
// CHECK-NOT:   scf.if
// CHECK:       return
func.func @above(%a: memref<?xi32>, %b: memref<?xi32>, %m: index) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xi32>
  scf.for %i = %c0 to %n step %c1 {
    %s = arith.addi %n, %i : index
    %c = arith.cmpi slt, %s, %m : index
    scf.if %c {
      memref.store %one, %a[%i] : memref<?xi32>
    } else {
      memref.store %one, %b[%i] : memref<?xi32>
    }
  }
  return
}

// What is left of %n behind the tiles so far is between 0 and %n.
// CHECK-LABEL: @in_tiles
// CHECK-NOT:   affine.m{{in|ax}} 
// CHECK-NOT:   affine.if
// CHECK:       return
func.func @in_tiles(%a: memref<64xi32>, %n: index) {
  %one = arith.constant 1 : i32
  affine.for %o = 0 to affine_map<()[n] -> (n ceildiv 8)>()[%n] {
    affine.for %i = 0 to 8 {
      affine.if affine_set<(o, i)[n] : (n - 1 - 8 * o - i >= 0)>(%o, %i)[%n] {
        affine.store %one, %a[8 * %o + %i] : memref<64xi32>
      }
    }
  }
  return
}
