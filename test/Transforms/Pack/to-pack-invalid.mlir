// RUN: layout-opt %s --split-input-file --verify-diagnostics --layout-to-pack

#inside = #layout.buffer<index_map<(i, j) -> (i floordiv 4, i mod 4, j)>, pad<undef>>
// expected-error @+1 {{has a tensor that linalg.pack cannot make, 'tensor<14x3xf32, #layout.buffer<index_map<(d0, d1) -> (d0 floordiv 4, d0 mod 4, d1)>, pad<undef>>>': axis 1, 'd0 mod 4', is not a dimension of its own or its tiles}}
func.func @place_of_tiles(%a: tensor<14x3xf32, #inside>) {
  return
}

// -----

#offset = #layout.buffer<index_map<(i) -> (i + 1)>, pad<undef>>
// expected-error @+1 {{axis 0, 'd0 + 1', is not a dimension of its own or its tiles}}
func.func @offset(%a: tensor<14xf32, #offset>) {
  return
}

// -----

#nested = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<undef>, index_map<(a, b) -> (a, b floordiv 4, b mod 4)>, pad<undef>>
// expected-error @+1 {{axis 1, '(d0 mod 8) floordiv 4', is not the place in a tile of a dimension}}
func.func @tiles_of_tiles(%a: tensor<14xf32, #nested>) {
  return
}

// -----

#extent = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, extent<[6, 4]>, pad<undef>>
// expected-error @+1 {{axis 0 has the extent 6, not 4}}
func.func @extent(%a: tensor<14xf32, #extent>) {
  return
}

// -----

#place = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<value (a, b) -> (a + b)>>
// expected-error @+1 {{what its padding holds depends on the place, and linalg.pack writes one number}}
func.func @value(%a: tensor<14xf32, #place>) {
  return
}

// -----

#copy = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b) -> (0, 0)>>
// expected-error @+1 {{its padding holds copies of elements, and linalg.pack writes one number}}
func.func @copy(%a: tensor<14xf32, #copy>) {
  return
}

// -----

#separated = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>, axis_separator<[1]>>
// expected-error @+1 {{it has axis separators}}
func.func @separated(%a: tensor<14xf32, #separated>) {
  return
}

// -----

#steps = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<0.0 : f32>, index_map<(a, b, c) -> (a floordiv 2, b, c, a mod 2)>, pad<1.0 : f32>>
// expected-error @+1 {{its steps have different pads, and linalg.pack has one}}
func.func @pads(%a: tensor<5x7xf32, #steps>) {
  return
}

// -----

#none = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @none(%a: tensor<14xf32>) -> tensor<14xf32, #none> {
  // expected-error @+1 {{makes a tensor of padding that must not be accessed}}
  %r = layout.convert %a : tensor<14xf32> to tensor<14xf32, #none>
  return %r : tensor<14xf32, #none>
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>
func.func @extent_unknown(%a: tensor<?xf32, #tile>) -> tensor<?xf32> {
  // expected-error @+1 {{cannot be expressed as linalg.unpack: the extent of dimension 0 is not known of the packed tensor alone}}
  %r = layout.convert %a : tensor<?xf32, #tile> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>
func.func @dim(%a: tensor<?xf32, #tile>) -> index {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{cannot be expressed on a packed tensor: the extent of dimension 0 is not known of the packed tensor alone}}
  %r = tensor.dim %a, %c0 : tensor<?xf32, #tile>
  return %r : index
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @sum(%a: tensor<?xf32, #tile>, %e: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{works on plain tensors, and its operand cannot be unpacked: the extent of dimension 0 is not known of the packed tensor alone; unpack where the plain tensor or its size is at hand}}
  %r = linalg.reduce {arith.addf} ins(%a : tensor<?xf32, #tile>) outs(%e : tensor<f32>) dimensions = [0]
  return %r : tensor<f32>
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @plain_operand(%a: tensor<?xf32, #tile>, %b: tensor<?xf32>, %e: tensor<?xf32, #tile>) -> tensor<?xf32, #tile> {
  // expected-error @+1 {{works on plain tensors, and its operand cannot be unpacked: the extent of dimension 0 is not known of the packed tensor alone}}
  %r = linalg.add ins(%a, %b : tensor<?xf32, #tile>, tensor<?xf32>) outs(%e : tensor<?xf32, #tile>) -> tensor<?xf32, #tile>
  return %r : tensor<?xf32, #tile>
}

// -----

// What the branch yields has a layout, so the op alone cannot be made one of
// plain tensors.
#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @shared(%a: tensor<14xf32, #tile>, %s: tensor<1xf32>) -> tensor<14xf32, #tile> {
  // expected-error @+1 {{has no form on packed tensors: only linalg ops are packed; convert to plain tensors around it, by layout.convert}}
  %r = scf.forall (%i) in (14) shared_outs(%o = %a) -> tensor<14xf32, #tile> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<14xf32, #tile>
    }
  }
  return %r : tensor<14xf32, #tile>
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @no_pad(%a: tensor<20xf32>) -> tensor<10xf32, #tile> {
  // expected-error @+1 {{makes a tensor of padding that must not be accessed}}
  %r = tensor.extract_slice %a[0] [10] [2] : tensor<20xf32> to tensor<10xf32, #tile>
  return %r : tensor<10xf32, #tile>
}
