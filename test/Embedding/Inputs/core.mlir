#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>
#texture = #layout.buffer<index_map<"NHWC" -> "NCHW4c">, pad<0.0 : f32>, axis_separator<[3]>>

func.func private @twice(%x: memref<14xf32>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %x[%i] : memref<14xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %x[%i] : memref<14xf32>
  }
  return
}

func.func @f(%x: memref<14xf32> {layout.transform = #tiles}, %y: memref<14xf32>) {
  func.call @twice(%x) : (memref<14xf32>) -> ()
  memref.copy %x, %y : memref<14xf32> to memref<14xf32>
  return
}

func.func @images(%x: memref<2x3x5x7xf32, #texture>, %y: memref<2x3x5x7xf32>) {
  memref.copy %x, %y : memref<2x3x5x7xf32, #texture> to memref<2x3x5x7xf32>
  return
}
