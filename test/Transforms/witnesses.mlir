// A counterexample is one that a person can check: where a condition comes from an
// op that is not followed, or from a loop whose iterations are not, the answer is
// that it is not known. What was found is checked by folding the op first.
//
// RUN: layout-opt %s --layout-simplify --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=SIMPLIFY
// RUN: layout-opt %s --layout-overcompute --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=OVER

// 299 as an i8 is 43.
// SIMPLIFY: [Analysis] layout-simplify/condition-not-decided{{.*}}'arith.index_cast' is not followed
// OVER:     [Analysis] layout-overcompute/changes-data{{.*}}'arith.index_cast' is not followed
func.func @truncated(%a: memref<300xi32>) {
  %x = arith.constant 7 : i32
  %k = arith.constant 100 : i8
  affine.for %i = 0 to 300 {
    %t = arith.index_cast %i : index to i8
    %c = arith.cmpi slt, %t, %k : i8
    scf.if %c {
      memref.store %x, %a[%i] : memref<300xi32>
    }
  }
  return
}

// -----

// That the condition is 0 where it does not hold says nothing.
// SIMPLIFY: [Analysis] layout-simplify/condition-not-decided{{.*}}'arith.cmpi' is not followed
func.func @unsigned(%a: memref<16xi32>) {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %x = arith.constant 7 : i32
  affine.for %i = 0 to 16 {
    %d = arith.subi %i, %c3 : index
    %c = arith.cmpi ult, %d, %c5 : index
    scf.if %c {
      memref.store %x, %a[%i] : memref<16xi32>
    }
  }
  return
}

// -----

// 0 is no iteration.
// SIMPLIFY: [Analysis] layout-simplify/condition-not-decided{{.*}}'scf.for' is not followed
// OVER:     [Analysis] layout-overcompute/changes-data{{.*}}'scf.for' is not followed
func.func @iterations(%a: memref<256xi32>) {
  %lb = arith.constant 3 : i8
  %ub = arith.constant 250 : i8
  %s = arith.constant 5 : i8
  %z = arith.constant 0 : i8
  %x = arith.constant 3 : i32
  scf.for unsigned %i = %lb to %ub step %s : i8 {
    %c = arith.cmpi slt, %i, %z : i8
    %u = arith.index_castui %i : i8 to index
    scf.if %c {
      memref.store %x, %a[%u] : memref<256xi32>
    }
  }
  return
}

// -----

// An argument, and what is loaded, may be anything.
// SIMPLIFY: [Missed] layout-simplify/condition-not-decided{{.*}}the condition does not hold when %{{.*}} = 0
// SIMPLIFY: [Missed] layout-simplify/condition-not-decided{{.*}}the condition does not hold when %{{.*}} = 5
// OVER:     [Missed] layout-overcompute/changes-data
// OVER:     [Missed] layout-overcompute/changes-data
func.func @inputs(%b: i1, %m: memref<i32>, %a: memref<1xi32>) {
  %x = arith.constant 3 : i32
  %c5 = arith.constant 5 : i32
  %l = memref.load %m[] : memref<i32>
  %c = arith.cmpi slt, %l, %c5 : i32
  affine.for %i = 0 to 1 {
    scf.if %b {
      affine.store %x, %a[%i] : memref<1xi32>
    }
    scf.if %c {
      affine.store %c5, %a[%i] : memref<1xi32>
    }
  }
  return
}
