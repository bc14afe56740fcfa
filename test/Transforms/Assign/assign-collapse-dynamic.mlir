// Dimensions of unknown sizes are joined: an index of the view is divided by them.
// RUN: layout-opt %s --layout-assign | FileCheck %s
// RUN: layout-check %s --entry=walk --dim=arg0.dim0:3 --dim=arg0.dim1:5 --dim=arg1.dim0:3 --pipeline="builtin.module(layout-assign,layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=walk --dim=arg0.dim0:0 --dim=arg0.dim1:5 --dim=arg1.dim0:0 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=walk --dim=arg0.dim0:3 --dim=arg0.dim1:0 --dim=arg1.dim0:3 --pipeline="builtin.module(layout-assign,layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=three --dim=arg0.dim0:2 --dim=arg0.dim1:3 --dim=arg0.dim2:5 --pipeline="builtin.module(layout-assign,layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=cast,none --arg=1:7 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=filled --dim=arg0.dim0:5 --dim=arg0.dim1:3 --pipeline="builtin.module(layout-assign,layout-apply,layout-optimize,layout-finalize)"

#C16 = #layout.buffer<index_map<(i, j, c) -> (c floordiv 16, i, j, c mod 16)>, pad<0.0 : f32>>

// CHECK-LABEL: func.func @walk(
// CHECK-NOT:     memref.collapse_shape
// CHECK:         %[[N:.*]] = arith.maxsi
// CHECK:         arith.divsi %{{.*}}, %[[N]]
// CHECK:         arith.remsi %{{.*}}, %[[N]]
func.func @walk(%a: memref<?x?x20xf32> {layout.transform = #C16}, %o: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?x20xf32>
  %n = memref.dim %a, %c1 : memref<?x?x20xf32>
  %k = memref.collapse_shape %a [[0, 1], [2]] : memref<?x?x20xf32> into memref<?x20xf32>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %r = affine.apply affine_map<(i, j)[s] -> (i * s + j)>(%i, %j)[%n]
      %x = memref.load %k[%r, %c1] : memref<?x20xf32>
      %p = memref.load %o[%i] : memref<?xf32>
      %s = arith.addf %x, %p : f32
      memref.store %s, %o[%i] : memref<?xf32>
    }
  }
  return
}

// All of them, and stores.
// CHECK-LABEL: func.func @three(
// CHECK-COUNT-2: arith.divsi
func.func @three(%a: memref<?x?x?xi32> {layout.transform = #layout.buffer<index_map<(i, j, k) -> (k, i floordiv 2, j, i mod 2)>, pad<7 : i32>>}) {
  %c0 = arith.constant 0 : index
  %v = memref.collapse_shape %a [[0, 1, 2]] : memref<?x?x?xi32> into memref<?xi32>
  %n = memref.dim %v, %c0 : memref<?xi32>
  affine.for %i = 0 to %n {
    %x = arith.index_cast %i : index to i32
    affine.store %x, %v[%i] : memref<?xi32>
  }
  return
}

// The size is known, the type does not state it.
// CHECK-LABEL: func.func @cast(
func.func @cast(%a: memref<4x12xi32> {layout.transform = #layout.buffer<index_map<(i, j) -> (j, i)>>}, %i: index) {
  %v = arith.constant 5 : i32
  %d = memref.cast %a : memref<4x12xi32> to memref<4x?xi32>
  %b = memref.collapse_shape %d [[0, 1]] : memref<4x?xi32> into memref<?xi32>
  memref.store %v, %b[%i] : memref<?xi32>
  return
}

// A buffer without elements.
// CHECK-LABEL: func.func @none(
func.func @none(%a: memref<4x0xi32> {layout.transform = #layout.buffer<index_map<(i, j) -> (j, i)>>}, %n: index) {
  %c0 = arith.constant 0 : index
  %v = arith.constant 5 : i32
  %b = memref.collapse_shape %a [[0, 1]] : memref<4x0xi32> into memref<0xi32>
  %d = memref.dim %b, %c0 : memref<0xi32>
  affine.for %i = 0 to %d {
    memref.store %v, %b[%i] : memref<0xi32>
  }
  return
}

// A whole-buffer op on the view.
// CHECK-LABEL: func.func @filled(
// CHECK-NOT:     linalg.fill
func.func @filled(%a: memref<?x?x20xf32> {layout.transform = #C16}) {
  %f = arith.constant 2.0 : f32
  %k = memref.collapse_shape %a [[0, 1], [2]] : memref<?x?x20xf32> into memref<?x20xf32>
  linalg.fill ins(%f : f32) outs(%k : memref<?x20xf32>)
  return
}
