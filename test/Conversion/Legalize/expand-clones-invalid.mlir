// Elements before a buffer cannot be in it.
// RUN: layout-opt %s --layout-legalize=only=clones --split-input-file --verify-diagnostics

func.func @stated(%a: memref<8xf32, strided<[-1], offset: 6>>) -> memref<8xf32, strided<[-1], offset: 6>> {
  // expected-error @+1 {{'bufferization.clone' op might have elements before its buffer, of type 'memref<8xf32, strided<[-1], offset: 6>>'; expects an offset of at least 7, or an offset that the type does not state}}
  %c = bufferization.clone %a : memref<8xf32, strided<[-1], offset: 6>> to memref<8xf32, strided<[-1], offset: 6>>
  return %c : memref<8xf32, strided<[-1], offset: 6>>
}

// -----

func.func @unknown(%a: memref<?xf32, strided<[-1], offset: 6>>) -> memref<?xf32, strided<[-1], offset: 6>> {
  // expected-error @+1 {{; expects static extents where strides are negative, or an offset that the type does not state}}
  %c = bufferization.clone %a : memref<?xf32, strided<[-1], offset: 6>> to memref<?xf32, strided<[-1], offset: 6>>
  return %c : memref<?xf32, strided<[-1], offset: 6>>
}
