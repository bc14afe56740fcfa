// D = alpha A B C + beta D.
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f64>>

func.func @kernel(%alpha: f64, %beta: f64,
                  %tmp: memref<$NIx$NJxf64> {layout.transform = #tiles},
                  %A: memref<$NIx$NKxf64> {layout.transform = #tiles},
                  %B: memref<$NKx$NJxf64> {layout.transform = #tiles},
                  %C: memref<$NJx$NLxf64> {layout.transform = #tiles},
                  %D: memref<$NIx$NLxf64> {layout.transform = #tiles}) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to $NI {
    affine.for %j = 0 to $NJ {
      affine.store %zero, %tmp[%i, %j] : memref<$NIx$NJxf64>
      affine.for %k = 0 to $NK {
        %0 = affine.load %A[%i, %k] : memref<$NIx$NKxf64>
        %1 = arith.mulf %alpha, %0 : f64
        %2 = affine.load %B[%k, %j] : memref<$NKx$NJxf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = affine.load %tmp[%i, %j] : memref<$NIx$NJxf64>
        %5 = arith.addf %4, %3 : f64
        affine.store %5, %tmp[%i, %j] : memref<$NIx$NJxf64>
      }
    }
  }
  affine.for %i = 0 to $NI {
    affine.for %j = 0 to $NL {
      %0 = affine.load %D[%i, %j] : memref<$NIx$NLxf64>
      %1 = arith.mulf %0, %beta : f64
      affine.store %1, %D[%i, %j] : memref<$NIx$NLxf64>
      affine.for %k = 0 to $NJ {
        %2 = affine.load %tmp[%i, %k] : memref<$NIx$NJxf64>
        %3 = affine.load %C[%k, %j] : memref<$NJx$NLxf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = affine.load %D[%i, %j] : memref<$NIx$NLxf64>
        %6 = arith.addf %5, %4 : f64
        affine.store %6, %D[%i, %j] : memref<$NIx$NLxf64>
      }
    }
  }
  return
}
