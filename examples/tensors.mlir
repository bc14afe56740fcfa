// A two-layer network on tensors. The weights lie in panels of 8 columns, as a
// kernel wants them, the activations in between in tiles of 4x8 whose padding is
// zero; inputs and outputs are plain. Encodings say so, bufferisation keeps them.
//
// RUN: layout-check %s --entry=network --pipeline="builtin.module(layout-bufferize,layout-apply,layout-finalize)"

#panels = #layout.buffer<index_map<(i, j) -> (j floordiv 8, i, j mod 8)>, pad<0.0 : f32>>
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j floordiv 8, i mod 4, j mod 8)>, pad<0.0 : f32>>

func.func @network(%input: tensor<10x20xf32>, %first: tensor<20x30xf32, #panels>,
                   %second: tensor<30x12xf32, #panels>) -> tensor<10x12xf32> {
  %zero = arith.constant 0.0 : f32
  %bias = arith.constant dense<0.5> : tensor<30xf32>

  %0 = tensor.empty() : tensor<10x30xf32, #tiles>
  %1 = linalg.broadcast ins(%bias : tensor<30xf32>) outs(%0 : tensor<10x30xf32, #tiles>) dimensions = [0]
  %2 = linalg.matmul ins(%input, %first : tensor<10x20xf32>, tensor<20x30xf32, #panels>)
                     outs(%1 : tensor<10x30xf32, #tiles>) -> tensor<10x30xf32, #tiles>
  %3 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]
  } outs(%2 : tensor<10x30xf32, #tiles>) {
  ^bb0(%x: f32):
    %y = arith.maximumf %x, %zero : f32
    linalg.yield %y : f32
  } -> tensor<10x30xf32, #tiles>

  %4 = tensor.empty() : tensor<10x12xf32>
  %5 = linalg.fill ins(%zero : f32) outs(%4 : tensor<10x12xf32>) -> tensor<10x12xf32>
  %6 = linalg.matmul ins(%3, %second : tensor<10x30xf32, #tiles>, tensor<30x12xf32, #panels>)
                     outs(%5 : tensor<10x12xf32>) -> tensor<10x12xf32>
  return %6 : tensor<10x12xf32>
}
