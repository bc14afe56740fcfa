// What is wrong with an `xor` or a swizzle, by itself (index_map_c4) or on a shape
// (buffer_c13).
// RUN: layout-opt %s --allow-unregistered-dialect --verify-diagnostics --split-input-file

// expected-error @+1 {{expects all operands of xor but one to be bounded by their structure, as 'i mod 8' is}}
#map = #layout.index_map<(i, j) -> (i, j xor i)>

// -----

// expected-error @+1 {{an operand of xor must not be negative, but one is -1}}
#map = #layout.index_map<(i, j) -> (i, j xor -1)>

// -----

// A remainder that is subtracted from less than its last value.
// expected-error @+1 {{an operand of xor must not be negative, but '-(d0 mod 8) + 6' may be -1}}
#map = #layout.index_map<(i, j) -> (i, j xor 6 - i mod 8)>

// -----

// expected-error @+1 {{an operand of xor has more than 62 bits}}
#map = #layout.index_map<(i, j) -> (i, j xor i mod 9223372036854775807)>

// -----

// expected-error @+1 {{xor, written out bit by bit, names an index more than 20000 times}}
#map = #layout.index_map<(i, j) -> (((((((((j xor i mod 2048) + 1) xor i mod 2048) + 1) xor i mod 2048) + 1) xor i mod 2048) + 1) xor i mod 2048, i)>

// -----

// expected-error @+1 {{expected affine expression}}
#map = #layout.index_map<(i, j) -> (i, j xor)>

// -----

// expected-error @+1 {{use of undeclared identifier}}
#map = #layout.index_map<(i, j) -> (i, xor j)>

// -----

// expected-error @+1 {{swizzle<3, 2, 2> reads bits that it writes; expects |shift| >= bits}}
#map = #layout.index_map<(i) -> (swizzle<3, 2, 2>(i))>

// -----

// expected-error @+1 {{swizzle<3, 2, -2> reads bits that it writes; expects |shift| >= bits}}
#map = #layout.index_map<swizzle<3, 2, -2>>

// -----

// expected-error @+1 {{swizzle<3, -2, 4> has a negative number of bits; expects swizzle<bits, base, shift> with bits >= 0 and base >= 0}}
#map = #layout.index_map<swizzle<3, -2, 4>>

// -----

// expected-error @+1 {{swizzle<3, 40, 40> needs more than 62 bits}}
#map = #layout.index_map<swizzle<3, 40, 40>>

// -----

// expected-error @+1 {{expected ','}}
#map = #layout.index_map<swizzle<3, 4>>

// -----

// expected-error @+1 {{expected '('}}
#map = #layout.index_map<(i) -> (swizzle<3, 4, 3>)>

// -----

// buffer_c13
// expected-error @+1 {{an operand of xor must not be negative, but 'd1 - 3' maps (0, 0) to (-3)}}
func.func private @negative(memref<8x8xf32, #layout.buffer<index_map<(i, j) -> (i, (j - 3) xor i mod 8)>>>)

// -----

// buffer_c13: even where no index is.
// expected-error @+1 {{an operand of xor must not be negative, but 'd1 - 3' maps (0, 0) to (-3)}}
func.func private @negative_within(memref<8x8xf32, #layout.buffer<index_map<(i, j) -> (i, ((j - 3) xor i mod 8) + 8)>>>)

// -----

// buffer_c13: the place that the offset leaves free is in the box of step 1.
// expected-error @+1 {{step 2: an operand of xor must not be negative, but 'd1 - 3' maps (0, 0) to (-3)}}
func.func private @negative_padding(memref<8x8xf32, #layout.buffer<index_map<(i, j) -> (i, j + 3)>, index_map<(i, j) -> (i, (j - 3) xor i mod 8)>>>)
