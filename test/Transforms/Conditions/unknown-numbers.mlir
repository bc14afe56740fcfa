// Each element holds a number beyond the bounds on the work: 2199023255555 is 3 modulo
// 16, and exceeds 2^40. No condition on it is decided.
// RUN: layout-opt %s --layout-simplify | FileCheck %s
// RUN: layout-check %s --entry=number --arg=1:2 --arg=2:77 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=number --arg=1:3 --arg=2:77 --pipeline="builtin.module(layout-simplify)"

// CHECK-LABEL: @number
// CHECK:         scf.if
func.func @number(%a: memref<16xi32>, %k: index, %x: i32) {
  %c8 = arith.constant 8 : i32
  affine.for %i = 0 to 16 {
    %p = affine.apply affine_map<(i) -> ((i * 2199023255555) mod 16)>(%i)
    %v = arith.index_cast %p : index to i32
    affine.store %v, %a[%i] : memref<16xi32>
  }
  %l = memref.load %a[%k] : memref<16xi32>
  %c = arith.cmpi slt, %l, %c8 : i32
  scf.if %c {
    affine.store %x, %a[1] : memref<16xi32>
  }
  return
}
