// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-vectorize-loops,canonicalize,cse)" --mlir-print-local-scope --remarks-filter=layout --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
//
// Nothing is left to do for a second run.
// RUN: layout-opt %s --layout-vectorize-loops > %t.once
// RUN: layout-opt %t.once --layout-vectorize-loops | diff %t.once -
//
// DEFINE: %{names} = grep -o "^func.func @[a-z_0-9]*" %s | cut -d@ -f2
// RUN: %{names} | paste -sd, | xargs -I{} layout-check %s --entry={} --pipeline="builtin.module(layout-vectorize-loops)"

// Each lane reads neighbours in the steps of the sum: rows are loaded, and
// transposed in registers.
// CHECK-LABEL: @rows
// CHECK-SAME: %[[A:[^:]*]]: memref<4x6xf32>
// CHECK-DAG: %[[R0:.*]] = vector.load %[[A]][%c0, %c0] : memref<4x6xf32>, vector<4xf32>
// CHECK-DAG: %[[R2:.*]] = vector.load %[[A]][%c2, %c0] : memref<4x6xf32>, vector<4xf32>
// CHECK-DAG: vector.load %[[A]][%c3, %c0] : memref<4x6xf32>, vector<4xf32>
// CHECK-DAG: vector.shuffle %[[R0]], %[[R2]] [0, 4, 1, 5]
// CHECK-COUNT-4: arith.addf {{.*}} : vector<4xf32>
// CHECK: return
// REMARK: rows.mlir:[[#@LINE+2]]:3: remark: [Passed] layout-vectorize-loops/vectorized | Category:layout | Remark="vectorized: 4 iterations at a time, sums in registers, 4 steps of the sum at once"
func.func @rows(%a: memref<4x6xf32> {llvm.noalias}, %x: memref<4xf32> {llvm.noalias}, %y: memref<4xf32> {llvm.noalias}) {
  affine.for %k = 0 to 4 {
    affine.for %i = 0 to 4 {
      %0 = affine.load %a[%i, %k] : memref<4x6xf32>
      %1 = affine.load %x[%k] : memref<4xf32>
      %2 = affine.load %y[%i] : memref<4xf32>
      %3 = arith.mulf %0, %1 : f32
      %4 = arith.addf %2, %3 : f32
      affine.store %4, %y[%i] : memref<4xf32>
    }
  }
  return
}

// Two blocks beside each other; a last group of three steps is a loop.
// CHECK-LABEL: @last_group
// CHECK: scf.if
// CHECK-COUNT-8: vector.load {{.*}} : memref<8x27xf32>, vector<4xf32>
// CHECK: vector.shuffle {{.*}} [0, 1, 2, 3, 4, 5, 6, 7] : vector<4xf32>, vector<4xf32>
// CHECK: } else {
// CHECK-NOT: vector.shuffle
// CHECK: affine.for
// CHECK-COUNT-8: affine.load {{.*}} : memref<8x27xf32>
func.func @last_group(%a: memref<8x27xf32> {llvm.noalias}, %x: memref<27xf32> {llvm.noalias}, %y: memref<8xf32> {llvm.noalias}) {
  affine.for %o = 0 to 7 {
    affine.for %k = 0 to min affine_map<(d0) -> (4, d0 * -4 + 27)>(%o) {
      affine.for %i = 0 to 8 {
        %0 = affine.load %a[%i, %o * 4 + %k] : memref<8x27xf32>
        %1 = affine.load %x[%o * 4 + %k] : memref<27xf32>
        %2 = affine.load %y[%i] : memref<8xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %y[%i] : memref<8xf32>
      }
    }
  }
  return
}

// Three blocks, of 64 bits an element, and the sums: 16 registers of 256 bits do
// not hold them.
// CHECK-LABEL: @full
// CHECK-NOT: vector.shuffle
// CHECK: return
func.func @full(%a: memref<4x6xf64> {llvm.noalias}, %b: memref<4x6xf64> {llvm.noalias}, %c: memref<4x6xf64> {llvm.noalias}, %d: memref<4x6xf64> {llvm.noalias}, %y: memref<4xf64> {llvm.noalias}) {
  affine.for %k = 0 to 4 {
    affine.for %i = 0 to 4 {
      %0 = affine.load %a[%i, %k] : memref<4x6xf64>
      %1 = affine.load %b[%i, %k] : memref<4x6xf64>
      %2 = affine.load %c[%i, %k] : memref<4x6xf64>
      %3 = affine.load %d[%i, %k] : memref<4x6xf64>
      %4 = affine.load %y[%i] : memref<4xf64>
      %5 = arith.mulf %0, %1 : f64
      %6 = arith.mulf %2, %3 : f64
      %7 = arith.mulf %5, %6 : f64
      %8 = arith.addf %4, %7 : f64
      affine.store %8, %y[%i] : memref<4xf64>
    }
  }
  return
}

// LLVM takes vectors of these apart.
// CHECK-LABEL: @short
// CHECK-NOT: vector.shuffle
// CHECK: return
func.func @short(%a: memref<8x8xf16> {llvm.noalias}, %x: memref<8xf16> {llvm.noalias}, %y: memref<8xf16> {llvm.noalias}) {
  affine.for %k = 0 to 8 {
    affine.for %i = 0 to 8 {
      %0 = affine.load %a[%i, %k] : memref<8x8xf16>
      %1 = affine.load %x[%k] : memref<8xf16>
      %2 = affine.load %y[%i] : memref<8xf16>
      %3 = arith.mulf %0, %1 : f16
      %4 = arith.addf %2, %3 : f16
      affine.store %4, %y[%i] : memref<8xf16>
    }
  }
  return
}

// Every second column: no neighbours.
// CHECK-LABEL: @apart
// CHECK-NOT: vector.shuffle
// CHECK: return
func.func @apart(%a: memref<4x8xf32> {llvm.noalias}, %y: memref<4xf32> {llvm.noalias}) {
  affine.for %k = 0 to 4 {
    affine.for %i = 0 to 4 {
      %0 = affine.load %a[%i, %k * 2] : memref<4x8xf32>
      %1 = affine.load %y[%i] : memref<4xf32>
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %y[%i] : memref<4xf32>
    }
  }
  return
}
