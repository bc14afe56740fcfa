// s = A^T r and q = A p.
#vector = #layout.buffer<index_map<(i) -> (i floordiv 32, i mod 32)>, pad<0.0 : f64>>
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f64>>

func.func @kernel(%A: memref<$Nx$Mxf64> {layout.transform = #tiles},
                  %s: memref<$Mxf64> {layout.transform = #vector},
                  %q: memref<$Nxf64> {layout.transform = #vector},
                  %p: memref<$Mxf64> {layout.transform = #vector},
                  %r: memref<$Nxf64> {layout.transform = #vector}) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to $M {
    affine.store %zero, %s[%i] : memref<$Mxf64>
  }
  affine.for %i = 0 to $N {
    affine.store %zero, %q[%i] : memref<$Nxf64>
    affine.for %j = 0 to $M {
      %0 = affine.load %r[%i] : memref<$Nxf64>
      %1 = affine.load %A[%i, %j] : memref<$Nx$Mxf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %s[%j] : memref<$Mxf64>
      %4 = arith.addf %3, %2 : f64
      affine.store %4, %s[%j] : memref<$Mxf64>
      %5 = affine.load %A[%i, %j] : memref<$Nx$Mxf64>
      %6 = affine.load %p[%j] : memref<$Mxf64>
      %7 = arith.mulf %5, %6 : f64
      %8 = affine.load %q[%i] : memref<$Nxf64>
      %9 = arith.addf %8, %7 : f64
      affine.store %9, %q[%i] : memref<$Nxf64>
    }
  }
  return
}
