// y = A^T (A x).
#vector = #layout.buffer<index_map<(i) -> (i floordiv 32, i mod 32)>, pad<0.0 : f64>>
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f64>>

func.func @kernel(%A: memref<$Mx$Nxf64> {layout.transform = #tiles},
                  %x: memref<$Nxf64> {layout.transform = #vector},
                  %y: memref<$Nxf64> {layout.transform = #vector},
                  %tmp: memref<$Mxf64> {layout.transform = #vector}) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to $N {
    affine.store %zero, %y[%i] : memref<$Nxf64>
  }
  affine.for %i = 0 to $M {
    affine.store %zero, %tmp[%i] : memref<$Mxf64>
    affine.for %j = 0 to $N {
      %0 = affine.load %A[%i, %j] : memref<$Mx$Nxf64>
      %1 = affine.load %x[%j] : memref<$Nxf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %tmp[%i] : memref<$Mxf64>
      %4 = arith.addf %3, %2 : f64
      affine.store %4, %tmp[%i] : memref<$Mxf64>
    }
    affine.for %j = 0 to $N {
      %0 = affine.load %A[%i, %j] : memref<$Mx$Nxf64>
      %1 = affine.load %tmp[%i] : memref<$Mxf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %y[%j] : memref<$Nxf64>
      %4 = arith.addf %3, %2 : f64
      affine.store %4, %y[%j] : memref<$Nxf64>
    }
  }
  return
}
