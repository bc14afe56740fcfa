// Each op on bf16 rounds once, whether what is between two of them is kept in memory or not: here
// a sum is carried in registers after the pipeline.
// RUN: layout-check %s --entry=steps --pipeline="builtin.module(layout-vectorize-loops)"

func.func @steps(%a: memref<8xbf16> {llvm.noalias}, %b: memref<8xbf16> {llvm.noalias}, %c: memref<16xbf16> {llvm.noalias}) {
  affine.for %k = 0 to 2 {
    affine.for %l = 0 to 8 {
      %0 = affine.load %a[%l] : memref<8xbf16>
      %1 = affine.load %b[%l] : memref<8xbf16>
      %2 = affine.load %c[2 * %l + %k] : memref<16xbf16>
      %3 = arith.mulf %1, %2 : bf16
      %4 = arith.subf %0, %3 : bf16
      affine.store %4, %a[%l] : memref<8xbf16>
    }
  }
  return
}
