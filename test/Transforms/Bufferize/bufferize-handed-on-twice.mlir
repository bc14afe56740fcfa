// What loops and calls hand on twice is two buffers: a store to one result does
// not change the other.
// RUN: layout-check %s --load-pass-plugin=%test_plugin --entry=f --arg=2:2 --pipeline="builtin.module(test-layout-substitute{name=f by=g},layout-bufferize,layout-apply)"

#N = #layout.buffer<index_map<(i) -> (i floordiv 5, i mod 5)>, pad<none>>
func.func @f(%p: tensor<2x5xi32> {bufferization.writable = false}, %x: tensor<8xi32, #N> {bufferization.writable = false}, %n: index) -> (tensor<2x5xi32>, tensor<8xi32, #N>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : i32
  %e = tensor.empty() : tensor<2x5xi32>
  %k = linalg.add ins(%p, %p : tensor<2x5xi32>, tensor<2x5xi32>) outs(%e : tensor<2x5xi32>) -> tensor<2x5xi32>
  %ee = tensor.empty() : tensor<8xi32>
  %u = linalg.unpack %k inner_dims_pos = [0] inner_tiles = [5] into %ee : tensor<2x5xi32> -> tensor<8xi32>
  %z = layout.convert %u : tensor<8xi32> to tensor<8xi32, #N>
  %r = tensor.insert %c7 into %k[%c0, %c1] : tensor<2x5xi32>
  return %r, %z : tensor<2x5xi32>, tensor<8xi32, #N>
}
func.func @g(%p: tensor<2x5xi32> {bufferization.writable = false}, %x: tensor<8xi32, #N> {bufferization.writable = false}, %n: index) -> (tensor<2x5xi32>, tensor<8xi32, #N>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : i32
  %q:2 = scf.for %i = %c0 to %n step %c1 iter_args(%o = %p, %l = %x) -> (tensor<2x5xi32>, tensor<8xi32, #N>) {
    %e = tensor.empty() : tensor<2x5xi32>
    %k = linalg.add ins(%p, %p : tensor<2x5xi32>, tensor<2x5xi32>) outs(%e : tensor<2x5xi32>) -> tensor<2x5xi32>
    %z = layout.as_logical %k : tensor<2x5xi32> to tensor<8xi32, #N>
    scf.yield %k, %z : tensor<2x5xi32>, tensor<8xi32, #N>
  }
  %r = tensor.insert %c7 into %q#0[%c0, %c1] : tensor<2x5xi32>
  return %r, %q#1 : tensor<2x5xi32>, tensor<8xi32, #N>
}
