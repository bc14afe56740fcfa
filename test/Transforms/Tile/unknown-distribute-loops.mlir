// Elements beyond the bounds on the work: 2199023255555 is 3 modulo 16, and exceeds
// 2^40. Whether two accesses meet is not known, and nothing is moved.
//
// RUN: layout-opt %s > %t.before
// RUN: layout-opt %s --layout-distribute-loops > %t.after
// RUN: diff %t.before %t.after
// RUN: layout-opt %s --layout-distribute-loops --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --implicit-check-not=[Passed] --implicit-check-not=[Missed]
//
// RUN: layout-check %s --entry=parts --arg=2:7 --pipeline="builtin.module(layout-distribute-loops)"
// RUN: layout-check %s --entry=sunk --pipeline="builtin.module(layout-distribute-loops)"

// CHECK: [Analysis] layout-distribute-loops/not-decided {{.*}}Remark="kept in one loop with what precedes it: a coefficient is beyond 2^40"
func.func @parts(%a: memref<16xi32> {llvm.noalias}, %b: memref<16x4xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 4 {
      %y = affine.load %a[(%i * 2199023255555) mod 16] : memref<16xi32>
      affine.store %y, %b[%i, %j] : memref<16x4xi32>
    }
    affine.store %x, %a[%i] : memref<16xi32>
  }
  return
}

// CHECK: [Analysis] layout-distribute-loops/not-decided {{.*}}Remark="not moved into the loops after it: a coefficient is beyond 2^40"
func.func @sunk(%a: memref<16xi32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %y = affine.load %a[(%i * 2199023255555) mod 16] : memref<16xi32>
    affine.for %j = 0 to 4 {
      affine.store %y, %a[%j] : memref<16xi32>
    }
  }
  return
}
