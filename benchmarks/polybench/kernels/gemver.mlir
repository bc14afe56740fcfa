// A += u1 v1^T + u2 v2^T, then x += beta A^T y + z, then w += alpha A x.
#vector = #layout.buffer<index_map<(i) -> (i floordiv 32, i mod 32)>, pad<0.0 : f64>>
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f64>>

func.func @kernel(%alpha: f64, %beta: f64,
                  %A: memref<$Nx$Nxf64> {layout.transform = #tiles},
                  %u1: memref<$Nxf64> {layout.transform = #vector},
                  %v1: memref<$Nxf64> {layout.transform = #vector},
                  %u2: memref<$Nxf64> {layout.transform = #vector},
                  %v2: memref<$Nxf64> {layout.transform = #vector},
                  %w: memref<$Nxf64> {layout.transform = #vector},
                  %x: memref<$Nxf64> {layout.transform = #vector},
                  %y: memref<$Nxf64> {layout.transform = #vector},
                  %z: memref<$Nxf64> {layout.transform = #vector}) {
  affine.for %i = 0 to $N {
    affine.for %j = 0 to $N {
      %0 = affine.load %A[%i, %j] : memref<$Nx$Nxf64>
      %1 = affine.load %u1[%i] : memref<$Nxf64>
      %2 = affine.load %v1[%j] : memref<$Nxf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      %5 = affine.load %u2[%i] : memref<$Nxf64>
      %6 = affine.load %v2[%j] : memref<$Nxf64>
      %7 = arith.mulf %5, %6 : f64
      %8 = arith.addf %4, %7 : f64
      affine.store %8, %A[%i, %j] : memref<$Nx$Nxf64>
    }
  }
  affine.for %i = 0 to $N {
    affine.for %j = 0 to $N {
      %0 = affine.load %A[%j, %i] : memref<$Nx$Nxf64>
      %1 = arith.mulf %beta, %0 : f64
      %2 = affine.load %y[%j] : memref<$Nxf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = affine.load %x[%i] : memref<$Nxf64>
      %5 = arith.addf %4, %3 : f64
      affine.store %5, %x[%i] : memref<$Nxf64>
    }
  }
  affine.for %i = 0 to $N {
    %0 = affine.load %z[%i] : memref<$Nxf64>
    %1 = affine.load %x[%i] : memref<$Nxf64>
    %2 = arith.addf %1, %0 : f64
    affine.store %2, %x[%i] : memref<$Nxf64>
  }
  affine.for %i = 0 to $N {
    affine.for %j = 0 to $N {
      %0 = affine.load %A[%i, %j] : memref<$Nx$Nxf64>
      %1 = arith.mulf %alpha, %0 : f64
      %2 = affine.load %x[%j] : memref<$Nxf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = affine.load %w[%i] : memref<$Nxf64>
      %5 = arith.addf %4, %3 : f64
      affine.store %5, %w[%i] : memref<$Nxf64>
    }
  }
  return
}
