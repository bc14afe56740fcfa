// C = alpha A B + beta C, where A is symmetric and its lower triangle is given.
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f64>>

func.func @kernel(%alpha: f64, %beta: f64,
                  %C: memref<$Mx$Nxf64> {layout.transform = #tiles},
                  %A: memref<$Mx$Mxf64> {layout.transform = #tiles},
                  %B: memref<$Mx$Nxf64> {layout.transform = #tiles}) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to $M {
    affine.for %j = 0 to $N {
      %0 = affine.for %k = 0 to affine_map<(i) -> (i)>(%i) iter_args(%total = %zero) -> (f64) {
        %1 = affine.load %B[%i, %j] : memref<$Mx$Nxf64>
        %2 = arith.mulf %alpha, %1 : f64
        %3 = affine.load %A[%i, %k] : memref<$Mx$Mxf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = affine.load %C[%k, %j] : memref<$Mx$Nxf64>
        %6 = arith.addf %5, %4 : f64
        affine.store %6, %C[%k, %j] : memref<$Mx$Nxf64>
        %7 = affine.load %B[%k, %j] : memref<$Mx$Nxf64>
        %8 = affine.load %A[%i, %k] : memref<$Mx$Mxf64>
        %9 = arith.mulf %7, %8 : f64
        %10 = arith.addf %total, %9 : f64
        affine.yield %10 : f64
      }
      %1 = affine.load %C[%i, %j] : memref<$Mx$Nxf64>
      %2 = arith.mulf %beta, %1 : f64
      %3 = affine.load %B[%i, %j] : memref<$Mx$Nxf64>
      %4 = arith.mulf %alpha, %3 : f64
      %5 = affine.load %A[%i, %i] : memref<$Mx$Mxf64>
      %6 = arith.mulf %4, %5 : f64
      %7 = arith.addf %2, %6 : f64
      %8 = arith.mulf %alpha, %0 : f64
      %9 = arith.addf %7, %8 : f64
      affine.store %9, %C[%i, %j] : memref<$Mx$Nxf64>
    }
  }
  return
}
