// Views, atomics, prefetches, other names and clones of buffers that get a layout.
// DEFINE: %{assign} = "builtin.module(layout-assign,layout-apply,layout-finalize)"
// DEFINE: %{change} = "builtin.module(layout-assign{change-interface=true},layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=reinterpret --arg=1:4 --pipeline=%{assign}
// RUN: layout-check %s --entry=reinterpret --arg=1:4 --pipeline=%{change}
// RUN: layout-check %s --entry=reinterpret_dynamic --arg=1:5 --arg=2:3 --arg=3:2 --pipeline=%{assign}
// RUN: layout-check %s --entry=reinterpret_chain --arg=1:1 --pipeline=%{change}
// RUN: layout-check %s --entry=metadata --pipeline=%{assign}
// RUN: layout-check %s --entry=metadata --pipeline=%{change}
// RUN: layout-check %s --entry=bytes --arg=1:3 --arg=2:2 --pipeline=%{assign}
// RUN: layout-check %s --entry=bytes --arg=1:3 --arg=2:2 --pipeline=%{change}
// RUN: layout-check %s --entry=own_bytes --arg=1:3 --arg=2:2 --pipeline=%{assign}
// RUN: layout-check %s --entry=reshape --pipeline=%{change}
// RUN: layout-check %s --entry=sizes --arg=1:1 --arg=2:3 --pipeline=%{change}
// RUN: layout-check %s --entry=names --arg=2:3 --pipeline=%{change}
// RUN: layout-check %s --entry=atomics --arg=1:3 --arg=2:6 --pipeline=%{assign}
// RUN: layout-check %s --entry=atomics --arg=1:3 --arg=2:6 --pipeline=%{change}
// RUN: layout-check %s --entry=prefetches --pipeline=%{change}
// RUN: layout-check %s --entry=clones --arg=1:2 --pipeline=%{assign}
// RUN: layout-check %s --entry=clones --arg=1:2 --pipeline=%{change}

#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j, i mod 4)>, pad<5 : i32>>
#lane = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
#bytes = #layout.buffer<index_map<(i) -> (i floordiv 5, i mod 5)>, pad<3 : i8>>

// Overlapping rows, a stride that crosses rows, one linalg op over all.
func.func @reinterpret(%a: memref<6x5xi32> {layout.transform = #tiles}, %k: index, %out: memref<7xi32>) -> i32 {
  %windows = memref.reinterpret_cast %a to offset: [2], sizes: [5, 8], strides: [4, 1] : memref<6x5xi32> to memref<5x8xi32, strided<[4, 1], offset: 2>>
  %skewed = memref.reinterpret_cast %a to offset: [1], sizes: [7], strides: [4] : memref<6x5xi32> to memref<7xi32, strided<[4], offset: 1>>
  %back = memref.reinterpret_cast %a to offset: [29], sizes: [30], strides: [-1] : memref<6x5xi32> to memref<30xi32, strided<[-1], offset: 29>>
  memref.copy %skewed, %out : memref<7xi32, strided<[4], offset: 1>> to memref<7xi32>
  affine.for %i = 0 to 5 {
    affine.for %j = 1 to 8 {
      %x = affine.load %windows[%i, %j] : memref<5x8xi32, strided<[4, 1], offset: 2>>
      %y = affine.load %windows[%i, %j - 1] : memref<5x8xi32, strided<[4, 1], offset: 2>>
      %s = arith.addi %x, %y : i32
      affine.store %s, %windows[%i, %j] : memref<5x8xi32, strided<[4, 1], offset: 2>>
    }
  }
  affine.for %i = 0 to 15 {
    %x = affine.load %back[%i] : memref<30xi32, strided<[-1], offset: 29>>
    affine.store %x, %back[29 - %i] : memref<30xi32, strided<[-1], offset: 29>>
  }
  %r = memref.load %windows[%k, %k] : memref<5x8xi32, strided<[4, 1], offset: 2>>
  return %r : i32
}

// Of a buffer of its own, nothing has to be proven.
func.func @reinterpret_dynamic(%in: memref<6x5xi32>, %offset: index, %size: index, %stride: index, %out: memref<30xi32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() {layout.transform = #tiles} : memref<6x5xi32>
  memref.copy %in, %a : memref<6x5xi32> to memref<6x5xi32>
  %v = memref.reinterpret_cast %a to offset: [%offset], sizes: [%size, 4], strides: [7, %stride] : memref<6x5xi32> to memref<?x4xi32, strided<[7, ?], offset: ?>>
  %n = memref.dim %v, %c0 : memref<?x4xi32, strided<[7, ?], offset: ?>>
  scf.for %i = %c0 to %n step %c1 {
    affine.for %j = 0 to 4 {
      %x = memref.load %v[%i, %j] : memref<?x4xi32, strided<[7, ?], offset: ?>>
      %y = arith.addi %x, %x : i32
      memref.store %y, %v[%i, %j] : memref<?x4xi32, strided<[7, ?], offset: ?>>
    }
  }
  %flat = memref.collapse_shape %a [[0, 1]] : memref<6x5xi32> into memref<30xi32>
  memref.copy %flat, %out : memref<30xi32> to memref<30xi32>
  memref.dealloc %a : memref<6x5xi32>
  return %n : index
}

// The base of a subview is the base of its root.
func.func @reinterpret_chain(%a: memref<6x5xi32> {layout.transform = #tiles}, %i: index) -> i32 {
  %row = memref.subview %a[2, 1] [1, 3] [1, 1] : memref<6x5xi32> to memref<3xi32, strided<[1], offset: 11>>
  %again = memref.reinterpret_cast %row to offset: [3], sizes: [2, 3], strides: [10, 2] : memref<3xi32, strided<[1], offset: 11>> to memref<2x3xi32, strided<[10, 2], offset: 3>>
  %column = memref.subview %again[0, 1] [2, 1] [1, 1] : memref<2x3xi32, strided<[10, 2], offset: 3>> to memref<2xi32, strided<[10], offset: 5>>
  %last = memref.reinterpret_cast %column to offset: [1], sizes: [2], strides: [28] : memref<2xi32, strided<[10], offset: 5>> to memref<2xi32, strided<[28], offset: 1>>
  %x = memref.load %column[%i] : memref<2xi32, strided<[10], offset: 5>>
  memref.store %x, %last[%i] : memref<2xi32, strided<[28], offset: 1>>
  return %x : i32
}

func.func @metadata(%a: memref<6x5xi32> {layout.transform = #tiles}) -> (i32, index, index, index, index) {
  %c1 = arith.constant 1 : index
  %part = memref.subview %a[1, 2] [3, 2] [2, 1] : memref<6x5xi32> to memref<3x2xi32, strided<[10, 1], offset: 7>>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %part : memref<3x2xi32, strided<[10, 1], offset: 7>> -> memref<i32>, index, index, index, index, index
  %v = memref.reinterpret_cast %base to offset: [7], sizes: [3], strides: [11] : memref<i32> to memref<3xi32, strided<[11], offset: 7>>
  %x = memref.load %v[%c1] : memref<3xi32, strided<[11], offset: 7>>
  %first = memref.load %base[] : memref<i32>
  memref.store %x, %base[] : memref<i32>
  %s = arith.addi %x, %first : i32
  return %s, %offset, %sizes#0, %strides#0, %strides#1 : i32, index, index, index, index
}

func.func @bytes(%a: memref<32xi8> {layout.transform = #bytes}, %shift: index, %n: index) -> i8 {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %v = memref.view %a[%shift][%n] : memref<32xi8> to memref<4x?x3xi8>
  %x = memref.load %v[%c1, %c1, %n] : memref<4x?x3xi8>
  memref.store %x, %v[%n, %c1, %c1] : memref<4x?x3xi8>
  %known = memref.view %a[%c3][] : memref<32xi8> to memref<4x6xi8>
  %w = memref.reinterpret_cast %known to offset: [5], sizes: [4], strides: [7] : memref<4x6xi8> to memref<4xi8, strided<[7], offset: 5>>
  %y = memref.load %w[%n] : memref<4xi8, strided<[7], offset: 5>>
  %s = arith.addi %x, %y : i8
  return %s : i8
}

// Two views by unknown shifts, reinterpreted.
func.func @own_bytes(%in: memref<32xi8>, %shift: index, %n: index) -> i8 {
  %a = memref.alloc() {layout.transform = #bytes} : memref<32xi8>
  memref.copy %in, %a : memref<32xi8> to memref<32xi8>
  %v = memref.view %a[%shift][%n] : memref<32xi8> to memref<?xi8>
  %u = memref.view %v[%n][%n, %n] : memref<?xi8> to memref<?x?xi8>
  %w = memref.reinterpret_cast %u to offset: [%n], sizes: [4], strides: [%shift] : memref<?x?xi8> to memref<4xi8, strided<[?], offset: ?>>
  %x = memref.load %w[%n] : memref<4xi8, strided<[?], offset: ?>>
  memref.dealloc %a : memref<32xi8>
  return %x : i8
}

func.func @reshape(%a: memref<6x5xi32> {layout.transform = #tiles}) -> i32 {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %sizes = memref.alloca() : memref<3xindex>
  %r = memref.reshape %a(%sizes) : (memref<6x5xi32>, memref<3xindex>) -> memref<3x2x5xi32>
  %q = memref.reshape %r(%sizes) : (memref<3x2x5xi32>, memref<3xindex>) -> memref<5x1x6xi32>
  %x = memref.load %q[%c3, %c0, %c4] : memref<5x1x6xi32>
  return %x : i32
}

// Of a view, the index of the dimension being no constant.
func.func @sizes(%a: memref<6x5xi32> {layout.transform = #tiles}, %d: index, %n: index) -> (index, index, index, index, index) {
  %v = memref.subview %a[0, 0] [%n, 2] [1, 2] : memref<6x5xi32> to memref<?x2xi32, strided<[5, 2]>>
  %t = memref.transpose %v (i, j) -> (j, i) : memref<?x2xi32, strided<[5, 2]>> to memref<2x?xi32, strided<[2, 5]>>
  %s = memref.dim %v, %d : memref<?x2xi32, strided<[5, 2]>>
  %u = memref.dim %t, %d : memref<2x?xi32, strided<[2, 5]>>
  %w = memref.dim %a, %d : memref<6x5xi32>
  %r = memref.rank %v : memref<?x2xi32, strided<[5, 2]>>
  %q = memref.rank %a : memref<6x5xi32>
  return %s, %u, %w, %r, %q : index, index, index, index, index
}

func.func @names(%a: memref<14xi32> {layout.transform = #lane}, %b: memref<14xi32> {layout.transform = #lane}, %i: index) -> i32 {
  %c, %d = memref.distinct_objects %a, %b : memref<14xi32>, memref<14xi32>
  %e = memref.assume_alignment %c, 4 : memref<14xi32>
  %f = memref.memory_space_cast %e : memref<14xi32> to memref<14xi32, 1>
  %g = memref.memory_space_cast %f : memref<14xi32, 1> to memref<14xi32>
  %x = memref.load %g[%i] : memref<14xi32>
  memref.store %x, %d[%i] : memref<14xi32>
  return %x : i32
}

func.func @atomics(%a: memref<14xi32> {layout.transform = #lane}, %i: index, %n: i32) -> (i32, i32) {
  %v = memref.subview %a[1] [6] [2] : memref<14xi32> to memref<6xi32, strided<[2], offset: 1>>
  affine.parallel (%j) = (0) to (14) {
    %x = memref.atomic_rmw addi %n, %a[%j] : (i32, memref<14xi32>) -> i32
  }
  %x = memref.atomic_rmw maxs %n, %v[%i] : (i32, memref<6xi32, strided<[2], offset: 1>>) -> i32
  %y = memref.generic_atomic_rmw %v[%i] : memref<6xi32, strided<[2], offset: 1>> {
  ^bb0(%old: i32):
    %new = arith.muli %old, %n : i32
    memref.atomic_yield %new : i32
  }
  return %x, %y : i32, i32
}

func.func @prefetches(%a: memref<14xi32> {layout.transform = #lane}) {
  %v = memref.subview %a[1] [6] [2] : memref<14xi32> to memref<6xi32, strided<[2], offset: 1>>
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 14 {
    affine.prefetch %a[%i + 4], write, locality<3>, data : memref<14xi32>
    affine.store %zero, %a[%i] : memref<14xi32>
  }
  affine.for %i = 0 to 6 {
    affine.prefetch %v[%i], read, locality<1>, data : memref<6xi32, strided<[2], offset: 1>>
    memref.prefetch %v[%i], read, locality<0>, data : memref<6xi32, strided<[2], offset: 1>>
  }
  return
}

func.func @clones(%a: memref<14xi32> {layout.transform = #lane}, %i: index) -> (i32, i32) {
  %v = memref.subview %a[1] [6] [2] : memref<14xi32> to memref<6xi32, strided<[2], offset: 1>>
  %b = bufferization.clone %a : memref<14xi32> to memref<14xi32>
  %c = bufferization.clone %v : memref<6xi32, strided<[2], offset: 1>> to memref<6xi32>
  %x = memref.load %b[%i] : memref<14xi32>
  %y = memref.load %c[%i] : memref<6xi32>
  memref.dealloc %b : memref<14xi32>
  memref.dealloc %c : memref<6xi32>
  return %x, %y : i32, i32
}
