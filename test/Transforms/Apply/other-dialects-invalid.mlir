// RUN: layout-opt --load-dialect-plugin=%test_plugin --load-pass-plugin=%test_plugin %s --split-input-file --layout-apply --verify-diagnostics

#zero = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<0.0 : f32>>
func.func @padding(%a: memref<6x10xf32, #zero>) {
  // expected-error@+1 {{'layout_test.negate' op would access the padding of 'memref<6x10xf32, #layout.buffer}}
  layout_test.negate %a : memref<6x10xf32, #zero>
  return
}

// -----

// Nor where it is not known whether there is any.
#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>

func.func @unknown_padding(%a: memref<?xf32, #tile>) {
  // expected-error@+1 {{'layout_test.negate' op would access the padding of 'memref<?xf32, #layout.buffer}}
  layout_test.negate %a : memref<?xf32, #tile>
  return
}

// -----

#any = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<undef>>
func.func @rank(%a: memref<6x10xf32, #any>) {
  // expected-error@+1 {{does not verify with the physical types of its laid-out buffers; give it LayoutAccessOpInterface}}
  layout_test.rows %a : memref<6x10xf32, #any>
  return
}

// -----

// It would tell the physical shape.
#any = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j, i mod 4)>, pad<undef>>
func.func @shape(%a: memref<6x10xf32, #any>) -> index {
  // expected-error@+1 {{cannot be rewritten for a laid-out buffer}}
  %n = layout_test.first_extent %a : memref<6x10xf32, #any>
  return %n : index
}
