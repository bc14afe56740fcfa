// A product of which the number of rows is not known.
func.func @main(%a: tensor<?x64xf32>, %w: tensor<64x96xf32>, %scale: f32) -> tensor<?x96xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %a, %c0 : tensor<?x64xf32>
  %e = tensor.empty(%rows) : tensor<?x96xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x96xf32>) -> tensor<?x96xf32>
  %p = linalg.matmul ins(%a, %w : tensor<?x64xf32>, tensor<64x96xf32>) outs(%f : tensor<?x96xf32>) -> tensor<?x96xf32>
  %s = linalg.fill ins(%scale : f32) outs(%e : tensor<?x96xf32>) -> tensor<?x96xf32>
  %r = linalg.mul ins(%p, %s : tensor<?x96xf32>, tensor<?x96xf32>) outs(%e : tensor<?x96xf32>) -> tensor<?x96xf32>
  return %r : tensor<?x96xf32>
}
