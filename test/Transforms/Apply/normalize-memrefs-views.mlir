// The map of a view is where its elements lie in the buffer that it views: it
// keeps its meaning, beside maps that are applied.
// RUN: layout-check %s --entry=views --arg=1:2 --pipeline="builtin.module(layout-normalize-memrefs)"
// RUN: layout-check %s --entry=views --arg=1:2 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-opt %s --layout-normalize-memrefs --layout-to-llvm | FileCheck %s
// CHECK-NOT: memref
// CHECK: llvm.func @views(

#tile = affine_map<(i, j) -> (i floordiv 4, j floordiv 2, i mod 4, j mod 2)>
#view = affine_map<(i, j) -> (9 * i + j + 9)>
#column = affine_map<(i, j)[s] -> (9 * i + j + s)>
func.func private @negate(%v: memref<3x9xi32, #view>, %b: memref<6x9xi32, #tile>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 9 {
      %x = affine.load %v[%i, %j] : memref<3x9xi32, #view>
      %y = arith.subi %zero, %x : i32
      affine.store %y, %v[%i, %j] : memref<3x9xi32, #view>
      affine.store %x, %b[%i, %j] : memref<6x9xi32, #tile>
    }
  }
  return
}
func.func @views(%a: memref<6x9xi32>, %i: index) -> i32 {
  %b = memref.alloc() : memref<6x9xi32, #tile>
  %zero = arith.constant 0 : i32
  linalg.fill ins(%zero : i32) outs(%b : memref<6x9xi32, #tile>)
  %v = memref.subview %a[1, 0] [3, 9] [1, 1] : memref<6x9xi32> to memref<3x9xi32, #view>
  call @negate(%v, %b) : (memref<3x9xi32, #view>, memref<6x9xi32, #tile>) -> ()
  %c = memref.subview %a[0, %i] [6, 1] [1, 1] : memref<6x9xi32> to memref<6x1xi32, #column>
  linalg.fill ins(%zero : i32) outs(%c : memref<6x1xi32, #column>)
  %x = memref.load %b[%i, %i] : memref<6x9xi32, #tile>
  memref.dealloc %b : memref<6x9xi32, #tile>
  return %x : i32
}

// A conversion into a view, and one out of it.
// RUN: layout-check %s --entry=converts --pipeline="builtin.module(layout-normalize-memrefs,layout-lower-convert)"
// RUN: layout-check %s --entry=converts --pipeline="builtin.module(layout-apply,layout-finalize)"
func.func @converts(%a: memref<6x9xi32>, %b: memref<3x9xi32, #tile>) {
  %v = memref.subview %a[1, 0] [3, 9] [1, 1] : memref<6x9xi32> to memref<3x9xi32, #view>
  %c = memref.alloc() : memref<3x9xi32, #tile>
  layout.convert ins(%v : memref<3x9xi32, #view>) outs(%c : memref<3x9xi32, #tile>)
  layout.convert ins(%b : memref<3x9xi32, #tile>) outs(%v : memref<3x9xi32, #view>)
  layout.convert ins(%c : memref<3x9xi32, #tile>) outs(%b : memref<3x9xi32, #tile>)
  memref.dealloc %c : memref<3x9xi32, #tile>
  return
}
