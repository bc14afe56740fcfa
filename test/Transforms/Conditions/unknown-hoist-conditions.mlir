// Conditions on numbers beyond the bounds on the work, 2^41: whether one is the other
// is not known, and each is tested.
// RUN: layout-opt %s --layout-hoist-conditions | FileCheck %s
// RUN: layout-check %s --entry=other_arm,both_arms --arg=2:7 --arg=3:9 --arg=4:0 --pipeline="builtin.module(layout-hoist-conditions)"
// RUN: layout-check %s --entry=both_arms --arg=2:7 --arg=3:1 --arg=4:1 --pipeline="builtin.module(layout-hoist-conditions)"

// CHECK: #[[ONE:.*]] = affine_set<()[s0, s1] : (s1 * 2199023255552 - s0 >= 0)>
// CHECK: #[[OTHER:.*]] = affine_set<()[s0, s1] : (s1 * 2199023255553 - s0 >= 0)>
#one = affine_set<()[n, m] : (m * 2199023255552 - n >= 0)>
#other = affine_set<()[n, m] : (m * 2199023255553 - n >= 0)>

// CHECK-LABEL: @other_arm
// CHECK:         affine.if #[[ONE]]
// CHECK:           affine.for
// CHECK:         } else {
// CHECK-NEXT:      affine.if #[[OTHER]]
// CHECK:             affine.for
func.func @other_arm(%a: memref<16xi32> {llvm.noalias}, %b: memref<16xi32> {llvm.noalias}, %x: i32, %n: index, %m: index) {
  affine.for %i = 0 to 16 {
    affine.if #one()[%n, %m] {
      affine.store %x, %a[%i] : memref<16xi32>
    } else {
      affine.if #other()[%n, %m] {
        affine.store %x, %b[%i] : memref<16xi32>
      }
    }
  }
  return
}

// CHECK-LABEL: @both_arms
// CHECK-NEXT:    affine.if #[[ONE]]
// CHECK-NEXT:      affine.if #[[OTHER]]
// CHECK-NEXT:        affine.for
// CHECK:             affine.for
// CHECK:         affine.if #[[OTHER]]
// CHECK-NEXT:        affine.for
func.func @both_arms(%a: memref<16xi32> {llvm.noalias}, %b: memref<16xi32> {llvm.noalias}, %x: i32, %n: index, %m: index) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (i - 3 >= 0)>(%i) {
      affine.if #one()[%n, %m] {
        affine.store %x, %a[%i] : memref<16xi32>
      }
    } else {
      affine.if #other()[%n, %m] {
        affine.store %x, %b[%i] : memref<16xi32>
      }
    }
  }
  return
}
