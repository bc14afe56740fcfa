// A = L L^T in place, where A is symmetric and positive definite.
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f64>>

func.func @kernel(%A: memref<$Nx$Nxf64> {layout.transform = #tiles}) {
  affine.for %i = 0 to $N {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      affine.for %k = 0 to affine_map<(j) -> (j)>(%j) {
        %0 = affine.load %A[%i, %k] : memref<$Nx$Nxf64>
        %1 = affine.load %A[%j, %k] : memref<$Nx$Nxf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %A[%i, %j] : memref<$Nx$Nxf64>
        %4 = arith.subf %3, %2 : f64
        affine.store %4, %A[%i, %j] : memref<$Nx$Nxf64>
      }
      %0 = affine.load %A[%j, %j] : memref<$Nx$Nxf64>
      %1 = affine.load %A[%i, %j] : memref<$Nx$Nxf64>
      %2 = arith.divf %1, %0 : f64
      affine.store %2, %A[%i, %j] : memref<$Nx$Nxf64>
    }
    affine.for %k = 0 to affine_map<(i) -> (i)>(%i) {
      %0 = affine.load %A[%i, %k] : memref<$Nx$Nxf64>
      %1 = affine.load %A[%i, %k] : memref<$Nx$Nxf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %A[%i, %i] : memref<$Nx$Nxf64>
      %4 = arith.subf %3, %2 : f64
      affine.store %4, %A[%i, %i] : memref<$Nx$Nxf64>
    }
    %0 = affine.load %A[%i, %i] : memref<$Nx$Nxf64>
    %1 = math.sqrt %0 : f64
    affine.store %1, %A[%i, %i] : memref<$Nx$Nxf64>
  }
  return
}
