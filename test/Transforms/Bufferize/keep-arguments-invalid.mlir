// An argument that is named as a destination, where arguments stay as they are.
// RUN: layout-opt %s --split-input-file --layout-bufferize=keep-arguments --verify-diagnostics
// RUN: layout-opt %s --split-input-file --layout-bufferize -o /dev/null

func.func @into(%x: tensor<4xf32>, %out: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.abs ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{'bufferization.materialize_in_destination' op names argument #1 of public function 'into' as its destination, which keep-arguments leaves as it is; state 'bufferization.writable = true' on the argument, or write into a tensor.empty}}
  %r = bufferization.materialize_in_destination %y in %out : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A part is written in a copy, and returned.
func.func @into_part(%x: tensor<4xf32>, %out: tensor<8xf32>) -> tensor<4xf32> {
  %part = tensor.extract_slice %out[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %r = bufferization.materialize_in_destination %x in %part : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @stated(%x: tensor<4xf32>, %out: tensor<4xf32> {bufferization.writable = true}) -> tensor<4xf32> {
  %r = bufferization.materialize_in_destination %x in %out : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func private @called(%x: tensor<4xf32>, %out: tensor<4xf32>) -> tensor<4xf32> {
  %r = bufferization.materialize_in_destination %x in %out : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @calls(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = call @called(%x, %e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
