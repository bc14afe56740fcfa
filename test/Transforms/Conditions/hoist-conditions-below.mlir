// A condition that does not change leaves a loop from below others, where these have
// an `else` too, within the limit on copies.
//
// RUN: layout-opt %s --layout-hoist-conditions | FileCheck %s
// RUN: layout-opt %s --layout-hoist-conditions --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: layout-opt %s --layout-hoist-conditions -o %t.once
// RUN: layout-opt %t.once --layout-hoist-conditions -o %t.twice
// RUN: diff %t.once %t.twice
// RUN: layout-check %s --entry=with_else --arg=0:0 --arg=1:2 --pipeline="builtin.module(layout-hoist-conditions)"
// RUN: layout-check %s --entry=with_else --arg=0:1 --arg=1:2 --pipeline="builtin.module(layout-hoist-conditions)"
// RUN: layout-check %s --entry=of_inner_loop,yields --arg=0:0 --arg=1:3 --pipeline="builtin.module(layout-hoist-conditions)"
// RUN: layout-check %s --entry=of_inner_loop,yields --arg=0:1 --arg=1:3 --pipeline="builtin.module(layout-hoist-conditions)"
// RUN: layout-check %s --entry=may_be_poison --arg=0:2147483647 --arg=1:1 --pipeline="builtin.module(layout-hoist-conditions)"
// RUN: layout-check %s --entry=from_memory --pipeline="builtin.module(layout-hoist-conditions)"

// CHECK-LABEL: @with_else
// CHECK-NEXT:  %[[X:.*]] = arith.constant
// CHECK-NEXT:  %[[Y:.*]] = arith.constant
// CHECK-NEXT:  %[[Z:.*]] = arith.constant
// CHECK-NEXT:  scf.if %arg0 {
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.if
// CHECK-NEXT:        affine.store %[[X]]
// CHECK-NEXT:      } else {
// CHECK-NEXT:        affine.store %[[Z]]
// CHECK:         } else {
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.if
// CHECK-NEXT:        affine.store %[[Y]]
// CHECK-NEXT:      } else {
// CHECK-NEXT:        affine.store %[[Z]]
func.func @with_else(%b: i1, %n: index, %a: memref<8xi32>) {
  %x = arith.constant 1 : i32
  %y = arith.constant 2 : i32
  %z = arith.constant 3 : i32
  affine.for %i = 0 to 8 {
    affine.if affine_set<(i)[n] : (i - n >= 0)>(%i)[%n] {
      scf.if %b {
        affine.store %x, %a[%i] : memref<8xi32>
      } else {
        affine.store %y, %a[%i] : memref<8xi32>
      }
    } else {
      affine.store %z, %a[%i] : memref<8xi32>
    }
  }
  return
}

// Out of all loops; a loop that does nothing where it does not hold is left out.
// CHECK-LABEL: @of_inner_loop
// CHECK:       scf.if %arg0 {
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.if
// CHECK-NEXT:        affine.for
// CHECK-NEXT:          affine.store
// CHECK-NEXT:        }
// CHECK-NEXT:      } else {
// CHECK-NEXT:        affine.store
// CHECK:         } else {
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.if
// CHECK-NEXT:      } else {
// CHECK-NEXT:        affine.store
func.func @of_inner_loop(%b: i1, %n: index, %a: memref<8x4xi32>) {
  %x = arith.constant 1 : i32
  %z = arith.constant 3 : i32
  affine.for %i = 0 to 8 {
    affine.if affine_set<(i)[n] : (i - n >= 0)>(%i)[%n] {
      affine.for %j = 0 to 4 {
        scf.if %b {
          affine.store %x, %a[%i, %j] : memref<8x4xi32>
        }
      }
    } else {
      affine.store %z, %a[%i, 0] : memref<8x4xi32>
    }
  }
  return
}

// CHECK-LABEL: @yields
// CHECK:       scf.if %arg0 -> (i32) {
// CHECK-NEXT:    affine.for
// CHECK:           scf.if
// CHECK-NOT:       scf.if
// CHECK:         } else {
func.func @yields(%b: i1, %n: index, %a: memref<8xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %r = affine.for %i = 0 to 8 iter_args(%s = %zero) -> i32 {
    %c = arith.cmpi slt, %i, %n : index
    %v = scf.if %c -> i32 {
      %w = scf.if %b -> i32 {
        affine.store %one, %a[%i] : memref<8xi32>
        %t = arith.addi %s, %one : i32
        scf.yield %t : i32
      } else {
        scf.yield %s : i32
      }
      scf.yield %w : i32
    } else {
      affine.store %two, %a[%i] : memref<8xi32>
      %t = arith.addi %s, %two : i32
      scf.yield %t : i32
    }
    affine.yield %v : i32
  }
  return %r : i32
}

// The program does not branch on it where it is poison.
// CHECK-LABEL: @may_be_poison
// CHECK:       affine.for
// CHECK:         scf.if
// CHECK:           scf.if
// REMARK: [Missed] layout-hoist-conditions/may-be-poison{{.*}}"not every iteration reaches the condition, and the condition may be poison then
func.func @may_be_poison(%p: i32, %q: i32, %a: memref<8xi32>) {
  %x = arith.constant 1 : i32
  %y = arith.constant 2 : i32
  %most = arith.constant 2147483646 : i32
  %s = arith.addi %p, %q overflow<nsw> : i32
  %c = arith.cmpi sgt, %s, %p : i32
  affine.for %i = 0 to 8 {
    %v = arith.index_cast %i : index to i32
    %t = arith.addi %v, %p : i32
    %d = arith.cmpi slt, %p, %v : i32
    scf.if %d {
      scf.if %c {
        affine.store %x, %a[%i] : memref<8xi32>
      }
    } else {
      affine.store %y, %a[%i] : memref<8xi32>
    }
  }
  return
}

// The loop writes what the condition is read from.
// CHECK-LABEL: @from_memory
// CHECK:       affine.for
// CHECK:         affine.if
// CHECK:           scf.if
func.func @from_memory(%f: memref<i1>, %a: memref<8xi32>) {
  %x = arith.constant 1 : i32
  %y = arith.constant 2 : i32
  %false = arith.constant false
  affine.for %i = 0 to 8 {
    affine.if affine_set<(i) : (i mod 3 == 0)>(%i) {
      %b = affine.load %f[] : memref<i1>
      scf.if %b {
        affine.store %x, %a[%i] : memref<8xi32>
        affine.store %false, %f[] : memref<i1>
      }
    } else {
      affine.store %y, %a[%i] : memref<8xi32>
    }
  }
  return
}
