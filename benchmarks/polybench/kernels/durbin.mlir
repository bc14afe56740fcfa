// Solves Yule-Walker equations with the Toeplitz matrix of r.
#vector = #layout.buffer<index_map<(i) -> (i floordiv 32, i mod 32)>, pad<0.0 : f64>>

func.func @kernel(%r: memref<$Nxf64> {layout.transform = #vector},
                  %y: memref<$Nxf64> {layout.transform = #vector}) {
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %z = memref.alloca() {layout.transform = #vector} : memref<$Nxf64>
  %0 = affine.load %r[0] : memref<$Nxf64>
  %1 = arith.negf %0 : f64
  affine.store %1, %y[0] : memref<$Nxf64>
  %2 = affine.load %r[0] : memref<$Nxf64>
  %3 = arith.negf %2 : f64
  %4:2 = affine.for %k = 1 to $N iter_args(%beta = %one, %alpha = %3) -> (f64, f64) {
    %5 = arith.mulf %alpha, %alpha : f64
    %6 = arith.subf %one, %5 : f64
    %7 = arith.mulf %6, %beta : f64
    %8 = affine.for %i = 0 to affine_map<(k) -> (k)>(%k) iter_args(%total = %zero) -> (f64) {
      %9 = affine.load %r[%k - %i - 1] : memref<$Nxf64>
      %10 = affine.load %y[%i] : memref<$Nxf64>
      %11 = arith.mulf %9, %10 : f64
      %12 = arith.addf %total, %11 : f64
      affine.yield %12 : f64
    }
    %9 = affine.load %r[%k] : memref<$Nxf64>
    %10 = arith.addf %9, %8 : f64
    %11 = arith.negf %10 : f64
    %12 = arith.divf %11, %7 : f64
    affine.for %i = 0 to affine_map<(k) -> (k)>(%k) {
      %13 = affine.load %y[%i] : memref<$Nxf64>
      %14 = affine.load %y[%k - %i - 1] : memref<$Nxf64>
      %15 = arith.mulf %12, %14 : f64
      %16 = arith.addf %13, %15 : f64
      affine.store %16, %z[%i] : memref<$Nxf64>
    }
    affine.for %i = 0 to affine_map<(k) -> (k)>(%k) {
      %13 = affine.load %z[%i] : memref<$Nxf64>
      affine.store %13, %y[%i] : memref<$Nxf64>
    }
    affine.store %12, %y[%k] : memref<$Nxf64>
    affine.yield %7, %12 : f64, f64
  }
  return
}
