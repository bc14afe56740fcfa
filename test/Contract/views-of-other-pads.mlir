// A view of another layout has pad stages of its own, which write to padding of
// the buffer: that is written again where it is due.
// RUN: layout-check %s --load-pass-plugin=%test_plugin --entry=f --pipeline="builtin.module(test-layout-substitute{name=f by=g},layout-apply)"
// RUN: layout-check %s --load-pass-plugin=%test_plugin --entry=f --pipeline="builtin.module(test-layout-substitute{name=f by=g},layout-apply{pad-placement=before})"

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
#Z = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<9 : i32>>
func.func private @rd(%a: memref<14xi32, #Z>, %t: memref<1xi32> {llvm.noalias}) {
  %x = affine.load %a[0] : memref<14xi32, #Z>
  affine.store %x, %t[0] : memref<1xi32>
  return
}
func.func @f(%a: memref<14xi32, #L>, %t: memref<1xi32> {llvm.noalias}) {
  %x = affine.load %a[0] : memref<14xi32, #L>
  affine.store %x, %t[0] : memref<1xi32>
  return
}
func.func @g(%a: memref<14xi32, #L>, %t: memref<1xi32> {llvm.noalias}) {
  %c9 = arith.constant 9 : i32
  %p = layout.as_physical %a : memref<14xi32, #L> to memref<4x4xi32>
  affine.store %c9, %p[3, 2] : memref<4x4xi32>
  affine.store %c9, %p[3, 3] : memref<4x4xi32>
  %z = layout.as_logical %p : memref<4x4xi32> to memref<14xi32, #Z>
  call @rd(%z, %t) : (memref<14xi32, #Z>, memref<1xi32>) -> ()
  return
}
