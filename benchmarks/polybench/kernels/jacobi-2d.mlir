// Means over five points, back and forth between two arrays.
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f64>>

func.func @kernel(%A: memref<$Nx$Nxf64> {layout.transform = #tiles},
                  %B: memref<$Nx$Nxf64> {layout.transform = #tiles}) {
  %c0_2 = arith.constant 0.2 : f64
  affine.for %t = 0 to $TSTEPS {
    affine.for %i = 1 to ${N - 1} {
      affine.for %j = 1 to ${N - 1} {
        %0 = affine.load %A[%i, %j] : memref<$Nx$Nxf64>
        %1 = affine.load %A[%i, %j - 1] : memref<$Nx$Nxf64>
        %2 = arith.addf %0, %1 : f64
        %3 = affine.load %A[%i, %j + 1] : memref<$Nx$Nxf64>
        %4 = arith.addf %2, %3 : f64
        %5 = affine.load %A[%i + 1, %j] : memref<$Nx$Nxf64>
        %6 = arith.addf %4, %5 : f64
        %7 = affine.load %A[%i - 1, %j] : memref<$Nx$Nxf64>
        %8 = arith.addf %6, %7 : f64
        %9 = arith.mulf %c0_2, %8 : f64
        affine.store %9, %B[%i, %j] : memref<$Nx$Nxf64>
      }
    }
    affine.for %i = 1 to ${N - 1} {
      affine.for %j = 1 to ${N - 1} {
        %0 = affine.load %B[%i, %j] : memref<$Nx$Nxf64>
        %1 = affine.load %B[%i, %j - 1] : memref<$Nx$Nxf64>
        %2 = arith.addf %0, %1 : f64
        %3 = affine.load %B[%i, %j + 1] : memref<$Nx$Nxf64>
        %4 = arith.addf %2, %3 : f64
        %5 = affine.load %B[%i + 1, %j] : memref<$Nx$Nxf64>
        %6 = arith.addf %4, %5 : f64
        %7 = affine.load %B[%i - 1, %j] : memref<$Nx$Nxf64>
        %8 = arith.addf %6, %7 : f64
        %9 = arith.mulf %c0_2, %8 : f64
        affine.store %9, %A[%i, %j] : memref<$Nx$Nxf64>
      }
    }
  }
  return
}
