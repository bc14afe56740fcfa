// RUN: layout-opt %s --layout-hoist-conditions --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-hoist-conditions="split=false selects=false" --split-input-file | FileCheck %s --check-prefix=WHOLE
// RUN: layout-opt %s --layout-hoist-conditions --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK

// HO-01, TVM HE::TestHoistToTop
// CHECK-LABEL: @to_the_top
// CHECK-NEXT:  arith.constant 0 : i32
// CHECK-NEXT:  affine.if #{{.*}}()[%arg0]
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.store
func.func @to_the_top(%n: index, %a: memref<16xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    affine.if affine_set<()[n] : (n - 1 >= 0)>()[%n] {
      affine.store %zero, %a[%i] : memref<16xi32>
    }
  }
  return
}

// -----

// HO-07, TVM HE::TestHoistToMiddle
// CHECK-LABEL: @to_the_middle
// CHECK:       affine.for %[[I:.*]] = 0 to 4
// CHECK-NEXT:    affine.if #{{.*}}(%[[I]])
// CHECK-NEXT:      affine.for
// CHECK-NEXT:        affine.store
func.func @to_the_middle(%a: memref<4x4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(i) : (2 - i >= 0)>(%i) {
        affine.store %zero, %a[%i, %j] : memref<4x4xi32>
      }
    }
  }
  return
}

// -----

// HO-10, TVM HE::TestHoistIfElse, computed from arith
// CHECK-LABEL: @if_else
// CHECK:       scf.for %[[I:.*]] =
// CHECK-NEXT:    %[[C:.*]] = arith.cmpi slt, %[[I]]
// CHECK-NEXT:    scf.if %[[C]] {
// CHECK-NEXT:      scf.for
// CHECK-NEXT:        memref.store %c0_i32
// CHECK:         } else {
// CHECK-NEXT:      scf.for
// CHECK-NEXT:        memref.store %c1_i32
func.func @if_else(%a: memref<4x4xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %c = arith.cmpi slt, %i, %c3 : index
      scf.if %c {
        memref.store %zero, %a[%i, %j] : memref<4x4xi32>
      } else {
        memref.store %one, %a[%i, %j] : memref<4x4xi32>
      }
    }
  }
  return
}

// -----

// HO-12, HO-13, TVM HE::TestHoistMultiIf and TestHoistComplexConditional
// CHECK-LABEL: @conjunction
// CHECK:       affine.for %[[I:.*]] = 0 to 4
// CHECK-NEXT:    affine.if #{{.*}}(%[[I]])
// CHECK-NEXT:      affine.for %[[J:.*]] = 0 to 4
// CHECK-NEXT:        affine.if #{{.*}}(%[[J]])
// CHECK-NEXT:          affine.for
// CHECK-NEXT:            affine.store
// WHOLE-LABEL: @conjunction
// WHOLE:       affine.for
// WHOLE-NEXT:    affine.for
// WHOLE-NEXT:      affine.if
// WHOLE-NEXT:        affine.for
// WHOLE-NEXT:          affine.store
func.func @conjunction(%a: memref<4x4x4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 4 {
        affine.if affine_set<(i, j) : (2 - j >= 0, 1 - i >= 0)>(%i, %j) {
          affine.store %zero, %a[%i, %j, %k] : memref<4x4x4xi32>
        }
      }
    }
  }
  return
}

// -----

// CHECK-LABEL: @conjunction_of_values
// CHECK:       %[[PQ:.*]] = arith.andi %arg0, %arg1
// CHECK-NEXT:  scf.if %[[PQ]]
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      %[[ODD:.*]] = arith.index_cast
// CHECK-NOT:       affine.for
// CHECK:           scf.if %[[ODD]]
// CHECK-NEXT:        affine.store
func.func @conjunction_of_values(%p: i1, %q: i1, %a: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    %odd = arith.index_cast %i : index to i1
    %pq = arith.andi %p, %odd : i1
    %all = arith.andi %pq, %q : i1
    scf.if %all {
      affine.store %zero, %a[%i] : memref<4xi32>
    }
  }
  return
}

// -----

// HO-15, TVM HE::TestHoistMultiIfElse: the inner condition leaves over the outer one.
// CHECK-LABEL: @decision_tree
// CHECK:       affine.for %[[I:.*]] = 0 to 4
// CHECK-NEXT:    affine.if #[[SI:.*]](%[[I]]) {
// CHECK-NEXT:      affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT:        affine.if #[[SJ:.*]](%[[J]]) {
// CHECK-NEXT:          affine.for
// CHECK-NEXT:            affine.store %c0_i32
// CHECK:             } else {
// CHECK-NEXT:          affine.for
// CHECK-NEXT:            affine.store %c2_i32
// CHECK:         } else {
// CHECK-NEXT:      affine.for %[[J2:.*]] = 0 to 4 {
// CHECK-NEXT:        affine.if #[[SJ]](%[[J2]]) {
// CHECK-NEXT:          affine.for
// CHECK-NEXT:            affine.store %c1_i32
// CHECK:             } else {
// CHECK-NEXT:          affine.for
// CHECK-NEXT:            affine.store %c3_i32
func.func @decision_tree(%a: memref<4x4x4xi32>) {
  %v0 = arith.constant 0 : i32
  %v1 = arith.constant 1 : i32
  %v2 = arith.constant 2 : i32
  %v3 = arith.constant 3 : i32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 4 {
        affine.if affine_set<(j) : (2 - j >= 0)>(%j) {
          affine.if affine_set<(i) : (1 - i >= 0)>(%i) {
            affine.store %v0, %a[%i, %j, %k] : memref<4x4x4xi32>
          } else {
            affine.store %v1, %a[%i, %j, %k] : memref<4x4x4xi32>
          }
        } else {
          affine.if affine_set<(i) : (1 - i >= 0)>(%i) {
            affine.store %v2, %a[%i, %j, %k] : memref<4x4x4xi32>
          } else {
            affine.store %v3, %a[%i, %j, %k] : memref<4x4x4xi32>
          }
        }
      }
    }
  }
  return
}

// -----

// HO-17, TVM HE::TestHoistIfElseExpr
// CHECK-LABEL: @select
// CHECK:       affine.for %[[I:.*]] = 0 to 4
// CHECK:         scf.if
// CHECK-NEXT:      affine.for
// CHECK-NEXT:        affine.store %c1_i32
// CHECK:         } else {
// CHECK-NEXT:      affine.for
// CHECK-NEXT:        affine.store %c2_i32
// WHOLE-LABEL: @select
// WHOLE:       affine.for
// WHOLE-NEXT:    affine.for
// WHOLE-NEXT:      arith.cmpi
// WHOLE-NEXT:      arith.select
func.func @select(%a: memref<4x4xi32>) {
  %v1 = arith.constant 1 : i32
  %v2 = arith.constant 2 : i32
  %c2 = arith.constant 2 : index
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %c = arith.cmpi slt, %i, %c2 : index
      %v = arith.select %c, %v1, %v2 : i32
      affine.store %v, %a[%i, %j] : memref<4x4xi32>
    }
  }
  return
}

// -----

// HO-23, TVM HI::test_hoist_no_match_for: it may not pass the store beside the loop.
// CHECK-LABEL: @beside_another_op
// CHECK:       affine.for %[[I:.*]] = 0 to 4
// CHECK-NEXT:    affine.for %[[J:.*]] = 0 to 4
// CHECK-NEXT:      affine.store
// CHECK-NEXT:      affine.if #{{.*}}(%[[I]])
// CHECK-NEXT:        affine.for
// REMARK:      [Missed] layout-hoist-conditions/not-whole-body
// REMARK-SAME: the condition is loop-invariant, but guards only a part of the body; distribute the loop first (layout-distribute-loops)
func.func @beside_another_op(%a: memref<4x4xi32>, %b: memref<4x4x4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %zero, %a[%i, %j] : memref<4x4xi32>
      affine.for %k = 0 to 4 {
        affine.if affine_set<(i) : (1 - i >= 0)>(%i) {
          affine.store %zero, %b[%i, %j, %k] : memref<4x4x4xi32>
        }
      }
    }
  }
  return
}

// -----

// HO-25, TVM HI::test_no_hoisting_2
// CHECK-LABEL: @not_the_whole_body
// CHECK:       affine.for
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.if
func.func @not_the_whole_body(%a: memref<4x4xi32>, %b: memref<4x4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(i) : (2 - i >= 0)>(%i) {
        affine.store %zero, %a[%i, %j] : memref<4x4xi32>
      }
      affine.store %zero, %b[%i, %j] : memref<4x4xi32>
    }
  }
  return
}

// -----

// A value that the loop reads from memory may change in it.
// CHECK-LABEL: @read_in_the_loop
// CHECK:       affine.for
// CHECK-NEXT:    affine.load
// CHECK-NEXT:    scf.if
func.func @read_in_the_loop(%a: memref<4xi32>, %b: memref<i1>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    %c = affine.load %b[] : memref<i1>
    scf.if %c {
      affine.store %zero, %a[%i] : memref<4xi32>
    }
  }
  return
}

// -----

// A division may trap where the loop has no iteration.
// CHECK-LABEL: @division
// CHECK:       affine.for
// CHECK-NEXT:    arith.divsi
func.func @division(%n: index, %m: index, %a: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to %n {
    %q = arith.divsi %n, %m : index
    %c = arith.cmpi eq, %q, %n : index
    scf.if %c {
      affine.store %zero, %a[%i] : memref<4xi32>
    }
  }
  return
}

// -----

// A loop that yields values does so in both arms.
// CHECK-LABEL: @yields
// CHECK:       %[[R:.*]] = scf.if %arg0 -> (f32) {
// CHECK-NEXT:    %[[S:.*]] = scf.for
// CHECK-NEXT:      arith.addf
// CHECK:         scf.yield %[[S]]
// CHECK-NEXT:  } else {
// CHECK-NEXT:    %[[T:.*]] = scf.for %{{.*}} iter_args(%[[SAME:.*]] = %arg2)
// CHECK-NEXT:      scf.yield %[[SAME]]
// CHECK:         scf.yield %[[T]]
// CHECK:       return %[[R]]
// WHOLE-LABEL: @yields
// WHOLE:       scf.for
// WHOLE-NEXT:    scf.if
func.func @yields(%p: i1, %n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
    %t = scf.if %p -> f32 {
      %u = arith.addf %s, %x : f32
      scf.yield %u : f32
    } else {
      scf.yield %s : f32
    }
    scf.yield %t : f32
  }
  return %r : f32
}
