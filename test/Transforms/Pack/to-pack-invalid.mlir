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
func.func @other_op(%a: tensor<14xf32, #tile>) -> f32 {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{takes or yields a tensor that has a layout, and has no form on packed ones}}
  %r = tensor.extract %a[%c0] : tensor<14xf32, #tile>
  return %r : f32
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @sum(%a: tensor<?xf32, #tile>, %e: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{has no form on packed tensors: loop 0 reduces, and it is not known whether tiles of 4 divide its extent, so padding would be summed up}}
  %r = linalg.reduce {arith.addf} ins(%a : tensor<?xf32, #tile>) outs(%e : tensor<f32>) dimensions = [0]
  return %r : tensor<f32>
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#any = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @traps(%a: tensor<14xi32, #tile>) -> tensor<14xi32, #any> {
  %e = tensor.empty() : tensor<14xi32, #any>
  // expected-error @+1 {{its body may trap or have an effect, and would be executed for padding; convert its operands to plain tensors}}
  %r = linalg.div ins(%a, %a : tensor<14xi32, #tile>, tensor<14xi32, #tile>) outs(%e : tensor<14xi32, #any>) -> tensor<14xi32, #any>
  return %r : tensor<14xi32, #any>
}

// -----

// `arith.remsi` is total for upstream's `isPure`, and traps all the same.

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#any = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
#id = affine_map<(i) -> (i)>
func.func @remainder_traps(%a: tensor<14xi32, #tile>) -> tensor<14xi32, #any> {
  %e = tensor.empty() : tensor<14xi32, #any>
  // expected-error @+1 {{its body may trap or have an effect, and would be executed for padding; convert its operands to plain tensors}}
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<14xi32, #tile>) outs(%e : tensor<14xi32, #any>) {
  ^bb0(%x: i32, %y: i32):
    %q = arith.remsi %x, %x : i32
    linalg.yield %q : i32
  } -> tensor<14xi32, #any>
  return %r : tensor<14xi32, #any>
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @plain_result(%a: tensor<14xf32, #tile>) -> tensor<14xf32> {
  %e = tensor.empty() : tensor<14xf32>
  // expected-error @+1 {{operand 1 has no tiles for loop 0, and tiles of 4 do not divide its extent}}
  %r = linalg.exp ins(%a : tensor<14xf32, #tile>) outs(%e : tensor<14xf32>) -> tensor<14xf32>
  return %r : tensor<14xf32>
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @plain_operand(%a: tensor<?xf32, #tile>, %b: tensor<?xf32>, %e: tensor<?xf32, #tile>) -> tensor<?xf32, #tile> {
  // expected-error @+1 {{operand 1 has no tiles for loop 0, and tiles of 4 do not divide its extent}}
  %r = linalg.add ins(%a, %b : tensor<?xf32, #tile>, tensor<?xf32>) outs(%e : tensor<?xf32, #tile>) -> tensor<?xf32, #tile>
  return %r : tensor<?xf32, #tile>
}

// -----

// A sum that is put into a trapping body would be computed for padding.

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<1 : i32>>
func.func @sum_traps(%a: tensor<14xi32, #tile>, %e: tensor<i32>) -> tensor<i32> {
  // expected-error @+1 {{its body may trap or have an effect, and would be executed for padding; convert its operands to plain tensors}}
  %r = linalg.reduce {arith.divsi} ins(%a : tensor<14xi32, #tile>) outs(%e : tensor<i32>) dimensions = [0]
  return %r : tensor<i32>
}

// -----

#none = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @sum_reads_none(%a: tensor<14xf32, #none>, %e: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{padding of operand 0 is pad<none>, which must not be accessed}}
  %r = linalg.reduce {arith.addf} ins(%a : tensor<14xf32, #none>) outs(%e : tensor<f32>) dimensions = [0]
  return %r : tensor<f32>
}

// -----

#none = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#any = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @reads_none(%a: tensor<14xf32, #none>) -> tensor<14xf32, #any> {
  %e = tensor.empty() : tensor<14xf32, #any>
  // expected-error @+1 {{padding of operand 0 is pad<none>, which must not be accessed}}
  %r = linalg.exp ins(%a : tensor<14xf32, #none>) outs(%e : tensor<14xf32, #any>) -> tensor<14xf32, #any>
  return %r : tensor<14xf32, #any>
}

// -----

#three = #layout.buffer<index_map<(i) -> (i floordiv 3, i mod 3)>, pad<undef>>
#four = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @two_tiles(%a: tensor<12xf32, #three>) -> tensor<12xf32, #four> {
  %e = tensor.empty() : tensor<12xf32, #four>
  // expected-error @+1 {{loop 0 is over tiles of 3 and of 4}}
  %r = linalg.exp ins(%a : tensor<12xf32, #three>) outs(%e : tensor<12xf32, #four>) -> tensor<12xf32, #four>
  return %r : tensor<12xf32, #four>
}
