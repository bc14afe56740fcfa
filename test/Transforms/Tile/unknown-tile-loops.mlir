// Elements beyond the bounds on the work: 2199023255555 is 3 modulo 64, and exceeds
// 2^40. Whether iterations depend on each other is not known, and the order stays.
//
// RUN: layout-opt %s > %t.before
// RUN: layout-opt %s --layout-tile-loops > %t.after
// RUN: diff %t.before %t.after
// RUN: layout-opt %s --layout-tile-loops --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --implicit-check-not=[Passed] --implicit-check-not=[Missed]
//
// RUN: layout-check %s --entry=columns --pipeline="builtin.module(layout-tile-loops)"

// CHECK: [Missed] layout-tile-loops/default-target
// CHECK: [Analysis] layout-tile-loops/not-decided {{.*}}Remark="not reordered for vectors, as results might change: a coefficient is beyond 2^40"
func.func @columns(%a: memref<64x64xi32> {llvm.noalias}, %b: memref<64x64xi32> {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %x = affine.load %a[%j, %i] : memref<64x64xi32>
      %y = affine.load %b[(%i * 2199023255555) mod 64, (%j * 2199023255555) mod 64] : memref<64x64xi32>
      %z = arith.addi %x, %y : i32
      affine.store %z, %b[%j, %i] : memref<64x64xi32>
    }
  }
  return
}
