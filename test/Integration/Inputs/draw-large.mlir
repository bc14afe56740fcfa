func.func private @f(memref<2000000xf32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>>)
