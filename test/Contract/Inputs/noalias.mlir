#pad0 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @a5(%x: memref<14xi32, #pad0>, %y: memref<14xi32, #pad0>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %x[%i] : memref<14xi32, #pad0>
    affine.store %a, %y[%i] : memref<14xi32, #pad0>
  }
  return
}
