// Elements beyond the bounds on the work: 2199023255555 is 3 modulo 16, and exceeds
// 2^40. Whether two accesses meet is not known, and no loops are merged.
//
// RUN: layout-opt %s > %t.before
// RUN: layout-opt %s --layout-merge-loops > %t.after
// RUN: diff %t.before %t.after
// RUN: layout-opt %s --layout-merge-loops --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --implicit-check-not=[Passed] --implicit-check-not=[Missed]
//
// RUN: layout-check %s --entry=dependence --arg=2:7 --pipeline="builtin.module(layout-merge-loops)"
// RUN: layout-check %s --entry=between --arg=3:8 --arg=4:5 --pipeline="builtin.module(layout-merge-loops)"

// CHECK: [Analysis] layout-merge-loops/not-decided {{.*}}Remark="not fused with the loop before it: a coefficient is beyond 2^40"
func.func @dependence(%a: memref<16xi32> {llvm.noalias}, %b: memref<16xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %a[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    %y = affine.load %a[(%i * 2199023255555) mod 16] : memref<16xi32>
    affine.store %y, %b[%i] : memref<16xi32>
  }
  return
}

// The store may be to what either loop reads, and can go to neither side.
// CHECK: [Analysis] layout-merge-loops/between {{.*}}Remark="not fused with a loop before it: 'affine.store' is between them: a coefficient is beyond 2^40"
func.func @between(%a: memref<16xi32> {llvm.noalias}, %b: memref<16xi32> {llvm.noalias}, %c: memref<16xi32> {llvm.noalias}, %y : i32, %n: index) {
  affine.for %i = 0 to 16 {
    %z = affine.load %a[(%i * 2199023255555) mod 16] : memref<16xi32>
    affine.store %z, %b[%i] : memref<16xi32>
  }
  affine.store %y, %a[symbol(%n)] : memref<16xi32>
  affine.for %i = 0 to 16 {
    %z = affine.load %a[(%i * 2199023255555) mod 16] : memref<16xi32>
    affine.store %z, %c[%i] : memref<16xi32>
  }
  return
}

// The loops could not be merged, but whether they are executed is not known.
// CHECK: [Analysis] layout-merge-loops/not-decided {{.*}}Remark="not fused with the loop before it: a coefficient is beyond 2^40"
func.func @guarded(%a: memref<17xi32> {llvm.noalias}, %b: memref<16xi32> {llvm.noalias}, %x: i32, %n: index, %m: index) {
  affine.if affine_set<()[n, m] : (n * 2199023255552 - m >= 0)>()[%n, %m] {
    affine.for %i = 0 to 16 {
      affine.store %x, %a[%i] : memref<17xi32>
    }
    affine.for %i = 0 to 16 {
      %y = affine.load %a[%i + 1] : memref<17xi32>
      affine.store %y, %b[%i] : memref<16xi32>
    }
  }
  return
}
