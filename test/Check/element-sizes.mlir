// Elements have the size that they have on the machine that runs them, also where
// that of all of a local buffer is computed: an i65 takes 16 bytes, not 12.
// RUN: layout-check %s --entry=wide,wider --arg=1:3 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<18446744073709551617 : i65>>
func.func @wide(%a: memref<6xi65, #tile>, %n: index) {
  %h = memref.alloc() : memref<6xi65>
  memref.copy %a, %h : memref<6xi65, #tile> to memref<6xi65>
  %x = memref.load %h[%n] : memref<6xi65>
  affine.store %x, %a[0] : memref<6xi65, #tile>
  memref.dealloc %h : memref<6xi65>
  return
}

func.func @wider(%a: memref<7xi129>, %n: index) {
  %h = memref.alloca() : memref<7xi129>
  memref.copy %a, %h : memref<7xi129> to memref<7xi129>
  %x = memref.load %h[%n] : memref<7xi129>
  affine.store %x, %a[0] : memref<7xi129>
  return
}
