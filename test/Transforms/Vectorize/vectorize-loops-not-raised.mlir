// A function without affine loops says what would make some.
//
// RUN: layout-opt %s --layout-vectorize-loops --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s
// RUN: layout-opt %s --layout-optimize --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=ALL

// CHECK: [[@LINE+5]]:{{.*}} [Missed] layout-vectorize-loops/not-raised {{.*}}Remark="'scf.for' is left alone: expects affine.for; layout-raise-loops makes one of it, or says why not"
func.func @loop(%a: memref<8xi32> {llvm.noalias}, %b: memref<8xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %a[%i] : memref<8xi32>
    memref.store %x, %b[%i] : memref<8xi32>
  }
  return
}

// CHECK: [[@LINE+4]]:{{.*}} [Missed] layout-vectorize-loops/not-raised {{.*}}Remark="'linalg.matmul' is left alone: expects affine.for; layout-raise-loops makes some of it with linalg=true, as does layout-optimize"
// ALL:   [[@LINE+3]]:{{.*}} [Missed] layout-vectorize-loops/not-raised
// CHECK-NOT: not-raised
func.func @product(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>) {
  linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%c : memref<16x16xf32>)
  linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%c : memref<16x16xf32>)
  return
}

// On tensors there is nothing to raise.
func.func @tensors(%a: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %r = linalg.exp ins(%a : tensor<16x16xf32>) outs(%a : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %r : tensor<16x16xf32>
}
