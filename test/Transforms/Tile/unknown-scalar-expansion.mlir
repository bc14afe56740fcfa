// Elements beyond the bounds on the work: 2199023255555 is 3 modulo 64, and exceeds
// 2^40. Whether a column needs those before it is not known, also once memory holds what
// loops carry.
//
// RUN: layout-opt %s > %t.before
// RUN: layout-opt %s --layout-tile-loops > %t.after
// RUN: diff %t.before %t.after
// RUN: layout-opt %s --layout-tile-loops --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --implicit-check-not=[Passed]

// CHECK: [Analysis] layout-tile-loops/carried {{.*}}Remark="values that loops carry stay in registers: in memory, too, iterations around them depend on each other: a coefficient is beyond 2^40"
func.func @chained(%a: memref<32x64xf64> {llvm.noalias}, %b: memref<64xf64> {llvm.noalias}) {
  affine.for %j = 0 to 64 {
    %first = affine.load %b[(%j * 2199023255555) mod 64] : memref<64xf64>
    %0 = affine.for %i = 0 to 32 iter_args(%t = %first) -> (f64) {
      %1 = affine.load %a[%i, %j] : memref<32x64xf64>
      %2 = arith.mulf %t, %1 : f64
      affine.yield %2 : f64
    }
    affine.store %0, %b[%j] : memref<64xf64>
  }
  return
}
