// Sums of products of bytes, added up by the pair only where an instruction does that: that
// of other families multiplies, widens and adds at once, unless there are dot products.
// RUN: layout-opt %s --layout-set-target=target=x86-64-v3 --layout-apply --layout-optimize -o %t --remarks-filter=layout --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=PAIRS
// RUN: layout-opt %s --layout-set-target=target=cortex-a72 --layout-apply --layout-optimize -o %t --remarks-filter=layout --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: layout-opt %s --layout-set-target=target=rv64gcv --layout-apply --layout-optimize -o %t --remarks-filter=layout --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: layout-opt %s --layout-compile="target=cortex-a72 change-interface" | mlir-translate-22 --mlir-to-llvmir | llc-22 -O3 -o - | FileCheck %s --check-prefix=CODE
// RUN: layout-opt %s --layout-compile="target=cortex-a76 change-interface" | mlir-translate-22 --mlir-to-llvmir | llc-22 -O3 -o - | FileCheck %s --check-prefix=DOTS
// PAIRS: vectorized: {{.*}}4 products of integers at once
// PAIRS: vectorized: {{.*}}4 products of integers at once
// STEPS-NOT: layout-vectorize-loops/narrow
// STEPS: vectorized: {{.*}}4 steps of the sum at once
// STEPS: vectorized: {{.*}}4 steps of the sum at once
// STEPS-NOT: layout-vectorize-loops/narrow
// CODE-COUNT-16: smlal
// DOTS-COUNT-16: sdot
#groups = #layout.buffer<index_map<(k, n) -> (n floordiv 16, k floordiv 4, n mod 16, k mod 4)>, pad<0 : i8>>
func.func @bytes(%a: memref<64x256xi8> {llvm.noalias}, %b: memref<256x128xi8, #groups> {llvm.noalias}, %c: memref<64x128xi32> {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 128 {
      affine.for %k = 0 to 256 {
        %0 = affine.load %a[%i, %k] : memref<64x256xi8>
        %1 = affine.load %b[%k, %j] : memref<256x128xi8, #groups>
        %2 = affine.load %c[%i, %j] : memref<64x128xi32>
        %3 = arith.extsi %0 : i8 to i32
        %4 = arith.extsi %1 : i8 to i32
        %5 = arith.muli %3, %4 : i32
        %6 = arith.addi %2, %5 : i32
        affine.store %6, %c[%i, %j] : memref<64x128xi32>
      }
    }
  }
  return
}

// In a block, the row's factor less its zero point is one number for all lanes, and the
// other factor is extended once for all rows: lanes along the four steps take more.
func.func @zero_point(%a: memref<64x256xi8> {llvm.noalias}, %b: memref<256x128xi8, #groups> {llvm.noalias}, %c: memref<64x128xi32> {llvm.noalias}) {
  %zero = arith.constant 5 : i32
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 128 {
      affine.for %k = 0 to 256 {
        %0 = affine.load %a[%i, %k] : memref<64x256xi8>
        %1 = affine.load %b[%k, %j] : memref<256x128xi8, #groups>
        %2 = affine.load %c[%i, %j] : memref<64x128xi32>
        %3 = arith.extsi %0 : i8 to i32
        %4 = arith.subi %3, %zero : i32
        %5 = arith.extsi %1 : i8 to i32
        %6 = arith.muli %4, %5 : i32
        %7 = arith.addi %2, %6 : i32
        affine.store %7, %c[%i, %j] : memref<64x128xi32>
      }
    }
  }
  return
}
