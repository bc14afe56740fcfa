// Views whose sizes, offsets and strides are values: accesses go to the buffer,
// questions are answered by what made the view.
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-opt %s -layout-assign | FileCheck %s

#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j floordiv 3, i mod 4, j mod 3)>, pad<1.5 : f32>>
#rows = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// RUN: %{check} --entry=sizes --dim=arg0.dim0:7 --arg=1:2.0
// CHECK-LABEL: func.func @sizes
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK: %[[N:.*]] = memref.dim %{{.*}}, %{{.*}} : memref<?x5xf32, #{{.*}}>
func.func @sizes(%a: memref<?x5xf32> {layout.transform = #tiles}, %v: f32) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.transpose %a (i, j) -> (j, i) : memref<?x5xf32> to memref<5x?xf32, strided<[1, 5]>>
  %d = memref.dim %t, %c1 : memref<5x?xf32, strided<[1, 5]>>
  %k = memref.collapse_shape %a [[0, 1]] : memref<?x5xf32> into memref<?xf32>
  %e = memref.dim %k, %c0 : memref<?xf32>
  linalg.fill ins(%v : f32) outs(%k : memref<?xf32>)
  %z = memref.cast %a : memref<?x5xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %g = memref.dim %z, %c0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %d, %e, %g : index, index, index
}

// The rows of a split are as long as a value says.
// RUN: %{check} --entry=split --dim=arg0.dim0:12 --arg=1:4 --arg=2:1 --arg=3:2 --arg=4:77
// RUN: %{check} --entry=split --dim=arg0.dim0:15 --arg=1:5 --arg=2:2 --arg=3:1 --arg=4:77
// CHECK-LABEL: func.func @split
// CHECK: arith.muli
func.func @split(%a: memref<?xi32> {layout.transform = #rows}, %m: index, %i: index, %j: index, %v: i32) -> (i32, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = memref.expand_shape %a [[0, 1]] output_shape [3, %m] : memref<?xi32> into memref<3x?xi32>
  memref.store %v, %s[%i, %j] : memref<3x?xi32>
  %x = memref.load %s[%j, %c0] : memref<3x?xi32>
  %d = memref.dim %s, %c1 : memref<3x?xi32>
  %u = memref.subview %s[%i, 0] [1, %m] [1, 1] : memref<3x?xi32> to memref<?xi32, strided<[1], offset: ?>>
  linalg.fill ins(%v : i32) outs(%u : memref<?xi32, strided<[1], offset: ?>>)
  %e = memref.dim %u, %c0 : memref<?xi32, strided<[1], offset: ?>>
  return %x, %d, %e : i32, index, index
}

// The metadata of a view are those of the program, whatever its buffer becomes.
// RUN: %{check} --entry=metadata --arg=0:9 --arg=1:2 --arg=2:3 --arg=3:2
// CHECK-LABEL: func.func @metadata
// CHECK-NOT: memref.extract_strided_metadata
// CHECK: return
func.func @metadata(%m: index, %o: index, %n: index, %s: index) -> (index, index, index, index, f32) {
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%m) {layout.transform = #tiles} : memref<?x5xf32>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to 5 {
      %ij = affine.apply affine_map<(d0, d1) -> (5 * d0 + d1)>(%i, %j)
      %k = arith.index_cast %ij : index to i32
      %v = arith.sitofp %k : i32 to f32
      affine.store %v, %a[%i, %j] : memref<?x5xf32>
    }
  }
  %t = memref.subview %a[%o, 1] [%n, 2] [%s, 2] : memref<?x5xf32> to memref<?x2xf32, strided<[?, 2], offset: ?>>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %t : memref<?x2xf32, strided<[?, 2], offset: ?>> -> memref<f32>, index, index, index, index, index
  %r = memref.reinterpret_cast %base to offset: [%offset], sizes: [%sizes#0, 2], strides: [%strides#0, %strides#1] : memref<f32> to memref<?x2xf32, strided<[?, ?], offset: ?>>
  %x = memref.load %r[%c1, %c1] : memref<?x2xf32, strided<[?, ?], offset: ?>>
  memref.dealloc %a : memref<?x5xf32>
  return %offset, %sizes#0, %strides#0, %strides#1, %x : index, index, index, index, f32
}

// Of a buffer that is not made here, the metadata of its type prove that a
// reinterpretation stays inside.
// RUN: %{check} --entry=of_argument --arg=1:3 --arg=2:77
// CHECK-LABEL: func.func @of_argument
// CHECK-NOT: memref.reinterpret_cast
// CHECK: return
#square = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j floordiv 4, i mod 4, j mod 4)>, pad<7 : i32>>
func.func @of_argument(%a: memref<10x14xi32> {layout.transform = #square}, %n: index, %v: i32) -> (i32, index) {
  %c1 = arith.constant 1 : index
  %b, %o, %sz:2, %st:2 = memref.extract_strided_metadata %a : memref<10x14xi32> -> memref<i32>, index, index, index, index, index
  %s = memref.reinterpret_cast %b to offset: [%o], sizes: [%sz#1, %sz#0], strides: [%st#1, %st#0] : memref<i32> to memref<?x?xi32, strided<[?, ?], offset: ?>>
  %x = memref.load %s[%n, %c1] : memref<?x?xi32, strided<[?, ?], offset: ?>>
  memref.store %v, %s[%c1, %n] : memref<?x?xi32, strided<[?, ?], offset: ?>>
  return %x, %st#0 : i32, index
}
