// RUN: layout-draw %s | FileCheck %s --match-full-lines --strict-whitespace

// A dynamic shape is drawn for an example, which is said, or for what is asked for.
// RUN: layout-draw %S/Inputs/draw-dynamic.mlir | FileCheck %s --check-prefix=DYNAMIC --match-full-lines --strict-whitespace
//      DYNAMIC:logical ?, physical ?x4; for d0 = 6:
// DYNAMIC-NEXT:logical 6, physical 2x4: 2 of 8 places are padding
// DYNAMIC-NEXT:░ padding of step 1, #layout.pad<none>
// DYNAMIC-NEXT:logical d0 in physical [0, 1]
// DYNAMIC-NEXT:      0 1 2 3
// DYNAMIC-NEXT:    0 0 1 2 3
// DYNAMIC-NEXT:    1 4 5 ░ ░
// Blocks of blocks: of the largest; 3 where there are none.
//      DYNAMIC:logical ?x7x?, physical ?x7x?x4x2; for d0 = 12, d2 = 3:
// DYNAMIC-NEXT:logical 12x7x3, physical 2x7x3x4x2: 84 of 336 places are padding
// RUN: layout-draw %S/Inputs/draw-dynamic.mlir --dim=0:4,2:1 | FileCheck %s --check-prefix=ASKED
// ASKED: {{^}}logical 4, physical 1x4: 0 of 4 places are padding
// ASKED: {{^}}logical 4x7x1, physical 1x7x1x4x2
// RUN: not layout-draw %S/Inputs/draw-dynamic.mlir --dim=1:4 2>&1 | FileCheck %s --check-prefix=STATIC
// STATIC: --dim=1:4: no laid-out buffer here has a dynamic dimension 1
// RUN: not layout-draw %S/Inputs/draw-dynamic.mlir --dim=0:4,0:4 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: --dim=0:4: is given twice
// RUN: not layout-draw %S/Inputs/draw-dynamic.mlir --dim=0:-4 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: --dim=0:-4: expects the number of a dimension and its extent, as in --dim=0:6
// An error stands where the buffer does.
// RUN: not layout-draw %S/Inputs/draw-wrong.mlir 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: draw-wrong.mlir:3:25: error: cannot draw {{.*}}: its padding is too irregular
// RUN: not layout-draw %S/Inputs/draw-large.mlir 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: {{.*}}cannot draw{{.*}}2000000xf32{{.*}}: its physical box is larger than a picture can show; draw a smaller shape
// LARGE: {{.*}}cannot draw{{.*}}2147483648x0xf32{{.*}}: its physical box is larger than a picture can show; draw a smaller shape
// RUN: not layout-draw %S/Inputs/draw-irregular.mlir 2>&1 | FileCheck %s --check-prefix=IRREGULAR
// IRREGULAR: {{.*}}cannot draw{{.*}}: its padding is too irregular for a picture

// One table; the last row has padding.
//      CHECK:logical 14, physical 4x4: 2 of 16 places are padding
// CHECK-NEXT:░ padding of step 1, #layout.pad<0 : i32>
// CHECK-NEXT:logical d0 in physical [0, 1]
// CHECK-NEXT:       0  1  2  3
// CHECK-NEXT:    0  0  1  2  3
// CHECK-NEXT:    1  4  5  6  7
// CHECK-NEXT:    2  8  9 10 11
// CHECK-NEXT:    3 12 13 ░░ ░░
func.func private @tiled(memref<14xi32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>>)

// Padding of two steps in one table.
//      CHECK:logical 5, physical 2x2x2: 3 of 8 places are padding
// CHECK-NEXT:░ padding of step 1, #layout.pad<undef>
// CHECK-NEXT:▒ padding of step 2, #layout.pad<none>
// CHECK-NEXT:logical d0 in physical [0, 1, 2]
// CHECK-NEXT:      0 1
// CHECK-NEXT:  0,0 0 1
// CHECK-NEXT:  0,1 2 3
// CHECK-NEXT:  1,0 4 ░
// CHECK-NEXT:  1,1 ▒ ▒
func.func private @steps(memref<5xi32, #layout.buffer<
    index_map<(i) -> (i floordiv 2, i mod 2)>, pad<undef>,
    index_map<(a, b) -> (a floordiv 2, a mod 2, b)>>>)

// Requests count; untouched dimensions are left out; long tables are cut.
//      CHECK:logical 100x3, physical 3x102: 6 of 306 places are padding
// CHECK-NEXT:░ padding of step 1, #layout.pad<none>
// CHECK-NEXT:logical d0 in physical [1]
// CHECK-NEXT:        0   1   2 ...  99 100 101
// CHECK-NEXT:      ░░░ ░░░   0 ...  97  98  99
func.func @bordered(%a: memref<100x3xi32> {layout.transform =
    #layout.buffer<index_map<(i, j) -> (j, i + 2)>>}) {
  return
}

// Fused dimensions share a table; without padding there is no legend.
//      CHECK:logical 2x3, physical 6: 0 of 6 places are padding
// CHECK-NEXT:logical d0, d1 in physical [0]
// CHECK-NEXT:        0   1   2   3   4   5
// CHECK-NEXT:      0,0 0,1 0,2 1,0 1,1 1,2
func.func private @fused(memref<2x3xi32, #layout.buffer<index_map<(i, j) -> (3 * i + j)>>>)

// Plain affine_map layouts, and an axis that no dimension moves along.
//      CHECK:logical 5, physical 3x5: 10 of 15 places are padding
// CHECK-NEXT:░ padding of step 1, #layout.pad<none>
// CHECK-NEXT:every index in physical [0]
// CHECK-NEXT:      0 1 2
// CHECK-NEXT:      ░ ░ *
func.func private @plain(memref<5xi32, affine_map<(i) -> (2, i)>>)

// Axis separators: what the physical shape flattens to.
//      CHECK:logical 2x3x5, physical 2x5x3, flattened 10x3: 0 of 30 places are padding
func.func private @separated(memref<2x3x5xi32, #layout.buffer<
    index_map<(i, j, k) -> (i, k, j)>, axis_separator<[2]>>>)

// A border around the rows; dimensions without one are left out.
//      CHECK:logical 3x2, physical 5x2: 4 of 10 places are padding
// CHECK-NEXT:░ padding of step 1, #layout.pad<0 : i32>
// CHECK-NEXT:logical d0 in physical [0]
// CHECK-NEXT:      0 1 2 3 4
// CHECK-NEXT:      ░ 0 1 2 ░
func.func private @border(memref<3x2xi32, #layout.buffer<index_map<(i, j) -> (i + 1, j)>, extent<[? + 1, ?]>, pad<0 : i32>>>)
// A scalar has one place, which needs no picture; nor do no places at all.
//      CHECK:logical scalar, physical scalar: 0 of 1 places are padding
// CHECK-EMPTY:
func.func private @scalar(memref<i32, #layout.buffer<index_map<() -> ()>>>)

//      CHECK:logical scalar, physical 3: 2 of 3 places are padding
// CHECK-NEXT:░ padding of step 1, #layout.pad<0 : i32>
// CHECK-NEXT:every index in physical [0]
// CHECK-NEXT:      0 1 2
// CHECK-NEXT:      ░ ░ *
func.func private @scalar_in_three(memref<i32, #layout.buffer<index_map<() -> (2)>, pad<0 : i32>>>)

//      CHECK:logical 0, physical 0x4: 0 of 0 places are padding
// CHECK-EMPTY:
func.func private @nothing(memref<0xi32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>>)

// Nothing but padding.
//      CHECK:logical 3x0, physical 2x3x4: 24 of 24 places are padding
// CHECK-NEXT:░ padding of step 1, #layout.pad<none>
// CHECK-NEXT:logical d1 in physical [0, 2]
// CHECK-NEXT:      0 1 2 3
// CHECK-NEXT:    0 ░ ░ ░ ░
// CHECK-NEXT:    1 ░ ░ ░ ░
func.func private @only_padding(memref<3x0xi32, #layout.buffer<
    index_map<(i, j) -> (j floordiv 4, i, j mod 4)>, extent<[2, 3, 4]>>>)
