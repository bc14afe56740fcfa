// The heat equation over a volume, back and forth between two arrays.
#slices = #layout.buffer<index_map<(h, i, j) -> (h, i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f64>>

func.func @kernel(%A: memref<$Nx$Nx$Nxf64> {layout.transform = #slices},
                  %B: memref<$Nx$Nx$Nxf64> {layout.transform = #slices}) {
  %c0_125 = arith.constant 0.125 : f64
  %two = arith.constant 2.0 : f64
  affine.for %t = 0 to $TSTEPS {
    affine.for %i = 1 to ${N - 1} {
      affine.for %j = 1 to ${N - 1} {
        affine.for %k = 1 to ${N - 1} {
          %0 = affine.load %A[%i + 1, %j, %k] : memref<$Nx$Nx$Nxf64>
          %1 = affine.load %A[%i, %j, %k] : memref<$Nx$Nx$Nxf64>
          %2 = arith.mulf %two, %1 : f64
          %3 = arith.subf %0, %2 : f64
          %4 = affine.load %A[%i - 1, %j, %k] : memref<$Nx$Nx$Nxf64>
          %5 = arith.addf %3, %4 : f64
          %6 = arith.mulf %c0_125, %5 : f64
          %7 = affine.load %A[%i, %j + 1, %k] : memref<$Nx$Nx$Nxf64>
          %8 = affine.load %A[%i, %j, %k] : memref<$Nx$Nx$Nxf64>
          %9 = arith.mulf %two, %8 : f64
          %10 = arith.subf %7, %9 : f64
          %11 = affine.load %A[%i, %j - 1, %k] : memref<$Nx$Nx$Nxf64>
          %12 = arith.addf %10, %11 : f64
          %13 = arith.mulf %c0_125, %12 : f64
          %14 = arith.addf %6, %13 : f64
          %15 = affine.load %A[%i, %j, %k + 1] : memref<$Nx$Nx$Nxf64>
          %16 = affine.load %A[%i, %j, %k] : memref<$Nx$Nx$Nxf64>
          %17 = arith.mulf %two, %16 : f64
          %18 = arith.subf %15, %17 : f64
          %19 = affine.load %A[%i, %j, %k - 1] : memref<$Nx$Nx$Nxf64>
          %20 = arith.addf %18, %19 : f64
          %21 = arith.mulf %c0_125, %20 : f64
          %22 = arith.addf %14, %21 : f64
          %23 = affine.load %A[%i, %j, %k] : memref<$Nx$Nx$Nxf64>
          %24 = arith.addf %22, %23 : f64
          affine.store %24, %B[%i, %j, %k] : memref<$Nx$Nx$Nxf64>
        }
      }
    }
    affine.for %i = 1 to ${N - 1} {
      affine.for %j = 1 to ${N - 1} {
        affine.for %k = 1 to ${N - 1} {
          %0 = affine.load %B[%i + 1, %j, %k] : memref<$Nx$Nx$Nxf64>
          %1 = affine.load %B[%i, %j, %k] : memref<$Nx$Nx$Nxf64>
          %2 = arith.mulf %two, %1 : f64
          %3 = arith.subf %0, %2 : f64
          %4 = affine.load %B[%i - 1, %j, %k] : memref<$Nx$Nx$Nxf64>
          %5 = arith.addf %3, %4 : f64
          %6 = arith.mulf %c0_125, %5 : f64
          %7 = affine.load %B[%i, %j + 1, %k] : memref<$Nx$Nx$Nxf64>
          %8 = affine.load %B[%i, %j, %k] : memref<$Nx$Nx$Nxf64>
          %9 = arith.mulf %two, %8 : f64
          %10 = arith.subf %7, %9 : f64
          %11 = affine.load %B[%i, %j - 1, %k] : memref<$Nx$Nx$Nxf64>
          %12 = arith.addf %10, %11 : f64
          %13 = arith.mulf %c0_125, %12 : f64
          %14 = arith.addf %6, %13 : f64
          %15 = affine.load %B[%i, %j, %k + 1] : memref<$Nx$Nx$Nxf64>
          %16 = affine.load %B[%i, %j, %k] : memref<$Nx$Nx$Nxf64>
          %17 = arith.mulf %two, %16 : f64
          %18 = arith.subf %15, %17 : f64
          %19 = affine.load %B[%i, %j, %k - 1] : memref<$Nx$Nx$Nxf64>
          %20 = arith.addf %18, %19 : f64
          %21 = arith.mulf %c0_125, %20 : f64
          %22 = arith.addf %14, %21 : f64
          %23 = affine.load %B[%i, %j, %k] : memref<$Nx$Nx$Nxf64>
          %24 = arith.addf %22, %23 : f64
          affine.store %24, %A[%i, %j, %k] : memref<$Nx$Nx$Nxf64>
        }
      }
    }
  }
  return
}
