// C = alpha A B^T + alpha B A^T + beta C, of which the lower triangle is computed.
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f64>>

func.func @kernel(%alpha: f64, %beta: f64,
                  %C: memref<$Nx$Nxf64> {layout.transform = #tiles},
                  %A: memref<$Nx$Mxf64> {layout.transform = #tiles},
                  %B: memref<$Nx$Mxf64> {layout.transform = #tiles}) {
  affine.for %i = 0 to $N {
    affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
      %0 = affine.load %C[%i, %j] : memref<$Nx$Nxf64>
      %1 = arith.mulf %0, %beta : f64
      affine.store %1, %C[%i, %j] : memref<$Nx$Nxf64>
    }
    affine.for %k = 0 to $M {
      affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
        %0 = affine.load %A[%j, %k] : memref<$Nx$Mxf64>
        %1 = arith.mulf %0, %alpha : f64
        %2 = affine.load %B[%i, %k] : memref<$Nx$Mxf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = affine.load %B[%j, %k] : memref<$Nx$Mxf64>
        %5 = arith.mulf %4, %alpha : f64
        %6 = affine.load %A[%i, %k] : memref<$Nx$Mxf64>
        %7 = arith.mulf %5, %6 : f64
        %8 = arith.addf %3, %7 : f64
        %9 = affine.load %C[%i, %j] : memref<$Nx$Nxf64>
        %10 = arith.addf %9, %8 : f64
        affine.store %10, %C[%i, %j] : memref<$Nx$Nxf64>
      }
    }
  }
  return
}
