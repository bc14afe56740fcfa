// Plans of nests: what is read is printed, and read again.
// RUN: layout-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: layout-opt %s --allow-unregistered-dialect | layout-opt --allow-unregistered-dialect | FileCheck %s

// CHECK: i8 = #layout.loops<(d0, d1, d2) -> (d1 floordiv 32, d0 floordiv 14, d2 floordiv 4, rows<edge> d0 mod 14, lanes d1 mod 32, steps d2 mod 4)>
"test.i8_product"() {i8 = #layout.loops<(i, j, k) -> (j floordiv 32, i floordiv 14, k floordiv 4, rows<edge> i mod 14, lanes j mod 32, steps k mod 4)>} : () -> ()

// CHECK: conv = #layout.loops<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 floordiv 32, d2, d3 floordiv 14, d4, d5, d6, rows d3 mod 14, lanes d1 mod 32)>
"test.convolution"() {conv = #layout.loops<(n, o, h, w, r, s, c) -> (n, o floordiv 32, h, w floordiv 14, r, s, c, rows w mod 14, lanes o mod 32)>} : () -> ()

// CHECK: dw = #layout.loops<(d0, d1, d2, d3, d4) -> (d2 floordiv 32, d0, d1 floordiv 7, (d2 floordiv 8) mod 4, unroll d3, unroll d4, rows d1 mod 7, lanes<whole> d2 mod 8)>
"test.depthwise"() {dw = #layout.loops<(h, w, c, i, j) -> (c floordiv 32, h, w floordiv 7, (c floordiv 8) mod 4, unroll i, unroll j, rows w mod 7, lanes<whole> c mod 8)>} : () -> ()

// CHECK: t = #layout.loops<(d0, d1, d2, d3) -> (d0, merge(d1, d2) floordiv 16, lanes<mask> d3, steps<shift> merge(d1, d2) mod 16)>
"test.transposing_conversion"() {t = #layout.loops<(o, h, w, l) -> (o, merge(h, w) floordiv 16, lanes<mask> l, steps<shift> merge(h, w) mod 16)>} : () -> ()

// CHECK: sum = #layout.loops<(d0, d1) -> (d0, d1 floordiv 64, lanes d1 mod 64)>
"test.row_sum"() {sum = #layout.loops<(i, j) -> (i, j floordiv 64, lanes j mod 64)>} : () -> ()

// CHECK: solve = #layout.loops<(d0, d1) -> (d1 floordiv 8, lanes d0, steps d1 mod 8)>, solve_diagonal = #layout.loops<keep>
"test.triangular_solve"() {solve = #layout.loops<(i, j) -> (j floordiv 8, lanes i, steps j mod 8)>,
                           solve_diagonal = #layout.loops<keep>} : () -> ()

// CHECK: all = #layout.loops<(d0, d1) -> (d0, lanes<split> d1), dot = "vpdpbusd", for [?, 64], by tuned>
"test.options"() {all = #layout.loops<(i, j) -> (i, lanes<split> j), dot = "vpdpbusd", for [?, 64], by tuned>} : () -> ()

// CHECK: auto = #layout.loops<(d0) -> (d0), dot = auto>, none = #layout.loops<(d0) -> (d0), dot = none, by planner>
"test.words"() {auto = #layout.loops<(i) -> (i), dot = auto, by user>,
                none = #layout.loops<(i) -> (i), dot = none, by planner>} : () -> ()

// CHECK: keep = #layout.loops<keep, for [3, 4], by tuned>
"test.keep"() {keep = #layout.loops<keep, for [3, 4], by tuned>} : () -> ()

// Without effect, or written in another way.
// CHECK: equal = #layout.loops<(d0) -> (d0 floordiv 8, (d0 floordiv 4) mod 2, d0 mod 4)>
"test.equal"() {equal = #layout.loops<(i) -> ((i floordiv 8), ((i floordiv 4) mod 2), (i) mod 4)>} : () -> ()

// Several rows.
// CHECK: rows = #layout.loops<(d0, d1, d2) -> (d0 floordiv 2, d1 floordiv 7, rows d0 mod 2, rows d1 mod 7, lanes d2)>
"test.rows"() {rows = #layout.loops<(h, w, c) -> (h floordiv 2, w floordiv 7, rows h mod 2, rows w mod 7, lanes c)>} : () -> ()

// CHECK-LABEL: func.func @places
// CHECK: affine.for
// CHECK: } {layout.loops = #layout.loops<(d0) -> (d0)>}
// CHECK: } {layout.loops = #layout.loops<keep>}
// CHECK: linalg.fill {layout.loops = #layout.loops<(d0) -> (lanes d0)>}
func.func @places(%a: memref<8xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to 8 {
    affine.store %x, %a[%i] : memref<8xf32>
  } {layout.loops = #layout.loops<(i) -> (i)>}
  scf.for %i = %n to %n step %n {
  } {layout.loops = #layout.loops<keep>}
  linalg.fill {layout.loops = #layout.loops<(i) -> (lanes i)>} ins(%x : f32) outs(%a : memref<8xf32>)
  return
}
