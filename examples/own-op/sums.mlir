// The sums of the columns of %a, no less than %low and no more than %high.
#blocks = #layout.buffer<index_map<(i, j) -> (j floordiv 16, i, j mod 16)>, pad<0.0 : f32>>
#lanes = #layout.buffer<index_map<(j) -> (j floordiv 16, j mod 16)>, pad<0.0 : f32>>

func.func @sums(%a: memref<8x61xf32> {layout.transform = #blocks},
                %b: memref<61xf32> {layout.transform = #lanes},
                %low: f32, %high: f32) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 61 {
      %x = affine.load %a[%i, %j] : memref<8x61xf32>
      own.add_to %x, %b[%j] : memref<61xf32>
    }
  }
  own.clamp %b, %low, %high : memref<61xf32>
  return
}
