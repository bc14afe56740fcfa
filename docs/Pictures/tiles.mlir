func.func private @tiles(memref<6x7xf32, #layout.buffer<
    index_map<(i, j) -> (i floordiv 4, j floordiv 4, i mod 4, j mod 4)>, pad<0.0 : f32>>>)
