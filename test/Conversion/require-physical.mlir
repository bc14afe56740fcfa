// RUN: layout-opt %s --split-input-file --layout-require-physical --verify-diagnostics

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-error@+1 {{has a layout that is not applied; run layout-apply}}
func.func @argument(%a: memref<14xf32, #tile>) {
  return
}

// -----

func.func @allocation() {
  // expected-error@+1 {{has a layout that is not applied; run layout-apply}}
  %a = memref.alloc() : memref<14xf32, affine_map<(i) -> (i floordiv 4, i mod 4)>>
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-error@+1 {{is a tensor with a layout; run layout-bufferize and layout-apply}}
func.func @tensor(%a: tensor<14xf32, #tile>) {
  return
}

// -----

// expected-error@+1 {{has a layout that is not applied; run layout-apply}}
memref.global @global : memref<14xf32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>>

// -----

// expected-error@+1 {{still states axis separators, which memory of this target does not have}}
func.func @separators(%a: memref<4x4xf32, #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[1]>>>) {
  return
}

// -----

// expected-error@+1 {{has a layout that is not applied; run layout-apply}}
func.func private @inside(memref<memref<14xf32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>>>)

// -----

// expected-error@+1 {{is in texture memory, which this target does not have; kernels go by layout-to-spirv}}
func.func @texture(%a: memref<4x4xf32, #layout.texture<read>>) {
  return
}

// -----

// Strides are no layout of this dialect.
func.func @strided(%a: memref<4x4xf32, strided<[8, 1]>>) {
  return
}

// -----

// A function on tensors would be left as it is.
// expected-error@+1 {{'func.func' op has a value of type 'tensor<14xf32>', which is a tensor; run layout-bufferize}}
func.func private @plain_tensor(%a: tensor<14xf32>)

// -----

// expected-error@+1 {{which is a tensor; run layout-bufferize}}
func.func private @tensor_inside(%a: tuple<i32, tensor<*xf32>>)
