// x1 += A y1 and x2 += A^T y2.
#vector = #layout.buffer<index_map<(i) -> (i floordiv 32, i mod 32)>, pad<0.0 : f64>>
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f64>>

func.func @kernel(%x1: memref<$Nxf64> {layout.transform = #vector},
                  %x2: memref<$Nxf64> {layout.transform = #vector},
                  %y1: memref<$Nxf64> {layout.transform = #vector},
                  %y2: memref<$Nxf64> {layout.transform = #vector},
                  %A: memref<$Nx$Nxf64> {layout.transform = #tiles}) {
  affine.for %i = 0 to $N {
    affine.for %j = 0 to $N {
      %0 = affine.load %A[%i, %j] : memref<$Nx$Nxf64>
      %1 = affine.load %y1[%j] : memref<$Nxf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %x1[%i] : memref<$Nxf64>
      %4 = arith.addf %3, %2 : f64
      affine.store %4, %x1[%i] : memref<$Nxf64>
    }
  }
  affine.for %i = 0 to $N {
    affine.for %j = 0 to $N {
      %0 = affine.load %A[%j, %i] : memref<$Nx$Nxf64>
      %1 = affine.load %y2[%j] : memref<$Nxf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %x2[%i] : memref<$Nxf64>
      %4 = arith.addf %3, %2 : f64
      affine.store %4, %x2[%i] : memref<$Nxf64>
    }
  }
  return
}
