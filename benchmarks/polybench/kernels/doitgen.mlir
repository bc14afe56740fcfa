// A[r, q, p] = the sum over s of A[r, q, s] C4[s, p].
#vector = #layout.buffer<index_map<(i) -> (i floordiv 32, i mod 32)>, pad<0.0 : f64>>
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f64>>
#slices = #layout.buffer<index_map<(h, i, j) -> (h, i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f64>>

func.func @kernel(%A: memref<$NRx$NQx$NPxf64> {layout.transform = #slices},
                  %C4: memref<$NPx$NPxf64> {layout.transform = #tiles},
                  %acc: memref<$NPxf64> {layout.transform = #vector}) {
  %zero = arith.constant 0.0 : f64
  affine.for %r = 0 to $NR {
    affine.for %q = 0 to $NQ {
      affine.for %p = 0 to $NP {
        affine.store %zero, %acc[%p] : memref<$NPxf64>
        affine.for %s = 0 to $NP {
          %0 = affine.load %A[%r, %q, %s] : memref<$NRx$NQx$NPxf64>
          %1 = affine.load %C4[%s, %p] : memref<$NPx$NPxf64>
          %2 = arith.mulf %0, %1 : f64
          %3 = affine.load %acc[%p] : memref<$NPxf64>
          %4 = arith.addf %3, %2 : f64
          affine.store %4, %acc[%p] : memref<$NPxf64>
        }
      }
      affine.for %p = 0 to $NP {
        %0 = affine.load %acc[%p] : memref<$NPxf64>
        affine.store %0, %A[%r, %q, %p] : memref<$NRx$NQx$NPxf64>
      }
    }
  }
  return
}
