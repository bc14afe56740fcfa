// A condition that stays is told of, by each pass that was to take it out.
//
// RUN: layout-opt %s --layout-hoist-conditions --remarks-filter=layout --remark-format=emitRemark 2>&1 >/dev/null | FileCheck %s --check-prefix=HOIST
// RUN: layout-opt %s --layout-partition-loops --remarks-filter=layout --remark-format=emitRemark 2>&1 >/dev/null | FileCheck %s --check-prefix=PARTITION
// RUN: layout-opt %s --layout-partition-loops | FileCheck %s

// HOIST:     [[@LINE+7]]:{{.*}} [Missed] layout-hoist-conditions/changes {{.*}}Remark="the condition is not loop-invariant; layout-partition-loops splits loops at conditions on their variables"
// PARTITION: [[@LINE+6]]:{{.*}} [Missed] layout-partition-loops/left {{.*}}Remark="the condition stays in the loop: it is periodic (mod, floordiv), or splitting there exceeds max-pieces or 64 bits; tile the loop by the period, or raise max-pieces"
// CHECK-LABEL: @every_other
// CHECK:       affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT:    affine.if
func.func @every_other(%a: memref<8xi32>, %x: i32) {
  affine.for %i = 0 to 8 {
    affine.if affine_set<(i) : (i mod 2 == 0)>(%i) {
      affine.store %x, %a[%i] : memref<8xi32>
    }
  }
  return
}

// HOIST:     [[@LINE+9]]:{{.*}} [Missed] layout-hoist-conditions/changes
// PARTITION: [[@LINE+8]]:{{.*}} [Missed] layout-partition-loops/left {{.*}}Remark="the condition is on no variable of a loop around it, so splitting cannot decide it; layout-hoist-conditions may move it"
// CHECK-LABEL: @in_memory
// CHECK:       affine.for %{{.*}} = 0 to 8 {
// CHECK:         scf.if
func.func @in_memory(%a: memref<8xi32>, %b: memref<8xi32>, %x: i32) {
  affine.for %i = 0 to 8 {
    %y = affine.load %b[%i] : memref<8xi32>
    %c = arith.cmpi slt, %y, %x : i32
    scf.if %c {
      affine.store %x, %a[%i] : memref<8xi32>
    }
  }
  return
}
