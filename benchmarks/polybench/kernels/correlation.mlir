// The correlations of the columns of data, which are normalised in place.
#vector = #layout.buffer<index_map<(i) -> (i floordiv 32, i mod 32)>, pad<0.0 : f64>>
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f64>>

func.func @kernel(%float_n: f64,
                  %data: memref<$Nx$Mxf64> {layout.transform = #tiles},
                  %corr: memref<$Mx$Mxf64> {layout.transform = #tiles},
                  %mean: memref<$Mxf64> {layout.transform = #vector},
                  %stddev: memref<$Mxf64> {layout.transform = #vector}) {
  %zero = arith.constant 0.0 : f64
  %c0_1 = arith.constant 0.1 : f64
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
  affine.for %j = 0 to $M {
    affine.store %zero, %stddev[%j] : memref<$Mxf64>
    affine.for %i = 0 to $N {
      %0 = affine.load %data[%i, %j] : memref<$Nx$Mxf64>
      %1 = affine.load %mean[%j] : memref<$Mxf64>
      %2 = arith.subf %0, %1 : f64
      %3 = affine.load %data[%i, %j] : memref<$Nx$Mxf64>
      %4 = affine.load %mean[%j] : memref<$Mxf64>
      %5 = arith.subf %3, %4 : f64
      %6 = arith.mulf %2, %5 : f64
      %7 = affine.load %stddev[%j] : memref<$Mxf64>
      %8 = arith.addf %7, %6 : f64
      affine.store %8, %stddev[%j] : memref<$Mxf64>
    }
    %0 = affine.load %stddev[%j] : memref<$Mxf64>
    %1 = arith.divf %0, %float_n : f64
    affine.store %1, %stddev[%j] : memref<$Mxf64>
    %2 = affine.load %stddev[%j] : memref<$Mxf64>
    %3 = math.sqrt %2 : f64
    affine.store %3, %stddev[%j] : memref<$Mxf64>
    %4 = affine.load %stddev[%j] : memref<$Mxf64>
    %5 = arith.cmpf ole, %4, %c0_1 : f64
    %6 = affine.load %stddev[%j] : memref<$Mxf64>
    %7 = arith.select %5, %one, %6 : f64
    affine.store %7, %stddev[%j] : memref<$Mxf64>
  }
  affine.for %i = 0 to $N {
    affine.for %j = 0 to $M {
      %0 = affine.load %mean[%j] : memref<$Mxf64>
      %1 = affine.load %data[%i, %j] : memref<$Nx$Mxf64>
      %2 = arith.subf %1, %0 : f64
      affine.store %2, %data[%i, %j] : memref<$Nx$Mxf64>
      %3 = math.sqrt %float_n : f64
      %4 = affine.load %stddev[%j] : memref<$Mxf64>
      %5 = arith.mulf %3, %4 : f64
      %6 = affine.load %data[%i, %j] : memref<$Nx$Mxf64>
      %7 = arith.divf %6, %5 : f64
      affine.store %7, %data[%i, %j] : memref<$Nx$Mxf64>
    }
  }
  affine.for %i = 0 to ${M - 1} {
    affine.store %one, %corr[%i, %i] : memref<$Mx$Mxf64>
    affine.for %j = affine_map<(i) -> (i + 1)>(%i) to $M {
      affine.store %zero, %corr[%i, %j] : memref<$Mx$Mxf64>
      affine.for %k = 0 to $N {
        %0 = affine.load %data[%k, %i] : memref<$Nx$Mxf64>
        %1 = affine.load %data[%k, %j] : memref<$Nx$Mxf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %corr[%i, %j] : memref<$Mx$Mxf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %corr[%i, %j] : memref<$Mx$Mxf64>
      }
      %0 = affine.load %corr[%i, %j] : memref<$Mx$Mxf64>
      affine.store %0, %corr[%j, %i] : memref<$Mx$Mxf64>
    }
  }
  affine.store %one, %corr[${M - 1}, ${M - 1}] : memref<$Mx$Mxf64>
  return
}
