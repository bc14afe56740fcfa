// Pictures for browsers. The script looks at them: well-formed, no texts that touch, the same
// colour of an element on both sides.
// RUN: rm -rf %t && mkdir %t
// RUN: layout-draw %s --all --svg=%t/p --html=%t/all.html | FileCheck %s --check-prefix=FILES
// FILES: p0.svg: #layout.buffer<index_map<() -> ()>>
// FILES: p1.svg: #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, pad<0 : i32>>
// FILES: p9.svg: #layout.buffer<index_map<(d0, d1) -> (d1 floordiv 4, d0 floordiv 4, d0 mod 4, d1 mod 4)>, pad<0.000000e+00 : f32>>

// RUN: %python %S/Inputs/check_svg.py %t/p0.svg %t/p1.svg %t/p2.svg %t/p3.svg %t/p4.svg %t/p5.svg %t/p6.svg %t/p7.svg %t/p8.svg %t/p9.svg | FileCheck %s --match-full-lines
// Of rank 0 to 6.
// CHECK: {'data': 2}, 1 on both sides
func.func private @scalar(memref<i32, #layout.buffer<index_map<() -> ()>>>)
// CHECK-NEXT: {'data': 28, 'padding': 2}, 14 on both sides
func.func private @rows(memref<14xi32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>>)
// A permutation has a picture.
// CHECK-NEXT: {'data': 108}, 54 on both sides
func.func private @transposed(memref<6x9xi32, #layout.buffer<index_map<(i, j) -> (j, i)>>>)
// Two logical axes hang together, and are one physical axis.
// CHECK-NEXT: {'data': 40}, 20 on both sides
func.func private @fused(memref<4x5x6xi32, #layout.buffer<index_map<(i, j, k) -> (i * 5 + j, k)>>>)
// A long axis is cut: 12 and 12 columns of 61; all of them are on the physical side.
// CHECK-NEXT: {'data': 680, 'padding': 24}, 192 on both sides
func.func private @channels(memref<1x8x8x61xf32, #layout.buffer<index_map<"NHWC" -> "NCHW16c">, pad<0.0 : f32>>>)
// Padding of two steps.
// CHECK-NEXT: {'data': 50, 'padding': 23}, 25 on both sides
func.func private @steps(memref<2x1x1x5x5xi32, #layout.buffer<
  index_map<(b, x, y, i, j) -> (b, x, y, i floordiv 2, i mod 2, j)>, pad<undef>,
  index_map<(b, x, y, a, c, j) -> (b, x, y, a, c, j floordiv 4, j mod 4)>, pad<0 : i32>>>)
// CHECK-NEXT: {'data': 84, 'padding': 14}, 42 on both sides
func.func private @rank_6(memref<2x3x4x5x6x7xi32, #layout.buffer<
  index_map<(a, b, c, d, e, f) -> (f, e floordiv 4, d, c, b, e mod 4, a)>, pad<undef>>>)
// A million places.
// CHECK-NEXT: {'data': 1665, 'padding': 207}, 9 on both sides
func.func private @large(memref<1021x1021xf32, #layout.buffer<
  index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f32>>>)
// With --all also strides, in lines of the largest one, and packs.
// CHECK-NEXT: {'data': 40, 'padding': 12}, 20 on both sides
func.func private @strided(memref<4x5xf32, strided<[8, 1], offset: 3>>)
// CHECK-NEXT: {'data': 260, 'padding': 62}, 130 on both sides
func.func @pack(%s: tensor<10x13xf32>, %d: tensor<4x3x4x4xf32>) -> tensor<4x3x4x4xf32> {
  %z = arith.constant 0.0 : f32
  %p = linalg.pack %s padding_value(%z : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1]
      inner_tiles = [4, 4] into %d : tensor<10x13xf32> -> tensor<4x3x4x4xf32>
  return %p : tensor<4x3x4x4xf32>
}
// Neither is drawn without --all.
// RUN: layout-draw %s --svg=%t/q | count 8

// Where each cell is, and what it says; the same number on both sides.
// RUN: FileCheck %s --check-prefix=SVG --input-file=%t/p1.svg
// SVG: <svg xmlns="http://www.w3.org/2000/svg" class="layout-picture"
// SVG: logical 14, physical 4x4: 2 of 16 places are padding
// SVG: >logical, right: d0<
// SVG: data-k="13"><title>logical (13) at physical (3, 1), offset 13</title>
// SVG: >physical, down: p0, right: p1<
// SVG: data-k="13"><title>logical (13) at physical (3, 1), offset 13</title>
// SVG: <g class="cell padding"><title>padding of step 1 at physical (3, 2), offset 14</title>
// SVG: padding of step 1, #layout.pad&lt;0 : i32&gt;

// Axes by their numbers; elements that are not in the slice.
// RUN: not layout-draw %s --svg=%t/r --axes=1,2 2>&1 | FileCheck %s --check-prefix=AXES
// AXES: error: cannot draw #layout.buffer<index_map<() -> ()>> {{.*}}: there is no axis 1 of 0
// AXES: error: {{.*}}: there is no axis 2 of 2
// RUN: %python %S/Inputs/check_svg.py %t/r3.svg | FileCheck %s --check-prefix=OTHER
// OTHER: {'data': 60, 'other': 90}, 30 on both sides
// RUN: not layout-draw %s --svg=%t/r --axes=1,1 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: at most two different axes are shown
// RUN: layout-draw %S/Inputs/draw-dynamic.mlir --svg=%t/d && FileCheck %s --check-prefix=DYNAMIC --input-file=%t/d0.svg
// DYNAMIC: for d0 = 6: logical 6, physical 2x4: 2 of 8 places<
// RUN: not layout-draw %s --svg=%t/none/p 2>&1 | FileCheck %s --check-prefix=NOFILE
// NOFILE: No such file

// One page: a picture each, the text besides, one script.
// RUN: FileCheck %s --check-prefix=PAGE --input-file=%t/all.html
// PAGE: <!DOCTYPE html>
// PAGE-COUNT-10: <svg
// PAGE: as text
// PAGE-NOT: <svg
// PAGE: <script>
// PAGE-NOT: <script>
// PAGE: </html>

// Viewers without style sheets see it, too: all colours are attributes.
// RUN: %python %S/Inputs/check_colours.py %t | FileCheck %s --check-prefix=COLOURS
// COLOURS: pictures

// The picture of the documents is what is drawn. If not: layout-draw docs/Pictures/tiles.mlir --svg=..
// RUN: layout-draw %layout_src/docs/Pictures/tiles.mlir --svg=%t/tiles
// RUN: diff %t/tiles0.svg %layout_src/docs/Pictures/tiles.svg
