// RUN: layout-opt %s --layout-tile-loops --split-input-file --remarks-filter=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: layout-opt %s --layout-tile-loops --split-input-file > %t.once
// RUN: layout-opt %t.once --layout-tile-loops --split-input-file | diff %t.once -

// Split where it stands: the recurrence keeps its order.
// CHECK-LABEL: @recurrence
// CHECK:       affine.for %[[O:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[I:.*]] = 0 to min #{{.*}}(%[[O]]) {
// CHECK:           affine.store %{{.*}}, %{{.*}}[%[[O]], %[[I]]]
// REMARK: [Passed] layout-tile-loops/split {{.*}}"strip-mined into 2 loops, by what accesses divide its variable by"
func.func @recurrence(%a: memref<4x32xi32>, %sum: memref<1xi32>) {
  affine.for %i = 0 to 127 {
    %s = affine.load %sum[0] : memref<1xi32>
    affine.store %s, %a[%i floordiv 32, %i mod 32] : memref<4x32xi32>
    %x = arith.addi %s, %s : i32
    affine.store %x, %sum[0] : memref<1xi32>
  }
  return
}

// -----

// A sum of floating-point numbers has the time to divide.
// CHECK-LABEL: @sum
// CHECK:       affine.for %[[I:.*]] = 0 to 127 {
// CHECK-NEXT:    affine.load %{{.*}}[%[[I]] floordiv 32, %[[I]] mod 32]
func.func @sum(%a: memref<4x32xf32>, %sum: memref<1xf32>) {
  affine.for %i = 0 to 127 {
    %y = affine.load %a[%i floordiv 32, %i mod 32] : memref<4x32xf32>
    %s = affine.load %sum[0] : memref<1xf32>
    %x = arith.addf %s, %y : f32
    affine.store %x, %sum[0] : memref<1xf32>
  }
  return
}

// -----

// Two radices are one system: 32 and 16 make digits of 4, 2 and 16.
// CHECK-LABEL: @two_radices
// CHECK:       affine.for %[[A:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[B:.*]] = 0 to 2 {
// CHECK-NEXT:      affine.for %[[C:.*]] = 0 to 16 {
// CHECK-NEXT:        affine.load %{{.*}}[%[[A]], %[[B]] * 16 + %[[C]]]
// CHECK-NEXT:        affine.store %{{.*}}, %{{.*}}[%[[A]] * 2 + %[[B]], %[[C]]]
func.func @two_radices(%a: memref<4x32xi24>, %b: memref<8x16xi24>) {
  affine.for %i = 0 to 128 {
    %x = affine.load %a[%i floordiv 32, %i mod 32] : memref<4x32xi24>
    affine.store %x, %b[%i floordiv 16, %i mod 16] : memref<8x16xi24>
  }
  return
}

// -----

// A product in the order of blocks; sums over k stay in theirs.
// CHECK-LABEL: @product
// CHECK:       affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT:  affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT:  affine.for %[[IB:.*]] = 0 to 4 {
// CHECK-NEXT:  affine.for %[[KO:.*]] = 0 to 2 {
// CHECK-NEXT:  affine.for %[[KI:.*]] = 0 to min #{{.*}}(%[[KO]]) {
// CHECK-NEXT:  affine.for %[[IR:.*]] = 0 to min
// CHECK-NEXT:  affine.for %[[J:.*]] = 0 to min
// CHECK-NEXT:    affine.load %{{.*}}[%{{.*}}, %[[KO]], %[[IB]] * 4 + %[[IR]], %[[KI]]]
// REMARK: [Passed] layout-tile-loops/tiled {{.*}}"strip-mined and interchanged: blocks of 4 x 16 iterations, 0.{{[0-9]+}} instructions each, estimated, instead of {{[0-9.]+}}"
func.func @product(%a: memref<2x2x16x16xf32> {llvm.noalias}, %b: memref<2x2x16x16xf32> {llvm.noalias},
                   %c: memref<2x2x16x16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 31 {
    affine.for %j = 0 to 31 {
      affine.for %k = 0 to 31 {
        %x = affine.load %a[%i floordiv 16, %k floordiv 16, %i mod 16, %k mod 16] : memref<2x2x16x16xf32>
        %y = affine.load %b[%k floordiv 16, %j floordiv 16, %k mod 16, %j mod 16] : memref<2x2x16x16xf32>
        %z = affine.load %c[%i floordiv 16, %j floordiv 16, %i mod 16, %j mod 16] : memref<2x2x16x16xf32>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %c[%i floordiv 16, %j floordiv 16, %i mod 16, %j mod 16] : memref<2x2x16x16xf32>
      }
    }
  }
  return
}

// -----

// The result may be an operand: the order stays, and the divisions go.
// CHECK-LABEL: @perhaps_one_buffer
// CHECK-COUNT-6: affine.for
// CHECK-NOT: floordiv
// CHECK: return
// REMARK: [Missed] layout-tile-loops/order {{.*}}"not reordered for vectors, as results would change: iteration
func.func @perhaps_one_buffer(%a: memref<2x2x16x16xi32>, %c: memref<2x2x16x16xi32>) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 32 {
        %x = affine.load %a[%i floordiv 16, %k floordiv 16, %i mod 16, %k mod 16] : memref<2x2x16x16xi32>
        %y = affine.load %a[%k floordiv 16, %j floordiv 16, %k mod 16, %j mod 16] : memref<2x2x16x16xi32>
        %z = affine.load %c[%i floordiv 16, %j floordiv 16, %i mod 16, %j mod 16] : memref<2x2x16x16xi32>
        %p = arith.muli %x, %y : i32
        %s = arith.addi %z, %p : i32
        affine.store %s, %c[%i floordiv 16, %j floordiv 16, %i mod 16, %j mod 16] : memref<2x2x16x16xi32>
      }
    }
  }
  return
}

// -----

// A triangle: every condition bounds each of its digits.
// CHECK-DAG: #[[JO:.*]] = affine_map<(d0) -> (2, d0 + 1)>
// CHECK-LABEL: @triangle
// CHECK: affine.for %[[IO:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 16 {
// CHECK-NEXT: affine.for %[[JOV:.*]] = 0 to min #[[JO]](%[[IO]])
// CHECK-NEXT: affine.for %{{.*}} = 0 to min #{{.*}}(%[[JOV]], %[[IO]], %[[II]])
// CHECK-NEXT: affine.store
func.func @triangle(%a: memref<2x2x16x16xi24>, %x: i24) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
      affine.store %x, %a[%i floordiv 16, %j floordiv 16, %i mod 16, %j mod 16] : memref<2x2x16x16xi24>
    }
  }
  return
}

// -----

// Any number may be the bound; the least one minus 1 would be large.
// CHECK-DAG: #[[OUTER:.*]] = affine_map<()[s0] -> (s0 floordiv 16 + 1)>
// CHECK-DAG: #[[INNER:.*]] = affine_map<(d0)[s0] -> (16, d0 * -16 + s0)>
// CHECK-LABEL: @any_bound
// CHECK: affine.for %{{.*}} = 0 to #[[OUTER]]()
// CHECK-NEXT: affine.for %{{.*}} = 0 to min #[[INNER]]
func.func @any_bound(%a: memref<?x16xi24>, %n: index, %x: i24) {
  affine.for %i = 0 to %n {
    affine.store %x, %a[%i floordiv 16, %i mod 16] : memref<?x16xi24>
  }
  return
}

// -----

// An extent is none of these numbers.
// CHECK-DAG: #[[OUTER:.*]] = affine_map<()[s0] -> (s0 ceildiv 16)>
// CHECK-LABEL: @extent
// CHECK: affine.for %{{.*}} = 0 to #[[OUTER]]()
func.func @extent(%a: memref<?x16xi24>, %b: memref<?xi24>, %x: i24) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %b, %c0 : memref<?xi24>
  affine.for %i = 0 to %n {
    affine.store %x, %a[%i floordiv 16, %i mod 16] : memref<?x16xi24>
  }
  return
}

// -----

// What carries values is split, too, and what takes longer steps.
// CHECK-LABEL: @not_split
// CHECK: %[[OUTER:.*]] = affine.for %{{.*}} = 0 to 2 iter_args(%[[SUM:.*]] = %{{.*}})
// CHECK-NEXT: %[[INNER:.*]] = affine.for %{{.*}} = 0 to 16 iter_args(%{{.*}} = %[[SUM]])
// CHECK-NOT: floordiv
// CHECK: affine.yield %[[INNER]]
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK: affine.for %{{.*}} = 0 to 32 {{.*}}
// CHECK: {kept}
func.func @not_split(%a: memref<2x16xf32>, %x: f32) -> f32 {
  %r = affine.for %i = 0 to 32 iter_args(%s = %x) -> f32 {
    %y = affine.load %a[%i floordiv 16, %i mod 16] : memref<2x16xf32>
    %t = arith.addf %s, %y : f32
    affine.yield %t : f32
  }
  affine.for %i = 0 to 32 step 2 {
    affine.store %x, %a[%i floordiv 16, %i mod 16] : memref<2x16xf32>
  }
  affine.for %i = 0 to 32 {
    affine.store %x, %a[%i floordiv 16, %i mod 16] : memref<2x16xf32>
  } {kept}
  return %r : f32
}

// -----

// Conditions of a branch that is all of the body bound the loops, but for those
// that no loop variable is in.
// CHECK-LABEL: @guard
// CHECK-NOT: affine.if
// CHECK: affine.store
// CHECK-LABEL: @guard_of_the_whole
// CHECK: affine.if
func.func @guard(%a: memref<4x16xi32>, %x: i32) {
  affine.for %i = 0 to 64 {
    affine.if affine_set<(i) : (60 - i >= 0)>(%i) {
      affine.store %x, %a[%i floordiv 16, %i mod 16] : memref<4x16xi32>
    }
  }
  return
}
func.func @guard_of_the_whole(%a: memref<4x16xi32>, %x: i32, %n: index) {
  affine.for %i = 0 to 64 {
    affine.if affine_set<()[n] : (60 - n >= 0)>()[%n] {
      affine.store %x, %a[%i floordiv 16, %i mod 16] : memref<4x16xi32>
    }
  }
  return
}

// -----

// One of two buffers: whether it is the other one is not known, and the remark is
// none of a rule that a person could check.
// CHECK-LABEL: func.func @not_decided
// REMARK: [Analysis] layout-tile-loops/not-decided {{.*}}"not reordered for vectors, as results might change: %arg0 and %{{.*}} may be the same memory
func.func @not_decided(%a: memref<2x2x16x16xi32>, %b: memref<2x2x16x16xi32>, %flag: i1) {
  %c = arith.select %flag, %a, %b : memref<2x2x16x16xi32>
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 32 {
        %x = affine.load %a[%i floordiv 16, %k floordiv 16, %i mod 16, %k mod 16] : memref<2x2x16x16xi32>
        %y = affine.load %a[%k floordiv 16, %j floordiv 16, %k mod 16, %j mod 16] : memref<2x2x16x16xi32>
        %z = affine.load %c[%i floordiv 16, %j floordiv 16, %i mod 16, %j mod 16] : memref<2x2x16x16xi32>
        %p = arith.muli %x, %y : i32
        %s = arith.addi %z, %p : i32
        affine.store %s, %c[%i floordiv 16, %j floordiv 16, %i mod 16, %j mod 16] : memref<2x2x16x16xi32>
      }
    }
  }
  return
}

// -----

// Each element of a row waits for the one before: its iterations are no lanes. The
// loops keep their order, and the borders of tiles are split off.
// CHECK-LABEL: @recurrence_in_rows
// CHECK: affine.for %[[IO:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 16 {
// CHECK-NEXT: affine.for %[[JO:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.load %{{.*}}[%[[IO]], %[[JO]] - 1, %[[II]], 15]
// CHECK: affine.for %[[JI:.*]] = max
// CHECK-NEXT: affine.load %{{.*}}[%[[IO]], %[[JO]], %[[II]], %[[JI]] - 1]
// CHECK: return
func.func @recurrence_in_rows(%a: memref<2x2x16x16xf32> {llvm.noalias}, %b: memref<2x2x16x16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 32 {
    affine.for %j = 1 to 32 {
      %0 = affine.load %a[%i floordiv 16, (%j - 1) floordiv 16, %i mod 16, (%j - 1) mod 16] : memref<2x2x16x16xf32>
      %1 = affine.load %b[%i floordiv 16, %j floordiv 16, %i mod 16, %j mod 16] : memref<2x2x16x16xf32>
      %2 = arith.mulf %0, %1 : f32
      affine.store %2, %a[%i floordiv 16, %j floordiv 16, %i mod 16, %j mod 16] : memref<2x2x16x16xf32>
    }
  }
  return
}
