// Transfers in vector.mask, of plain and of laid-out buffers, with masks of some lanes,
// as upstream's lowering of vector.mask has them.
// RUN: layout-check %s --entry=plain --arg=2:1 --arg=3:2 --arg=4:3 --arg=5:5 --pipeline="builtin.module(layout-legalize{only=vectors})"
// RUN: layout-check %s --entry=plain --arg=2:6 --arg=3:7 --arg=4:4 --arg=5:8 --pipeline="builtin.module(layout-legalize{only=vectors})"
// RUN: layout-check %s --entry=laid_out --arg=3:3 --arg=4:5 --pipeline="builtin.module(layout-apply,layout-optimize)"
// RUN: layout-check %s --entry=laid_out --arg=3:0 --arg=4:8 --pipeline="builtin.module(layout-apply)"
// RUN: layout-opt %s --layout-compile -o /dev/null

// Of a transfer that may leave the buffer, too.
func.func @plain(%m: memref<9x13xf32>, %o: memref<2x4x8xf32>, %i: index, %j: index, %n: index, %k: index) {
  %z = arith.constant 5.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %mk = vector.create_mask %n, %k : vector<4x8xi1>
  %r = vector.mask %mk { vector.transfer_read %m[%i, %j], %z : memref<9x13xf32>, vector<4x8xf32> } : vector<4x8xi1> -> vector<4x8xf32>
  %o0 = memref.subview %o[0, 0, 0] [1, 4, 8] [1, 1, 1] : memref<2x4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
  vector.transfer_write %r, %o0[%c0, %c0] {in_bounds = [true, true]} : vector<4x8xf32>, memref<4x8xf32, strided<[8, 1]>>
  vector.mask %mk { vector.transfer_write %r, %o[%c1, %c0, %c0] {in_bounds = [true, true]} : vector<4x8xf32>, memref<2x4x8xf32> } : vector<4x8xi1>
  return
}

#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j floordiv 8, i mod 4, j mod 8)>, pad<0.0 : f32>>
func.func @laid_out(%m: memref<9x13xf32, #tiles>, %o: memref<8x4xf32>, %q: memref<8x4xf32>, %n: index, %k: index) {
  %z = arith.constant 5.0 : f32
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %mk = vector.create_mask %n, %k : vector<4x8xi1>
  %p = vector.transfer_read %q[%c0, %c0], %z {in_bounds = [true, true]} : memref<8x4xf32>, vector<8x4xf32>
  %r = vector.mask %mk, %p { vector.transfer_read %m[%c3, %c3], %z {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (j, i)>} : memref<9x13xf32, #tiles>, vector<8x4xf32> } : vector<4x8xi1> -> vector<8x4xf32>
  vector.transfer_write %r, %o[%c0, %c0] {in_bounds = [true, true]} : vector<8x4xf32>, memref<8x4xf32>
  return
}
