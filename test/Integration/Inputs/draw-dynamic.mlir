func.func private @f(memref<?xi32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>>)
