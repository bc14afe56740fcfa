// y = alpha A x + beta B x.
#vector = #layout.buffer<index_map<(i) -> (i floordiv 32, i mod 32)>, pad<0.0 : f64>>
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f64>>

func.func @kernel(%alpha: f64, %beta: f64,
                  %A: memref<$Nx$Nxf64> {layout.transform = #tiles},
                  %B: memref<$Nx$Nxf64> {layout.transform = #tiles},
                  %tmp: memref<$Nxf64> {layout.transform = #vector},
                  %x: memref<$Nxf64> {layout.transform = #vector},
                  %y: memref<$Nxf64> {layout.transform = #vector}) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to $N {
    affine.store %zero, %tmp[%i] : memref<$Nxf64>
    affine.store %zero, %y[%i] : memref<$Nxf64>
    affine.for %j = 0 to $N {
      %0 = affine.load %A[%i, %j] : memref<$Nx$Nxf64>
      %1 = affine.load %x[%j] : memref<$Nxf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %tmp[%i] : memref<$Nxf64>
      %4 = arith.addf %2, %3 : f64
      affine.store %4, %tmp[%i] : memref<$Nxf64>
      %5 = affine.load %B[%i, %j] : memref<$Nx$Nxf64>
      %6 = affine.load %x[%j] : memref<$Nxf64>
      %7 = arith.mulf %5, %6 : f64
      %8 = affine.load %y[%i] : memref<$Nxf64>
      %9 = arith.addf %7, %8 : f64
      affine.store %9, %y[%i] : memref<$Nxf64>
    }
    %0 = affine.load %tmp[%i] : memref<$Nxf64>
    %1 = arith.mulf %alpha, %0 : f64
    %2 = affine.load %y[%i] : memref<$Nxf64>
    %3 = arith.mulf %beta, %2 : f64
    %4 = arith.addf %1, %3 : f64
    affine.store %4, %y[%i] : memref<$Nxf64>
  }
  return
}
