// What layout-normalize-memrefs refuses, and where.
// RUN: layout-opt %s --split-input-file --allow-unregistered-dialect --layout-normalize-memrefs --verify-diagnostics

// expected-error@+1 {{'func.func' op layout of 'memref<16xf32, affine_map<(d0) -> (d0 * 2 - 3)>>': places must not be negative, but the index map maps (0) to (-3)}}
func.func @negative_argument(%a: memref<16xf32, affine_map<(i) -> (2 * i - 3)>>) {
  return
}

// -----

// expected-error@+1 {{both map to}}
memref.global "private" @aliasing : memref<4xf32, affine_map<(i) -> (i floordiv 2)>>

// -----

// A map of strides is held to the same rules where no view has the type.
func.func @overlapping_strides() {
  // expected-error@+1 {{(0, 2) and (1, 0) both map to (2)}}
  %a = memref.alloc() : memref<4x8xf32, affine_map<(i, j) -> (2 * i + j)>>
  return
}

// -----

// expected-error@+1 {{symbol s0 in}}
func.func private @symbol(memref<14xf32, affine_map<(i)[s] -> (i + s)>>)

// -----

#tile = affine_map<(i) -> (i floordiv 4, i mod 4)>
func.func @unknown_op(%a: memref<16xf32, #tile>) {
  // expected-error@+1 {{'test.unknown' op cannot be rewritten for a laid-out buffer; use layout.as_physical if the op is to see the storage}}
  "test.unknown"(%a) : (memref<16xf32, #tile>) -> ()
  return
}

// -----

#tile = affine_map<(i) -> (i floordiv 4, i mod 4)>
func.func private @callee(memref<16xf32, #tile>)
func.func @function_value() {
  // expected-error@+1 {{uses as a value a function whose type has a laid-out buffer, and indirect calls cannot be rewritten; call the function by its name}}
  %f = func.constant @callee : (memref<16xf32, #tile>) -> ()
  return
}

// -----

#tile = affine_map<(i) -> (i floordiv 4, i mod 4)>
// expected-error@+1 {{cannot apply the layout nested inside of 'tuple<}}
func.func private @tuple(tuple<memref<14xi32, #tile>, i32>)

// -----

// A view may have an offset that is not known; what is allocated may not.
#moved = affine_map<(i)[s] -> (i + s)>
func.func @allocated_view(%s: index, %p: memref<14xf32>) {
  %v = memref.subview %p[%s] [4] [1] : memref<14xf32> to memref<4xf32, #moved>
  // expected-error@+1 {{'memref.alloc' op has a layout that cannot be applied: symbol s0 in}}
  %a = memref.alloc()[%s] : memref<4xf32, #moved>
  return
}

// -----

// Whose storage is not known has any type, says the verifier.
#L = #layout.buffer<index_map<(i, j) -> (2199023255552 * i - j + 2)>>
func.func @storage(%a: memref<4x4xf32, #L>) {
  // expected-error@+1 {{'layout.as_physical' op expects as result the physical type of its operand, 'memref<6597069766659xf32>'}}
  %p = layout.as_physical %a : memref<4x4xf32, #L> to memref<14xf32, affine_map<(i) -> (i floordiv 4, i mod 4)>>
  return
}
