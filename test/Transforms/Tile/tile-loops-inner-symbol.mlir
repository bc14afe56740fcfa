// A product of symbols is a symbol where it stands, also in a loop. What is put in
// front of the loop, or into copies of it, must not use it.
// RUN: layout-opt %s --layout-tile-loops | FileCheck %s
// RUN: layout-check %s --entry=loaded --dim=arg0.dim0:100 --arg=2:3 --arg=3:4 --pipeline="builtin.module(layout-tile-loops,layout-vectorize-loops)"
// RUN: layout-check %s --entry=loaded --dim=arg0.dim0:100 --arg=2:3 --arg=3:4 --pipeline="builtin.module(layout-optimize)"
// RUN: layout-check %s --entry=border --arg=2:3 --arg=3:4 --pipeline="builtin.module(layout-optimize)"
// RUN: layout-check %s --entry=border --arg=2:3 --arg=3:4 --pipeline="builtin.module(loop-invariant-code-motion,layout-optimize)"
// RUN: layout-check %s --entry=condition --arg=2:2 --arg=3:4 --pipeline="builtin.module(layout-optimize)"

// CHECK-LABEL: @loaded
// CHECK: arith.muli
// CHECK-NEXT: affine.load
// CHECK-NEXT: affine.store
func.func @loaded(%a: memref<?xi16>, %b: memref<2x6x3xi16>, %m: index, %n: index) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %s = arith.muli %m, %n : index
      %x = affine.load %a[symbol(%s)] : memref<?xi16>
      affine.store %x, %b[0, (%i * 4 + %j) floordiv 3, (%i * 4 + %j) mod 3] : memref<2x6x3xi16>
    }
  }
  return
}

// The border of a tile would be a bound of the loop.
func.func @border(%a: memref<8x4xf32>, %b: memref<8xf32>, %m: index, %n: index) {
  affine.for %i = 0 to 3 {
    %s = arith.muli %m, %n : index
    %x = affine.load %a[(%i + symbol(%s)) floordiv 4, (%i + symbol(%s)) mod 4] : memref<8x4xf32>
    affine.store %x, %b[%i] : memref<8xf32>
  }
  return
}

func.func @condition(%a: memref<16x16xf32> {llvm.noalias}, %b: memref<2x16x8xf32> {llvm.noalias}, %m: index, %n: index) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %s = arith.muli %m, %n : index
      affine.if affine_set<(j)[s] : (j - s >= 0)>(%j)[%s] {
        %x = affine.load %a[%i, %j] : memref<16x16xf32>
        affine.store %x, %b[%j floordiv 8, %i, %j mod 8] : memref<2x16x8xf32>
      }
    }
  }
  return
}
