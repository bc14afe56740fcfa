// Storage that has a plain name, too, has no padding that is undefined: what is
// stored by that name may be needed by it.
// RUN: layout-check %s --load-pass-plugin=%test_plugin --entry=f --pipeline="builtin.module(test-layout-substitute{name=f by=g},layout-apply,layout-remove-noop,layout-overcompute)"

#U = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @f(%a: memref<4x4xi32>, %t: memref<1xi32> {llvm.noalias}) {
  %c5 = arith.constant 5 : i32
  affine.store %c5, %a[3, 3] : memref<4x4xi32>
  %x = affine.load %a[0, 0] : memref<4x4xi32>
  affine.store %x, %t[0] : memref<1xi32>
  return
}
func.func @g(%a: memref<4x4xi32>, %t: memref<1xi32> {llvm.noalias}) {
  %c5 = arith.constant 5 : i32
  affine.store %c5, %a[3, 3] : memref<4x4xi32>
  %z = layout.as_logical %a : memref<4x4xi32> to memref<14xi32, #U>
  %x = affine.load %z[0] : memref<14xi32, #U>
  affine.store %x, %t[0] : memref<1xi32>
  return
}
