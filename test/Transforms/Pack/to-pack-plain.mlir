// A layout that came through a reshape is none that linalg.pack can make: inside
// of the module such tensors are plain.
// RUN: layout-opt %s --layout-to-pack --remarks-filter=layout -o %t 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t
// RUN: layout-check %s --entry=heads --rtol=1e-5 --pipeline="builtin.module(layout-to-pack,layout-from-pack,layout-reflow,layout-bufferize,layout-apply,layout-finalize)"

#L = #layout.buffer<index_map<(i, j) -> (j floordiv 16, i, j mod 16)>, pad<undef>>

// REMARK: [Missed] layout-to-pack/plain {{.*}}"tensors of type tensor<7x3x20xf32, {{.*}}> are plain, as linalg.pack cannot make them: axis 0, '(d1 * 20 + d2) floordiv 16', is not a dimension of its own or its tiles"
// CHECK-LABEL: @heads(
// CHECK:         linalg.pack
// CHECK:         linalg.unpack
// CHECK:         tensor.expand_shape %{{.*}} : tensor<7x60xf32> into tensor<7x3x20xf32>
func.func @heads(%x: tensor<7x60xf32>) -> tensor<7x3x20xf32> {
  %p = layout.convert %x : tensor<7x60xf32> to tensor<7x60xf32, #L>
  %e = tensor.empty() : tensor<7x60xf32, #L>
  %r = linalg.exp ins(%p : tensor<7x60xf32, #L>) outs(%e : tensor<7x60xf32, #L>) -> tensor<7x60xf32, #L>
  %h = tensor.expand_shape %r [[0], [1, 2]] output_shape [7, 3, 20] : tensor<7x60xf32, #L> into tensor<7x3x20xf32, #layout.buffer<index_map<(i, h, j) -> ((h * 20 + j) floordiv 16, i, (h * 20 + j) mod 16)>, pad<undef>>>
  %s = tensor.empty() : tensor<7x3x20xf32, #layout.buffer<index_map<(i, h, j) -> ((h * 20 + j) floordiv 16, i, (h * 20 + j) mod 16)>, pad<undef>>>
  %n = linalg.negf ins(%h : tensor<7x3x20xf32, #layout.buffer<index_map<(i, h, j) -> ((h * 20 + j) floordiv 16, i, (h * 20 + j) mod 16)>, pad<undef>>>) outs(%s : tensor<7x3x20xf32, #layout.buffer<index_map<(i, h, j) -> ((h * 20 + j) floordiv 16, i, (h * 20 + j) mod 16)>, pad<undef>>>) -> tensor<7x3x20xf32, #layout.buffer<index_map<(i, h, j) -> ((h * 20 + j) floordiv 16, i, (h * 20 + j) mod 16)>, pad<undef>>>
  %q = layout.convert %n : tensor<7x3x20xf32, #layout.buffer<index_map<(i, h, j) -> ((h * 20 + j) floordiv 16, i, (h * 20 + j) mod 16)>, pad<undef>>> to tensor<7x3x20xf32>
  return %q : tensor<7x3x20xf32>
}
