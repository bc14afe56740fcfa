// The rows of partition (LP), by id. What TVM splits by a `likely` condition is a
// guard here. Each function is run before and after.
// RUN: layout-opt %s --layout-partition-loops | FileCheck %s
// RUN: layout-check %s --entry=lp01 --arg=0:0 --dim=arg1.dim0:0 --dim=arg2.dim0:0 --dim=arg3.dim0:0 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=lp01 --arg=0:3 --dim=arg1.dim0:3 --dim=arg2.dim0:3 --dim=arg3.dim0:3 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=lp01 --arg=0:21 --dim=arg1.dim0:21 --dim=arg2.dim0:21 --dim=arg3.dim0:21 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=lp01 --arg=0:24 --dim=arg1.dim0:24 --dim=arg2.dim0:24 --dim=arg3.dim0:24 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=lp01_extent --dim=arg0.dim0:0 --dim=arg1.dim0:0 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=lp01_extent --dim=arg0.dim0:3 --dim=arg1.dim0:3 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=lp01_extent --dim=arg0.dim0:21 --dim=arg1.dim0:21 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=lp01_extent --dim=arg0.dim0:24 --dim=arg1.dim0:24 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=lp01_step,lp01_i32 --arg=0:0 --dim=arg1.dim0:0 --dim=arg2.dim0:0 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=lp01_step,lp01_i32 --arg=0:3 --dim=arg1.dim0:3 --dim=arg2.dim0:3 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=lp01_step,lp01_i32 --arg=0:21 --dim=arg1.dim0:21 --dim=arg2.dim0:21 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=lp01_step,lp01_i32 --arg=0:24 --dim=arg1.dim0:24 --dim=arg2.dim0:24 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=lp02,lp02_i64,lp12,lp14,lp17,lp19,lp22,sm81,sm83,sm85 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=lp04 --arg=0:5 --arg=1:3 --arg=2:1.5 --arg=3:2.5 --dim=arg4.dim1:5 --dim=arg4.dim2:3 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=lp07 --arg=0:131 --arg=1:1.5 --dim=arg2.dim0:131 --dim=arg3.dim0:131 --dim=arg4.dim0:131 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=lp07 --arg=0:256 --arg=1:1.5 --dim=arg2.dim0:256 --dim=arg3.dim0:256 --dim=arg4.dim0:256 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=lp08 --arg=0:10 --arg=1:77 --dim=arg2.dim0:3 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=lp09 --arg=0:1.5 --arg=1:2.5 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=lp09_anywhere --arg=0:1.5 --arg=1:2.5 --arg=2:-1 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=lp09_anywhere --arg=0:1.5 --arg=1:2.5 --arg=2:0 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=lp09_anywhere --arg=0:1.5 --arg=1:2.5 --arg=2:4 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=lp09_anywhere --arg=0:1.5 --arg=1:2.5 --arg=2:9 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=lp09_anywhere --arg=0:1.5 --arg=1:2.5 --arg=2:10 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=lp15,lp24 --arg=0:1.5 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=lp26,lp28,lp29,lp31 --arg=0:5 --arg=1:6 --arg=2:7 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=clamped --arg=0:-2147483648 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=clamped --arg=0:-5 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=clamped --arg=0:3 --pipeline="builtin.module(layout-partition-loops)"

// LP-01: the tail needs no condition either.
// CHECK-LABEL: @lp01
// CHECK-SAME:  %[[N:[a-z0-9]+]]: index
// CHECK:       affine.for %{{.*}} = 0 to min #{{.*}}()[%[[N]]] {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 4 {
// CHECK-NOT:   affine.if
// CHECK:       affine.for %[[O:.*]] = max #{{.*}}()[%[[N]]] to #{{.*}}()[%[[N]]] {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to min #{{.*}}(%[[O]])[%[[N]]] {
// CHECK-NOT:   affine.if
func.func @lp01(%n: index, %a: memref<?xf32>, %b: memref<?xf32>, %t: memref<?xf32>) {
  affine.for %o = 0 to affine_map<()[n] -> (n ceildiv 4)>()[%n] {
    affine.for %i = 0 to 4 {
      affine.if affine_set<(o, i)[n] : (n - 1 - 4 * o - i >= 0)>(%o, %i)[%n] {
        %x = affine.load %a[4 * %o + %i] : memref<?xf32>
        %y = affine.load %b[4 * %o + %i] : memref<?xf32>
        %z = arith.addf %x, %y : f32
        affine.store %z, %t[4 * %o + %i] : memref<?xf32>
      }
    }
  }
  return
}

// LP-01, of arith and scf, n the extent of an argument.
// CHECK-LABEL: @lp01_extent
// CHECK:       scf.for
// CHECK-NEXT:    scf.for %{{.*}} = %c0 to %c4 step %c1 {
// CHECK-NOT:   scf.if
// CHECK:       scf.for
// CHECK:         %[[LEFT:.*]] = arith.minsi %c4
// CHECK:         scf.for %{{.*}} = %c0 to %[[LEFT]] step %c1 {
// CHECK-NOT:   scf.if
func.func @lp01_extent(%a: memref<?xf32>, %t: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  %n3 = arith.addi %n, %c3 : index
  %up = arith.divsi %n3, %c4 : index
  scf.for %o = %c0 to %up step %c1 {
    scf.for %i = %c0 to %c4 step %c1 {
      %o4 = arith.muli %o, %c4 : index
      %k = arith.addi %o4, %i : index
      %c = arith.cmpi slt, %k, %n : index
      scf.if %c {
        %x = memref.load %a[%k] : memref<?xf32>
        memref.store %x, %t[%k] : memref<?xf32>
      }
    }
  }
  return
}

// LP-01, the outer loop in steps of 4.
// CHECK-LABEL: @lp01_step
// CHECK:       affine.for %{{.*}} = 0 to min #{{.*}}()[%{{.*}}] step 4 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 4 {
// CHECK-NOT:   affine.if
// CHECK:       affine.for %[[O:.*]] = max #{{.*}} step 4 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to min #{{.*}}(%[[O]])
// CHECK-NOT:   affine.if
func.func @lp01_step(%n: index, %a: memref<?xf32>, %t: memref<?xf32>) {
  affine.for %o = 0 to %n step 4 {
    affine.for %i = 0 to 4 {
      affine.if affine_set<(o, i)[n] : (n - 1 - o - i >= 0)>(%o, %i)[%n] {
        %x = affine.load %a[%o + %i] : memref<?xf32>
        affine.store %x, %t[%o + %i] : memref<?xf32>
      }
    }
  }
  return
}

// LP-01, on 32 bits: 4 * o + i cannot wrap around as o < n ceildiv 4.
// CHECK-LABEL: @lp01_i32
// CHECK:       scf.for {{.*}} : i32 {
// CHECK-NEXT:    scf.for {{.*}} = %c0_i32 to %c4_i32 step %c1_i32 : i32 {
// CHECK-NOT:   scf.if
// CHECK:       scf.for {{.*}} : i32 {
// CHECK:         scf.for {{.*}} : i32 {
// CHECK-NOT:   scf.if
func.func @lp01_i32(%n: i32, %a: memref<?xf32>, %t: memref<?xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %up = arith.ceildivsi %n, %c4 : i32
  scf.for %o = %c0 to %up step %c1 : i32 {
    scf.for %i = %c0 to %c4 step %c1 : i32 {
      %o4 = arith.muli %o, %c4 : i32
      %k = arith.addi %o4, %i : i32
      %c = arith.cmpi slt, %k, %n : i32
      scf.if %c {
        %ki = arith.index_cast %k : i32 to index
        %x = memref.load %a[%ki] : memref<?xf32>
        memref.store %x, %t[%ki] : memref<?xf32>
      }
    }
  }
  return
}

// LP-02, LP-03: 5 times 4 and 1; four loops in all.
// CHECK-LABEL: @lp02
// CHECK:       affine.for %{{.*}} = 0 to 5 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 4 {
// CHECK:       affine.for %{{.*}} = 5 to 6 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 1 {
// CHECK-NOT:   affine.for
// CHECK-NOT:   affine.if
func.func @lp02(%a: memref<21xf32>, %t: memref<21xf32>) {
  affine.for %o = 0 to 6 {
    affine.for %i = 0 to 4 {
      affine.if affine_set<(o, i) : (20 - 4 * o - i >= 0)>(%o, %i) {
        %x = affine.load %a[4 * %o + %i] : memref<21xf32>
        affine.store %x, %t[4 * %o + %i] : memref<21xf32>
      }
    }
  }
  return
}

// LP-02, on 64 bits, with shifts and masks for products and remainders.
// CHECK-LABEL: @lp02_i64
// CHECK:       scf.for %{{.*}} = %c0_i64 to %c5_i64{{.*}} step %c1_i64 : i64 {
// CHECK-NEXT:    scf.for %{{.*}} = %c0_i64 to %c4_i64 step %c1_i64 : i64 {
// CHECK:       scf.for
// CHECK:         scf.for %{{.*}} = %c0_i64 to %c1_i64{{.*}} step %c1_i64 : i64 {
// CHECK-NOT:   scf.if
func.func @lp02_i64(%a: memref<21xf32>, %t: memref<21xf32>) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %c4 = arith.constant 4 : i64
  %c6 = arith.constant 6 : i64
  %c21 = arith.constant 21 : i64
  scf.for %o = %c0 to %c6 step %c1 : i64 {
    scf.for %i = %c0 to %c4 step %c1 : i64 {
      %o4 = arith.shli %o, %c2 : i64
      %k = arith.addi %o4, %i : i64
      %c = arith.cmpi slt, %k, %c21 : i64
      scf.if %c {
        %ki = arith.index_cast %k : i64 to index
        %x = memref.load %a[%ki] : memref<21xf32>
        memref.store %x, %t[%ki] : memref<21xf32>
      }
    }
  }
  return
}

// LP-04: i * m is not affine, but does not change in the inner loop.
// CHECK-LABEL: @lp04
// CHECK:       scf.for
// CHECK-NEXT:    %[[IM:.*]] = arith.muli
// CHECK:         scf.for %{{.*}} = %c0 to
// CHECK:           scf.for %{{.*}} = %c0 to
// CHECK-NOT:         scf.if
// CHECK:             memref.store %arg2
// CHECK:           scf.for
// CHECK-NOT:         scf.if
// CHECK:             memref.store %arg3
// CHECK-NOT:   scf.if
// CHECK:       return
func.func @lp04(%n: index, %m: index, %x: f32, %y: f32, %t: memref<4x?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      scf.for %k = %c0 to %m step %c1 {
        %im = arith.muli %i, %m : index
        %ij = arith.addi %im, %j : index
        %ijk = arith.addi %ij, %k : index
        %c = arith.cmpi slt, %ijk, %n : index
        scf.if %c {
          memref.store %x, %t[%i, %j, %k] : memref<4x?x?xf32>
        } else {
          memref.store %y, %t[%i, %j, %k] : memref<4x?x?xf32>
        }
      }
    }
  }
  return
}

// LP-07: in the main part no guard mentions the lane, so that the loop over lanes
// is a vector access.
// CHECK-LABEL: @lp07
// CHECK:       affine.for %{{.*}} = 0 to min
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 32 {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 4 {
// CHECK-NOT:   affine.if
// CHECK:       return
func.func @lp07(%n: index, %s: f32, %a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>) {
  affine.for %o = 0 to affine_map<()[n] -> (n ceildiv 128)>()[%n] {
    affine.for %t = 0 to 32 {
      affine.for %lane = 0 to 4 {
        affine.if affine_set<(o, t, lane)[n] : (n - 1 - 128 * o - 4 * t - lane >= 0)>(%o, %t, %lane)[%n] {
          %x = affine.load %a[128 * %o + 4 * %t + %lane] : memref<?xf32>
          %y = affine.load %b[128 * %o + 4 * %t + %lane] : memref<?xf32>
          %z = arith.mulf %y, %s : f32
          %w = arith.addf %x, %z : f32
          affine.store %w, %c[128 * %o + 4 * %t + %lane] : memref<?xf32>
        }
      }
    }
  }
  return
}

// LP-08
// CHECK-LABEL: @lp08
// CHECK:       affine.for
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 4 {
// CHECK-NOT:       arith.select
// CHECK:           affine.store %arg1
// CHECK-NOT:   arith.select
func.func @lp08(%n: index, %m: index, %t: memref<?x4xindex>) {
  affine.for %i = 0 to affine_map<()[n] -> ((n + 3) floordiv 4)>()[%n] {
    affine.for %j = 0 to 4 {
      %k = affine.apply affine_map<(i, j) -> (4 * i + j)>(%i, %j)
      %c = arith.cmpi slt, %k, %n : index
      %v = arith.select %c, %m, %n : index
      affine.store %v, %t[%i, %j] : memref<?x4xindex>
    }
  }
  return
}

// LP-09
// CHECK-LABEL: @lp09
// CHECK-SAME:  %[[M:.*]]: f32, %[[N:.*]]: f32
// CHECK:       scf.for %{{.*}} = %c0_i32 to %c5_i32{{.*}} step %c1_i32 : i32 {
// CHECK:         memref.store %[[N]]
// CHECK:       scf.for %{{.*}} = %c5_i32{{.*}} to %c6_i32{{.*}} step %c1_i32 : i32 {
// CHECK:         memref.store %[[M]]
// CHECK:       scf.for %{{.*}} = %c6_i32{{.*}} to %c10_i32{{.*}} step %c1_i32 : i32 {
// CHECK:         memref.store %[[N]]
// CHECK-NOT:   select
func.func @lp09(%m: f32, %n: f32, %a: memref<10xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %c10 = arith.constant 10 : i32
  scf.for %i = %c0 to %c10 step %c1 : i32 {
    %c = arith.cmpi eq, %i, %c5 : i32
    %x = arith.select %c, %m, %n : f32
    %k = arith.index_cast %i : i32 to index
    memref.store %x, %a[%k] : memref<10xf32>
  }
  return
}

// LP-09, the point not known: before, at, and behind it.
// CHECK-LABEL: @lp09_anywhere
// CHECK-SAME:  %[[M:.*]]: f32, %[[N:.*]]: f32
// CHECK:       affine.for
// CHECK:         affine.store %[[N]]
// CHECK:       affine.for
// CHECK:         affine.store %[[M]]
// CHECK:       affine.for
// CHECK:         affine.store %[[N]]
// CHECK-NOT:   select
func.func @lp09_anywhere(%m: f32, %n: f32, %s: index, %a: memref<10xf32>) {
  affine.for %i = 0 to 10 {
    %c = arith.cmpi eq, %i, %s : index
    %x = arith.select %c, %m, %n : f32
    affine.store %x, %a[%i] : memref<10xf32>
  }
  return
}

// LP-12
// CHECK-LABEL: @lp12
// CHECK:       affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 16 {
// CHECK:       affine.for %{{.*}} = 3 to 4 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 12 {
// CHECK-NOT:   affine.if
func.func @lp12(%a: memref<60xf32>, %t: memref<60xf32>) {
  affine.for %o = 0 to 4 {
    affine.for %i = 0 to 16 {
      affine.if affine_set<(o, i) : (59 - 16 * o - i >= 0)>(%o, %i) {
        %x = affine.load %a[16 * %o + %i] : memref<60xf32>
        affine.store %x, %t[16 * %o + %i] : memref<60xf32>
      }
    }
  }
  return
}

// LP-14: ow > 0 and ow < 15; ow < 1 and kw > 0; ow > 14 and kw < 2.
// CHECK-LABEL: @lp14
// CHECK:       affine.for %{{.*}} = 1 to 15 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 3 {
// CHECK:       affine.for %{{.*}} = 0 to 1 {
// CHECK-NEXT:    affine.for %{{.*}} = 1 to 3 {
// CHECK:       affine.for %{{.*}} = 15 to 16 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 2 {
// CHECK-NOT:   affine.if
func.func @lp14(%d: memref<16xf32>, %e: memref<16xf32>) {
  affine.for %ow = 0 to 16 {
    affine.for %kw = 0 to 3 {
      affine.if affine_set<(ow) : (ow - 1 >= 0, 14 - ow >= 0)>(%ow) {
        %x = affine.load %d[%ow + %kw - 1] : memref<16xf32>
        %y = affine.load %e[%ow] : memref<16xf32>
        %z = arith.maximumf %x, %y : f32
        affine.store %z, %e[%ow] : memref<16xf32>
      }
    }
  }
  affine.for %ow = 0 to 16 {
    affine.for %kw = 0 to 3 {
      affine.if affine_set<(ow, kw) : (-ow >= 0, kw - 1 >= 0)>(%ow, %kw) {
        %x = affine.load %d[%ow + %kw - 1] : memref<16xf32>
        %y = affine.load %e[%ow] : memref<16xf32>
        %z = arith.maximumf %x, %y : f32
        affine.store %z, %e[%ow] : memref<16xf32>
      }
    }
  }
  affine.for %ow = 0 to 16 {
    affine.for %kw = 0 to 3 {
      affine.if affine_set<(ow) : (ow - 15 >= 0)>(%ow) {
        affine.if affine_set<(kw) : (1 - kw >= 0)>(%kw) {
          %x = affine.load %d[%ow + %kw - 1] : memref<16xf32>
          %y = affine.load %e[%ow] : memref<16xf32>
          %z = arith.maximumf %x, %y : f32
          affine.store %z, %e[%ow] : memref<16xf32>
        }
      }
    }
  }
  return
}

// LP-15: i = 10 does nothing.
// CHECK-LABEL: @lp15
// CHECK:       affine.for %{{.*}} = 0 to 10 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 160 {
// CHECK-NOT:   affine.for
// CHECK-NOT:   affine.if
func.func @lp15(%x: f32, %d: memref<1600xf32>) {
  affine.for %i = 0 to 11 {
    affine.for %j = 0 to 160 {
      affine.if affine_set<(i, j) : (1599 - 160 * i - j >= 0)>(%i, %j) {
        affine.store %x, %d[160 * %i + %j] : memref<1600xf32>
      }
    }
  }
  return
}

// LP-17: one point of 39992 is cut off.
// CHECK-LABEL: @lp17
// CHECK:       affine.for %{{.*}} = 0 to 9997 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 4 {
// CHECK:       affine.for %{{.*}} = 9997 to 9998 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 3 {
// CHECK-NOT:   affine.if
func.func @lp17(%a: memref<9998xi32>) {
  affine.for %i = 0 to 9998 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(i, j) : (39990 - 4 * i - j >= 0)>(%i, %j) {
        %k = arith.index_cast %j : index to i32
        %x = affine.load %a[%i] : memref<9998xi32>
        %y = arith.addi %x, %k : i32
        affine.store %y, %a[%i] : memref<9998xi32>
      }
    }
  }
  return
}

// LP-19: 16 groups of 8 and a tail of 2; unrolled, the inner loops are 10
// operations.
// CHECK-LABEL: @lp19
// CHECK:       affine.for %{{.*}} = 0 to 1 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 16 {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 8 {
// CHECK:       affine.for %{{.*}} = 1 to 2 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 1 {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 2 {
// CHECK-NOT:   affine.if
func.func @lp19(%s: memref<130xf32>, %d: memref<130xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %a = 0 to 2 {
    affine.for %b = 0 to 16 {
      affine.for %c = 0 to 8 {
        affine.if affine_set<(a, b) : (16 - 16 * a - b >= 0)>(%a, %b) {
          affine.if affine_set<(a, b, c) : (129 - 128 * a - 8 * b - c >= 0)>(%a, %b, %c) {
            %v = affine.load %s[128 * %a + 8 * %b + %c] : memref<130xf32>
            %w = arith.maximumf %v, %zero : f32
            affine.store %w, %d[128 * %a + 8 * %b + %c] : memref<130xf32>
          }
        }
      }
    }
  }
  return
}

// LP-22: the loads stay guarded, by the loops.
// CHECK-LABEL: @lp22
// CHECK:       affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT:    affine.load %arg0[%[[I]]]
// CHECK-NEXT:    affine.store
// CHECK:       affine.for %[[I:.*]] = 16 to 32 {
// CHECK-NEXT:    affine.load %arg1[%[[I]] - 16]
// CHECK-NEXT:    affine.store
func.func @lp22(%a: memref<16xf32>, %b: memref<16xf32>, %d: memref<32xf32>) {
  affine.for %i = 0 to 32 {
    %v = affine.if affine_set<(i) : (15 - i >= 0)>(%i) -> f32 {
      %x = affine.load %a[%i] : memref<16xf32>
      affine.yield %x : f32
    } else {
      %x = affine.load %b[%i - 16] : memref<16xf32>
      affine.yield %x : f32
    }
    affine.store %v, %d[%i] : memref<32xf32>
  }
  return
}

// LP-24: c < 3 is a bound.
// CHECK-LABEL: @lp24
// CHECK:       affine.for %[[A:.*]] = 0 to 2 {
// CHECK-NEXT:    affine.for %{{.*}} = max #{{.*}}(%[[A]]) to 7 {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 3 {
// CHECK:       affine.for %{{.*}} = 2 to 111 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 7 {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 3 {
// CHECK:       affine.for %{{.*}} = 111 to 112 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 5 {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 3 {
// CHECK-NOT:   affine.if
func.func @lp24(%v: f32, %b: memref<229x16xf32>) {
  affine.for %a = 0 to 112 {
    affine.for %x = 0 to 7 {
      affine.for %c = 0 to 16 {
        affine.if affine_set<(a, x, c) : (2 * a + x - 3 >= 0, 226 - 2 * a - x >= 0, 2 - c >= 0)>(%a, %x, %c) {
          affine.store %v, %b[2 * %a + %x, %c] : memref<229x16xf32>
        }
      }
    }
  }
  return
}

// LP-26: discardable attributes stay on every piece.
// CHECK-LABEL: @lp26
// CHECK:       affine.for %{{.*}} = 0 to 10 {
// CHECK:       } {hint = "keep"}
// CHECK:       affine.for %{{.*}} = 10 to 150 {
// CHECK:       } {hint = "keep"}
// CHECK:       affine.for %{{.*}} = 150 to 160 {
// CHECK:       } {hint = "keep"}
func.func @lp26(%x: i32, %y: i32, %z: i32, %a: memref<160xi32>) {
  affine.for %i = 0 to 160 {
    affine.if affine_set<(i) : (9 - i >= 0)>(%i) {
      affine.store %x, %a[%i] : memref<160xi32>
    } else {
      affine.if affine_set<(i) : (149 - i >= 0)>(%i) {
        affine.store %y, %a[%i] : memref<160xi32>
      } else {
        affine.store %z, %a[%i] : memref<160xi32>
      }
    }
  } {hint = "keep"}
  return
}

// LP-28
// CHECK-LABEL: @lp28
// CHECK:       affine.for %{{.*}} = 0 to 63 {
// CHECK-NEXT:    affine.store %arg2
// CHECK:       affine.for %{{.*}} = 63 to 64 {
// CHECK-NEXT:    affine.store %arg1
// CHECK:       affine.for %{{.*}} = 64 to 128 {
// CHECK-NEXT:    affine.store %arg0
func.func @lp28(%x: i32, %y: i32, %z: i32, %a: memref<128xi32>) {
  affine.for %i = 0 to 128 {
    affine.if affine_set<(i) : (i - 64 >= 0)>(%i) {
      affine.store %x, %a[%i] : memref<128xi32>
    } else {
      affine.if affine_set<(i) : (i - 63 == 0)>(%i) {
        affine.store %y, %a[%i] : memref<128xi32>
      } else {
        affine.store %z, %a[%i] : memref<128xi32>
      }
    }
  }
  return
}

// LP-29
// CHECK-LABEL: @lp29
// CHECK:       affine.for %{{.*}} = 0 to 1 {
// CHECK-NEXT:    affine.store %arg0
// CHECK:       affine.for %{{.*}} = 1 to 64 {
// CHECK-NEXT:    affine.store %arg1
// CHECK:       affine.for %{{.*}} = 64 to 128 {
// CHECK-NEXT:    affine.store %arg2
func.func @lp29(%x: i32, %y: i32, %z: i32, %a: memref<128xi32>) {
  affine.for %i = 0 to 128 {
    affine.if affine_set<(i) : (i == 0)>(%i) {
      affine.store %x, %a[%i] : memref<128xi32>
    } else {
      affine.if affine_set<(i) : (63 - i >= 0)>(%i) {
        affine.store %y, %a[%i] : memref<128xi32>
      } else {
        affine.store %z, %a[%i] : memref<128xi32>
      }
    }
  }
  return
}

// LP-31
// CHECK-LABEL: @lp31
// CHECK:       scf.for %{{.*}} = %c0 to %c1{{.*}} step %c1 {
// CHECK:         memref.store %arg0
// CHECK:       scf.for %{{.*}} = %c1{{.*}} to %c65{{.*}} step %c1 {
// CHECK:         memref.store %arg2
// CHECK:       scf.for %{{.*}} = %c65{{.*}} to %c66{{.*}} step %c1 {
// CHECK:         memref.store %arg1
// CHECK-NOT:   scf.if
func.func @lp31(%x: i32, %y: i32, %z: i32, %a: memref<66xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c65 = arith.constant 65 : index
  %c66 = arith.constant 66 : index
  scf.for %i = %c0 to %c66 step %c1 {
    %first = arith.cmpi eq, %i, %c0 : index
    %last = arith.cmpi eq, %i, %c65 : index
    scf.if %first {
      memref.store %x, %a[%i] : memref<66xi32>
    } else {
      scf.if %last {
        memref.store %y, %a[%i] : memref<66xi32>
      } else {
        memref.store %z, %a[%i] : memref<66xi32>
      }
    }
  }
  return
}

// SM-81, SM-83, SM-85, rows of TVM's helper that narrows a condition to one on i
// which implies it for all n in [0, 8). Here it is the bound of the loop over i
// from which on (or up to which) nothing is left to ask: i > 7; i < 0; i <= 0;
// i >= 7.
// CHECK-LABEL: @sm81
// CHECK:       affine.for %{{.*}} = 8 to 16 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT:      affine.store %c1_i32
// CHECK:       affine.for %{{.*}} = -4 to 0 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT:      affine.load
// CHECK:       affine.for %{{.*}} = -4 to 1 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT:      affine.load
// CHECK:       affine.for %{{.*}} = 7 to 16 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT:      affine.store %c4_i32
func.func @sm81(%a: memref<20x8xi32>) {
  %v1 = arith.constant 1 : i32
  %v2 = arith.constant 2 : i32
  %v3 = arith.constant 3 : i32
  %v4 = arith.constant 4 : i32
  affine.for %i = -4 to 16 {
    affine.for %n = 0 to 8 {
      affine.if affine_set<(i, n) : (i - n - 1 >= 0)>(%i, %n) {
        affine.store %v1, %a[%i + 4, %n] : memref<20x8xi32>
      }
    }
  }
  affine.for %i = -4 to 16 {
    affine.for %n = 0 to 8 {
      affine.if affine_set<(i, n) : (n - 1 - i >= 0)>(%i, %n) {
        %x = affine.load %a[%i + 4, %n] : memref<20x8xi32>
        %y = arith.addi %x, %v2 : i32
        affine.store %y, %a[%i + 4, %n] : memref<20x8xi32>
      }
    }
  }
  affine.for %i = -4 to 16 {
    affine.for %n = 0 to 8 {
      affine.if affine_set<(i, n) : (n - i >= 0)>(%i, %n) {
        %x = affine.load %a[%i + 4, %n] : memref<20x8xi32>
        %y = arith.addi %x, %v3 : i32
        affine.store %y, %a[%i + 4, %n] : memref<20x8xi32>
      }
    }
  }
  affine.for %i = -4 to 16 {
    affine.for %n = 0 to 8 {
      affine.if affine_set<(i, n) : (i - n >= 0)>(%i, %n) {
        affine.store %v4, %a[%i + 4, %n] : memref<20x8xi32>
      }
    }
  }
  return
}

// SM-83: i floordiv 4 > n from i = 32 on; (i + n) floordiv 4 > 0 from 4 on, and
// == 0 for 0 <= i <= -4, which is nowhere: each i needs its condition on n.
// CHECK-LABEL: @sm83
// CHECK:       affine.for %{{.*}} = 32 to 40 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT:      affine.store %c1_i32
// CHECK:       affine.for %{{.*}} = 4 to 40 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT:      affine.store %c2_i32
func.func @sm83(%a: memref<40x8xi32>) {
  %v1 = arith.constant 1 : i32
  %v2 = arith.constant 2 : i32
  %v3 = arith.constant 3 : i32
  affine.for %i = 0 to 40 {
    affine.for %n = 0 to 8 {
      affine.if affine_set<(i, n) : (i floordiv 4 - n - 1 >= 0)>(%i, %n) {
        affine.store %v1, %a[%i, %n] : memref<40x8xi32>
      }
    }
  }
  affine.for %i = 0 to 40 {
    affine.for %n = 0 to 8 {
      affine.if affine_set<(i, n) : ((i + n) floordiv 4 - 1 >= 0)>(%i, %n) {
        affine.store %v2, %a[%i, %n] : memref<40x8xi32>
      }
    }
  }
  affine.for %i = 0 to 40 {
    affine.for %n = 0 to 8 {
      affine.if affine_set<(i, n) : ((i + n) floordiv 4 == 0)>(%i, %n) {
        affine.store %v3, %a[%i, %n] : memref<40x8xi32>
      }
    }
  }
  return
}

// SM-85: i mod 8 == n for no i whatever n is, but for one n; a division by n, and
// what is read from memory, are not looked into: no change.
// CHECK-LABEL: @sm85
// CHECK:       affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT:    affine.for %{{.*}} = max #{{.*}}(%[[I]]) to min #{{.*}}(%[[I]]) {
// CHECK-NEXT:      affine.store
// CHECK:       scf.for %{{.*}} = %c0 to %c16 step %c1 {
// CHECK-NEXT:    scf.for %{{.*}} = %c1 to %c8 step %c1 {
// CHECK-NEXT:      arith.divsi
// CHECK-NEXT:      arith.cmpi
// CHECK-NEXT:      scf.if
// CHECK:       affine.for %{{.*}} = 0 to 16 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT:      affine.load
// CHECK-NEXT:      arith.cmpi
// CHECK-NEXT:      scf.if
func.func @sm85(%b: memref<8xindex>, %a: memref<16x8xi32>) {
  %v1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  affine.for %i = 0 to 16 {
    affine.for %n = 0 to 8 {
      affine.if affine_set<(i, n) : (i mod 8 - n == 0)>(%i, %n) {
        affine.store %v1, %a[%i, %n] : memref<16x8xi32>
      }
    }
  }
  scf.for %i = %c0 to %c16 step %c1 {
    scf.for %n = %c1 to %c8 step %c1 {
      %q = arith.divsi %i, %n : index
      %c = arith.cmpi eq, %q, %c0 : index
      scf.if %c {
        memref.store %v1, %a[%i, %n] : memref<16x8xi32>
      }
    }
  }
  affine.for %i = 0 to 16 {
    affine.for %n = 0 to 8 {
      %x = affine.load %b[%n] : memref<8xindex>
      %c = arith.cmpi sgt, %i, %x : index
      scf.if %c {
        affine.store %v1, %a[%i, %n] : memref<16x8xi32>
      }
    }
  }
  return
}

// A bound of 32 bits that would not fit is clamped: -n is 2^31 for the least n.
// CHECK-LABEL: @clamped
// CHECK:       %[[N:.*]] = arith.index_cast %arg0 : i32 to index
// CHECK:       %[[LOW:.*]] = arith.maxsi
// CHECK-NEXT:  %[[BOTH:.*]] = arith.minsi %[[LOW]]
// CHECK-NEXT:  %[[FIRST:.*]] = arith.index_cast %[[BOTH]] : index to i32
// CHECK:       scf.for %{{.*}} = %[[FIRST]] to %c16_i32
// CHECK-NOT:   scf.if
func.func @clamped(%n: i32, %a: memref<16xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  scf.for %i = %c0 to %c16 step %c1 : i32 {
    %k = arith.addi %i, %n overflow<nsw> : i32
    %c = arith.cmpi sge, %k, %c0 : i32
    scf.if %c {
      %at = arith.index_cast %i : i32 to index
      memref.store %k, %a[%at] : memref<16xi32>
    }
  }
  return
}
