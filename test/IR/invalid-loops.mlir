// Plans of nests that are wrong by themselves. Numbers are those of the
// constraints of #layout.loops in the dialect reference.
// RUN: layout-opt %s --verify-diagnostics --split-input-file --allow-unregistered-dialect

// loops_c1
// expected-error @+1 {{d1 is in no tile loop}}
"test.op"() {a = #layout.loops<(i, j) -> (i)>} : () -> ()

// -----

// loops_c1_first
// expected-error @+1 {{the tile loops of d0 are no complete chain: 'd0 mod 4' has only 4 values; expects 'd0 floordiv 4', too}}
"test.op"() {a = #layout.loops<(i) -> (i mod 4)>} : () -> ()

// -----

// loops_c1_last
// expected-error @+1 {{the tile loops of d0 are no complete chain: nothing goes through the iterations of 'd0 floordiv 4'; expects 'd0 mod 4', too}}
"test.op"() {a = #layout.loops<(i) -> (i floordiv 4)>} : () -> ()

// -----

// loops_c1_gap
// expected-error @+1 {{the tile loops of d0 are no complete chain: 'd0 floordiv 8' and 'd0 mod 4' overlap or leave iterations out; expects 'd0 mod 8'}}
"test.op"() {a = #layout.loops<(i) -> (i floordiv 8, i mod 4)>} : () -> ()

// -----

// loops_c1_overlap
// expected-error @+1 {{'d0 floordiv 4' and 'd0 mod 8' overlap or leave iterations out; expects 'd0 mod 4'}}
"test.op"() {a = #layout.loops<(i) -> (i floordiv 4, i mod 8)>} : () -> ()

// -----

// loops_c1_middle
// expected-error @+1 {{'d0 floordiv 32' and '(d0 floordiv 8) mod 2' overlap or leave iterations out; expects '(d0 floordiv 8) mod 4'}}
"test.op"() {a = #layout.loops<(i) -> (i floordiv 32, (i floordiv 8) mod 2, i mod 8)>} : () -> ()

// -----

// loops_c1_indivisible
// expected-error @+1 {{expects a step that divides 8}}
"test.op"() {a = #layout.loops<(i) -> (i floordiv 8, (i floordiv 3) mod 2, i mod 3)>} : () -> ()

// -----

// loops_c1_twice
// expected-error @+1 {{'d0' and 'd0' overlap or leave iterations out; expects 'd0 mod 1'}}
"test.op"() {a = #layout.loops<(i) -> (i, i)>} : () -> ()

// -----

// loops_c1_merged
// expected-error @+1 {{the tile loops of merge(d0, d1) are no complete chain}}
"test.op"() {a = #layout.loops<(i, j) -> (merge(i, j) floordiv 4, merge(i, j) mod 2)>} : () -> ()

// -----

// loops_c2_order
// expected-error @+1 {{the rows 'd1' come after the lanes 'd0'; expects rows, then lanes, then steps}}
"test.op"() {a = #layout.loops<(i, j) -> (lanes i, rows j)>} : () -> ()

// -----

// loops_c2_end
// expected-error @+1 {{'d1' comes after the lanes 'd0'; expects rows, lanes and steps at the end}}
"test.op"() {a = #layout.loops<(i, j) -> (lanes i, j)>} : () -> ()

// -----

// loops_c2_unroll
// expected-error @+1 {{'d1' comes after the steps 'd0'; expects rows, lanes and steps at the end}}
"test.op"() {a = #layout.loops<(i, j) -> (steps i, unroll j)>} : () -> ()

// -----

// loops_c2_lanes
// expected-error @+1 {{there are two tile loops of lanes, 'd0' and 'd1'; expects one}}
"test.op"() {a = #layout.loops<(i, j) -> (lanes i, lanes j)>} : () -> ()

// -----

// loops_c2_steps
// expected-error @+1 {{there are two tile loops of steps, 'd0' and 'd1'; expects one}}
"test.op"() {a = #layout.loops<(i, j, k) -> (lanes k, steps i, steps j)>} : () -> ()

// -----

// loops_c2_partial
// expected-error @+1 {{'mask' follows 'unroll'; expects it after 'rows', 'lanes' or 'steps'}}
"test.op"() {a = #layout.loops<(i) -> (unroll<mask> i)>} : () -> ()

// -----

// loops_c2_word
// expected-error @+1 {{expected 'mask', 'split', 'shift', 'whole' or 'edge'}}
"test.op"() {a = #layout.loops<(i) -> (lanes<peel> i)>} : () -> ()

// -----

// loops_c3_twice
// expected-error @+1 {{d0 is in 'merge(d0, d1)' and in 'd0'; expects it in one of them}}
"test.op"() {a = #layout.loops<(i, j) -> (i, merge(i, j))>} : () -> ()

// -----

// loops_c3_order
// expected-error @+1 {{'merge(d1, d0)' joins loops that are not nested directly in each other, in this order}}
"test.op"() {a = #layout.loops<(i, j) -> (merge(j, i))>} : () -> ()

// -----

// loops_c3_gap
// expected-error @+1 {{'merge(d0, d2)' joins loops that are not nested directly in each other, in this order}}
"test.op"() {a = #layout.loops<(i, j, k) -> (j, merge(i, k))>} : () -> ()

// -----

// loops_c3_one
// expected-error @+1 {{'merge' expects two loops or more}}
"test.op"() {a = #layout.loops<(i) -> (merge(i))>} : () -> ()

// -----

// loops_c4_zero
// expected-error @+1 {{'d0 floordiv 0' divides by a number that is not positive}}
"test.op"() {a = #layout.loops<(i) -> (i floordiv 0, i mod 4)>} : () -> ()

// -----

// loops_c4_negative
// expected-error @+1 {{'d0 mod -4' divides by a number that is not positive}}
"test.op"() {a = #layout.loops<(i) -> (i floordiv 4, i mod -4)>} : () -> ()

// -----

// loops_c4_large
// expected-error @+1 {{the numbers of 'd0 floordiv 281474976710656' are too large; expects a product less than 2^48}}
"test.op"() {a = #layout.loops<(i) -> (i floordiv 281474976710656, i mod 281474976710656)>} : () -> ()

// -----

// loops_c4_product
// expected-error @+1 {{are too large; expects a product less than 2^48}}
"test.op"() {a = #layout.loops<(i) -> (i floordiv 4, (i floordiv 16777216) mod 16777216, i mod 4)>} : () -> ()

// -----

// loops_c5_number
// expected-error @+1 {{there are 1 extents for 2 loops}}
"test.op"() {a = #layout.loops<(i, j) -> (i, j), for [4]>} : () -> ()

// -----

// loops_c5_negative
// expected-error @+1 {{extent -1 is negative}}
"test.op"() {a = #layout.loops<(i) -> (i), for [-1]>} : () -> ()

// -----

// loops_c6_dot
// expected-error @+1 {{'keep' leaves the nest to LLVM, and has neither tile loops nor 'dot'}}
"test.op"() {a = #layout.loops<keep, dot = none>} : () -> ()

// -----

// loops_c6_empty
// expected-error @+1 {{'dot' expects the name of an instruction, found ""}}
"test.op"() {a = #layout.loops<(i) -> (i), dot = "">} : () -> ()

// -----

// loops_c6_word
// expected-error @+1 {{expected 'auto', 'none' or the name of an instruction in quotes}}
"test.op"() {a = #layout.loops<(i) -> (i), dot = fast>} : () -> ()

// -----

// loops_no_loop
// expected-error @+1 {{expects the loops of a nest, found none}}
"test.op"() {a = #layout.loops<() -> ()>} : () -> ()

// -----

// loops_name_reserved
// expected-error @+1 {{'rows' is a word of the notation, and names no loop}}
"test.op"() {a = #layout.loops<(rows) -> (rows)>} : () -> ()

// -----

// loops_name_twice
// expected-error @+1 {{two loops are named 'i'}}
"test.op"() {a = #layout.loops<(i, i) -> (i)>} : () -> ()

// -----

// loops_name_missing
// expected-error @+1 {{expected the name of a loop}}
"test.op"() {a = #layout.loops<(4) -> (i)>} : () -> ()

// -----

// loops_name_unknown
// expected-error @+1 {{there is no loop 'j' in the list before '->'}}
"test.op"() {a = #layout.loops<(i) -> (j)>} : () -> ()

// -----

// loops_digit_number
// expected-error @+1 {{expected a tile loop: a loop, or one with 'floordiv' and 'mod'}}
"test.op"() {a = #layout.loops<(i) -> (4)>} : () -> ()

// -----

// loops_digit_sum
// expected-error @+1 {{expected ')'}}
"test.op"() {a = #layout.loops<(i) -> (i + 1)>} : () -> ()

// -----

// loops_digit_twice
// expected-error @+1 {{expected a tile loop: a loop, or one with 'floordiv' and 'mod'}}
"test.op"() {a = #layout.loops<(i) -> ((i mod 4) floordiv 2)>} : () -> ()

// -----

// loops_digit_mod_mod
// expected-error @+1 {{expected a tile loop: a loop, or one with 'floordiv' and 'mod'}}
"test.op"() {a = #layout.loops<(i) -> ((i mod 4) mod 2)>} : () -> ()

// -----

// loops_digit_variable
// expected-error @+1 {{expected a number after 'floordiv'}}
"test.op"() {a = #layout.loops<(i, j) -> (i floordiv j)>} : () -> ()

// -----

// loops_option_order
// expected-error @+1 {{expected 'dot', 'for' or 'by', each at most once and in this order}}
"test.op"() {a = #layout.loops<(i) -> (i), by user, for [4]>} : () -> ()

// -----

// loops_option_unknown
// expected-error @+1 {{expected 'dot', 'for' or 'by', each at most once and in this order}}
"test.op"() {a = #layout.loops<(i) -> (i), from [4]>} : () -> ()

// -----

// loops_author
// expected-error @+1 {{expected 'user', 'planner' or 'tuned'}}
"test.op"() {a = #layout.loops<(i) -> (i), by me>} : () -> ()

// -----

func.func @place(%a: memref<f32>) {
  // expected-error @+1 {{'layout.loops' is not allowed on 'memref.load', only on affine.for, scf.for and linalg ops}}
  %0 = memref.load %a[] {layout.loops = #layout.loops<keep>} : memref<f32>
  return
}

// -----

func.func @value() {
  // expected-error @+1 {{'layout.loops' expects a #layout.loops, found 1 : i32}}
  affine.for %i = 0 to 8 {
  } {layout.loops = 1 : i32}
  return
}

// -----

// on_while
func.func @on_while(%n: index) {
  // expected-error @+1 {{'layout.loops' is not allowed on 'scf.while', only on affine.for, scf.for and linalg ops; run layout-raise-loops and layout-tile-loops before scf-for-to-while, or remove the plan}}
  %r = scf.while (%i = %n) : (index) -> index {
    %c = arith.cmpi ne, %i, %i : index
    scf.condition(%c) %i : index
  } do {
  ^bb0(%i: index):
    scf.yield %i : index
  } attributes {layout.loops = #layout.loops<(i) -> (i)>}
  return
}
