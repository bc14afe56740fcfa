// Means over nine points, in place.
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f64>>

func.func @kernel(%A: memref<$Nx$Nxf64> {layout.transform = #tiles}) {
  %c9_0 = arith.constant 9.0 : f64
  affine.for %t = 0 to $TSTEPS {
    affine.for %i = 1 to ${N - 1} {
      affine.for %j = 1 to ${N - 1} {
        %0 = affine.load %A[%i - 1, %j - 1] : memref<$Nx$Nxf64>
        %1 = affine.load %A[%i - 1, %j] : memref<$Nx$Nxf64>
        %2 = arith.addf %0, %1 : f64
        %3 = affine.load %A[%i - 1, %j + 1] : memref<$Nx$Nxf64>
        %4 = arith.addf %2, %3 : f64
        %5 = affine.load %A[%i, %j - 1] : memref<$Nx$Nxf64>
        %6 = arith.addf %4, %5 : f64
        %7 = affine.load %A[%i, %j] : memref<$Nx$Nxf64>
        %8 = arith.addf %6, %7 : f64
        %9 = affine.load %A[%i, %j + 1] : memref<$Nx$Nxf64>
        %10 = arith.addf %8, %9 : f64
        %11 = affine.load %A[%i + 1, %j - 1] : memref<$Nx$Nxf64>
        %12 = arith.addf %10, %11 : f64
        %13 = affine.load %A[%i + 1, %j] : memref<$Nx$Nxf64>
        %14 = arith.addf %12, %13 : f64
        %15 = affine.load %A[%i + 1, %j + 1] : memref<$Nx$Nxf64>
        %16 = arith.addf %14, %15 : f64
        %17 = arith.divf %16, %c9_0 : f64
        affine.store %17, %A[%i, %j] : memref<$Nx$Nxf64>
      }
    }
  }
  return
}
