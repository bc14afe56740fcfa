// Laid-out results of dynamic shape: the reference tells the logical shape, and
// extents that the physical one does not tell are returned behind the results.
// RUN: layout-check %s --entry=tiles --dim=arg0.dim0:11 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=two --dim=arg0.dim0:5 --dim=arg0.dim1:3 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=told --dim=arg0.dim0:6 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=chosen --arg=0:1 --dim=arg1.dim0:6 --dim=arg2.dim0:9 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=chosen --arg=0:0 --dim=arg1.dim0:6 --dim=arg2.dim0:9 --pipeline="builtin.module(layout-apply,layout-finalize)"

#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#two = #layout.buffer<index_map<(i, j) -> (j floordiv 2, i floordiv 4, i mod 4, j mod 2)>, pad<3 : i32>>
#shift = #layout.buffer<index_map<(i) -> (i + 2)>, pad<0 : i32>>

func.func @tiles(%a: memref<?xi32>) -> memref<?xi32, #zero> {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi32>
  %r = memref.alloc(%n) : memref<?xi32, #zero>
  memref.copy %a, %r : memref<?xi32> to memref<?xi32, #zero>
  return %r : memref<?xi32, #zero>
}

func.func @two(%a: memref<?x?xi32>) -> (index, memref<?x?xi32, #two>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?x?xi32>
  %m = memref.dim %a, %c1 : memref<?x?xi32>
  %r = memref.alloc(%n, %m) : memref<?x?xi32, #two>
  memref.copy %a, %r : memref<?x?xi32> to memref<?x?xi32, #two>
  return %m, %r : index, memref<?x?xi32, #two>
}

func.func @told(%a: memref<?xi32>) -> memref<?xi32, #shift> {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi32>
  %r = memref.alloc(%n) : memref<?xi32, #shift>
  memref.copy %a, %r : memref<?xi32> to memref<?xi32, #shift>
  return %r : memref<?xi32, #shift>
}

func.func @chosen(%c: i1, %a: memref<?xi32, #zero>, %b: memref<?xi32, #zero>) -> memref<?xi32, #zero> {
  %r = arith.select %c, %a, %b : memref<?xi32, #zero>
  return %r : memref<?xi32, #zero>
}
