// Attributes that are wrong by themselves, whatever type they stand in. Numbers
// are those of the constraints in the dialect reference.
// RUN: layout-opt %s --verify-diagnostics --split-input-file

//===----------------------------------------------------------------------===//
// index_map
//===----------------------------------------------------------------------===//

// index_map_c1: the symbol is named.
// expected-error @+1 {{an index map has no symbols, but names the symbol 's'}}
#index_map_c1 = #layout.index_map<(i)[s] -> (i floordiv s, i mod s)>

// -----

// MLIR would fold this to 0.
// expected-error @+1 {{the constants of an index expression must fit into 64 bits, also when its terms are summed up, which those of 'd0 * 4611686018427387904' * '4' do not}}
#index_map_wraps_product = #layout.index_map<(i) -> (i * 4611686018427387904 * 4)>

// -----

// ... and this to d0 * -9223372036854775808.
// expected-error @+1 {{which those of 'd0 * 4611686018427387904' + 'd0 * 4611686018427387904' do not}}
#index_map_wraps_sum = #layout.index_map<(i) -> (i * 4611686018427387904 + i * 4611686018427387904)>

// -----

// expected-error @+1 {{which those of 'd0 + 4611686018427387904' - '-4611686018427387904' do not}}
#index_map_wraps_constant = #layout.index_map<(i) -> (i + 4611686018427387904 - -4611686018427387904)>

// -----

// expected-error @+1 {{must fit into 64 bits}}
#index_map_wraps_inverse = #layout.index_map<(i) -> (i), inverse (a) -> (a * 4611686018427387904 * 4 + a)>

// -----

// expected-error @+1 {{must fit into 64 bits}}
#pad_wraps = #layout.pad<value (a, b) -> (a * 4611686018427387904 * 4 + b)>

// -----

// These do not wrap.
#index_map_at_the_end = #layout.index_map<(i) -> (i * 4611686018427387904 + i * 4611686018427387903)>
#index_map_divides = #layout.index_map<(i) -> (i floordiv 4611686018427387904 floordiv 4, (i * 4611686018427387904) mod 4611686018427387904 * 8)>

// -----

// index_map_c1
// expected-error @+1 {{an inverse has no symbols, but names the symbol 'tile'}}
#index_map_c1_inverse = #layout.index_map<(i) -> (i), inverse (a)[tile] -> (a)>

// -----

// index_map_c2
// expected-error @+1 {{division by 0 in 'd0 floordiv 0'}}
#index_map_c2_floordiv = #layout.index_map<(i) -> (i floordiv 0)>

// -----

// index_map_c2
// expected-error @+1 {{division by 0 in 'd0 mod 0'}}
#index_map_c2_mod = #layout.index_map<(i, j) -> (j, 4 + i mod 0)>

// -----

// index_map_c2
// expected-error @+1 {{division by -4 in 'd0 ceildiv -4'}}
#index_map_c2_negative = #layout.index_map<(i) -> (i ceildiv (-4))>

// -----

// index_map_c2
// expected-error @+1 {{division by 0 in 'd1 mod 0'}}
#index_map_c2_inverse = #layout.index_map<(i) -> (i floordiv 4, i mod 4), inverse (a, b) -> (4 * a + b mod 0)>

// -----

// index_map_c3
// expected-error @+1 {{the inverse takes 1 indices, the map has 2 results}}
#index_map_c3_indices = #layout.index_map<(i) -> (i floordiv 4, i mod 4), inverse (a) -> (a)>

// -----

// index_map_c3
// expected-error @+1 {{the inverse has 2 results, the map takes 1 indices}}
#index_map_c3_results = #layout.index_map<(i) -> (i floordiv 4, i mod 4), inverse (a, b) -> (a, b)>

// -----

// expected-error @+1 {{two indices are named 'i'}}
#index_map_same_name = #layout.index_map<(i, i) -> (i)>

// -----

// expected-error @+1 {{expected the name of an index}}
#index_map_no_name = #layout.index_map<(1) -> (1)>

// -----

// expected-error @+1 {{expected the name of an index}}
#index_map_trailing_comma = #layout.index_map<(i, ) -> (i)>

// -----

// expected-error @+1 {{expected the name of a symbol}}
#index_map_no_symbol_name = #layout.index_map<(i)[] -> (i)>

// -----

// expected-error @+1 {{use of undeclared identifier}}
#index_map_unknown_name = #layout.index_map<(i) -> (j)>

// -----

// expected-error @+1 {{non-affine expression: at least one of the multiply operands has to be either a constant or symbolic}}
#index_map_not_affine = #layout.index_map<(i, j) -> (i * j)>

// -----

// expected-error @+1 {{non-affine expression: right operand of floordiv has to be either a constant or symbolic}}
#index_map_divides_by_index = #layout.index_map<(i, j) -> (i floordiv j)>

// -----

// expected-error @+1 {{expected '('}}
#index_map_without_map = #layout.index_map<>

// -----

// expected-error @+1 {{expected '->'}}
#index_map_without_results = #layout.index_map<(i)>

// -----

// expected-error @+1 {{expected 'inverse'}}
#index_map_second_map = #layout.index_map<(i) -> (i), (a) -> (a)>

// -----

// expected-error @+1 {{expected '>'}}
#index_map_rest = #layout.index_map<(i) -> (i) pad>

// -----

// expected-error @+1 {{layout string "NHW#": unexpected character '#' at position 3}}
#index_map_bad_string = #layout.index_map<"NHW#" -> "NCHW">

// -----

// expected-error @+1 {{layout string "NCHW4": number 4 at the end names no axis}}
#index_map_bad_second_string = #layout.index_map<"NHWC" -> "NCHW4">

// -----

// expected-error @+1 {{layout string "NNHW": primal axis 'N' occurs twice}}
#index_map_string_axis_twice = #layout.index_map<"NNHW" -> "NHW">

// -----

// expected-error @+1 {{no index map leads from "NHWC" to "NCHWD": axis 'D' of NCHWD is not in NHWC}}
#index_map_other_axes = #layout.index_map<"NHWC" -> "NCHWD">

// -----

// expected-error @+1 {{expected string}}
#index_map_half_string = #layout.index_map<"NHWC" -> (n)>

// -----

//===----------------------------------------------------------------------===//
// extent
//===----------------------------------------------------------------------===//

// extent_c1
// expected-error @+1 {{extent -3 is negative}}
#extent_c1 = #layout.extent<[4, -3]>

// -----

// extent_c1: not read as the mark of a dynamic extent.
// expected-error @+1 {{extent -9223372036854775808 is negative}}
#extent_c1_least = #layout.extent<[-9223372036854775808]>

// -----

// expected-error @+1 {{expected integer value}}
#extent_word = #layout.extent<[n]>

// -----

// extent_c1
// expected-error @+1 {{border -1 is negative}}
#extent_c1_border = #layout.extent<[4, ? + -1]>

// -----

// expected-error @+1 {{expected '+' after '?', as an extent is at least the derived one}}
#extent_minus = #layout.extent<[? - 1]>

// -----

// expected-error @+1 {{expected integer value}}
#extent_border_word = #layout.extent<[? + n]>

// -----

// expected-error @+1 {{integer value too large}}
#extent_border_large = #layout.extent<[? + 9223372036854775808]>

// -----

// The border stands behind the derived extent.
// expected-error @+1 {{expected ']'}}
#extent_border_first = #layout.extent<[1 + ?]>

// -----

// expected-error @+1 {{expected '['}}
#extent_without_list = #layout.extent<4>

// -----

//===----------------------------------------------------------------------===//
// axis_separator
//===----------------------------------------------------------------------===//

// axis_separator_c1
// expected-error @+1 {{separator 0 leaves no axis before it}}
#axis_separator_c1_zero = #layout.axis_separator<[0]>

// -----

// axis_separator_c1
// expected-error @+1 {{separator -1 is negative}}
#axis_separator_c1_negative = #layout.axis_separator<[-1]>

// -----

// axis_separator_c2
// expected-error @+1 {{separators must ascend, but 1 follows 3}}
#axis_separator_c2 = #layout.axis_separator<[3, 1]>

// -----

// axis_separator_c2
// expected-error @+1 {{separators must ascend, but 2 follows 2}}
#axis_separator_c2_twice = #layout.axis_separator<[2, 2]>

// -----

//===----------------------------------------------------------------------===//
// pad
//===----------------------------------------------------------------------===//

// pad_c1
// expected-error @+1 {{the map of a value pad must have exactly one result, not 2}}
#pad_c1 = #layout.pad<value (a, b) -> (a, b)>

// -----

// pad_c1
// expected-error @+1 {{the map of a value pad must have exactly one result, not 0}}
#pad_c1_none = #layout.pad<value (a, b) -> ()>

// -----

// pad_c2
// expected-error @+1 {{the map of a copying pad must have as many results as indices, not 1 for 2}}
#pad_c2 = #layout.pad<(a, b) -> (a)>

// -----

// pad_c3
// expected-error @+1 {{a pad has no symbols, but names the symbol 's'}}
#pad_c3_symbol = #layout.pad<value (a)[s] -> (a + s)>

// -----

// pad_c3
// expected-error @+1 {{division by 0 in 'd0 mod 0'}}
#pad_c3_mod = #layout.pad<(a) -> (a mod 0)>

// -----

// pad_c4
// expected-error @+1 {{a constant pad is an integer, a float or a dense vector, not "zero"}}
#pad_c4_string = #layout.pad<"zero">

// -----

// pad_c4
// expected-error @+1 {{a constant pad is an integer, a float or a dense vector, not dense<0> : tensor<4xi32>}}
#pad_c4_tensor = #layout.pad<dense<0> : tensor<4xi32>>

// -----

// expected-error @+1 {{a pad is 'none', 'undef', a constant, 'value' with a map, or a map}}
#pad_array = #layout.pad<[0]>

// -----

// expected-error @+1 {{a pad is 'none', 'undef', a constant, 'value' with a map, or a map}}
#pad_word = #layout.pad<zero>

// -----

// expected-error @+1 {{expected '('}}
#pad_value_without_map = #layout.pad<value 0>

// -----

// expected-error @+1 {{expected '>'}}
#pad_two = #layout.pad<undef, none>

// -----

//===----------------------------------------------------------------------===//
// buffer
//===----------------------------------------------------------------------===//

// buffer_c1
// expected-error @+1 {{a buffer layout starts with an index_map}}
#buffer_c1_empty = #layout.buffer<>

// -----

// buffer_c1
// expected-error @+1 {{a buffer layout starts with an index_map}}
#buffer_c1_pad_first = #layout.buffer<pad<undef>, index_map<(i) -> (i)>>

// -----

// buffer_c1
// expected-error @+1 {{a buffer layout starts with an index_map}}
#buffer_c1_separator_only = #layout.buffer<axis_separator<[1]>>

// -----

// buffer_c1
// expected-error @+1 {{pad is stated twice for one index_map}}
#buffer_c1_two_pads = #layout.buffer<index_map<(i) -> (i)>, pad<undef>, pad<none>>

// -----

// buffer_c1
// expected-error @+1 {{extent is stated twice for one index_map}}
#buffer_c1_two_extents = #layout.buffer<index_map<(i) -> (i)>, extent<[4]>, extent<[4]>>

// -----

// buffer_c1
// expected-error @+1 {{nothing follows the axis_separator}}
#buffer_c1_after_separator = #layout.buffer<index_map<(i) -> (i, 0)>, axis_separator<[1]>, pad<undef>>

// -----

// buffer_c1
// expected-error @+1 {{nothing follows the axis_separator}}
#buffer_c1_two_separators = #layout.buffer<index_map<(i) -> (i, 0)>, axis_separator<[1]>, axis_separator<[1]>>

// -----

// buffer_c1
// expected-error @+1 {{a buffer layout consists of index_map, extent, pad and axis_separator}}
#buffer_c1_word = #layout.buffer<index_map<(i) -> (i)>, texture<read>>

// -----

// buffer_c1
// expected-error @+1 {{a buffer layout consists of index_map, extent, pad and axis_separator}}
#buffer_c1_attribute = #layout.buffer<index_map<(i) -> (i)>, #layout.texture<read>>

// -----

// buffer_c1
// expected-error @+1 {{a buffer layout consists of index_map, extent, pad and axis_separator, and starts as index_map<(i) -> (i floordiv 4, i mod 4)>, or with a layout string inside, as index_map<"NCHW" -> "NCHW4c">}}
#buffer_c1_affine_map = #layout.buffer<affine_map<(i) -> (i)>>

// -----

// buffer_c1
// expected-error @+1 {{a buffer layout consists of index_map, extent, pad and axis_separator, and starts as index_map<(i) -> (i floordiv 4, i mod 4)>, or with a layout string inside, as index_map<"NCHW" -> "NCHW4c">}}
#buffer_c1_bare_map = #layout.buffer<(i) -> (i floordiv 4, i mod 4)>

// -----

// buffer_c2
// expected-error @+1 {{the index map of step 2 takes 1 indices, that of step 1 has 2 results}}
#buffer_c2 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, index_map<(i) -> (i)>>

// -----

// buffer_c3
// expected-error @+1 {{step 1 has 1 extents, its index map has 2 results}}
#buffer_c3 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, extent<[4]>>

// -----

// buffer_c4
// expected-error @+1 {{the pad of step 1 takes 1 indices, its index map has 2 results}}
#buffer_c4_value = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<value (i) -> (i)>>

// -----

// buffer_c4: the pad of a step speaks of the results of that step, not of the last.
// expected-error @+1 {{the pad of step 1 takes 3 indices, its index map has 2 results}}
#buffer_c4_copy = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b, c) -> (a, b, c)>,
                                 index_map<(a, b) -> (a, b floordiv 2, b mod 2)>>

// -----

// buffer_c5
// expected-error @+1 {{separator 2 is not inside the physical rank 2; expects separators from 1 to 1}}
#buffer_c5 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, axis_separator<[1, 2]>>

// -----

// buffer_c6: each step doubles the expressions.
// expected-error @+1 {{the index maps of 15 steps, composed, name an index more than 20000 times in one result}}
#buffer_c6 = #layout.buffer<
                                 index_map<(i, j) -> (i + j floordiv 2, j + i floordiv 2)>,
                                 index_map<(i, j) -> (i + j floordiv 2, j + i floordiv 2)>,
                                 index_map<(i, j) -> (i + j floordiv 2, j + i floordiv 2)>,
                                 index_map<(i, j) -> (i + j floordiv 2, j + i floordiv 2)>,
                                 index_map<(i, j) -> (i + j floordiv 2, j + i floordiv 2)>,
                                 index_map<(i, j) -> (i + j floordiv 2, j + i floordiv 2)>,
                                 index_map<(i, j) -> (i + j floordiv 2, j + i floordiv 2)>,
                                 index_map<(i, j) -> (i + j floordiv 2, j + i floordiv 2)>,
                                 index_map<(i, j) -> (i + j floordiv 2, j + i floordiv 2)>,
                                 index_map<(i, j) -> (i + j floordiv 2, j + i floordiv 2)>,
                                 index_map<(i, j) -> (i + j floordiv 2, j + i floordiv 2)>,
                                 index_map<(i, j) -> (i + j floordiv 2, j + i floordiv 2)>,
                                 index_map<(i, j) -> (i + j floordiv 2, j + i floordiv 2)>,
                                 index_map<(i, j) -> (i + j floordiv 2, j + i floordiv 2)>,
                                 index_map<(i, j) -> (i + j floordiv 2, j + i floordiv 2)>,
                                 index_map<(i, j) -> (i + j floordiv 2, j + i floordiv 2)>>

// -----

// expected-error @+1 {{expected '<'}}
func.func private @buffer_without_parts() attributes {x = #layout.buffer}

// -----

//===----------------------------------------------------------------------===//
// texture, and no attribute at all
//===----------------------------------------------------------------------===//

// expected-error @+2 {{to be one of: read, write, readwrite}}
// expected-error @+1 {{failed to parse Layout_TextureAttr parameter 'access'}}
#texture_sample = #layout.texture<sample>

// -----

// expected-error @+1 {{unknown attribute `matrix` in dialect `layout`}}
#unknown = #layout.matrix<4>
