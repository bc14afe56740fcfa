// The innermost digit of a condition that divides has no loop inside that would leave out
// one value too many: its bound is exact, and does not wrap.
//
// RUN: layout-opt %s --layout-tile-loops --mlir-print-local-scope | FileCheck %s
// RUN: layout-check %s --entry=columns --dim=arg0.dim0:15 --pipeline="builtin.module(layout-tile-loops)"
// RUN: layout-check %s --entry=columns --dim=arg0.dim0:16 --pipeline="builtin.module(layout-tile-loops)"
// RUN: layout-check %s --entry=columns --dim=arg0.dim0:0 --pipeline="builtin.module(layout-tile-loops)"
// RUN: layout-check %s --entry=columns --dim=arg0.dim0:131 --pipeline="builtin.module(layout-optimize)"

// CHECK-LABEL: @columns
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK: affine.for %[[J:.*]] = 0 to
// CHECK: affine.for %{{.*}} = 0 to min affine_map<{{.*}} floordiv 8 + ({{.*}} floordiv 8) * 8 + s0 + 15) floordiv 8
func.func @columns(%a: memref<?xi8> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi8>
  %m = affine.apply affine_map<()[s0] -> (s0 ceildiv 8)>()[%n]
  %b = memref.alloc(%m) : memref<8x?xi8>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to affine_map<()[s0] -> (s0 ceildiv 8)>()[%n] {
      affine.if affine_set<(d0, d1)[s0] : (d1 * -8 + s0 - d0 - 1 >= 0)>(%i, %j)[%n] {
        %x = affine.load %a[%j * 8 + %i] : memref<?xi8>
        affine.store %x, %b[%i, %j] : memref<8x?xi8>
      }
    }
  }
  affine.for %i = 0 to %n {
    %x = affine.load %b[%i mod 8, %i floordiv 8] : memref<8x?xi8>
    %y = arith.addi %x, %x : i8
    affine.store %y, %a[%i] : memref<?xi8>
  }
  memref.dealloc %b : memref<8x?xi8>
  return
}
