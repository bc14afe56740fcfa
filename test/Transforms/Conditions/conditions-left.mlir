// A condition that stays is told of, by each pass that was to take it out.
//
// RUN: layout-opt %s --layout-hoist-conditions --remarks-filter=layout --remark-format=emitRemark 2>&1 >/dev/null | FileCheck %s --check-prefix=HOIST
// RUN: layout-opt %s --layout-partition-loops --remarks-filter=layout --remark-format=emitRemark 2>&1 >/dev/null | FileCheck %s --check-prefix=PARTITION
// RUN: layout-opt %s --layout-partition-loops | FileCheck %s

// HOIST:     [[@LINE+7]]:{{.*}} [Missed] layout-hoist-conditions/changes {{.*}}Remark="the condition is not loop-invariant; layout-partition-loops splits affine.for and scf.for at conditions on their variables"
// PARTITION: [[@LINE+6]]:{{.*}} [Missed] layout-partition-loops/left {{.*}}Remark="the condition stays in the loop: it is periodic (mod, floordiv); tile the loop by the period"
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

// HOIST:     [[@LINE+9]]:{{.*}} [Missed] layout-hoist-conditions/changes {{.*}}Remark="the condition is not loop-invariant: it depends on what 'affine.load' yields in the loop"
// PARTITION: [[@LINE+8]]:{{.*}} [Missed] layout-partition-loops/left {{.*}}Remark="the condition is on no variable of a loop around it, so splitting cannot decide it; it depends on what 'affine.load' yields in the loop"
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

// PARTITION: [[@LINE+6]]:{{.*}} [Missed] layout-partition-loops/left {{.*}}Remark="the condition stays in the loop: 'affine.parallel' is not split; write it as affine.for; layout-parallelize-loops makes it parallel afterwards"
// CHECK-LABEL: @parallel
// CHECK:       affine.parallel
// CHECK-NEXT:    affine.if
func.func @parallel(%a: memref<64xi32>, %x: i32) {
  affine.parallel (%i) = (0) to (64) {
    affine.if affine_set<(i) : (i - 5 >= 0)>(%i) {
      affine.store %x, %a[%i] : memref<64xi32>
    }
  }
  return
}

// PARTITION: [[@LINE+11]]:{{.*}} [Missed] layout-partition-loops/left {{.*}}Remark="the condition stays in the loop: 'scf.parallel' is not split; write it as affine.for; layout-parallelize-loops makes it parallel afterwards"
// CHECK-LABEL: @scf_parallel
// CHECK:       scf.parallel
// CHECK:         scf.if
func.func @scf_parallel(%a: memref<8xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %c = arith.cmpi slt, %i, %c3 : index
    scf.if %c {
      memref.store %x, %a[%i] : memref<8xi32>
    }
  }
  return
}

// PARTITION: [[@LINE+9]]:{{.*}} [Missed] layout-partition-loops/left {{.*}}Remark="the condition stays in the loop: it compares with what 'affine.load' yields in the loop; compare with the loop's variable, or with what is computed before the loop"
// CHECK-LABEL: @bound_in_loop
// CHECK:       affine.for %{{.*}} = 0 to 64 {
// CHECK:         scf.if
func.func @bound_in_loop(%a: memref<64xi32>, %p: memref<i32>, %x: i32) {
  affine.for %i = 0 to 64 {
    %v = affine.load %p[] : memref<i32>
    %k = arith.index_cast %v : i32 to index
    %c = arith.cmpi slt, %i, %k : index
    scf.if %c {
      affine.store %x, %a[%i] : memref<64xi32>
    }
  }
  return
}

// HOIST:     [[@LINE+9]]:{{.*}} [Missed] layout-hoist-conditions/changes {{.*}}Remark="the condition is not loop-invariant: it depends on what 'affine.for' passes from one iteration to the next"
// PARTITION: [[@LINE+8]]:{{.*}} [Missed] layout-partition-loops/left {{.*}}Remark="the condition stays in the loop: it compares with what 'affine.for' passes from one iteration to the next; compare with the loop's variable, or with what is computed before the loop"
// CHECK-LABEL: @carried
// CHECK:       affine.for %{{.*}} = 0 to 64 iter_args
// CHECK:         scf.if
func.func @carried(%a: memref<64xi32>, %k: index, %x: i32) -> index {
  %r = affine.for %i = 0 to 64 iter_args(%c = %k) -> index {
    %d = arith.addi %c, %c : index
    %q = arith.cmpi slt, %i, %c : index
    scf.if %q {
      affine.store %x, %a[%i] : memref<64xi32>
    }
    affine.yield %d : index
  }
  return %r : index
}

// PARTITION: [[@LINE+5]]:{{.*}} [Missed] layout-partition-loops/left {{.*}}Remark="the condition is on no variable of a loop around it, so splitting cannot decide it; layout-hoist-conditions may move it"
func.func @invariant(%a: memref<64xi32>, %q: i1, %x: i32) {
  affine.for %i = 0 to 64 {
    %s = arith.select %q, %x, %x : i32
    affine.store %s, %a[%i] : memref<64xi32>
    scf.if %q {
      affine.store %x, %a[%i] : memref<64xi32>
    }
  }
  return
}

// PARTITION: [[@LINE+8]]:{{.*}} [Missed] layout-partition-loops/left {{.*}}Remark="the condition stays in the loop: it is not affine in the loop's variable; compare sums of variables, constants and what the loop does not change, with sign"
// CHECK-LABEL: @square
// CHECK:       affine.for %{{.*}} = 0 to 64 {
// CHECK:         scf.if
func.func @square(%a: memref<64xi32>, %m: index, %x: i32) {
  affine.for %i = 0 to 64 {
    %s = arith.muli %i, %i : index
    %c = arith.cmpi slt, %s, %m : index
    scf.if %c {
      affine.store %x, %a[%i] : memref<64xi32>
    }
  }
  return
}

// HOIST: [[@LINE+8]]:{{.*}} [Missed] layout-hoist-conditions/loop {{.*}}Remark="the condition is loop-invariant, but 'scf.while' cannot be guarded by it; write it as scf.for, if the number of its iterations is known before it"
// CHECK-LABEL: @while
func.func @while(%a: memref<8xi32>, %q: i1, %x: i32) {
  %c0 = arith.constant 0 : i32
  scf.while (%k = %c0) : (i32) -> () {
    %w = arith.cmpi slt, %k, %x : i32
    scf.condition(%w)
  } do {
    scf.if %q {
      affine.store %x, %a[0] : memref<8xi32>
    }
    scf.yield %x : i32
  }
  return
}
