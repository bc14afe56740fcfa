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

// What is returned by hand must have the physical shape and tell the extent.
// DEFINE: %{by} =
// DEFINE: %{wrong} = not layout-check %s --load-pass-plugin=%test_plugin --entry=tiles --dim=arg0.dim0:11 \
// DEFINE:   --pipeline="builtin.module(test-layout-substitute{name=tiles by=%{by}})" 2>&1

// REDEFINE: %{by} = tiles_extent
// RUN: %{wrong} | FileCheck %s --check-prefix=EXTENT
// EXTENT: @tiles: returned 12 as extent 0 of result0 instead of 11
func.func @tiles_extent(%a: memref<?xi32>) -> (memref<?x4xi32>, index) {
  %r, %n = call @pack(%a) : (memref<?xi32>) -> (memref<?x4xi32>, index)
  %c12 = arith.constant 12 : index
  return %r, %c12 : memref<?x4xi32>, index
}

// REDEFINE: %{by} = tiles_shape
// RUN: %{wrong} | FileCheck %s --check-prefix=SHAPE
// SHAPE: @tiles: what the pipeline makes: returned result0 with physical shape (4, 4) instead of (3, 4)
func.func @tiles_shape(%a: memref<?xi32>) -> (memref<?x4xi32>, index) {
  %r, %n = call @pack(%a) : (memref<?xi32>) -> (memref<?x4xi32>, index)
  %c4 = arith.constant 4 : index
  %s = memref.alloc(%c4) : memref<?x4xi32>
  return %s, %n : memref<?x4xi32>, index
}

// REDEFINE: %{by} = tiles_only
// RUN: %{wrong} | FileCheck %s --check-prefix=ONLY
// ONLY: @tiles: the pipeline adds 0 results to @tiles; expects an index for each of the 1 extents that the physical shapes do not determine
func.func @tiles_only(%a: memref<?xi32>) -> memref<?x4xi32> {
  %r, %n = call @pack(%a) : (memref<?xi32>) -> (memref<?x4xi32>, index)
  return %r : memref<?x4xi32>
}

func.func @pack(%a: memref<?xi32>) -> (memref<?x4xi32>, index) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %n = memref.dim %a, %c0 : memref<?xi32>
  %m = affine.apply affine_map<()[n] -> (n ceildiv 4)>()[%n]
  %r = memref.alloc(%m) : memref<?x4xi32>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to 4 {
      affine.store %zero, %r[%i, %j] : memref<?x4xi32>
    }
  }
  affine.for %i = 0 to %n {
    %v = affine.load %a[%i] : memref<?xi32>
    affine.store %v, %r[%i floordiv 4, %i mod 4] : memref<?x4xi32>
  }
  return %r, %n : memref<?x4xi32>, index
}
