// What is no layout of a memref is parsed as its memory space.
// RUN: layout-opt %s --split-input-file --layout-assign --verify-diagnostics
// RUN: layout-opt %s --split-input-file --layout-apply --verify-diagnostics

#tile = #layout.index_map<(i) -> (i floordiv 4, i mod 4)>
func.func @index_map() {
  // expected-error @below {{'memref.alloc' op has the memory space #layout.index_map<(d0) -> (d0 floordiv 4, d0 mod 4)> in 'memref<14xf32, #layout.index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>'; expects a layout of a memref to be stated as #layout.buffer<...>}}
  %a = memref.alloc() : memref<14xf32, #tile>
  return
}

// -----

// expected-error @below {{'func.func' op has the memory space #layout.pad<undef>}}
func.func @pad(%a: memref<14xf32, #layout.pad<undef>>) {
  return
}

// -----

func.func @texture(%a: memref<14x4xf32, #layout.texture<read>>) {
  return
}
