// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-vectorize-loops,canonicalize,cse)" --mlir-print-local-scope --remarks-filter=layout --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
//
// Nothing is left to do for a second run.
// RUN: layout-opt %s --layout-vectorize-loops > %t.once
// RUN: layout-opt %t.once --layout-vectorize-loops | diff %t.once -
//
// DEFINE: %{names} = grep -o "^func.func @[a-z_0-9]*" %s | cut -d@ -f2
// RUN: %{names} | paste -sd, | xargs -I{} layout-check %s --entry={} --pipeline="builtin.module(layout-vectorize-loops)"

// No flag holds for sums in another order.
// CHECK-LABEL: @words
// CHECK-SAME: %[[A:.*]]: memref<2xi16> {{{.*}}}, %[[B:.*]]: memref<16x2xi16> {{{.*}}}, %[[C:.*]]: memref<16xi32> {{{.*}}})
// CHECK: %[[V:.*]] = memref.collapse_shape %[[B]] {{\[\[0, 1\]\]}} : memref<16x2xi16> into memref<32xi16>
// CHECK: %[[S:.*]] = vector.load %[[C]][%c0] : memref<16xi32>, vector<16xi32>
// CHECK: %[[P:.*]] = vector.load %[[A]][%c0] : memref<2xi16>, vector<2xi16>
// CHECK: %[[X:.*]] = vector.shuffle %[[P]], %[[P]] [0, 1, 0, 1, {{.*}}] : vector<2xi16>, vector<2xi16>
// CHECK: %[[Y:.*]] = vector.load %[[V]][%c0] : memref<32xi16>, vector<32xi16>
// CHECK: %[[XE:.*]] = arith.extsi %[[X]] : vector<32xi16> to vector<32xi32>
// CHECK: %[[YE:.*]] = arith.extsi %[[Y]] : vector<32xi16> to vector<32xi32>
// CHECK: %[[M:.*]] = arith.muli %[[XE]], %[[YE]] : vector<32xi32>
// CHECK: %[[E:.*]] = vector.shuffle %[[M]], %[[M]] [0, 2, 4, {{.*}}, 30]
// CHECK: %[[O:.*]] = vector.shuffle %[[M]], %[[M]] [1, 3, 5, {{.*}}, 31]
// CHECK: %[[Q:.*]] = arith.addi %[[E]], %[[O]] : vector<16xi32>
// CHECK: %[[R:.*]] = arith.addi %[[S]], %[[Q]] : vector<16xi32>
// CHECK: vector.store %[[R]], %[[C]][%c0]
// REMARK: groups.mlir:[[#@LINE+2]]:3: remark: [Passed] layout-vectorize-loops/vectorized | Category:layout | Remark="vectorized: 16 iterations at a time, sums in registers, 2 products of integers at once"
func.func @words(%a: memref<2xi16> {llvm.noalias}, %b: memref<16x2xi16> {llvm.noalias}, %c: memref<16xi32> {llvm.noalias}) {
  affine.for %g = 0 to 2 {
    affine.for %j = 0 to 16 {
      %0 = affine.load %a[%g] : memref<2xi16>
      %1 = affine.load %b[%j, %g] : memref<16x2xi16>
      %2 = affine.load %c[%j] : memref<16xi32>
      %3 = arith.extsi %0 : i16 to i32
      %4 = arith.extsi %1 : i16 to i32
      %5 = arith.muli %3, %4 overflow<nsw> : i32
      %6 = arith.addi %2, %5 overflow<nsw> : i32
      affine.store %6, %c[%j] : memref<16xi32>
    }
  }
  return
}

// Four products for each sum are kept as two of pairs; a group that lacks some is
// a loop.
// CHECK-LABEL: @bytes
// CHECK: %[[S:.*]] = vector.shuffle %{{.*}}, %{{.*}} [0, 8, 1, 8, 2, 8, 3, 8, 4, 8, 5, 8, 6, 8, 7, 8] : vector<8xi32>, vector<8xi32>
// CHECK: affine.for %{{.*}} = 0 to 2 iter_args(%{{.*}} = %[[S]]) -> (vector<16xi32>)
// CHECK: scf.if
// CHECK: vector.shuffle {{.*}} [0, 1, 2, 3, 0, 1, 2, 3, {{.*}}] : vector<4xi8>, vector<4xi8>
// CHECK: vector.load {{.*}} : memref<2x32xi8>, vector<32xi8>
// CHECK: arith.muli {{.*}} : vector<32xi32>
// CHECK: } else {
// CHECK: affine.for {{.*}} -> (vector<8xi32>)
// CHECK-NOT: vector.store
// CHECK: arith.addi {{.*}} : vector<8xi32>
// CHECK: vector.store
// REMARK: groups.mlir:[[#@LINE+2]]:3: remark: {{.*}}, 4 products of integers at once"
func.func @bytes(%a: memref<7xi8> {llvm.noalias}, %b: memref<2x8x4xi8> {llvm.noalias}, %c: memref<8xi32> {llvm.noalias}) {
  affine.for %k = 0 to 2 {
    affine.for %g = 0 to min affine_map<(d0) -> (4, 7 - d0 * 4)>(%k) {
      affine.for %j = 0 to 8 {
        %0 = affine.load %a[4 * %k + %g] : memref<7xi8>
        %1 = affine.load %b[%k, %j, %g] : memref<2x8x4xi8>
        %2 = affine.load %c[%j] : memref<8xi32>
        %3 = arith.extui %0 : i8 to i32
        %4 = arith.extsi %1 : i8 to i32
        %5 = arith.muli %3, %4 : i32
        %6 = arith.addi %2, %5 : i32
        affine.store %6, %c[%j] : memref<8xi32>
      }
    }
  }
  return
}

// What is no such product is computed step by step, in order, from one load.
// CHECK-LABEL: @floats
// CHECK: %[[W:.*]] = vector.load {{.*}} : memref<32xbf16>, vector<32xbf16>
// CHECK: %[[I:.*]] = vector.bitcast %[[W]] : vector<32xbf16> to vector<16xi32>
// CHECK: arith.trunci %[[I]] : vector<16xi32> to vector<16xi16>
// CHECK: %[[ONE:.*]] = arith.addf {{.*}} : vector<16xf32>
// CHECK-NOT: vector.load
// CHECK: %[[H:.*]] = arith.shrui %[[I]], %cst{{.*}} : vector<16xi32>
// CHECK: arith.trunci %[[H]] : vector<16xi32> to vector<16xi16>
// CHECK: %[[TWO:.*]] = arith.addf %[[ONE]], {{.*}} : vector<16xf32>
// CHECK: vector.store %[[TWO]]
// REMARK: groups.mlir:[[#@LINE+2]]:3: remark: {{.*}}, 2 steps of the sum at once"
func.func @floats(%a: memref<2xbf16> {llvm.noalias}, %b: memref<16x2xbf16> {llvm.noalias}, %c: memref<16xf32> {llvm.noalias}) {
  affine.for %g = 0 to 2 {
    affine.for %j = 0 to 16 {
      %0 = affine.load %a[%g] : memref<2xbf16>
      %1 = affine.load %b[%j, %g] : memref<16x2xbf16>
      %2 = affine.load %c[%j] : memref<16xf32>
      %3 = arith.extf %0 : bf16 to f32
      %4 = arith.extf %1 : bf16 to f32
      %5 = arith.mulf %3, %4 : f32
      %6 = arith.addf %2, %5 : f32
      affine.store %6, %c[%j] : memref<16xf32>
    }
  }
  return
}

// Two sums, of which the second multiplies a factor with itself.
// REMARK: groups.mlir:[[#@LINE+2]]:3: remark: {{.*}}, 4 products of integers at once"
func.func @two_sums(%a: memref<8xi16> {llvm.noalias}, %b: memref<2x8x4xi8> {llvm.noalias}, %c: memref<8xi32> {llvm.noalias}, %d: memref<8xi32> {llvm.noalias}) {
  affine.for %k = 0 to 2 {
    affine.for %g = 0 to 4 {
      affine.for %j = 0 to 8 {
        %0 = affine.load %a[4 * %k + %g] : memref<8xi16>
        %1 = affine.load %b[%k, %j, %g] : memref<2x8x4xi8>
        %2 = affine.load %c[%j] : memref<8xi32>
        %3 = arith.extsi %0 : i16 to i32
        %4 = arith.extsi %1 : i8 to i32
        %5 = arith.muli %3, %4 : i32
        %6 = arith.addi %5, %2 : i32
        affine.store %6, %c[%j] : memref<8xi32>
        %7 = affine.load %d[%j] : memref<8xi32>
        %8 = arith.muli %4, %4 : i32
        %9 = arith.addi %7, %8 : i32
        affine.store %9, %d[%j] : memref<8xi32>
      }
    }
  }
  return
}

// 65535 is no number of 16 bits with a sign; then the sum is none of 32 bits.
// REMARK: groups.mlir:[[#@LINE+2]]:3: remark: {{.*}}, 2 steps of the sum at once"
func.func @no_product(%a: memref<2xi16> {llvm.noalias}, %b: memref<32xi16> {llvm.noalias}, %c: memref<16xi32> {llvm.noalias}) {
  affine.for %g = 0 to 2 {
    affine.for %j = 0 to 16 {
      %0 = affine.load %a[%g] : memref<2xi16>
      %1 = affine.load %b[%j * 2 + %g] : memref<32xi16>
      %2 = affine.load %c[%j] : memref<16xi32>
      %3 = arith.extui %0 : i16 to i32
      %4 = arith.extui %1 : i16 to i32
      %5 = arith.muli %3, %4 : i32
      %6 = arith.addi %2, %5 : i32
      affine.store %6, %c[%j] : memref<16xi32>
    }
  }
  return
}

// REMARK: groups.mlir:[[#@LINE+2]]:3: remark: {{.*}}, 2 steps of the sum at once"
func.func @wide_sum(%a: memref<2xi16> {llvm.noalias}, %b: memref<32xi16> {llvm.noalias}, %c: memref<16xi64> {llvm.noalias}) {
  affine.for %g = 0 to 2 {
    affine.for %j = 0 to 16 {
      %0 = affine.load %a[%g] : memref<2xi16>
      %1 = affine.load %b[%j * 2 + %g] : memref<32xi16>
      %2 = affine.load %c[%j] : memref<16xi64>
      %3 = arith.extsi %0 : i16 to i64
      %4 = arith.extsi %1 : i16 to i64
      %5 = arith.muli %3, %4 : i64
      %6 = arith.addi %2, %5 : i64
      affine.store %6, %c[%j] : memref<16xi64>
    }
  }
  return
}

// Rows that %a lacks go one by one, as groups, too; no load needs a mask for it.
// CHECK-LABEL: @missing_rows
// CHECK: scf.if
// CHECK: vector.maskedstore
// CHECK: } else {
// CHECK-NOT: maskedload
// CHECK: vector.load {{.*}}, vector<32xi16>
// CHECK-NOT: maskedload
// CHECK: vector.maskedstore
// CHECK: return
// REMARK: groups.mlir:[[#@LINE+4]]:7: remark: {{.*}}vectorized: 4 x 16 iterations at a time, sums in registers, 2 products of integers at once, fewer rows in partial tiles"
func.func @missing_rows(%a: memref<5x2xi16> {llvm.noalias}, %b: memref<2x16x2xi16> {llvm.noalias}, %c: memref<2x5x16xi32> {llvm.noalias}) {
  affine.for %p = 0 to 2 {
    affine.for %o = 0 to 2 {
      affine.for %g = 0 to 2 {
        affine.for %r = 0 to min affine_map<(d0) -> (4, 5 - d0 * 4)>(%o) {
          affine.for %j = 0 to min affine_map<(d0) -> (16, 29 - d0 * 16)>(%p) {
            %0 = affine.load %a[4 * %o + %r, %g] : memref<5x2xi16>
            %1 = affine.load %b[%p, %j, %g] : memref<2x16x2xi16>
            %2 = affine.load %c[%p, 4 * %o + %r, %j] : memref<2x5x16xi32>
            %3 = arith.extsi %0 : i16 to i32
            %4 = arith.extsi %1 : i16 to i32
            %5 = arith.muli %3, %4 : i32
            %6 = arith.addi %2, %5 : i32
            affine.store %6, %c[%p, 4 * %o + %r, %j] : memref<2x5x16xi32>
          }
        }
      }
    }
  }
  return
}

// Zero points are subtracted in 16 bits: 65535 less 32768 fits, which 65535 does not.
// CHECK-LABEL: @zero_points
// CHECK-DAG: %[[FOUR:.*]] = arith.constant dense<4> : vector<32xi16>
// CHECK-DAG: %[[HALF:.*]] = arith.constant dense<-32768> : vector<32xi16>
// CHECK-DAG: %[[XE:.*]] = arith.extui %{{.*}} : vector<32xi8> to vector<32xi16>
// CHECK-DAG: %[[XZ:.*]] = arith.subi %[[XE]], %[[FOUR]] : vector<32xi16>
// CHECK-DAG: %[[YZ:.*]] = arith.subi %{{.*}}, %[[HALF]] : vector<32xi16>
// CHECK-DAG: %[[XS:.*]] = arith.extsi %[[XZ]] : vector<32xi16> to vector<32xi32>
// CHECK-DAG: %[[YS:.*]] = arith.extsi %[[YZ]] : vector<32xi16> to vector<32xi32>
// CHECK: arith.muli %[[XS]], %[[YS]] : vector<32xi32>
// REMARK: groups.mlir:[[#@LINE+2]]:3: remark: [Passed] layout-vectorize-loops/vectorized | Category:layout | Remark="vectorized: 16 iterations at a time, sums in registers, 2 products of integers at once"
func.func @zero_points(%a: memref<2xi8> {llvm.noalias}, %b: memref<16x2xi16> {llvm.noalias}, %c: memref<16xi32> {llvm.noalias}) {
  affine.for %g = 0 to 2 {
    affine.for %j = 0 to 16 {
      %p = arith.constant -4 : i32
      %q = arith.constant 32768 : i32
      %0 = affine.load %a[%g] : memref<2xi8>
      %1 = affine.load %b[%j, %g] : memref<16x2xi16>
      %2 = affine.load %c[%j] : memref<16xi32>
      %3 = arith.extui %0 : i8 to i32
      %4 = arith.extui %1 : i16 to i32
      %5 = arith.addi %3, %p : i32
      %6 = arith.subi %4, %q : i32
      %7 = arith.muli %5, %6 : i32
      %8 = arith.addi %2, %7 : i32
      affine.store %8, %c[%j] : memref<16xi32>
    }
  }
  return
}

// 65535 less 32767 is one too much.
// CHECK-LABEL: @too_far
// CHECK-NOT: vector<32xi32>
// CHECK: return
func.func @too_far(%a: memref<2xi8> {llvm.noalias}, %b: memref<16x2xi16> {llvm.noalias}, %c: memref<16xi32> {llvm.noalias}) {
  affine.for %g = 0 to 2 {
    affine.for %j = 0 to 16 {
      %q = arith.constant 32767 : i32
      %0 = affine.load %a[%g] : memref<2xi8>
      %1 = affine.load %b[%j, %g] : memref<16x2xi16>
      %2 = affine.load %c[%j] : memref<16xi32>
      %3 = arith.extui %0 : i8 to i32
      %4 = arith.extui %1 : i16 to i32
      %6 = arith.subi %4, %q : i32
      %7 = arith.muli %3, %6 : i32
      %8 = arith.addi %2, %7 : i32
      affine.store %8, %c[%j] : memref<16xi32>
    }
  }
  return
}
