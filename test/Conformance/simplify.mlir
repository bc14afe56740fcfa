// The rows of simplify (SM) that no other test names, by id. Each function is run
// before and after.
// RUN: layout-opt %s --layout-simplify | FileCheck %s
// RUN: layout-opt %s --layout-simplify --remarks-filter=layout --remark-policy=all -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: layout-check %s --entry=sm15,sm53 --arg=0:3 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=sm15 --arg=0:20 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=sm23,sm25,sm68 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=bits --arg=0:-7 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=bits --arg=0:2147483647 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=sm30 --arg=0:1 --arg=1:2 --arg=2:3 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=sm30 --arg=0:2 --arg=1:2 --arg=2:3 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=sm30 --arg=0:2 --arg=1:2 --arg=2:1 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=sm30 --arg=0:13 --arg=1:9 --arg=2:2 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=sm41 --arg=0:0 --arg=1:1 --arg=2:30 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=sm41 --arg=0:1 --arg=1:10 --arg=2:30 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=sm41 --arg=0:1 --arg=1:1 --arg=2:20 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=sm41 --arg=0:1 --arg=1:1 --arg=2:30 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=sm41 --arg=0:1 --arg=1:1 --arg=2:1 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=sm50 --arg=0:4 --arg=1:1 --arg=2:4 --arg=3:1 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=sm50 --arg=0:6 --arg=1:1 --arg=2:6 --arg=3:2147483640 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=sm50 --arg=0:20 --arg=1:1 --arg=2:-2147483648 --arg=3:2147483640 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=sm53 --arg=0:-3 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=sm53,not_yet_allocated,no_mask --arg=0:0 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=sm75 --arg=0:1 --arg=1:2.5 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=sm75 --arg=0:3 --arg=1:2.5 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=not_yet_allocated --arg=0:1 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=no_mask --arg=0:7 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=no_mask --arg=0:5 --pipeline="builtin.module(layout-simplify)"

// SM-06 is a row of layout-remove-noop here: see no-op.mlir.

// SM-15
// CHECK-LABEL: @sm15
// CHECK:       %[[BOTH:.*]] = arith.andi
// CHECK-NEXT:  scf.if %[[BOTH]]
// CHECK-NOT:   scf.if
// CHECK:       affine.if
// CHECK-NOT:   affine.if
// CHECK:       return
func.func @sm15(%n: index, %a: memref<16x16xi32>) {
  %z = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %p = arith.cmpi eq, %i, %n : index
      %q = arith.cmpi eq, %j, %n : index
      %r = arith.andi %p, %q : i1
      scf.if %r {
        %s = arith.cmpi eq, %i, %n : index
        scf.if %s {
          affine.store %z, %a[%i, %j] : memref<16x16xi32>
        }
      }
    }
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      affine.if affine_set<(i, j)[n] : (i - n == 0, j - n == 0)>(%i, %j)[%n] {
        affine.if affine_set<(i)[n] : (n - i == 0)>(%j)[%n] {
          affine.store %z, %a[%i, %j] : memref<16x16xi32>
        }
      }
    }
  }
  return
}

// SM-23, SM-24: the ranges of shifts by a variable, of indices and of 32 bits.
// CHECK-LABEL: @sm23
// CHECK-NOT:   scf.if
// CHECK:       return
func.func @sm23(%a: memref<16xi32>) {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : index
  %c31 = arith.constant 31 : index
  %most = arith.constant 1015808 : index
  %one_i32 = arith.constant 1 : i32
  %c31_i32 = arith.constant 31 : i32
  %most_i32 = arith.constant 1015808 : i32
  affine.for %i = 0 to 16 {
    %p = arith.shli %one, %i : index
    %q = arith.shli %c31, %i : index
    %c = arith.cmpi sge, %p, %one : index
    %d = arith.cmpi sle, %q, %most : index
    scf.if %c {
      affine.store %z, %a[%i] : memref<16xi32>
    }
    scf.if %d {
      affine.store %one_i32, %a[%i] : memref<16xi32>
    }
    %k = arith.index_cast %i : index to i32
    %s = arith.shli %one_i32, %k : i32
    %t = arith.shli %c31_i32, %k : i32
    %e = arith.cmpi sge, %s, %one_i32 : i32
    %f = arith.cmpi sle, %t, %most_i32 : i32
    scf.if %e {
      affine.store %s, %a[%i] : memref<16xi32>
    }
    scf.if %f {
      affine.store %t, %a[%i] : memref<16xi32>
    }
  }
  return
}

// SM-25: true for i <= 4 only, and so no change. A shift by a constant is a
// product, so that the counterexample is one of i.
// CHECK-LABEL: @sm25
// CHECK:       scf.if
// CHECK:       return
// REMARK:      simplify.mlir:[[#@LINE+11]]:{{.*}}[Missed] layout-simplify/condition-not-decided
// REMARK-SAME: the condition does not hold when 'affine.for' at {{[0-9:]+}} = {{5|6|7|8|9|1[0-5]"}}
func.func @sm25(%a: memref<16xi32>) {
  %z = arith.constant 0 : i32
  %c4 = arith.constant 4 : i32
  %least = arith.constant -64 : i32
  affine.for %i = 0 to 16 {
    %k = arith.index_cast %i : index to i32
    %minus = arith.subi %z, %k : i32
    %shifted = arith.shli %minus, %c4 : i32
    %c = arith.cmpi sle, %least, %shifted : i32
    scf.if %c {
      affine.store %z, %a[%i] : memref<16xi32>
    }
  }
  return
}

// Masks and shifts by constants are remainders and quotients by powers of two,
// of negative numbers too.
// CHECK-LABEL: @bits
// CHECK-NOT:   scf.if
// CHECK:       memref.store %c1_i32
// CHECK:       memref.store %c4_i32
// CHECK:       return
func.func @bits(%n: i32, %a: memref<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %four = arith.constant 4 : i32
  %low = arith.andi %n, %three : i32
  %p = arith.cmpi slt, %low, %four : i32
  scf.if %p {
    memref.store %one, %a[%c0] : memref<2xi32>
  }
  // n = 4 * (n >> 2) + n mod 4
  %high = arith.shrsi %n, %two : i32
  %up = arith.shli %high, %two : i32
  %sum = arith.addi %up, %low : i32
  %q = arith.cmpi eq, %sum, %n : i32
  scf.if %q {
    memref.store %four, %a[%c1] : memref<2xi32>
  }
  return
}

// SM-30, SM-33, SM-35: on indices, and on 32 bits where nothing wraps around.
// CHECK-LABEL: @sm30
// CHECK:       scf.if
// CHECK:         memref.store %true
// CHECK:       scf.if
// CHECK:         memref.store %true
// CHECK:       scf.if
// CHECK:         memref.store %true
// CHECK:       scf.if
// CHECK:         memref.store %true
// CHECK:       scf.if
// CHECK-NEXT:    arith.cmpi sle
// CHECK-NEXT:    %[[NOT:.*]] = arith.cmpi sle
// CHECK:         memref.store %true
// CHECK:         memref.store %[[NOT]]
func.func @sm30(%i: i32, %j: i32, %k: i32, %a: memref<6xi1>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i3 = arith.constant 3 : index
  %i4 = arith.constant 4 : index
  %i5 = arith.constant 5 : index
  %c0 = arith.constant 0 : i32
  %c5 = arith.constant 5 : i32
  %c7 = arith.constant 7 : i32
  %c11 = arith.constant 11 : i32
  %c12 = arith.constant 12 : i32
  %p = arith.cmpi slt, %c0, %i : i32
  %q = arith.cmpi sle, %i, %j : i32
  %r = arith.andi %p, %q : i1
  scf.if %r {
    %g = arith.cmpi slt, %c0, %j : i32
    memref.store %g, %a[%i0] : memref<6xi1>
  }
  %same = arith.cmpi eq, %i, %j : i32
  %ne = arith.cmpi ne, %j, %k : i32
  %same_ne = arith.andi %same, %ne : i1
  scf.if %same_ne {
    %g = arith.cmpi ne, %i, %k : i32
    memref.store %g, %a[%i1] : memref<6xi1>
  }
  %lt = arith.cmpi slt, %j, %k : i32
  %same_lt = arith.andi %same, %lt : i1
  scf.if %same_lt {
    %g = arith.cmpi ne, %i, %k : i32
    memref.store %g, %a[%i2] : memref<6xi1>
  }
  %gt = arith.cmpi sgt, %j, %k : i32
  %same_gt = arith.andi %same, %gt : i1
  scf.if %same_gt {
    %g = arith.cmpi ne, %i, %k : i32
    memref.store %g, %a[%i3] : memref<6xi1>
  }
  %j5 = arith.addi %j, %c5 overflow<nsw> : i32
  %k7 = arith.addi %k, %c7 overflow<nsw> : i32
  %k11 = arith.addi %k, %c11 overflow<nsw> : i32
  %k12 = arith.addi %k, %c12 overflow<nsw> : i32
  %s = arith.cmpi sle, %i, %j5 : i32
  %t = arith.cmpi sle, %j, %k7 : i32
  %st = arith.andi %s, %t : i1
  scf.if %st {
    %g = arith.cmpi sle, %i, %k12 : i32
    %h = arith.cmpi sle, %i, %k11 : i32
    memref.store %g, %a[%i4] : memref<6xi1>
    memref.store %h, %a[%i5] : memref<6xi1>
  }
  return
}

// SM-41, SM-42: the second clause follows from the first, in any order.
// CHECK-LABEL: @sm41
// CHECK-DAG:   %[[I:.*]] = arith.cmpi eq, %arg0
// CHECK-DAG:   %[[J:.*]] = arith.cmpi eq, %arg1
// CHECK-DAG:   %[[K:.*]] = arith.cmpi eq, %arg2
// CHECK:       %[[IJ:.*]] = arith.ori %[[I]], %[[J]]
// CHECK-NEXT:  %[[IJK:.*]] = arith.ori %[[IJ]], %[[K]]
// CHECK-NOT:   arith.andi
// CHECK:       memref.store %[[IJK]]
// CHECK:       memref.store %[[IJK]]
func.func @sm41(%i: index, %j: index, %k: index, %a: memref<2xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %c20 = arith.constant 20 : index
  %c30 = arith.constant 30 : index
  %i0 = arith.cmpi eq, %i, %c0 : index
  %j10 = arith.cmpi eq, %j, %c10 : index
  %k20 = arith.cmpi eq, %k, %c20 : index
  %k30 = arith.cmpi ne, %k, %c30 : index
  %x = arith.ori %i0, %j10 : i1
  %first = arith.ori %x, %k20 : i1
  %y = arith.ori %i0, %j10 : i1
  %second = arith.ori %y, %k30 : i1
  %both = arith.andi %first, %second : i1
  memref.store %both, %a[%c0] : memref<2xi1>
  %u = arith.ori %j10, %k30 : i1
  %permuted = arith.ori %u, %i0 : i1
  %again = arith.andi %permuted, %first : i1
  memref.store %again, %a[%c1] : memref<2xi1>
  return
}

// SM-50: on indices in both orders; on 32 bits m + 5 may wrap around where m + 10
// does not, and nothing follows.
// CHECK-LABEL: @sm50
// CHECK:       %[[FIVE:.*]] = arith.cmpi slt, %arg0, %{{.*}} : index
// CHECK:       memref.store %[[FIVE]]
// CHECK:       memref.store %[[FIVE]]
// CHECK:       %[[BOTH:.*]] = arith.andi
// CHECK:       memref.store %[[BOTH]]
func.func @sm50(%n: index, %m: index, %p: i32, %q: i32, %a: memref<3xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c10 = arith.constant 10 : index
  %w5 = arith.constant 5 : i32
  %w10 = arith.constant 10 : i32
  %m5 = arith.addi %m, %c5 : index
  %m10 = arith.addi %m, %c10 : index
  %five = arith.cmpi slt, %n, %m5 : index
  %ten = arith.cmpi slt, %n, %m10 : index
  %x = arith.andi %five, %ten : i1
  memref.store %x, %a[%c0] : memref<3xi1>
  %y = arith.andi %ten, %five : i1
  memref.store %y, %a[%c1] : memref<3xi1>
  %q5 = arith.addi %q, %w5 : i32
  %q10 = arith.addi %q, %w10 : i32
  %five32 = arith.cmpi slt, %p, %q5 : i32
  %ten32 = arith.cmpi slt, %p, %q10 : i32
  %z = arith.andi %five32, %ten32 : i1
  memref.store %z, %a[%c2] : memref<3xi1>
  return
}

// SM-53: what is the same by a stricter comparison; in a conjunction the other one
// goes.
// CHECK-LABEL: @sm53
// CHECK:       scf.if
// CHECK:         %[[EQ:.*]] = arith.cmpi eq
// CHECK:         memref.store %[[EQ]]
// CHECK:         %[[LT:.*]] = arith.cmpi slt
// CHECK:         memref.store %[[LT]]
// CHECK:       scf.if
// CHECK:         %[[LT:.*]] = arith.cmpi slt
// CHECK:         memref.store %[[LT]]
// CHECK:         %[[GT:.*]] = arith.cmpi sgt
// CHECK:         memref.store %[[GT]]
// CHECK-NOT:   arith.andi
// CHECK:       %[[EQ:.*]] = arith.cmpi eq
// CHECK:       memref.store %[[EQ]]
// CHECK:       %[[LT:.*]] = arith.cmpi slt
// CHECK:       memref.store %[[LT]]
func.func @sm53(%i: index, %a: memref<6xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %le = arith.cmpi sle, %i, %c0 : index
  %ge = arith.cmpi sge, %i, %c0 : index
  %ne = arith.cmpi ne, %i, %c0 : index
  scf.if %le {
    memref.store %ge, %a[%c0] : memref<6xi1>
    memref.store %ne, %a[%c1] : memref<6xi1>
  }
  scf.if %ne {
    memref.store %le, %a[%c2] : memref<6xi1>
    memref.store %ge, %a[%c3] : memref<6xi1>
  }
  %zero = arith.andi %le, %ge : i1
  memref.store %zero, %a[%c4] : memref<6xi1>
  %less = arith.andi %ne, %le : i1
  memref.store %less, %a[%c5] : memref<6xi1>
  return
}

// SM-75, and SM-74 with an allocation: an extent is at least 0, so n is at least 1.
// CHECK-LABEL: @sm75
// CHECK-DAG:   %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG:   %[[ONE:.*]] = arith.constant 1 : index
// CHECK:       memref.alloc
// CHECK-NOT:   arith.minsi
// CHECK:       memref.store %{{.*}}, %{{.*}}[%[[ONE]]]
// CHECK:       memref.alloc
// CHECK-NOT:   arith.minsi
// CHECK:       memref.store %{{.*}}, %{{.*}}[%[[ZERO]]]
func.func @sm75(%n: index, %v: f32, %b: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %m = arith.muli %n, %c32 : index
  %less = arith.subi %m, %c1 : index
  %a = memref.alloc(%less) : memref<?xf32>
  %i = arith.minsi %c1, %n : index
  memref.store %v, %a[%i] : memref<?xf32>
  %x = memref.load %a[%c1] : memref<?xf32>
  memref.store %x, %b[%c0] : memref<2xf32>
  memref.dealloc %a : memref<?xf32>
  %d = memref.alloc(%m) : memref<?xf32>
  %j = arith.minsi %c0, %n : index
  memref.store %v, %d[%j] : memref<?xf32>
  %y = memref.load %d[%c0] : memref<?xf32>
  memref.store %y, %b[%c1] : memref<2xf32>
  memref.dealloc %d : memref<?xf32>
  return
}

// In front of the allocation nothing is known of n.
// CHECK-LABEL: @not_yet_allocated
// CHECK:       arith.minsi
// CHECK:       memref.alloc
func.func @not_yet_allocated(%n: index, %b: memref<4xindex>) {
  %c1 = arith.constant 1 : index
  %i = arith.minsi %c1, %n : index
  %j = arith.maxsi %i, %c1 : index
  memref.store %i, %b[%j] : memref<4xindex>
  %a = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %a : memref<?xf32>
  return
}

// SM-68: no change. That B[i] is 0 for i < 3 and from 19 on follows from the terms
// of the sum, which are not followed through the loop that adds them up; the load
// says so.
// CHECK-LABEL: @sm68
// CHECK:       affine.for %{{.*}} = 0 to 24 {
// CHECK:         arith.muli
// CHECK:       affine.for %{{.*}} = 0 to 24 {
// CHECK:         scf.if
// CHECK:           affine.load
// CHECK:           scf.if
// CHECK:             affine.store
// REMARK:      simplify.mlir:[[#@LINE+29]]:{{.*}} layout-simplify/load-not-known
func.func @sm68(%a: memref<24xi32>, %f: memref<3xi32>, %b: memref<24xi32>) {
  %zero = arith.constant 0 : i32
  %c3 = arith.constant 3 : index
  %c19 = arith.constant 19 : index
  affine.for %i = 0 to 3 {
    affine.store %zero, %a[%i] : memref<24xi32>
  }
  affine.for %i = 17 to 24 {
    affine.store %zero, %a[%i] : memref<24xi32>
  }
  affine.for %i = 0 to 24 {
    affine.store %zero, %b[%i] : memref<24xi32>
    affine.for %k = 0 to 3 {
      affine.if affine_set<(i, k) : (i - k >= 0)>(%i, %k) {
        %x = affine.load %a[%i - %k] : memref<24xi32>
        %w = affine.load %f[%k] : memref<3xi32>
        %p = arith.muli %x, %w : i32
        %s = affine.load %b[%i] : memref<24xi32>
        %t = arith.addi %s, %p : i32
        affine.store %t, %b[%i] : memref<24xi32>
      }
    }
  }
  affine.for %i = 0 to 24 {
    %first = arith.cmpi slt, %i, %c3 : index
    %last = arith.cmpi sge, %i, %c19 : index
    %edge = arith.ori %first, %last : i1
    scf.if %edge {
      %v = affine.load %b[%i] : memref<24xi32>
      %c = arith.cmpi ne, %v, %zero : i32
      scf.if %c {
        affine.store %zero, %b[%i] : memref<24xi32>
      }
    }
  }
  return
}

// Only a mask of low bits is a remainder.
// CHECK-LABEL: @no_mask
// CHECK:       scf.if
func.func @no_mask(%n: i32, %a: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %five = arith.constant 5 : i32
  %four = arith.constant 4 : i32
  %low = arith.andi %n, %five : i32
  %p = arith.cmpi slt, %low, %four : i32
  scf.if %p {
    memref.store %five, %a[%c0] : memref<1xi32>
  }
  return
}

// The step behind 100 wraps around to -56.
// CHECK-LABEL: @wraps
// CHECK:       scf.for
// CHECK:         scf.if
// CHECK:       scf.for
// CHECK-NOT:     scf.if
// CHECK:       return
func.func @wraps(%f: memref<2xi8>) {
  %c0 = arith.constant 0 : i8
  %c100 = arith.constant 100 : i8
  %c27 = arith.constant 27 : i8
  %c127 = arith.constant 127 : i8
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  scf.for %i = %c0 to %c127 step %c100 : i8 {
    %p = arith.cmpi sge, %i, %c0 : i8
    scf.if %p {
      memref.store %i, %f[%i0] : memref<2xi8>
    }
  }
  scf.for %i = %c0 to %c100 step %c27 : i8 {
    %p = arith.cmpi sge, %i, %c0 : i8
    scf.if %p {
      memref.store %i, %f[%i1] : memref<2xi8>
    }
  }
  return
}
