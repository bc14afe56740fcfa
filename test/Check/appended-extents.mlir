// Extents that tiles hide stand behind the arguments, in the order of the passes that
// made the arguments physical: here that of %b in front of that of %a.
// DEFINE: %{extents} = --dim=arg0.dim0:5 --dim=arg0.dim1:3 --dim=arg1.dim0:22 --dim=arg1.dim1:3
// RUN: layout-check %s --entry=f %{extents} --pipeline="builtin.module(layout-normalize-memrefs,layout-assign{change-interface},layout-apply)" | FileCheck %s
// RUN: layout-check %s --entry=f %{extents} --pipeline="builtin.module(layout-assign{change-interface},layout-apply)" | FileCheck %s
// CHECK: 6 runs agree
#eights = affine_map<(i, j) -> (i floordiv 8, j, i mod 8)>
#fours = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j, i mod 4)>, pad<0.0 : f32>>
func.func @f(%a: memref<?x?xf32> {layout.transform = #fours}, %b: memref<?x?xf32, #eights>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1.0 : f32
  %n = memref.dim %b, %c0 : memref<?x?xf32, #eights>
  %m = memref.dim %a, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.store %c1, %b[%i, 0] : memref<?x?xf32, #eights>
  }
  affine.for %i = 0 to %m {
    affine.store %c1, %a[%i, 0] : memref<?x?xf32>
  }
  return
}
