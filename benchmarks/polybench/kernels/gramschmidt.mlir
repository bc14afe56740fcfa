// A = Q R by the modified Gram-Schmidt process.
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f64>>

func.func @kernel(%A: memref<$Mx$Nxf64> {layout.transform = #tiles},
                  %R: memref<$Nx$Nxf64> {layout.transform = #tiles},
                  %Q: memref<$Mx$Nxf64> {layout.transform = #tiles}) {
  %zero = arith.constant 0.0 : f64
  affine.for %k = 0 to $N {
    %0 = affine.for %i = 0 to $M iter_args(%norm = %zero) -> (f64) {
      %1 = affine.load %A[%i, %k] : memref<$Mx$Nxf64>
      %2 = affine.load %A[%i, %k] : memref<$Mx$Nxf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %norm, %3 : f64
      affine.yield %4 : f64
    }
    %1 = math.sqrt %0 : f64
    affine.store %1, %R[%k, %k] : memref<$Nx$Nxf64>
    affine.for %i = 0 to $M {
      %2 = affine.load %A[%i, %k] : memref<$Mx$Nxf64>
      %3 = affine.load %R[%k, %k] : memref<$Nx$Nxf64>
      %4 = arith.divf %2, %3 : f64
      affine.store %4, %Q[%i, %k] : memref<$Mx$Nxf64>
    }
    affine.for %j = affine_map<(k) -> (k + 1)>(%k) to $N {
      affine.store %zero, %R[%k, %j] : memref<$Nx$Nxf64>
      affine.for %i = 0 to $M {
        %2 = affine.load %Q[%i, %k] : memref<$Mx$Nxf64>
        %3 = affine.load %A[%i, %j] : memref<$Mx$Nxf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = affine.load %R[%k, %j] : memref<$Nx$Nxf64>
        %6 = arith.addf %5, %4 : f64
        affine.store %6, %R[%k, %j] : memref<$Nx$Nxf64>
      }
      affine.for %i = 0 to $M {
        %2 = affine.load %A[%i, %j] : memref<$Mx$Nxf64>
        %3 = affine.load %Q[%i, %k] : memref<$Mx$Nxf64>
        %4 = affine.load %R[%k, %j] : memref<$Nx$Nxf64>
        %5 = arith.mulf %3, %4 : f64
        %6 = arith.subf %2, %5 : f64
        affine.store %6, %A[%i, %j] : memref<$Mx$Nxf64>
      }
    }
  }
  return
}
