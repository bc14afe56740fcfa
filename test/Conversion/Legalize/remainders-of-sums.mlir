// A divisor that is computed from constants is the constant that upstream makes of it.
// RUN: layout-opt %s --layout-legalize=only=remainders | FileCheck %s
// RUN: layout-check %s --entry=bound,least,greatest --arg=1:2.5 --pipeline="builtin.module(layout-compile{to-llvm=false})"
// RUN: layout-opt %s --layout-compile -o /dev/null

// CHECK-LABEL: @bound
// CHECK-NOT: mod
func.func @bound(%a: memref<16xf32>, %x: f32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.addi %c1, %c1 : index
  %c4 = arith.muli %c2, %c2 : index
  affine.for %i = 2 to 5 {
    affine.for %j = 0 to affine_map<(d0)[s0] -> (d0 mod s0)>(%i)[%c4] {
      affine.store %x, %a[%j] : memref<16xf32>
    }
  }
  return
}
func.func @least(%a: memref<16xf32>, %x: f32) {
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c3 = arith.subi %c5, %c2 : index
  affine.for %i = 2 to 9 {
    affine.for %j = 0 to min affine_map<(d0)[s0] -> (d0 mod s0 + 1, d0 floordiv s0 + 2)>(%i)[%c3] {
      affine.store %x, %a[%i + %j] : memref<16xf32>
    }
  }
  return
}
func.func @greatest(%a: memref<16xf32>, %x: f32) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.addi %c2, %c3 : index
  affine.for %i = 2 to 14 {
    affine.for %j = max affine_map<(d0)[s0] -> ((d0 - 3) mod s0, d0 floordiv s0)>(%i)[%c5] to 6 {
      affine.store %x, %a[%j + 4] : memref<16xf32>
    }
  }
  return
}
