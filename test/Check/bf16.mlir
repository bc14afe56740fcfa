// What is loaded is what is stored, subnormal numbers included, however values go
// from block to block between bounds checks: also where the processor rounds to
// bf16 by itself, and then takes subnormal numbers for zero.
// RUN: layout-check %s --entry=move --arg=1:2 --arg=2:3 --seed=1 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=move --arg=1:2 --arg=2:3 --seed=2 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"

#transposed = #layout.buffer<index_map<(i, j) -> (j, i)>>
func.func @move(%a: memref<6x9xbf16> {layout.transform = #transposed}, %o: index, %p: index) -> bf16 {
  %c0 = arith.constant 0 : index
  %v = memref.subview %a[%o, 1] [3, 4] [1, 2] : memref<6x9xbf16> to memref<3x4xbf16, strided<[9, 2], offset: ?>>
  %w = memref.subview %v[1, 0] [1, 4] [1, 1] : memref<3x4xbf16, strided<[9, 2], offset: ?>> to memref<4xbf16, strided<[2], offset: ?>>
  %t = memref.transpose %v (i, j) -> (j, i) : memref<3x4xbf16, strided<[9, 2], offset: ?>> to memref<4x3xbf16, strided<[2, 9], offset: ?>>
  affine.for %i = 0 to 3 {
    %x = memref.load %w[%i] : memref<4xbf16, strided<[2], offset: ?>>
    memref.store %x, %t[%i, %c0] : memref<4x3xbf16, strided<[2, 9], offset: ?>>
  }
  %r = memref.load %t[%p, %c0] : memref<4x3xbf16, strided<[2, 9], offset: ?>>
  return %r : bf16
}
