// C = alpha A B + beta C.
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f64>>

func.func @kernel(%alpha: f64, %beta: f64,
                  %C: memref<$NIx$NJxf64> {layout.transform = #tiles},
                  %A: memref<$NIx$NKxf64> {layout.transform = #tiles},
                  %B: memref<$NKx$NJxf64> {layout.transform = #tiles}) {
  affine.for %i = 0 to $NI {
    affine.for %j = 0 to $NJ {
      %0 = affine.load %C[%i, %j] : memref<$NIx$NJxf64>
      %1 = arith.mulf %0, %beta : f64
      affine.store %1, %C[%i, %j] : memref<$NIx$NJxf64>
    }
    affine.for %k = 0 to $NK {
      affine.for %j = 0 to $NJ {
        %0 = affine.load %A[%i, %k] : memref<$NIx$NKxf64>
        %1 = arith.mulf %alpha, %0 : f64
        %2 = affine.load %B[%k, %j] : memref<$NKx$NJxf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = affine.load %C[%i, %j] : memref<$NIx$NJxf64>
        %5 = arith.addf %4, %3 : f64
        affine.store %5, %C[%i, %j] : memref<$NIx$NJxf64>
      }
    }
  }
  return
}
