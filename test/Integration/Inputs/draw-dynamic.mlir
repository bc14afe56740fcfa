func.func private @f(memref<?xi32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>>)
func.func private @g(memref<?x7x?xi32, #layout.buffer<
  index_map<(i, j, k) -> (i floordiv 8, j, k, i mod 4, (i floordiv 4) mod 2)>>>)
