// The covariances of the columns of data, which are centered in place.
#vector = #layout.buffer<index_map<(i) -> (i floordiv 32, i mod 32)>, pad<0.0 : f64>>
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f64>>

func.func @kernel(%float_n: f64,
                  %data: memref<$Nx$Mxf64> {layout.transform = #tiles},
                  %cov: memref<$Mx$Mxf64> {layout.transform = #tiles},
                  %mean: memref<$Mxf64> {layout.transform = #vector}) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  affine.for %j = 0 to $M {
    affine.store %zero, %mean[%j] : memref<$Mxf64>
    affine.for %i = 0 to $N {
      %0 = affine.load %data[%i, %j] : memref<$Nx$Mxf64>
      %1 = affine.load %mean[%j] : memref<$Mxf64>
      %2 = arith.addf %1, %0 : f64
      affine.store %2, %mean[%j] : memref<$Mxf64>
    }
    %0 = affine.load %mean[%j] : memref<$Mxf64>
    %1 = arith.divf %0, %float_n : f64
    affine.store %1, %mean[%j] : memref<$Mxf64>
  }
  affine.for %i = 0 to $N {
    affine.for %j = 0 to $M {
      %0 = affine.load %mean[%j] : memref<$Mxf64>
      %1 = affine.load %data[%i, %j] : memref<$Nx$Mxf64>
      %2 = arith.subf %1, %0 : f64
      affine.store %2, %data[%i, %j] : memref<$Nx$Mxf64>
    }
  }
  affine.for %i = 0 to $M {
    affine.for %j = affine_map<(i) -> (i)>(%i) to $M {
      affine.store %zero, %cov[%i, %j] : memref<$Mx$Mxf64>
      affine.for %k = 0 to $N {
        %0 = affine.load %data[%k, %i] : memref<$Nx$Mxf64>
        %1 = affine.load %data[%k, %j] : memref<$Nx$Mxf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %cov[%i, %j] : memref<$Mx$Mxf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %cov[%i, %j] : memref<$Mx$Mxf64>
      }
      %0 = arith.subf %float_n, %one : f64
      %1 = affine.load %cov[%i, %j] : memref<$Mx$Mxf64>
      %2 = arith.divf %1, %0 : f64
      affine.store %2, %cov[%i, %j] : memref<$Mx$Mxf64>
      %3 = affine.load %cov[%i, %j] : memref<$Mx$Mxf64>
      affine.store %3, %cov[%j, %i] : memref<$Mx$Mxf64>
    }
  }
  return
}
