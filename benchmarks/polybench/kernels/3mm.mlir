// G = (A B) (C D).
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f64>>

func.func @kernel(%E: memref<$NIx$NJxf64> {layout.transform = #tiles},
                  %A: memref<$NIx$NKxf64> {layout.transform = #tiles},
                  %B: memref<$NKx$NJxf64> {layout.transform = #tiles},
                  %F: memref<$NJx$NLxf64> {layout.transform = #tiles},
                  %C: memref<$NJx$NMxf64> {layout.transform = #tiles},
                  %D: memref<$NMx$NLxf64> {layout.transform = #tiles},
                  %G: memref<$NIx$NLxf64> {layout.transform = #tiles}) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to $NI {
    affine.for %j = 0 to $NJ {
      affine.store %zero, %E[%i, %j] : memref<$NIx$NJxf64>
      affine.for %k = 0 to $NK {
        %0 = affine.load %A[%i, %k] : memref<$NIx$NKxf64>
        %1 = affine.load %B[%k, %j] : memref<$NKx$NJxf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %E[%i, %j] : memref<$NIx$NJxf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %E[%i, %j] : memref<$NIx$NJxf64>
      }
    }
  }
  affine.for %i = 0 to $NJ {
    affine.for %j = 0 to $NL {
      affine.store %zero, %F[%i, %j] : memref<$NJx$NLxf64>
      affine.for %k = 0 to $NM {
        %0 = affine.load %C[%i, %k] : memref<$NJx$NMxf64>
        %1 = affine.load %D[%k, %j] : memref<$NMx$NLxf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %F[%i, %j] : memref<$NJx$NLxf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %F[%i, %j] : memref<$NJx$NLxf64>
      }
    }
  }
  affine.for %i = 0 to $NI {
    affine.for %j = 0 to $NL {
      affine.store %zero, %G[%i, %j] : memref<$NIx$NLxf64>
      affine.for %k = 0 to $NJ {
        %0 = affine.load %E[%i, %k] : memref<$NIx$NJxf64>
        %1 = affine.load %F[%k, %j] : memref<$NJx$NLxf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %G[%i, %j] : memref<$NIx$NLxf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %G[%i, %j] : memref<$NIx$NLxf64>
      }
    }
  }
  return
}
