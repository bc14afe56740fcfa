// What layout-assign makes of a program computes what the program did.
// RUN: layout-check %s --entry=views --arg=1:3 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=views --arg=1:3 --pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=views --arg=1:3 --pipeline="builtin.module(layout-assign,layout-lower-convert,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=reshapes --arg=1:5 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=vectors --arg=2:1 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=vectors --arg=2:1 --pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=calls,modes --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=calls --pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=globals --arg=0:7 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"

#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j, i mod 4)>, pad<5 : i32>>
#lane = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
#bare = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#reversed = #layout.buffer<index_map<(i) -> (13 - i)>>

func.func @views(%a: memref<14x9xi32> {layout.transform = #tiles}, %o: index, %out: memref<9xi32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  // A row, every other element of it, written by a linalg op.
  %row = memref.subview %a[%o, 0] [1, 9] [1, 1] : memref<14x9xi32> to memref<9xi32, strided<[1], offset: ?>>
  memref.copy %row, %out : memref<9xi32, strided<[1], offset: ?>> to memref<9xi32>
  %some = memref.subview %row[1] [4] [2] : memref<9xi32, strided<[1], offset: ?>> to memref<4xi32, strided<[2], offset: ?>>
  %v = memref.load %some[%c2] : memref<4xi32, strided<[2], offset: ?>>
  %block = memref.subview %a[2, 1] [4, %o] [%c2, 2] : memref<14x9xi32> to memref<4x?xi32, strided<[?, 2], offset: 19>>
  linalg.fill ins(%v : i32) outs(%block : memref<4x?xi32, strided<[?, 2], offset: 19>>)
  affine.for %i = 0 to 4 {
    %x = affine.load %some[%i] : memref<4xi32, strided<[2], offset: ?>>
    affine.store %x, %out[%i + 2] : memref<9xi32>
  }
  return
}

func.func @reshapes(%a: memref<14x6xi32> {layout.transform = #tiles}, %k: index) -> i32 {
  %zero = arith.constant 0 : i32
  %flat = memref.collapse_shape %a [[0, 1]] : memref<14x6xi32> into memref<84xi32>
  %cut = memref.expand_shape %a [[0, 1], [2, 3]] output_shape [7, 2, 2, 3] : memref<14x6xi32> into memref<7x2x2x3xi32>
  %turned = memref.transpose %a (i, j) -> (j, i) : memref<14x6xi32> to memref<6x14xi32, strided<[1, 6]>>
  %sum = affine.for %i = 0 to 84 iter_args(%s = %zero) -> i32 {
    %x = affine.load %flat[%i] : memref<84xi32>
    %y = affine.load %cut[%i floordiv 12, (%i floordiv 6) mod 2, (%i floordiv 3) mod 2, %i mod 3] : memref<7x2x2x3xi32>
    %z = affine.load %turned[%i mod 6, %i floordiv 6] : memref<6x14xi32, strided<[1, 6]>>
    %d = arith.subi %x, %y : i32
    %e = arith.muli %d, %z : i32
    %t = arith.addi %s, %e : i32
    %u = arith.addi %t, %x : i32
    affine.store %s, %flat[%i] : memref<84xi32>
    affine.yield %u : i32
  }
  %x = memref.load %flat[%k] : memref<84xi32>
  %r = arith.addi %sum, %x : i32
  return %r : i32
}

func.func @vectors(%a: memref<14x8xi32> {layout.transform = #tiles}, %b: memref<14xi32> {layout.transform = #lane}, %i: index, %out: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  %zero_index = arith.constant 0 : index
  %c11 = arith.constant 11 : index
  %w = vector.load %a[%i, %i] : memref<14x8xi32>, vector<4xi32>
  vector.store %w, %a[%i, %zero_index] : memref<14x8xi32>, vector<4xi32>
  %x = vector.transfer_read %a[%i, %i], %zero {in_bounds = [true, true]} : memref<14x8xi32>, vector<2x4xi32>
  vector.transfer_write %x, %a[%c11, %i] {in_bounds = [true, true]} : vector<2x4xi32>, memref<14x8xi32>
  %y = affine.vector_load %b[symbol(%i) + 8] : memref<14xi32>, vector<4xi32>
  affine.vector_store %y, %b[1] : memref<14xi32>, vector<4xi32>
  // Past the end of the view there is data of the buffer, but it is not read.
  %head = memref.subview %b[0] [12] [1] : memref<14xi32> to memref<12xi32, strided<[1]>>
  %p = vector.transfer_read %head[%c11], %zero : memref<12xi32, strided<[1]>>, vector<4xi32>
  %column = memref.subview %a[0, 3] [14, 1] [1, 1] : memref<14x8xi32> to memref<14xi32, strided<[8], offset: 3>>
  %q = vector.transfer_read %column[%i], %zero {in_bounds = [true]} : memref<14xi32, strided<[8], offset: 3>>, vector<4xi32>
  affine.vector_store %p, %out[0] : memref<8xi32>, vector<4xi32>
  affine.vector_store %q, %out[4] : memref<8xi32>, vector<4xi32>
  return
}

func.func private @scale(%a: memref<14xi32>, %by: i32) -> memref<14xi32> {
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32>
    %y = arith.muli %x, %by : i32
    affine.store %y, %a[%i] : memref<14xi32>
  }
  return %a : memref<14xi32>
}
func.func @add_one(%from: memref<14xi32>, %to: memref<14xi32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 14 {
    %x = affine.load %from[%i] : memref<14xi32>
    %y = arith.addi %x, %one : i32
    affine.store %y, %to[%i] : memref<14xi32>
  }
  return
}
func.func @calls(%a: memref<14xi32> {layout.transform = #lane}, %b: memref<14xi32>) {
  %c3 = arith.constant 3 : i32
  %same = func.call @scale(%a, %c3) : (memref<14xi32>, i32) -> memref<14xi32>
  %local = memref.alloc() {layout.transform = #reversed} : memref<14xi32>
  func.call @add_one(%same, %local) : (memref<14xi32>, memref<14xi32>) -> ()
  memref.copy %local, %b : memref<14xi32> to memref<14xi32>
  memref.dealloc %local : memref<14xi32>
  return
}

memref.global "private" constant @table : memref<6xi32> = dense<[1, 2, 3, 4, 5, 6]> {layout.transform = #lane}
memref.global @state : memref<6xi32> = dense<7> {layout.transform = #bare}
func.func @globals(%v: i32) -> (i32, i32) {
  %t = memref.get_global @table : memref<6xi32>
  %s = memref.get_global @state : memref<6xi32>
  affine.for %i = 0 to 5 {
    %x = affine.load %t[%i + 1] : memref<6xi32>
    %y = affine.load %s[%i + 1] : memref<6xi32>
    %z = arith.addi %x, %y : i32
    %w = arith.addi %z, %v : i32
    affine.store %w, %s[%i] : memref<6xi32>
  }
  %again = memref.get_global @state : memref<6xi32>
  %p = affine.load %again[3] : memref<6xi32>
  %q = affine.load %again[5] : memref<6xi32>
  return %p, %q : i32, i32
}

// Read, written, partly written; an early return.
func.func @modes(%a: memref<14xi32> {layout.transform = #lane}, %b: memref<14xi32> {layout.transform = #lane}, %c: memref<14xi32> {layout.transform = #lane}) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32>
    affine.store %x, %b[%i] : memref<14xi32>
  }
  %x = affine.load %a[0] : memref<14xi32>
  affine.store %x, %c[5] : memref<14xi32>
  %isPositive = arith.cmpi sgt, %x, %zero : i32
  cf.cond_br %isPositive, ^bb1, ^bb2
^bb1:
  return
^bb2:
  affine.store %zero, %c[6] : memref<14xi32>
  return
}
