// B = alpha A^T B, where A is lower triangular with ones on the diagonal.
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f64>>

func.func @kernel(%alpha: f64,
                  %A: memref<$Mx$Mxf64> {layout.transform = #tiles},
                  %B: memref<$Mx$Nxf64> {layout.transform = #tiles}) {
  affine.for %i = 0 to $M {
    affine.for %j = 0 to $N {
      affine.for %k = affine_map<(i) -> (i + 1)>(%i) to $M {
        %0 = affine.load %A[%k, %i] : memref<$Mx$Mxf64>
        %1 = affine.load %B[%k, %j] : memref<$Mx$Nxf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %B[%i, %j] : memref<$Mx$Nxf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %B[%i, %j] : memref<$Mx$Nxf64>
      }
      %0 = affine.load %B[%i, %j] : memref<$Mx$Nxf64>
      %1 = arith.mulf %alpha, %0 : f64
      affine.store %1, %B[%i, %j] : memref<$Mx$Nxf64>
    }
  }
  return
}
