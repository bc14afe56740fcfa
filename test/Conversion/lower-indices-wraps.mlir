// A number that may be as large as numbers get has sums that wrap: they are divided with their sign.
// RUN: layout-check %s --entry=f --bounds --arg=2:-1 --pipeline="builtin.module(layout-apply,layout-lower-indices)"
// RUN: layout-check %s --entry=f --bounds --arg=2:12 --pipeline="builtin.module(layout-apply,layout-lower-indices)"
#swizzled = #layout.buffer<index_map<(i, j) -> (i, (j floordiv 8) xor (i mod 8), j mod 8)>>
func.func @f(%a: memref<8x64xi32, #swizzled>, %b: memref<8x64xi32>, %s: index) {
  %c1 = arith.constant 1 : index
  %y = arith.shrui %s, %c1 : index
  %r = affine.apply affine_map<(y) -> (((y + 2) floordiv 3) mod 8)>(%y)
  affine.for %j = 0 to 64 {
    %v = memref.load %a[%r, %j] : memref<8x64xi32, #swizzled>
    memref.store %v, %b[%r, %j] : memref<8x64xi32>
  }
  return
}
