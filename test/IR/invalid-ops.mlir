// Operations that are wrong. Numbers are those of the constraints in the dialect
// reference.
// RUN: layout-opt %s --verify-diagnostics --split-input-file

// undef_c1
func.func @undef_c1_memref() {
  // expected-error @+1 {{'layout.undef' op result #0 must be}}
  %0 = layout.undef : memref<4xf32>
  return
}

// -----

func.func @undef_c1_tensor() {
  // expected-error @+1 {{'layout.undef' op result #0 must be}}
  %0 = layout.undef : tensor<4xf32>
  return
}

// -----

func.func @undef_c1_none() {
  // expected-error @+1 {{'layout.undef' op result #0 must be}}
  %0 = layout.undef : none
  return
}

// -----

func.func @undef_c1_signed() {
  // expected-error @+1 {{'layout.undef' op result #0 must be}}
  %0 = layout.undef : si32
  return
}

// -----

func.func @assume_of_integer(%c: i32) {
  // expected-error @+1 {{'layout.assume' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  layout.assume %c : i32
  return
}

// -----

func.func @padding_c1_plain(%p: memref<4x4xi32>) {
  // expected-error @+1 {{'layout.padding' op expects a laid-out type, but 'memref<4x4xi32>' states no layout to apply}}
  layout.padding %p : memref<4x4xi32> of memref<4x4xi32>
  return
}

// -----

// A layout that only separates axes is on a type that is physical already.
#separated = #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[1]>>
func.func @padding_c1_physical(%p: memref<4x4xi32, #separated>) {
  // expected-error @+1 {{'layout.padding' op expects a laid-out type}}
  layout.padding %p : memref<4x4xi32, #separated> of memref<4x4xi32, #separated>
  return
}

// -----

func.func @padding_c1_strided(%p: memref<4x4xi32>) {
  // expected-error @+1 {{'layout.padding' op expects a laid-out type}}
  layout.padding %p : memref<4x4xi32> of memref<4x4xi32, strided<[8, 1]>>
  return
}

// -----

func.func @padding_of_tensor(%p: memref<4x4xi32>) {
  // expected-error @+1 {{'layout.padding' op attribute 'logicalType' failed to satisfy constraint}}
  layout.padding %p : memref<4x4xi32> of tensor<14xi32>
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @padding_c2_shape(%p: memref<4x8xi32>) {
  // expected-error-re @+1 {{'layout.padding' op expects the physical type 'memref<4x4xi32>' of 'memref<14xi32, {{.*}}>', not 'memref<4x8xi32>'}}
  layout.padding %p : memref<4x8xi32> of memref<14xi32, #tile>
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @padding_c2_memory_space(%p: memref<4x4xi32, 1>) {
  // expected-error @+1 {{'layout.padding' op expects the physical type 'memref<4x4xi32>'}}
  layout.padding %p : memref<4x4xi32, 1> of memref<14xi32, #tile>
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @assume_padding_c1(%p: memref<4x4xi32>) {
  // expected-error @+1 {{'layout.assume_padding' op expects a laid-out type}}
  layout.assume_padding %p : memref<4x4xi32> of memref<14xi32>
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @assume_padding_c2(%p: memref<4x4xf32>) {
  // expected-error @+1 {{'layout.assume_padding' op expects the physical type 'memref<4x4xi32>'}}
  layout.assume_padding %p : memref<4x4xf32> of memref<14xi32, #tile>
  return
}

// -----

// pad_c5: the memref type alone is accepted, an operation on it is not.
#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @pad_c5_padding(%p: memref<4x4xf32>) {
  // expected-error @+1 {{'layout.padding' op pad '#layout.pad<0 : i32>' does not fit the element type f32}}
  layout.padding %p : memref<4x4xf32> of memref<14xf32, #tile>
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @pad_c5_as_physical(%a: memref<14xf32, #tile>) {
  // expected-error @+1 {{'layout.as_physical' op pad '#layout.pad<0 : i32>' does not fit the element type f32}}
  %p = layout.as_physical %a : memref<14xf32, #tile> to memref<4x4xf32>
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @pad_c5_convert(%a: memref<14xf32>, %b: memref<14xf32, #tile>) {
  // expected-error @+1 {{'layout.convert' op pad '#layout.pad<0 : i32>' does not fit the element type f32}}
  layout.convert ins(%a : memref<14xf32>) outs(%b : memref<14xf32, #tile>)
  return
}

// -----

func.func @as_physical_c1(%a: memref<14xi32>) {
  // expected-error @+1 {{'layout.as_physical' op expects a laid-out type, but 'memref<14xi32>' states no layout to apply}}
  %p = layout.as_physical %a : memref<14xi32> to memref<14xi32>
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @as_physical_c2(%a: memref<14xi32, #tile>) {
  // expected-error @+1 {{'layout.as_physical' op expects the physical type 'memref<4x4xi32>'}}
  %p = layout.as_physical %a : memref<14xi32, #tile> to memref<16xi32>
  return
}

// -----

// A plain affine map is checked where the type is used.
#negative = affine_map<(i) -> (2 * i - 3)>
func.func @as_physical_plain_map(%a: memref<14xi32, #negative>) {
  // expected-error-re @+1 {{'layout.as_physical' op {{.*}}maps (0) to (-3)}}
  %p = layout.as_physical %a : memref<14xi32, #negative> to memref<14xi32>
  return
}

// -----

#symbolic = affine_map<(i)[s] -> (i floordiv s, i mod s)>
func.func @as_physical_symbolic_divisor(%a: memref<14xi32, #symbolic>) {
  // expected-error @+1 {{'layout.as_physical' op symbolic divisor s0 in 'd0 floordiv s0'}}
  %p = layout.as_physical %a : memref<14xi32, #symbolic> to memref<4x4xi32>
  return
}

// -----

#symbolic = affine_map<(i)[s] -> (i + s)>
func.func @as_physical_symbol(%a: memref<14xi32, #symbolic>) {
  // expected-error @+1 {{'layout.as_physical' op symbol s0 in 'd0 + s0'}}
  %p = layout.as_physical %a : memref<14xi32, #symbolic> to memref<14xi32>
  return
}

// -----

#by_zero = affine_map<(i) -> (i floordiv 0)>
func.func @as_physical_division_by_zero(%a: memref<14xi32, #by_zero>) {
  // expected-error @+1 {{'layout.as_physical' op division by 0 in 'd0 floordiv 0'}}
  %p = layout.as_physical %a : memref<14xi32, #by_zero> to memref<14xi32>
  return
}

// -----

func.func @as_logical_c1(%p: memref<4x4xi32>) {
  // expected-error @+1 {{'layout.as_logical' op expects a laid-out type}}
  %a = layout.as_logical %p : memref<4x4xi32> to memref<16xi32>
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @as_logical_c2(%p: memref<4x5xi32>) {
  // expected-error @+1 {{'layout.as_logical' op expects the physical type 'memref<4x4xi32>'}}
  %a = layout.as_logical %p : memref<4x5xi32> to memref<14xi32, #tile>
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @as_logical_c3_missing(%p: memref<?x4xi32>) {
  // expected-error-re @+1 {{'layout.as_logical' op expects 1 sizes, one per dynamic extent of 'memref<?xi32, {{.*}}>', not 0}}
  %a = layout.as_logical %p : memref<?x4xi32> to memref<?xi32, #tile>
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @as_logical_c3_superfluous(%p: memref<4x4xi32>, %n: index) {
  // expected-error @+1 {{'layout.as_logical' op expects 0 sizes}}
  %a = layout.as_logical %p sizes(%n) : memref<4x4xi32> to memref<14xi32, #tile>
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @padding_c3(%p: memref<?x4xi32>) {
  // expected-error-re @+1 {{'layout.padding' op expects 1 sizes, one per dynamic extent of 'memref<?xi32, {{.*}}>', not 0}}
  layout.padding %p : memref<?x4xi32> of memref<?xi32, #tile>
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @assume_padding_c3(%p: memref<4x4xi32>, %n: index) {
  // expected-error @+1 {{'layout.assume_padding' op expects 0 sizes}}
  layout.assume_padding %p sizes(%n) : memref<4x4xi32> of memref<14xi32, #tile>
  return
}

// -----

func.func @convert_c1_memref_result(%m: memref<14xi32>) {
  // expected-error @+1 {{layout.convert of memrefs has no result; allocate a memref of this type, and write layout.convert ins(%a : ...) outs(%b : ...)}}
  %r = layout.convert %m : memref<14xi32> to memref<14xi32>
  return
}

// -----

func.func @convert_c1_memref_to_tensor(%a: memref<14xi32>) {
  // expected-error @+1 {{'layout.convert' op expects a ranked tensor and a ranked tensor as result, or two memrefs and no result}}
  %0 = layout.convert %a : memref<14xi32> to tensor<14xi32>
  return
}

// -----

func.func @convert_c1_tensor_to_memref(%t: tensor<14xi32>, %a: memref<14xi32>) {
  // expected-error @+1 {{'layout.convert' op expects a ranked tensor and a ranked tensor as result, or two memrefs and no result}}
  layout.convert ins(%t : tensor<14xi32>) outs(%a : memref<14xi32>)
  return
}

// -----

func.func @convert_c1_both(%a: memref<14xi32>, %b: memref<14xi32>) {
  // expected-error @+1 {{'layout.convert' op expects a ranked tensor and a ranked tensor as result, or two memrefs and no result}}
  %0 = "layout.convert"(%a, %b) : (memref<14xi32>, memref<14xi32>) -> tensor<14xi32>
  return
}

// -----

func.func @convert_c1_neither(%t: tensor<14xi32>) {
  // expected-error @+1 {{'layout.convert' op expects a ranked tensor and a ranked tensor as result, or two memrefs and no result}}
  "layout.convert"(%t) : (tensor<14xi32>) -> ()
  return
}

// -----

func.func @convert_c1_unranked(%t: tensor<*xi32>) {
  // expected-error @+1 {{'layout.convert' op expects a ranked tensor and a ranked tensor as result, or two memrefs and no result}}
  %0 = layout.convert %t : tensor<*xi32> to tensor<14xi32>
  return
}

// -----

func.func @convert_c1_vector(%v: vector<14xi32>) {
  // expected-error @+1 {{'layout.convert' op expects a ranked tensor and a ranked tensor as result, or two memrefs and no result}}
  %0 = layout.convert %v : vector<14xi32> to tensor<14xi32>
  return
}

// -----

func.func @convert_c2(%t: tensor<14xi32>) {
  // expected-error @+1 {{'layout.convert' op expects source and destination of one logical shape, found 'tensor<14xi32>' and 'tensor<15xi32>'}}
  %0 = layout.convert %t : tensor<14xi32> to tensor<15xi32>
  return
}

// -----

// Physical shapes do not count.
#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @convert_c2_physical(%a: memref<4x4xi32>, %b: memref<16xi32, #tile>) {
  // expected-error @+1 {{'layout.convert' op expects source and destination of one logical shape}}
  layout.convert ins(%a : memref<4x4xi32>) outs(%b : memref<16xi32, #tile>)
  return
}

// -----

func.func @convert_c3(%a: memref<14xi32>, %b: memref<14xf32>) {
  // expected-error @+1 {{'layout.convert' op expects source and destination of one element type, found 'memref<14xi32>' and 'memref<14xf32>'}}
  layout.convert ins(%a : memref<14xi32>) outs(%b : memref<14xf32>)
  return
}

// -----

func.func @convert_c4(%t: tensor<14xi32, "mine">) {
  // expected-error @+1 {{'layout.convert' op expects a layout as encoding, or none, found 'tensor<14xi32, "mine">'}}
  %0 = layout.convert %t : tensor<14xi32, "mine"> to tensor<14xi32>
  return
}

// -----

func.func @convert_without_to(%t: tensor<14xi32>) {
  // expected-error @+1 {{expected 'to'}}
  %0 = layout.convert %t : tensor<14xi32>, tensor<14xi32>
  return
}

// -----

func.func @convert_without_outs(%a: memref<14xi32>) {
  layout.convert ins(%a : memref<14xi32>)
  // expected-error @+1 {{expected 'outs'}}
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @as_physical_c2_tensor(%a: tensor<14xi32, #tile>) {
  // expected-error @+1 {{'layout.as_physical' op expects the physical type 'tensor<4x4xi32>'}}
  %p = layout.as_physical %a : tensor<14xi32, #tile> to tensor<16xi32>
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @as_physical_c2_memref(%a: tensor<14xi32, #tile>) {
  // expected-error @+1 {{'layout.as_physical' op expects the physical type 'tensor<4x4xi32>'}}
  %p = layout.as_physical %a : tensor<14xi32, #tile> to memref<4x4xi32>
  return
}

// -----

func.func @dot_c1(%s: vector<4xi32>, %a: vector<12xi8>) -> vector<4xi32> {
  // expected-error@+1 {{'layout.dot' op expects 4 numbers for each sum, but there are 4 sums and 12 numbers}}
  %r = layout.dot %s, %a, signed %a : vector<4xi32>, vector<12xi8>
  return %r : vector<4xi32>
}

// -----

func.func @dot_c1_floats(%s: vector<4xf32>, %a: vector<16xbf16>) -> vector<4xf32> {
  // expected-error@+1 {{'layout.dot' op expects 2 numbers for each sum, but there are 4 sums and 16 numbers}}
  %r = layout.dot %s, %a, %a : vector<4xf32>, vector<16xbf16>
  return %r : vector<4xf32>
}

// -----

func.func @dot_c1_sums(%s: vector<4xi32>, %a: vector<8xbf16>) -> vector<4xi32> {
  // expected-error@+1 {{'layout.dot' op expects sums of i32 and factors of bytes, or sums of f32 and factors of bf16, found sums of 'i32' and factors of 'bf16'}}
  %r = layout.dot %s, %a, %a : vector<4xi32>, vector<8xbf16>
  return %r : vector<4xi32>
}

// -----

func.func @dot_c2(%s: vector<4xf32>, %a: vector<8xbf16>) -> vector<4xf32> {
  // expected-error@+1 {{'layout.dot' op expects 'signed' of bytes only}}
  %r = layout.dot %s, signed %a, %a : vector<4xf32>, vector<8xbf16>
  return %r : vector<4xf32>
}
