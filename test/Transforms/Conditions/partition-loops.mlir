// RUN: layout-opt %s --layout-partition-loops --split-input-file | FileCheck %s

// RFC 0077: a tile of which part is padding.
// CHECK-LABEL: @tiles
// CHECK:       affine.for %[[I:.*]] = 0 to 3 {
// CHECK-NEXT:    affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
// CHECK:       affine.for %[[I:.*]] = 3 to 4 {
// CHECK-NEXT:    affine.for %[[J:.*]] = 0 to 2 {
// CHECK-NEXT:      affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
// CHECK-NOT:   affine.for
func.func @tiles(%x: f32, %a: memref<4x4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(i, j) : (13 - 4 * i - j >= 0)>(%i, %j) {
        affine.store %x, %a[%i, %j] : memref<4x4xf32>
      }
    }
  }
  return
}

// -----

// RFC 0077: hoist and reduce
// CHECK-LABEL: @reduced
// CHECK-NEXT:  affine.for %[[I:.*]] = 0 to 1 {
// CHECK-NEXT:    affine.for %[[J:.*]] = 0 to 2 {
// CHECK-NEXT:      affine.store
// CHECK-NOT:   affine.for
func.func @reduced(%x: f32, %a: memref<4x4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(i, j) : (i == 0, 1 - j >= 0)>(%i, %j) {
        affine.store %x, %a[%i, %j] : memref<4x4xf32>
      }
    }
  }
  return
}

// -----

// LP-01, TVM LP::test_basic
// CHECK-LABEL: @dynamic
// CHECK-SAME:  %[[N:.*]]: index
// CHECK:       affine.for %[[O:.*]] = 0 to min #{{.*}}()[%[[N]]] {
// CHECK-NEXT:    affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.store
// CHECK:       affine.for %[[O:.*]] = max #{{.*}}()[%[[N]]] to #{{.*}}()[%[[N]]] {
// CHECK-NEXT:    affine.for %[[I:.*]] = 0 to min #{{.*}}(%[[O]])[%[[N]]] {
// CHECK-NEXT:      affine.store
// CHECK-NOT:   affine.if
func.func @dynamic(%n: index, %x: f32, %a: memref<?x4xf32>) {
  affine.for %o = 0 to affine_map<()[n] -> (n ceildiv 4)>()[%n] {
    affine.for %i = 0 to 4 {
      affine.if affine_set<(o, i)[n] : (n - 1 - 4 * o - i >= 0)>(%o, %i)[%n] {
        affine.store %x, %a[%o, %i] : memref<?x4xf32>
      }
    }
  }
  return
}

// -----

// LP-09, TVM LP::test_condition_EQ, as a select
// CHECK-LABEL: @point
// CHECK-SAME:  %[[M:.*]]: f32, %[[N:.*]]: f32
// CHECK:       affine.for %{{.*}} = 0 to 5 {
// CHECK:         affine.store %[[N]]
// CHECK:       affine.for %{{.*}} = 5 to 6 {
// CHECK:         affine.store %[[M]]
// CHECK:       affine.for %{{.*}} = 6 to 10 {
// CHECK:         affine.store %[[N]]
// CHECK-NOT:   select
func.func @point(%m: f32, %n: f32, %a: memref<10xf32>) {
  %c5 = arith.constant 5 : index
  affine.for %i = 0 to 10 {
    %c = arith.cmpi eq, %i, %c5 : index
    %x = arith.select %c, %m, %n : f32
    affine.store %x, %a[%i] : memref<10xf32>
  }
  return
}

// -----

// LP-17, TVM LP::test_cce_loop_3: the work does not grow with the trip count.
// CHECK-LABEL: @long
// CHECK:       scf.for %[[I:.*]] = %c0 to %c9997{{.*}} step %c1 {
// CHECK-NEXT:    scf.for %{{.*}} = %c0 to %c4 step %c1 {
// CHECK:           memref.store
// CHECK:       scf.for %[[I:.*]] = %c9997{{.*}} to %c9998{{.*}} step %c1 {
// CHECK:         scf.for %{{.*}} = %c0 to %c3{{.*}} step %c1 {
// CHECK:           memref.store
// CHECK-NOT:   scf.if
func.func @long(%x: f32, %a: memref<9998x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c9998 = arith.constant 9998 : index
  %c39991 = arith.constant 39991 : index
  scf.for %i = %c0 to %c9998 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %m = arith.muli %i, %c4 : index
      %k = arith.addi %m, %j : index
      %c = arith.cmpi slt, %k, %c39991 : index
      scf.if %c {
        memref.store %x, %a[%i, %j] : memref<9998x4xf32>
      }
    }
  }
  return
}

// -----

// LP-24, TVM LP::test_loop_partition_unroll_hint
// CHECK-LABEL: @window
// CHECK:       affine.for %[[A:.*]] = 0 to 2 {
// CHECK-NEXT:    affine.for %[[X:.*]] = max #{{.*}}(%[[A]]) to 7 {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT:        affine.store
// CHECK:       affine.for %[[A:.*]] = 2 to 111 {
// CHECK-NEXT:    affine.for %[[X:.*]] = 0 to 7 {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT:        affine.store
// CHECK:       affine.for %[[A:.*]] = 111 to 112 {
// CHECK-NEXT:    affine.for %[[X:.*]] = 0 to 5 {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT:        affine.store
// CHECK-NOT:   affine.if
func.func @window(%v: f32, %b: memref<229x16xf32>) {
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

// -----

// LP-26, TVM LP::test_loop_partition_keep_loop_annotations, with a carried sum
// CHECK-LABEL: @annotated
// CHECK:       %[[S0:.*]] = affine.for %{{.*}} = 0 to 10 iter_args(%{{.*}} = %arg0)
// CHECK:       } {hint = "keep"}
// CHECK:       %[[S1:.*]] = affine.for %{{.*}} = 10 to 150 iter_args(%{{.*}} = %[[S0]])
// CHECK:       } {hint = "keep"}
// CHECK:       %[[S2:.*]] = affine.for %{{.*}} = 150 to 160 iter_args(%{{.*}} = %[[S1]])
// CHECK:       } {hint = "keep"}
// CHECK:       return %[[S2]]
func.func @annotated(%zero: i32, %a: memref<160xi32>) -> i32 {
  %s = affine.for %i = 0 to 160 iter_args(%sum = %zero) -> i32 {
    %next = affine.if affine_set<(i) : (i - 10 >= 0, 149 - i >= 0)>(%i) -> i32 {
      %x = affine.load %a[%i] : memref<160xi32>
      %y = arith.addi %sum, %x : i32
      affine.yield %y : i32
    } else {
      affine.yield %sum : i32
    }
    affine.yield %next : i32
  } {hint = "keep"}
  return %s : i32
}

// -----

// LP-28, TVM LP::test_single_point_partition
// CHECK-LABEL: @three_ways
// CHECK:       affine.for %{{.*}} = 0 to 63 {
// CHECK-NEXT:    affine.store %arg2
// CHECK:       affine.for %{{.*}} = 63 to 64 {
// CHECK-NEXT:    affine.store %arg1
// CHECK:       affine.for %{{.*}} = 64 to 128 {
// CHECK-NEXT:    affine.store %arg0
func.func @three_ways(%x: i32, %y: i32, %z: i32, %a: memref<128xi32>) {
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

// -----

// Steps: the second loop starts where the first would have gone on.
// CHECK-LABEL: @steps
// CHECK:       affine.for %{{.*}} = 1 to 7 step 3 {
// CHECK-NEXT:    affine.store %arg0
// CHECK:       affine.for %{{.*}} = 7 to 20 step 3 {
// CHECK-NEXT:    affine.store %arg1
func.func @steps(%x: i32, %y: i32, %a: memref<20xi32>) {
  affine.for %i = 1 to 20 step 3 {
    affine.if affine_set<(i) : (4 - i >= 0)>(%i) {
      affine.store %x, %a[%i] : memref<20xi32>
    } else {
      affine.store %y, %a[%i] : memref<20xi32>
    }
  }
  return
}

// -----

// A quotient changes at its multiples.
// CHECK-LABEL: @quotient
// CHECK:       affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT:    affine.store %arg0
// CHECK:       affine.for %{{.*}} = 8 to 16 {
// CHECK-NEXT:    affine.store %arg1
func.func @quotient(%x: i32, %y: i32, %a: memref<16xi32>) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (i floordiv 8 == 0)>(%i) {
      affine.store %x, %a[%i] : memref<16xi32>
    } else {
      affine.store %y, %a[%i] : memref<16xi32>
    }
  }
  return
}

// -----

// Three guarded axes become four nests, not eight.
// CHECK-LABEL: @three_axes
// CHECK-COUNT-4: affine.store
// CHECK-NOT:   affine.store
// CHECK-NOT:   affine.if
func.func @three_axes(%x: i32, %a: memref<4x8x4x8x4x8xi32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 4 {
        affine.for %ii = 0 to 8 {
          affine.for %jj = 0 to 8 {
            affine.for %kk = 0 to 8 {
              affine.if affine_set<(i, ii, j, jj, k, kk) : (30 - 8 * i - ii >= 0, 28 - 8 * j - jj >= 0, 25 - 8 * k - kk >= 0)>(%i, %ii, %j, %jj, %k, %kk) {
                affine.store %x, %a[%i, %ii, %j, %jj, %k, %kk] : memref<4x8x4x8x4x8xi32>
              }
            }
          }
        }
      }
    }
  }
  return
}

// -----

// CHECK-LABEL: @inner_module
// CHECK:       affine.for %{{.*}} = 0 to 51 {
// CHECK-NOT:   affine.if
module @inner_module {
  func.func @f(%x: i32, %a: memref<64xi32>) {
    affine.for %i = 0 to 64 {
      affine.if affine_set<(i) : (50 - i >= 0)>(%i) {
        affine.store %x, %a[%i] : memref<64xi32>
      }
    }
    return
  }
}
