// Conversions to and from buffers with a border of a dynamic extent: the border
// holds what is stated at the end, and none of it comes back.
// RUN: layout-check %s --entry=there --dim=arg0.dim0:0 --dim=arg1.dim0:0 --dim=arg2.dim0:0 --dim=arg3.dim0:0 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=there --dim=arg0.dim0:1 --dim=arg1.dim0:1 --dim=arg2.dim0:1 --dim=arg3.dim0:1 --pipeline="builtin.module(layout-lower-convert,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=there --dim=arg0.dim0:6 --dim=arg1.dim0:6 --dim=arg2.dim0:6 --dim=arg3.dim0:6 --pipeline="builtin.module(layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=back --dim=arg0.dim0:0 --dim=arg1.dim0:0 --dim=arg2.dim0:0 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=back --dim=arg0.dim0:5 --dim=arg1.dim0:5 --dim=arg2.dim0:5 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=between --dim=arg0.dim0:0 --dim=arg0.dim1:3 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=between --dim=arg0.dim0:3 --dim=arg0.dim1:0 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=between --dim=arg0.dim0:4 --dim=arg0.dim1:5 --pipeline="builtin.module(layout-apply,layout-finalize)"

#zeros = #layout.buffer<index_map<(i) -> (i + 1)>, extent<[? + 1]>, pad<0 : i32>>
#none = #layout.buffer<index_map<(i) -> (i)>, extent<[? + 2]>>
#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, extent<[? + 1, ? + 1]>, pad<value (a, b) -> (a - b)>>

func.func @there(%a: memref<?xi32>, %z: memref<?xi32, #zeros>, %n: memref<?xi32, #none>, %t: memref<?xi32, #tiles>) {
  layout.convert ins(%a : memref<?xi32>) outs(%z : memref<?xi32, #zeros>)
  layout.convert ins(%z : memref<?xi32, #zeros>) outs(%n : memref<?xi32, #none>)
  layout.convert ins(%n : memref<?xi32, #none>) outs(%t : memref<?xi32, #tiles>)
  return
}

func.func @back(%z: memref<?xi32, #zeros>, %t: memref<?xi32, #tiles>, %a: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi32>
  %l = memref.alloc(%n) : memref<?xi32, #none>
  layout.convert ins(%t : memref<?xi32, #tiles>) outs(%l : memref<?xi32, #none>)
  layout.convert ins(%l : memref<?xi32, #none>) outs(%z : memref<?xi32, #zeros>)
  layout.convert ins(%z : memref<?xi32, #zeros>) outs(%a : memref<?xi32>)
  memref.dealloc %l : memref<?xi32, #none>
  return
}

#around = #layout.buffer<index_map<(i, j) -> (i + 1, j + 1)>, extent<[? + 1, ? + 1]>, pad<-0.0 : f32>>
#steps = #layout.buffer<index_map<(i, j) -> (j, i)>, extent<[? + 1, ?]>, pad<1.0 : f32>,
                        index_map<(a, b) -> (b floordiv 2, a, b mod 2)>, extent<[? + 1, ? + 1, ?]>, pad<2.0 : f32>>
func.func @between(%a: memref<?x?xf32, #around>) -> memref<?x?xf32, #steps> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?x?xf32, #around>
  %m = memref.dim %a, %c1 : memref<?x?xf32, #around>
  %s = memref.alloc(%n, %m) : memref<?x?xf32, #steps>
  layout.convert ins(%a : memref<?x?xf32, #around>) outs(%s : memref<?x?xf32, #steps>)
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %x = affine.load %s[%i, %j] : memref<?x?xf32, #steps>
      %y = arith.addf %x, %x : f32
      affine.store %y, %s[%i, %j] : memref<?x?xf32, #steps>
    }
  }
  layout.convert ins(%s : memref<?x?xf32, #steps>) outs(%a : memref<?x?xf32, #around>)
  return %s : memref<?x?xf32, #steps>
}
