// False assumptions behind conditions that are beyond the bounds on the work, 2^41:
// whether control comes to them is not known, and they are no errors.
//
// RUN: layout-opt %s --layout-simplify | FileCheck %s

// CHECK-LABEL: @other_arm
// CHECK:         layout.assume
func.func @other_arm(%a: memref<16xi32>, %k: index, %n: index, %m: index, %x: i32) {
  %false = arith.constant false
  affine.if affine_set<()[k, n, m] : (k - 4 >= 0, n * 2199023255552 - m >= 0)>()[%k, %n, %m] {
    affine.store %x, %a[1] : memref<16xi32>
  } else {
    layout.assume %false : i1
  }
  return
}

// CHECK-LABEL: @no_arm
// CHECK:         layout.assume
func.func @no_arm(%k: index, %n: index, %m: index) {
  %false = arith.constant false
  %c3 = arith.constant 3 : index
  %p = affine.apply affine_map<()[n] -> (n * 2199023255552)>()[%n]
  %hard = arith.cmpi sgt, %p, %m : index
  %easy = arith.cmpi sgt, %k, %c3 : index
  %c = arith.ori %easy, %hard : i1
  scf.if %c {
    layout.assume %false : i1
  }
  return
}

// The loop has an iteration if %n is more than 3, but it may be 2.
// CHECK-LABEL: @iteration
// CHECK:         layout.assume
// CHECK:         layout.assume
func.func @iteration(%n: index, %m: index) {
  %false = arith.constant false
  %c3 = arith.constant 3 : index
  %p = affine.apply affine_map<()[n] -> (n * 2199023255552)>()[%n]
  %hard = arith.cmpi sgt, %p, %m : index
  %easy = arith.cmpi sgt, %n, %c3 : index
  %c = arith.ori %easy, %hard : i1
  layout.assume %c : i1
  affine.for %i = 2 to %n {
    layout.assume %false : i1
  }
  return
}
