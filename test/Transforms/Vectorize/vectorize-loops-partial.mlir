// Rows and lanes that a tile does not have, in last tiles and in triangles.
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-vectorize-loops,canonicalize,cse)" --mlir-print-local-scope --remarks-filter=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
//
// DEFINE: %{names} = grep -o "^func.func @[a-z_0-9]*" %s | cut -d@ -f2
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-vectorize-loops)"
// RUN: %{names} | grep -v perhaps | paste -sd, | xargs -I{} layout-check %s --entry={} --pipeline="builtin.module(layout-vectorize-loops)"
// RUN: %{check} --entry=perhaps_no_sum --arg=2:0
// RUN: %{check} --entry=perhaps_no_sum --arg=2:1
// RUN: %{check} --entry=perhaps_no_sum --arg=2:9
// RUN: %{check} --entry=perhaps_no_sum_plain --arg=2:0
// RUN: %{check} --entry=perhaps_no_sum_plain --arg=2:3
// RUN: %{check} --entry=perhaps_partial --arg=2:0
// RUN: %{check} --entry=perhaps_partial --arg=2:3
// RUN: %{check} --entry=perhaps_partial --arg=2:13

//===----------------------------------------------------------------------===//
// All may be computed
//===----------------------------------------------------------------------===//

// Where buffers have the elements, only the store is masked.
// CHECK-LABEL: @masked
// CHECK-DAG: %[[NONE:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[ALL:.*]] = arith.constant 8 : index
// CHECK: affine.for %[[O:.*]] = 0 to 2 {
// CHECK-NEXT: %[[N:.*]] = affine.min affine_map<(d0) -> (d0 * -8 + 13, 8)>(%[[O]])
// CHECK-NEXT: %[[S:.*]] = arith.maxsi %[[N]], %[[NONE]] : index
// CHECK-NEXT: %[[T:.*]] = arith.minsi %[[S]], %[[ALL]] : index
// CHECK-NEXT: %[[M:.*]] = vector.create_mask %[[T]] : vector<8xi1>
// CHECK-NEXT: %[[L:.*]] = vector.load %{{.*}}[%[[O]], %c0]
// CHECK-NEXT: vector.maskedstore %{{.*}}[%[[O]], %{{.*}}], %[[M]], %[[L]]
// REMARK: [[#@LINE+3]]:5: remark: [Passed] {{.*}}"vectorized: 8 iterations at a time, stores masked in partial tiles"
func.func @masked(%a: memref<2x8xf32> {llvm.noalias}, %b: memref<2x8xf32> {llvm.noalias}) {
  affine.for %o = 0 to 2 {
    affine.for %i = 0 to min affine_map<(o) -> (8, -o * 8 + 13)>(%o) {
      %0 = affine.load %a[%o, %i] : memref<2x8xf32>
      affine.store %0, %b[%o, %i] : memref<2x8xf32>
    }
  }
  return
}

// CHECK-LABEL: @lower_triangle
// CHECK: vector.create_mask
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: vector.maskedstore
func.func @lower_triangle(%a: memref<8x8xf32> {llvm.noalias}, %b: memref<8x8xf32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to min affine_map<(i) -> (8, i + 1)>(%i) {
      %0 = affine.load %a[%i, %j] : memref<8x8xf32>
      affine.store %0, %b[%i, %j] : memref<8x8xf32>
    }
  }
  return
}

// Lanes in front are missing.
// CHECK-LABEL: @upper_triangle
// CHECK-DAG: %[[ALL:.*]] = arith.constant dense<true> : vector<8xi1>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK: %[[F:.*]] = affine.max affine_map<(d0) -> (0, d0)>
// CHECK-NEXT: %[[S:.*]] = arith.maxsi %[[F]], %[[C0]] : index
// CHECK-NEXT: %[[T:.*]] = arith.minsi %[[S]], %[[C8]] : index
// CHECK: %[[B:.*]] = vector.create_mask %[[T]]
// CHECK: %[[M:.*]] = arith.xori %[[B]], %[[ALL]]
// CHECK: vector.maskedstore %{{.*}}, %[[M]], %{{.*}}
func.func @upper_triangle(%a: memref<8x8xf32> {llvm.noalias}, %b: memref<8x8xf32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %j = max affine_map<(i) -> (0, i)>(%i) to 8 {
      %0 = affine.load %a[%i, %j] : memref<8x8xf32>
      affine.store %0, %b[%i, %j] : memref<8x8xf32>
    }
  }
  return
}

// Both: a diagonal band.
// CHECK-LABEL: @band
// CHECK: affine.min
// CHECK: affine.max
// CHECK: arith.andi
// CHECK: vector.maskedstore
func.func @band(%a: memref<8x8xf32> {llvm.noalias}, %b: memref<8x8xf32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %j = max affine_map<(i) -> (0, i - 2)>(%i) to min affine_map<(i) -> (8, i + 2)>(%i) {
      %0 = affine.load %a[%i, %j] : memref<8x8xf32>
      affine.store %0, %b[%i, %j] : memref<8x8xf32>
    }
  }
  return
}

// Of every row another number of lanes.
// CHECK-LABEL: @lanes_by_row
// CHECK-DAG: %[[M0:.*]] = vector.constant_mask [4] : vector<8xi1>
// CHECK-DAG: %[[M1:.*]] = vector.constant_mask [5] : vector<8xi1>
// CHECK: %[[R:.*]]:2 = affine.for
// CHECK-DAG: vector.maskedstore %{{.*}}, %[[M0]], %[[R]]#0
// CHECK-DAG: vector.maskedstore %{{.*}}, %[[M1]], %[[R]]#1
// REMARK: [[#@LINE+2]]:3: remark: [Passed] {{.*}}"vectorized: 2 x 8 iterations at a time, sums in registers, stores masked in partial tiles"
func.func @lanes_by_row(%a: memref<4x8xf32> {llvm.noalias}, %c: memref<2x8xf32> {llvm.noalias}) {
  affine.for %k = 0 to 4 {
    affine.for %i = 0 to 2 {
      affine.for %j = 0 to min affine_map<(i) -> (8, i + 4)>(%i) {
        %0 = affine.load %a[%k, %j] : memref<4x8xf32>
        %1 = affine.load %c[%i, %j] : memref<2x8xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %c[%i, %j] : memref<2x8xf32>
      }
    }
  }
  return
}

// Rows are missing in the last tile, in others there are all.
// CHECK-LABEL: @rows_missing
// CHECK: affine.for %[[O:.*]] = 0 to 2 {
// CHECK-NEXT: %[[N:.*]] = affine.min affine_map<(d0) -> (d0 * -4 + 7, 4)>(%[[O]])
// CHECK-NEXT: %[[IS:.*]] = arith.cmpi sgt, %[[N]], %c0
// CHECK-NEXT: %[[LANES:.*]] = arith.select %[[IS]], %c8, %c0
// CHECK-NEXT: vector.create_mask %[[LANES]]
// CHECK: affine.for
// CHECK-COUNT-4: vector.maskedstore
func.func @rows_missing(%a: memref<2x4x5xf32> {llvm.noalias}, %b: memref<5x8xf32> {llvm.noalias}, %c: memref<2x4x8xf32> {llvm.noalias}) {
  affine.for %o = 0 to 2 {
    affine.for %k = 0 to 5 {
      affine.for %i = 0 to min affine_map<(o) -> (4, -o * 4 + 7)>(%o) {
        affine.for %j = 0 to 8 {
          %0 = affine.load %a[%o, %i, %k] : memref<2x4x5xf32>
          %1 = affine.load %b[%k, %j] : memref<5x8xf32>
          %2 = affine.load %c[%o, %i, %j] : memref<2x4x8xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          affine.store %4, %c[%o, %i, %j] : memref<2x4x8xf32>
        }
      }
    }
  }
  return
}

// Rows are missing in front.
// CHECK-LABEL: @rows_missing_in_front
// CHECK: %[[F:.*]] = affine.max affine_map<(d0) -> (d0 * -4 + 6, 0)>
// CHECK-NEXT: arith.cmpi sle, %[[F]], %c0
// CHECK-COUNT-4: vector.maskedstore
func.func @rows_missing_in_front(%b: memref<5x8xf32> {llvm.noalias}, %c: memref<3x4x8xf32> {llvm.noalias}) {
  affine.for %o = 0 to 3 {
    affine.for %k = 0 to 5 {
      affine.for %i = max affine_map<(o) -> (0, -o * 4 + 6)>(%o) to 4 {
        affine.for %j = 0 to 8 {
          %1 = affine.load %b[%k, %j] : memref<5x8xf32>
          %2 = affine.load %c[%o, %i, %j] : memref<3x4x8xf32>
          %4 = arith.addf %2, %1 : f32
          affine.store %4, %c[%o, %i, %j] : memref<3x4x8xf32>
        }
      }
    }
  }
  return
}

// Which lanes there are changes with the sums: the others keep theirs, and what was
// never computed is not stored.
// CHECK-LABEL: @lanes_by_sum
// CHECK-DAG: %[[NEVER:.*]] = arith.constant dense<false> : vector<8xi1>
// CHECK: %[[C:.*]] = vector.load
// CHECK: %[[R:.*]]:2 = affine.for %[[K:.*]] = 0 to 8 iter_args(%[[S:.*]] = %[[C]], %[[H:.*]] = %[[NEVER]])
// CHECK: %[[M:.*]] = vector.create_mask
// CHECK: %[[G:.*]] = arith.ori %[[H]], %[[M]]
// CHECK: %[[T:.*]] = arith.addf %[[S]]
// CHECK: %[[U:.*]] = arith.select %[[M]], %[[T]], %[[S]]
// CHECK: affine.yield %[[U]], %[[G]]
// CHECK: vector.maskedstore %{{.*}}, %[[R]]#1, %[[R]]#0
func.func @lanes_by_sum(%a: memref<8x8xf32> {llvm.noalias}, %c: memref<8xf32> {llvm.noalias}) {
  affine.for %k = 0 to 8 {
    affine.for %j = 0 to min affine_map<(k) -> (8, k)>(%k) {
      %0 = affine.load %a[%k, %j] : memref<8x8xf32>
      %1 = affine.load %c[%j] : memref<8xf32>
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %c[%j] : memref<8xf32>
    }
  }
  return
}

// Rows, too, and some rows never.
// CHECK-LABEL: @rows_by_sum
// CHECK: iter_args
// CHECK-COUNT-4: arith.ori
// CHECK-COUNT-4: arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<8xi1>
// CHECK-COUNT-4: vector.maskedstore
func.func @rows_by_sum(%a: memref<8x8xf32> {llvm.noalias}, %c: memref<4x8xf32> {llvm.noalias}) {
  affine.for %k = 0 to 3 {
    affine.for %i = 0 to min affine_map<(k) -> (4, k + 1)>(%k) {
      affine.for %j = 0 to 8 {
        %0 = affine.load %a[%k, %j] : memref<8x8xf32>
        %1 = affine.load %c[%i, %j] : memref<4x8xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %c[%i, %j] : memref<4x8xf32>
      }
    }
  }
  return
}

// Where a sum may have no iteration, nothing may be stored.
// CHECK-LABEL: @perhaps_no_sum
// CHECK: %[[R:.*]]:2 = affine.for %{{.*}} = 0 to min
// CHECK: affine.yield %{{.*}}, %{{.*}} : vector<16xf32>, vector<16xi1>
// CHECK: vector.maskedstore %{{.*}}, %[[R]]#1, %[[R]]#0
func.func @perhaps_no_sum(%a: memref<8x16xf32> {llvm.noalias}, %c: memref<16xf32> {llvm.noalias}, %n: index) {
  affine.for %k = 0 to min affine_map<()[n] -> (8, n)>()[%n] {
    affine.for %j = 0 to 16 {
      %0 = affine.load %a[%k, %j] : memref<8x16xf32>
      %1 = affine.load %c[%j] : memref<16xf32>
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %c[%j] : memref<16xf32>
    }
  }
  return
}

// Nor where that is beyond the bounds on the work: 2199023255555 is 3 modulo 8, and
// exceeds 2^40.
// CHECK-LABEL: @unknown_no_sum
// CHECK: %[[R:.*]]:2 = affine.for
// CHECK: affine.yield %{{.*}}, %{{.*}} : vector<16xf32>, vector<16xi1>
// CHECK: vector.maskedstore %{{.*}}, %[[R]]#1, %[[R]]#0
func.func @unknown_no_sum(%a: memref<8x16xf32> {llvm.noalias}, %c: memref<8x16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to affine_map<(i) -> ((i * 2199023255555) mod 8)>(%i) {
      affine.for %j = 0 to 16 {
        %0 = affine.load %a[%k, %j] : memref<8x16xf32>
        %1 = affine.load %c[%i, %j] : memref<8x16xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %c[%i, %j] : memref<8x16xf32>
      }
    }
  }
  return
}

// There the result may not even be loaded where its extent is not known: it may be
// empty. A branch asks first.
// CHECK-LABEL: @perhaps_no_sum_plain
// CHECK: scf.if
// CHECK-NEXT: vector.load
// CHECK-NEXT: affine.for {{.*}} iter_args
// CHECK: vector.store
// CHECK: return
func.func @perhaps_no_sum_plain(%a: memref<8x16xf32> {llvm.noalias}, %c: memref<16xf32> {llvm.noalias}, %n: index) {
  %d = memref.cast %c : memref<16xf32> to memref<?xf32>
  affine.for %k = 0 to min affine_map<()[n] -> (8, n)>()[%n] {
    affine.for %j = 0 to 16 {
      %0 = affine.load %a[%k, %j] : memref<8x16xf32>
      %1 = affine.load %d[%j] : memref<?xf32>
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %d[%j] : memref<?xf32>
    }
  }
  return
}

// A number of lanes that is known at run time only.
// CHECK-LABEL: @perhaps_partial
// CHECK: vector.create_mask
// CHECK: vector.maskedstore
func.func @perhaps_partial(%a: memref<2x8xf32> {llvm.noalias}, %b: memref<2x8xf32> {llvm.noalias}, %n: index) {
  affine.for %o = 0 to 2 {
    affine.for %i = 0 to min affine_map<(o)[n] -> (8, n - 8 * o)>(%o)[%n] {
      %0 = affine.load %a[%o, %i] : memref<2x8xf32>
      affine.store %0, %b[%o, %i] : memref<2x8xf32>
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// What lies outside must not be read
//===----------------------------------------------------------------------===//

// 13 elements, of which the second vector would read 16.
// CHECK-LABEL: @plain
// CHECK-DAG: %[[NONE:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[ALL:.*]] = arith.constant 8 : index
// CHECK: affine.for %[[O:.*]] = 0 to 2 {
// CHECK-NEXT: %[[N:.*]] = affine.min affine_map<(d0) -> (d0 * -8 + 13, 8)>(%[[O]])
// CHECK-NEXT: %[[FULL:.*]] = arith.cmpi sge, %[[N]], %[[ALL]] : index
// CHECK-NEXT: scf.if %[[FULL]] {
// CHECK-NEXT:   affine.apply
// CHECK-NEXT:   vector.load
// CHECK-NEXT:   vector.store
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[SOME:.*]] = arith.cmpi sgt, %[[N]], %[[NONE]] : index
// CHECK-NEXT:   scf.if %[[SOME]] {
// CHECK-NEXT:     %[[S:.*]] = arith.maxsi %[[N]], %[[NONE]] : index
// CHECK-NEXT:     %[[T:.*]] = arith.minsi %[[S]], %[[ALL]] : index
// CHECK-NEXT:     %[[M:.*]] = vector.create_mask %[[T]]
// CHECK:          %[[L:.*]] = vector.maskedload %{{.*}}, %[[M]], %{{.*}}
// CHECK-NEXT:     vector.maskedstore %{{.*}}, %[[M]], %[[L]]
// REMARK: [[#@LINE+3]]:5: remark: [Passed] {{.*}}"vectorized: 8 iterations at a time, row by row in partial tiles"
func.func @plain(%a: memref<13xf32> {llvm.noalias}, %b: memref<13xf32> {llvm.noalias}) {
  affine.for %o = 0 to 2 {
    affine.for %i = 0 to min affine_map<(o) -> (8, -o * 8 + 13)>(%o) {
      %0 = affine.load %a[%o * 8 + %i] : memref<13xf32>
      affine.store %0, %b[%o * 8 + %i] : memref<13xf32>
    }
  }
  return
}

// Rows are in registers in full tiles and in others, whose 5 lanes are masked ones of 8.
// CHECK-LABEL: @plain_rows
// CHECK: scf.if
// CHECK: affine.for {{.*}} -> (vector<8xf32>, vector<8xf32>, vector<8xf32>)
// CHECK: } else {
// CHECK-COUNT-3: vector.maskedload
// CHECK: affine.for {{.*}} -> (vector<8xf32>, vector<8xf32>, vector<8xf32>)
// CHECK: vector.maskedload
// CHECK-COUNT-3: vector.maskedstore
// CHECK-NOT: vector.masked
// CHECK: return
func.func @plain_rows(%a: memref<3x7xf32> {llvm.noalias}, %b: memref<7x13xf32> {llvm.noalias}, %c: memref<3x13xf32> {llvm.noalias}) {
  affine.for %o = 0 to 2 {
    affine.for %k = 0 to 7 {
      affine.for %i = 0 to 3 {
        affine.for %j = 0 to min affine_map<(o) -> (8, -o * 8 + 13)>(%o) {
          %0 = affine.load %a[%i, %k] : memref<3x7xf32>
          %1 = affine.load %b[%k, %o * 8 + %j] : memref<7x13xf32>
          %2 = affine.load %c[%i, %o * 8 + %j] : memref<3x13xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          affine.store %4, %c[%i, %o * 8 + %j] : memref<3x13xf32>
        }
      }
    }
  }
  return
}

// A row without lanes may not exist at all: it is left out, with the element that all
// of its lanes would read.
// CHECK-LABEL: @plain_triangle
// CHECK: %[[NONE:.*]] = arith.constant 0 : index
// CHECK: scf.if
// CHECK: } else {
// CHECK: affine.for %[[I:.*]] = 0 to min
// CHECK-NEXT: %[[N:.*]] = affine.min affine_map<(d0, d1) -> (8, d0 * 4 + d1)>(%{{.*}}, %[[I]])
// CHECK-NEXT: %[[SOME:.*]] = arith.cmpi sgt, %[[N]], %[[NONE]] : index
// CHECK-NEXT: scf.if %[[SOME]] {
// CHECK: vector.maskedload
// CHECK: affine.load %{{.*}}, %{{.*}} * 4 + %[[I]]]
// CHECK: vector.maskedstore
func.func @plain_triangle(%x: memref<3x5xf32> {llvm.noalias}, %a: memref<5x12xf32> {llvm.noalias}, %c: memref<5x12xf32> {llvm.noalias}) {
  affine.for %o = 0 to 2 {
    affine.for %k = 0 to 3 {
      affine.for %i = 0 to min affine_map<(o) -> (4, -o * 4 + 5)>(%o) {
        affine.for %j = 0 to min affine_map<(o, i) -> (8, 4 * o + i)>(%o, %i) {
          %0 = affine.load %a[4 * %o + %i, %j + %k] : memref<5x12xf32>
          %u = affine.load %x[%k, 4 * %o + %i] : memref<3x5xf32>
          %1 = affine.load %c[4 * %o + %i, %j] : memref<5x12xf32>
          %p = arith.mulf %0, %u : f32
          %2 = arith.addf %1, %p : f32
          affine.store %2, %c[4 * %o + %i, %j] : memref<5x12xf32>
        }
      }
    }
  }
  return
}

// Of what lies between lanes, too, nothing is read.
// CHECK-LABEL: @plain_strided
// CHECK: } else {
// CHECK: %[[MASK:.*]] = vector.create_mask %{{.*}} : vector<4xi1>
// CHECK: vector.shuffle %[[MASK]], %{{.*}} [0, 4, 4, 1, 4, 4, 2, 4] : vector<4xi1>, vector<4xi1>
// CHECK: vector.maskedload {{.*}} into vector<8xf32>
// CHECK: vector.shuffle %[[MASK]], %{{.*}} [4, 1, 4, 4, 2, 4, 4, 3] : vector<4xi1>, vector<4xi1>
// CHECK: vector.maskedload {{.*}} into vector<8xf32>
// CHECK: vector.shuffle {{.*}} [0, 3, 6, 15] : vector<8xf32>, vector<8xf32>
// CHECK: vector.maskedstore
func.func @plain_strided(%a: memref<18xf32> {llvm.noalias}, %b: memref<6xf32> {llvm.noalias}) {
  affine.for %o = 0 to 2 {
    affine.for %i = 0 to min affine_map<(o) -> (4, -o * 4 + 6)>(%o) {
      %0 = affine.load %a[%o * 12 + %i * 3] : memref<18xf32>
      affine.store %0, %b[%o * 4 + %i] : memref<6xf32>
    }
  }
  return
}

// Lanes that lie far apart are masked one by one.
// CHECK-LABEL: @plain_far
// CHECK: } else {
// CHECK-COUNT-4: vector.maskedload {{.*}} into vector<1xf32>
// CHECK: vector.maskedstore
func.func @plain_far(%a: memref<30xf32> {llvm.noalias}, %b: memref<6xf32> {llvm.noalias}) {
  affine.for %o = 0 to 2 {
    affine.for %i = 0 to min affine_map<(o) -> (4, -o * 4 + 6)>(%o) {
      %0 = affine.load %a[%o * 20 + %i * 5] : memref<30xf32>
      affine.store %0, %b[%o * 4 + %i] : memref<6xf32>
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// What may end the program
//===----------------------------------------------------------------------===//

// A remainder by the 0 of a lane that there is not would: loops stay for the tile.
// CHECK-LABEL: @traps
// CHECK: scf.if
// CHECK: arith.remsi {{.*}} : vector<8xi32>
// CHECK: } else {
// CHECK-NEXT: affine.for %{{.*}} = 0 to min
// CHECK: arith.remsi {{.*}} : i32
// REMARK: [[#@LINE+17]]:5: remark: [Passed] {{.*}}"vectorized: 8 iterations at a time, loops for partial tiles"
func.func @traps(%b: memref<2x8xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  %a = memref.alloca() : memref<2x8xi32>
  affine.for %o = 0 to 2 {
    affine.for %i = 0 to 8 {
      affine.store %zero, %a[%o, %i] : memref<2x8xi32>
    }
  }
  affine.for %i = 0 to 8 {
    affine.store %three, %a[0, %i] : memref<2x8xi32>
  }
  affine.for %i = 0 to 5 {
    affine.store %three, %a[1, %i] : memref<2x8xi32>
  }
  affine.for %o = 0 to 2 {
    affine.for %i = 0 to min affine_map<(o) -> (8, -o * 8 + 13)>(%o) {
      %0 = affine.load %a[%o, %i] : memref<2x8xi32>
      %1 = affine.load %b[%o, %i] : memref<2x8xi32>
      %2 = arith.remsi %1, %0 : i32
      affine.store %2, %b[%o, %i] : memref<2x8xi32>
    }
  }
  return
}

// Upstream has this division for one that never does.
// CHECK-LABEL: @traps_rounding_down
// CHECK: scf.if
// CHECK: arith.floordivsi {{.*}} : vector<8xi32>
// CHECK: } else {
// CHECK: arith.floordivsi {{.*}} : i32
func.func @traps_rounding_down(%b: memref<2x8xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  %a = memref.alloca() : memref<2x8xi32>
  affine.for %o = 0 to 2 {
    affine.for %i = 0 to 8 {
      affine.store %zero, %a[%o, %i] : memref<2x8xi32>
    }
  }
  affine.for %i = 0 to 8 {
    affine.store %three, %a[0, %i] : memref<2x8xi32>
  }
  affine.for %i = 0 to 5 {
    affine.store %three, %a[1, %i] : memref<2x8xi32>
  }
  affine.for %o = 0 to 2 {
    affine.for %i = 0 to min affine_map<(o) -> (8, -o * 8 + 13)>(%o) {
      %0 = affine.load %a[%o, %i] : memref<2x8xi32>
      %1 = affine.load %b[%o, %i] : memref<2x8xi32>
      %2 = arith.floordivsi %1, %0 : i32
      affine.store %2, %b[%o, %i] : memref<2x8xi32>
    }
  }
  return
}

// By 3 it does not.
// CHECK-LABEL: @cannot_trap
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: arith.remsi {{.*}} : vector<8xi32>
// CHECK: vector.maskedstore
func.func @cannot_trap(%a: memref<2x8xi32> {llvm.noalias}, %b: memref<2x8xi32> {llvm.noalias}) {
  %three = arith.constant 3 : i32
  affine.for %o = 0 to 2 {
    affine.for %i = 0 to min affine_map<(o) -> (8, -o * 8 + 13)>(%o) {
      %0 = affine.load %a[%o, %i] : memref<2x8xi32>
      %1 = arith.remsi %0, %three : i32
      affine.store %1, %b[%o, %i] : memref<2x8xi32>
    }
  }
  return
}

// Of several registers, those without a lane are left out. The second reads
// elements that the last one of a full row would read behind the buffer.
// CHECK-LABEL: @in_parts
// CHECK: vector.load %{{.*}} : memref<40xf32>, vector<32xf32>
// CHECK: } else {
// CHECK: scf.if
// CHECK: arith.cmpi sgt, %[[END:.*]], %c0
// CHECK: arith.cmpi slt, %[[BEGIN:.*]], %c8
// CHECK: scf.if
// CHECK-COUNT-3: vector.maskedload {{.*}} vector<8xf32>
// CHECK: vector.maskedstore
// CHECK: arith.cmpi sgt, %[[END]], %c8
// CHECK: arith.cmpi slt, %[[BEGIN]], %c16
// CHECK: scf.if
// CHECK: arith.cmpi sgt, %[[END]], %c24
// CHECK: scf.if
// CHECK: vector.maskedstore
func.func @in_parts(%a: memref<40xf32> {llvm.noalias}, %b: memref<40xf32> {llvm.noalias}) {
  affine.for %o = 0 to 2 {
    affine.for %i = max affine_map<(o) -> (0, -o * 32 + 3)>(%o) to min affine_map<(o) -> (32, -o * 32 + 39)>(%o) {
      %0 = affine.load %a[%o * 32 + %i] : memref<40xf32>
      %1 = affine.load %a[%o * 32 + %i + 1] : memref<40xf32>
      %2 = affine.load %a[%o * 32 + %i - 3] : memref<40xf32>
      %3 = arith.addf %0, %1 : f32
      %4 = arith.mulf %3, %2 : f32
      affine.store %4, %b[%o * 32 + %i] : memref<40xf32>
    }
  }
  return
}

// What an iteration stores the next one reads only in the part behind: each
// part is loaded before any of it is stored, and parts come in order.
// CHECK-LABEL: @parts_in_order
// CHECK: scf.if
// CHECK: vector.maskedstore
func.func @parts_in_order(%a: memref<50xi32> {llvm.noalias}) {
  affine.for %o = 0 to 2 {
    affine.for %i = max affine_map<(o) -> (0, -o * 32 + 3)>(%o) to min affine_map<(o) -> (32, -o * 32 + 39)>(%o) {
      %0 = affine.load %a[%o * 32 + %i + 1] : memref<50xi32>
      %1 = affine.load %a[%o * 32 + %i + 9] : memref<50xi32>
      %2 = arith.subi %0, %1 : i32
      affine.store %2, %a[%o * 32 + %i] : memref<50xi32>
    }
  }
  return
}
