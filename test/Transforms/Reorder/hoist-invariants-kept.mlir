// RUN: layout-opt %s --layout-hoist-invariants --remarks-filter=layout 2>&1 | FileCheck %s

// A remainder by 0 would be in front of a loop that is not entered.
// CHECK: [[# @LINE+5]]:10: remark: [Missed] layout-hoist-invariants/not-speculatable {{.*}}"'arith.remui' stays in the loop: it is not speculatable, as it may be undefined or not terminate, and the loop may not be entered"
// CHECK: scf.for
// CHECK: arith.remui
func.func @remainder(%a: memref<?xf32>, %n: index, %m: index, %s: index, %x: f32) {
  scf.for %i = %s to %n step %s {
    %r = arith.remui %n, %m : index
    memref.store %x, %a[%r] : memref<?xf32>
  }
  return
}
