// Means over three points, back and forth between two arrays.
#vector = #layout.buffer<index_map<(i) -> (i floordiv 32, i mod 32)>, pad<0.0 : f64>>

func.func @kernel(%A: memref<$Nxf64> {layout.transform = #vector},
                  %B: memref<$Nxf64> {layout.transform = #vector}) {
  %c0_33333 = arith.constant 0.33333 : f64
  affine.for %t = 0 to $TSTEPS {
    affine.for %i = 1 to ${N - 1} {
      %0 = affine.load %A[%i - 1] : memref<$Nxf64>
      %1 = affine.load %A[%i] : memref<$Nxf64>
      %2 = arith.addf %0, %1 : f64
      %3 = affine.load %A[%i + 1] : memref<$Nxf64>
      %4 = arith.addf %2, %3 : f64
      %5 = arith.mulf %c0_33333, %4 : f64
      affine.store %5, %B[%i] : memref<$Nxf64>
    }
    affine.for %i = 1 to ${N - 1} {
      %0 = affine.load %B[%i - 1] : memref<$Nxf64>
      %1 = affine.load %B[%i] : memref<$Nxf64>
      %2 = arith.addf %0, %1 : f64
      %3 = affine.load %B[%i + 1] : memref<$Nxf64>
      %4 = arith.addf %2, %3 : f64
      %5 = arith.mulf %c0_33333, %4 : f64
      affine.store %5, %A[%i] : memref<$Nxf64>
    }
  }
  return
}
