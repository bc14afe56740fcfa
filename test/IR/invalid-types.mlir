// Layouts that are wrong on the shape or element type of a type. Each error has a
// witness that can be checked by hand.
// RUN: layout-opt %s --verify-diagnostics --split-input-file

// buffer_c7
// expected-error @+1 {{the layout takes 1 indices, the type has rank 2}}
func.func private @buffer_c7(memref<4x4xi32, #layout.buffer<index_map<(i) -> (i)>>>)

// -----

// buffer_c7
// expected-error @+1 {{the layout takes 2 indices, the type has rank 1}}
func.func private @buffer_c7_tensor(tensor<4xi32, #layout.buffer<index_map<(i, j) -> (i, j)>>>)

// -----

// buffer_c8
// expected-error @+1 {{maps (0) to (-3)}}
func.func private @buffer_c8(memref<16xf32, #layout.buffer<index_map<(i) -> (2 * i - 3)>>>)

// -----

// buffer_c8: the only negative index is that of the last element.
// expected-error @+1 {{maps (0, 15) to (0, -1)}}
func.func private @buffer_c8_last(tensor<4x16xf32, #layout.buffer<index_map<(i, j) -> (i, 14 - j)>>>)

// -----

// buffer_c8: in the padding of the first step, which the second map must take too.
// expected-error @+1 {{step 2: places must not be negative, but the index map maps (0, 2) to (0, -1)}}
func.func private @buffer_c8_padding(memref<2xf32, #layout.buffer<index_map<(i) -> (0, i)>, extent<[1, 3]>, index_map<(a, b) -> (a, 1 - b)>>>)

// -----

// buffer_c8: the witness names the size.
// expected-error @+1 {{maps (5) to (-1) for N = 6}}
func.func private @buffer_c8_dynamic(memref<?xf32, #layout.buffer<index_map<(i) -> (4 - i)>>>)

// -----

// buffer_c9
// expected-error @+1 {{the index map must be one-to-one, but (0, 0) and (2, 0) both map to (0, 0)}}
func.func private @buffer_c9(memref<4x4xf32, #layout.buffer<index_map<(i, j) -> (i mod 2, j)>>>)

// -----

// buffer_c9
// expected-error @+1 {{(0) and (1) both map to (0)}}
func.func private @buffer_c9_constant(tensor<2xf32, #layout.buffer<index_map<(i) -> (0)>>>)

// -----

// buffer_c9: data does not collide with data, but with padding of the first step.
// expected-error @+1 {{step 2: the index map must be one-to-one, but (0) and (2) both map to (0)}}
func.func private @buffer_c9_padding(memref<2xf32, #layout.buffer<index_map<(i) -> (i)>, extent<[3]>, index_map<(a) -> (a mod 2)>>>)

// -----

// buffer_c9
// expected-error @+1 {{(0) and (4) both map to (0) for N = 5}}
func.func private @buffer_c9_dynamic(memref<?xf32, #layout.buffer<index_map<(i) -> (i mod 4)>>>)

// -----

// buffer_c10
// expected-error @+1 {{extent 3 of dimension 0 is less than 4, which the index map needs}}
func.func private @buffer_c10(memref<14xf32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, extent<[3, ?]>>>)

// -----

// buffer_c10: of an empty buffer, the formula is negative, and counts as 0.
// expected-error @+1 {{extent ? + 1 of dimension 0 expects a derived extent that is never negative, but it is -1 for N = 0}}
func.func private @buffer_c10_border(memref<?xf32, #layout.buffer<index_map<(i) -> (2 * i)>, extent<[? + 1]>>>)

// -----

// buffer_c10: the first step's box is empty then, the second one's derived from it.
// expected-error @+1 {{step 2: extent ? + 3 of dimension 0 expects a derived extent that is never negative, but it is -4 for N = 0}}
func.func private @buffer_c10_border_of_step(memref<?xf32, #layout.buffer<index_map<(i) -> (i)>, index_map<(i) -> (i * 5)>, extent<[? + 3]>>>)

// -----

// buffer_c11
// expected-error @+1 {{maps (1) to (0, 1), which the inverse takes to (2)}}
func.func private @buffer_c11(memref<14xf32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4), inverse (a, b) -> (4 * a + 2 * b)>>>)

// -----

// buffer_c12: (3, 2) and (3, 3) are padding; so is what they would copy.
// expected-error @+1 {{a pad must copy data, but padding (3, 2) copies (3, 2), which is padding}}
func.func private @buffer_c12_padding(memref<14xf32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b) -> (a, b)>>>)

// -----

// buffer_c12
// expected-error @+1 {{padding (1, 2) copies an element whose index overflows i64}}
func.func private @buffer_c12_far(memref<6xf32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b) -> (a, b + 9223372036854775807)>>>)

// -----

// buffer_c12
// expected-error @+1 {{padding (3, 2) copies (4, 0), which is outside the buffer}}
func.func private @buffer_c12_outside(memref<14xf32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b) -> (a + 1, 0)>>>)

// -----

// buffer_c12
// expected-error @+1 {{static shape}}
func.func private @buffer_c12_dynamic(memref<?xf32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b) -> (0, 0)>>>)

// -----

// pad_c5
// expected-error @+1 {{pad '#layout.pad<0 : i32>' does not fit the element type f32: the constant has type i32}}
func.func private @pad_c5_constant(tensor<14xf32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>>)

// -----

// pad_c5
// expected-error @+1 {{pad '#layout.pad<0 : si32>' does not fit the element type si32: a constant pad needs signless integers, indices or floats}}
func.func private @pad_c5_signed(tensor<14xsi32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : si32>>>)

// -----

// pad_c5
// expected-error @+1 {{does not fit the element type complex<f32>: a value pad needs a signless integer, an index or a float}}
func.func private @pad_c5_value(tensor<14xcomplex<f32>, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<value (a, b) -> (b)>>>)

// -----

// pad_c5: a scale of powers of two has no zero and no sign.
// expected-error @+1 {{does not fit the element type f8E8M0FNU: a value pad needs a float type with a sign and a zero}}
func.func private @pad_c5_scale(tensor<14xf8E8M0FNU, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<value (a, b) -> (b)>>>)

// -----

// pad_c5: in whichever step.
// expected-error @+1 {{pad '#layout.pad<0 : i64>' does not fit the element type i32}}
func.func private @pad_c5_second_step(tensor<14xi32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>, index_map<(a, b) -> (b, a)>, pad<0>>>)

// -----

// pad_c5: a memref layout is not told its element type.
func.func private @pad_c5_memref(memref<14xf32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>>)

// -----

// A laid-out memref is not strided, nor plain.
func.func @cast_to_other_pad(%a: memref<14xf32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>>) {
  // expected-error @+1 {{are cast incompatible}}
  %b = memref.cast %a : memref<14xf32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>>
      to memref<14xf32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<1.0 : f32>>>
  return
}

// -----

func.func @cast_drops_separators(%a: memref<4x4xf32, #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[1]>>>) {
  // expected-error @+1 {{are cast incompatible}}
  %b = memref.cast %a : memref<4x4xf32, #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[1]>>> to memref<4x4xf32>
  return
}
