// Rows of a buffer in which the eight chunks of eight elements each change places
// from row to row, so that a column lies in different banks of a memory. Neither
// shape is a multiple of eight: the places that are left over are padding.
//
// RUN: layout-draw %s | FileCheck %s --check-prefix=DRAW
// RUN: layout-opt %s --layout-apply --layout-finalize | FileCheck %s --check-prefix=IR
// RUN: layout-check %s --entry=transpose --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=transpose --pipeline="builtin.module(layout-apply,layout-flatten,layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=offsets --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=offsets --pipeline="builtin.module(layout-apply,layout-flatten,layout-optimize,layout-finalize)"

#rows = #layout.buffer<index_map<(i, j) -> (i, j xor i mod 8)>, pad<0 : i32>>
#chunks = #layout.buffer<
    index_map<(i, j) -> (i, (j floordiv 8) xor (i mod 8), j mod 8)>, pad<undef>,
    axis_separator<[]>>
// CuTe's swizzle of the offset in a buffer whose rows have 16 places.
#cute = #layout.buffer<index_map<(i, j) -> (16 * i + j)>, pad<none>,
                       index_map<swizzle<2, 1, 3>>, pad<7 : i32>>

func.func @transpose(%a: memref<6x7xi32, #rows>, %b: memref<17x6xi32, #chunks>,
                     %c: memref<6x13xi32, #cute>) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 7 {
      %x = affine.load %b[%j + 3, %i] : memref<17x6xi32, #chunks>
      affine.store %x, %a[%i, %j] : memref<6x7xi32, #rows>
      affine.store %x, %c[%i, %j + 6] : memref<6x13xi32, #cute>
    }
    affine.for %j = 0 to 6 {
      %x = affine.load %b[%j, %i] : memref<17x6xi32, #chunks>
      affine.store %x, %c[5 - %i, 5 - %j] : memref<6x13xi32, #cute>
    }
  }
  return
}

// A step before has offsets, the swizzle takes them away again.
#shifted = #layout.buffer<index_map<(i, j) -> (i + 1, j + 2)>, extent<[? + 1, ?]>, pad<3 : i32>,
                          index_map<(i, j) -> (j xor i mod 4, i)>, pad<undef>>

func.func @offsets(%a: memref<6x17xi32, #shifted>, %b: memref<6x17xi32, #rows>) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 17 {
      %x = affine.load %b[5 - %i, 16 - %j] : memref<6x17xi32, #rows>
      affine.store %x, %a[%i, %j] : memref<6x17xi32, #shifted>
    }
  }
  return
}

//      DRAW:#layout.buffer<index_map<(d0, d1) -> (d0, d1 xor (d0 mod 8))>, pad<0 : i32>>
// DRAW-NEXT:logical 6x7, physical 6x8: 6 of 48 places are padding
//      DRAW:    0 0,0 0,1 0,2 0,3 0,4 0,5 0,6 ░░░
// DRAW-NEXT:    1 1,1 1,0 1,3 1,2 1,5 1,4 ░░░ 1,6
// DRAW-NEXT:    2 2,2 2,3 2,0 2,1 2,6 ░░░ 2,4 2,5
// DRAW-NEXT:    3 3,3 3,2 3,1 3,0 ░░░ 3,6 3,5 3,4
// DRAW-NEXT:    4 4,4 4,5 4,6 ░░░ 4,0 4,1 4,2 4,3
// DRAW-NEXT:    5 5,5 5,4 ░░░ 5,6 5,1 5,0 5,3 5,2

// IR: func.func @transpose(%{{.*}}: memref<6x8xi32>
// IR-SAME: memref<17x8x8xi32
// IR-SAME: memref<96xi32>
// IR: affine.store %{{.*}}, %{{.*}}[%[[I:.*]], ((%[[J:.*]] floordiv 4 + %[[I]] floordiv 4) mod 2) * 4 + ((%[[J]] floordiv 2 + %[[I]] floordiv 2) mod 2) * 2 + (%[[I]] + %[[J]]) mod 2] : memref<6x8xi32>
