// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-vectorize-loops,canonicalize,cse)" --mlir-print-local-scope --remarks-filter=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
//
// Nothing is left to do for a second run.
// RUN: layout-opt %s --layout-vectorize-loops > %t.once
// RUN: layout-opt %t.once --layout-vectorize-loops | diff %t.once -
//
// DEFINE: %{names} = grep -o "^func.func @[a-z_0-9]*" %s | cut -d@ -f2
// RUN: %{names} | paste -sd, | xargs -I{} layout-check %s --entry={} --pipeline="builtin.module(layout-vectorize-loops)"

// CHECK-LABEL: @lanes
// CHECK-SAME: %[[A:.*]]: memref<16xf32> {{{.*}}}, %[[B:.*]]: memref<16xf32> {{{.*}}}, %[[X:.*]]: memref<f32> {{{.*}}})
// CHECK:      %[[L:.*]] = vector.load %[[A]][%c0] : memref<16xf32>, vector<16xf32>
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[L]], %[[L]] fastmath<contract> : vector<16xf32>
// CHECK-NEXT: vector.store %[[P]], %[[B]][%c0] : memref<16xf32>, vector<16xf32>
// CHECK-NEXT: return
// REMARK: vectorize-loops.mlir:[[#@LINE+2]]:3: remark: [Passed] layout-vectorize-loops/vectorized | Category:layout | Remark="vectorized: 16 iterations at a time"
func.func @lanes(%a: memref<16xf32> {llvm.noalias}, %b: memref<16xf32> {llvm.noalias}, %x: memref<f32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    %1 = arith.mulf %0, %0 fastmath<contract> : f32
    affine.store %1, %b[%i] : memref<16xf32>
  }
  return
}

// Comparisons and selections have vector forms, too; constants need none.
// CHECK-LABEL: @body
// CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0> : vector<8xi32>
// CHECK: affine.for
// CHECK: %[[L:.*]] = vector.load
// CHECK: %[[C:.*]] = arith.cmpi slt, %[[L]], %[[ZERO]] : vector<8xi32>
// CHECK: %[[S:.*]] = arith.select %[[C]], %[[ZERO]], %[[L]] : vector<8xi1>, vector<8xi32>
// CHECK: %[[E:.*]] = arith.extsi %[[S]] : vector<8xi32> to vector<8xi64>
// CHECK: vector.store %[[E]]
func.func @body(%a: memref<4x8xi32> {llvm.noalias}, %b: memref<4x8xi64> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %a[%i, %j] : memref<4x8xi32>
      %1 = arith.cmpi slt, %0, %zero : i32
      %2 = arith.select %1, %zero, %0 : i32
      %3 = arith.extsi %2 : i32 to i64
      affine.store %3, %b[%i, %j] : memref<4x8xi64>
    }
  }
  return
}

// Loads of neighbours go before the store as they did.
// CHECK-LABEL: @shift_down
// CHECK:      %[[L:.*]] = vector.load %{{.*}}[%c1] : memref<17xf32>, vector<16xf32>
// CHECK-NEXT: vector.store %[[L]], %{{.*}}[%c0] : memref<17xf32>, vector<16xf32>
func.func @shift_down(%a: memref<17xf32>) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i + 1] : memref<17xf32>
    affine.store %0, %a[%i] : memref<17xf32>
  }
  return
}

// What the next iteration overwrites is overwritten.
// CHECK-LABEL: @two_stores
// CHECK:      %[[L:.*]] = vector.load
// CHECK-NEXT: vector.store %[[L]], %{{.*}}[%c1] : memref<17xf32>, vector<16xf32>
// CHECK-NEXT: vector.store %[[L]], %{{.*}}[%c0] : memref<17xf32>, vector<16xf32>
func.func @two_stores(%a: memref<16xf32> {llvm.noalias}, %b: memref<17xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    affine.store %0, %b[%i + 1] : memref<17xf32>
    affine.store %0, %b[%i] : memref<17xf32>
  }
  return
}

// A matrix product: what depends on lanes only is read once for all rows.
// CHECK-LABEL: @rows
// CHECK-SAME: %[[A:.*]]: memref<2x8xf32> {{{.*}}}, %[[B:.*]]: memref<8x16xf32> {{{.*}}}, %[[C:.*]]: memref<2x16xf32>
// CHECK:      %[[C0:.*]] = vector.load %[[C]][%c0, %c0] : memref<2x16xf32>, vector<16xf32>
// CHECK-NEXT: %[[C1:.*]] = vector.load %[[C]][%c1, %c0] : memref<2x16xf32>, vector<16xf32>
// CHECK-NEXT: %[[R:.*]]:2 = affine.for %[[K:.*]] = 0 to 8 iter_args(%[[S0:.*]] = %[[C0]], %[[S1:.*]] = %[[C1]])
// CHECK-NEXT:   %[[A0:.*]] = affine.load %[[A]][0, %[[K]]]
// CHECK-NEXT:   %[[BV:.*]] = vector.load %[[B]][%[[K]], %c0] : memref<8x16xf32>, vector<16xf32>
// CHECK-NEXT:   %[[V0:.*]] = vector.broadcast %[[A0]]
// CHECK-NEXT:   %[[P0:.*]] = arith.mulf %[[V0]], %[[BV]]
// CHECK-NEXT:   %[[T0:.*]] = arith.addf %[[S0]], %[[P0]]
// CHECK-NEXT:   %[[A1:.*]] = affine.load %[[A]][1, %[[K]]]
// CHECK-NEXT:   %[[V1:.*]] = vector.broadcast %[[A1]]
// CHECK-NEXT:   %[[P1:.*]] = arith.mulf %[[V1]], %[[BV]]
// CHECK-NEXT:   %[[T1:.*]] = arith.addf %[[S1]], %[[P1]]
// CHECK-NEXT:   affine.yield %[[T0]], %[[T1]]
// CHECK-NEXT: }
// CHECK-NEXT: vector.store %[[R]]#0, %[[C]][%c0, %c0]
// CHECK-NEXT: vector.store %[[R]]#1, %[[C]][%c1, %c0]
// CHECK-NEXT: return
// REMARK: vectorize-loops.mlir:[[#@LINE+2]]:3: remark: [Passed] {{.*}}"vectorized: 2 x 16 iterations at a time, sums in registers"
func.func @rows(%a: memref<2x8xf32> {llvm.noalias}, %b: memref<8x16xf32> {llvm.noalias}, %c: memref<2x16xf32> {llvm.noalias}) {
  affine.for %k = 0 to 8 {
    affine.for %i = 0 to 2 {
      affine.for %j = 0 to 16 {
        %0 = affine.load %a[%i, %k] : memref<2x8xf32>
        %1 = affine.load %b[%k, %j] : memref<8x16xf32>
        %2 = affine.load %c[%i, %j] : memref<2x16xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<2x16xf32>
      }
    }
  }
  return
}

// Several loops of sums, and outer loops, of which one has its bounds from the next.
// CHECK-LABEL: @several_sums
// CHECK: affine.for %[[O:.*]] = 0 to 3 {
// CHECK:   vector.load %{{.*}}[%[[O]], %c0] : memref<3x8xi32>, vector<8xi32>
// CHECK:   affine.for %[[K:.*]] = 0 to 4 iter_args
// CHECK:     affine.for %{{.*}} = 0 to affine_map<(d0) -> (d0 + 1)>(%[[K]]) iter_args
// CHECK:       vector.load
// CHECK:       arith.addi {{.*}} : vector<8xi32>
// CHECK:   vector.store %{{.*}}, %{{.*}}[%[[O]], %c0]
func.func @several_sums(%a: memref<4x5x8xi32> {llvm.noalias}, %c: memref<3x8xi32> {llvm.noalias}) {
  affine.for %o = 0 to 3 {
    affine.for %k = 0 to 4 {
      affine.for %l = 0 to affine_map<(k) -> (k + 1)>(%k) {
        affine.for %j = 0 to 8 {
          %0 = affine.load %a[%k, %l, %j] : memref<4x5x8xi32>
          %1 = affine.load %c[%o, %j] : memref<3x8xi32>
          %2 = arith.addi %0, %1 : i32
          affine.store %2, %c[%o, %j] : memref<3x8xi32>
        }
      }
    }
  }
  return
}

// Two sums at once, each in registers of its own.
// CHECK-LABEL: @two_kept
// CHECK-COUNT-4: vector.load
// CHECK: %[[R:.*]]:4 = affine.for
// CHECK-DAG: vector.store %[[R]]#0, %[[S:.*]][%c0, %c0]
// CHECK-DAG: vector.store %[[R]]#1, %[[M:.*]][%c0, %c0]
// CHECK-DAG: vector.store %[[R]]#2, %[[S]][%c1, %c0]
// CHECK-DAG: vector.store %[[R]]#3, %[[M]][%c1, %c0]
func.func @two_kept(%a: memref<5x2x8xi32> {llvm.noalias}, %s: memref<2x8xi32> {llvm.noalias}, %m: memref<2x8xi32> {llvm.noalias}) {
  affine.for %k = 0 to 5 {
    affine.for %i = 0 to 2 {
      affine.for %j = 0 to 8 {
        %0 = affine.load %a[%k, %i, %j] : memref<5x2x8xi32>
        %1 = affine.load %s[%i, %j] : memref<2x8xi32>
        %2 = arith.addi %0, %1 : i32
        affine.store %2, %s[%i, %j] : memref<2x8xi32>
        %3 = affine.load %m[%i, %j] : memref<2x8xi32>
        %4 = arith.maxsi %0, %3 : i32
        affine.store %4, %m[%i, %j] : memref<2x8xi32>
      }
    }
  }
  return
}

// What is stored is not loaded: every iteration stores.
// CHECK-LABEL: @overwritten
// CHECK: affine.for %[[K:.*]] = 0 to 5 {
// CHECK-NEXT: %[[L:.*]] = vector.load %{{.*}}[%[[K]], %c0]
// CHECK-NEXT: vector.store %[[L]], %{{.*}}[%c0]
func.func @overwritten(%a: memref<5x8xi32> {llvm.noalias}, %c: memref<8xi32> {llvm.noalias}) {
  affine.for %k = 0 to 5 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %a[%k, %j] : memref<5x8xi32>
      affine.store %0, %c[%j] : memref<8xi32>
    }
  }
  return
}

// A row reads what the one before wrote: rows stay a loop, and nothing is kept.
// CHECK-LABEL: @rows_depend
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT: %[[NEXT:.*]] = affine.apply affine_map<(d0) -> (d0 + 1)>(%[[I]])
// CHECK-NEXT: vector.load %{{.*}}[%[[NEXT]], %c0]
// CHECK: vector.store %{{.*}}, %{{.*}}[%[[I]], %c0]
func.func @rows_depend(%a: memref<5x8xf32>) {
  affine.for %k = 0 to 4 {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 8 {
        %0 = affine.load %a[%i + 1, %j] : memref<5x8xf32>
        %1 = affine.load %a[%i, %j] : memref<5x8xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %a[%i, %j] : memref<5x8xf32>
      }
    }
  }
  return
}

// More rows than there are registers for: 16 rows of two, and 16 registers. Rows
// stay a loop, around it all.
// CHECK-LABEL: @too_many_rows
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 16 {
// CHECK: vector<16xf32>
// REMARK: [[#@LINE+4]]:7: remark: [Passed] {{.*}}"vectorized: 16 iterations at a time"
func.func @too_many_rows(%a: memref<4x16xf32> {llvm.noalias}, %c: memref<16x16xf32> {llvm.noalias}) {
  affine.for %k = 0 to 4 {
    affine.for %i = 0 to 16 {
      affine.for %j = 0 to 16 {
        %0 = affine.load %a[%k, %j] : memref<4x16xf32>
        %1 = affine.load %c[%i, %j] : memref<16x16xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %c[%i, %j] : memref<16x16xf32>
      }
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

// One element for all lanes.
// CHECK-LABEL: @uniform
// CHECK: affine.for %[[I:.*]] = 0 to 3 {
// CHECK-NEXT: %[[X:.*]] = affine.load %{{.*}}[%[[I]]]
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[X]], %[[X]] : f32
// CHECK-NEXT: %[[V:.*]] = vector.broadcast %[[S]] : f32 to vector<8xf32>
// CHECK-NEXT: vector.store %[[V]], %{{.*}}[%[[I]], %c0]
func.func @uniform(%a: memref<3xf32> {llvm.noalias}, %b: memref<3x8xf32> {llvm.noalias}) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %a[%i] : memref<3xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %b[%i, %j] : memref<3x8xf32>
    }
  }
  return
}

// Lanes across the border of a tile: five elements, and three of the next tile.
// CHECK-LABEL: @shifted
// CHECK: affine.for %[[I:.*]] = 0 to 3 {
// CHECK-NEXT: %[[L:.*]] = vector.load %{{.*}}[%[[I]], %c0] : memref<4x8xf32>, vector<8xf32>
// CHECK-NEXT: %[[NEXT:.*]] = affine.apply affine_map<(d0) -> (d0 + 1)>(%[[I]])
// CHECK-NEXT: %[[R:.*]] = vector.load %{{.*}}[%[[NEXT]], %c0] : memref<4x8xf32>, vector<8xf32>
// CHECK-NEXT: %[[W:.*]] = vector.shuffle %[[L]], %[[R]] [3, 4, 5, 6, 7, 8, 9, 10]
// CHECK-NEXT: vector.store %[[W]]
func.func @shifted(%a: memref<4x8xf32> {llvm.noalias}, %b: memref<3x8xf32> {llvm.noalias}) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %a[(%i * 8 + %j + 3) floordiv 8, (%i * 8 + %j + 3) mod 8] : memref<4x8xf32>
      affine.store %0, %b[%i, %j] : memref<3x8xf32>
    }
  }
  return
}

// CHECK-LABEL: @far_apart
// CHECK-COUNT-4: affine.load
// CHECK: vector.from_elements {{.*}} : vector<4xf32>
func.func @far_apart(%a: memref<18xf32> {llvm.noalias}, %b: memref<3x4xf32> {llvm.noalias}) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 4 {
      %0 = affine.load %a[%i + 5 * %j] : memref<18xf32>
      affine.store %0, %b[%i, %j] : memref<3x4xf32>
    }
  }
  return
}

// CHECK-LABEL: @column
// CHECK: affine.load %{{.*}}[0, %[[I:.*]]]
// CHECK: affine.load %{{.*}}[1, %[[I]]]
// CHECK: affine.load %{{.*}}[2, %[[I]]]
// CHECK: affine.load %{{.*}}[3, %[[I]]]
func.func @column(%a: memref<4x3xf32> {llvm.noalias}, %b: memref<3x4xf32> {llvm.noalias}) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 4 {
      %0 = affine.load %a[%j, %i] : memref<4x3xf32>
      affine.store %0, %b[%i, %j] : memref<3x4xf32>
    }
  }
  return
}

// Every element twice: the second and the third lane are neighbours.
// CHECK-LABEL: @halved
// CHECK: affine.load %{{.*}}[%[[I:.*]] * 2]
// CHECK: %[[TWICE:.*]] = affine.apply affine_map<(d0) -> (d0 * 2)>(%[[I]])
// CHECK-NEXT: vector.load %{{.*}}[%[[TWICE]]] : memref<6xf32>, vector<2xf32>
// CHECK: affine.load %{{.*}}[%[[I]] * 2 + 1]
func.func @halved(%a: memref<6xf32> {llvm.noalias}, %b: memref<3x4xf32> {llvm.noalias}) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 4 {
      %0 = affine.load %a[%i * 2 + %j floordiv 2] : memref<6xf32>
      affine.store %0, %b[%i, %j] : memref<3x4xf32>
    }
  }
  return
}
