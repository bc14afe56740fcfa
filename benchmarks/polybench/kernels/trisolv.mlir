// Solves L x = b, where L is lower triangular.
#vector = #layout.buffer<index_map<(i) -> (i floordiv 32, i mod 32)>, pad<0.0 : f64>>
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f64>>

func.func @kernel(%L: memref<$Nx$Nxf64> {layout.transform = #tiles},
                  %x: memref<$Nxf64> {layout.transform = #vector},
                  %b: memref<$Nxf64> {layout.transform = #vector}) {
  affine.for %i = 0 to $N {
    %0 = affine.load %b[%i] : memref<$Nxf64>
    affine.store %0, %x[%i] : memref<$Nxf64>
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      %1 = affine.load %L[%i, %j] : memref<$Nx$Nxf64>
      %2 = affine.load %x[%j] : memref<$Nxf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = affine.load %x[%i] : memref<$Nxf64>
      %5 = arith.subf %4, %3 : f64
      affine.store %5, %x[%i] : memref<$Nxf64>
    }
    %1 = affine.load %L[%i, %i] : memref<$Nx$Nxf64>
    %2 = affine.load %x[%i] : memref<$Nxf64>
    %3 = arith.divf %2, %1 : f64
    affine.store %3, %x[%i] : memref<$Nxf64>
  }
  return
}
