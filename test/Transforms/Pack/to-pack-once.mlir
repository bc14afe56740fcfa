// A type that linalg.pack cannot make is refused once, not at each op with it.
// RUN: not layout-opt %s --layout-to-pack 2>&1 | FileCheck %s

#offset = #layout.buffer<index_map<(i) -> (i + 1)>, extent<[16]>>

// CHECK:     error: 'layout.convert' op has a tensor that linalg.pack cannot make, {{.*}}: axis 0, 'd0 + 1', is not a dimension of its own or its tiles; choose a layout of tiles with inner indices last, as linalg.pack has them, and one number or undef as its pad, or leave the tensor plain
// CHECK-NOT: error:
func.func @f(%t: tensor<14xi32>) -> tensor<14xi32, #offset> {
  %u = layout.convert %t : tensor<14xi32> to tensor<14xi32, #offset>
  return %u : tensor<14xi32, #offset>
}
