// Two sums of rows in one nest, of each a matrix: both are read in blocks that are transposed.
// RUN: layout-opt %s --layout-set-target=target=x86-64-v4 --layout-apply --layout-optimize -o /dev/null --remarks-filter-passed=layout --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: layout-check %s --entry=both --pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-apply,layout-optimize)"

#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f64>>

// CHECK: vectorized: 8 iterations at a time, sums in registers, 8 steps of the sum at once
func.func @both(%a: memref<64x96xf64, #tiles>, %b: memref<64x96xf64, #tiles>, %x: memref<96xf64> {llvm.noalias},
                %y: memref<64xf64> {llvm.noalias}, %z: memref<64xf64> {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 96 {
      %0 = affine.load %a[%i, %j] : memref<64x96xf64, #tiles>
      %1 = affine.load %x[%j] : memref<96xf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %y[%i] : memref<64xf64>
      %4 = arith.addf %2, %3 : f64
      affine.store %4, %y[%i] : memref<64xf64>
      %5 = affine.load %b[%i, %j] : memref<64x96xf64, #tiles>
      %6 = arith.mulf %5, %1 : f64
      %7 = affine.load %z[%i] : memref<64xf64>
      %8 = arith.addf %6, %7 : f64
      affine.store %8, %z[%i] : memref<64xf64>
    }
  }
  return
}
