func.func private @f(memref<3000xf32, #layout.buffer<index_map<(i) -> ((i * 8) mod 12007)>>>)
