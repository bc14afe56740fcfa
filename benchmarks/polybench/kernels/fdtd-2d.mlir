// Finite differences in time of an electric and a magnetic field.
#vector = #layout.buffer<index_map<(i) -> (i floordiv 32, i mod 32)>, pad<0.0 : f64>>
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f64>>

func.func @kernel(%ex: memref<$NXx$NYxf64> {layout.transform = #tiles},
                  %ey: memref<$NXx$NYxf64> {layout.transform = #tiles},
                  %hz: memref<$NXx$NYxf64> {layout.transform = #tiles},
                  %fict: memref<$TMAXxf64> {layout.transform = #vector}) {
  %c0_5 = arith.constant 0.5 : f64
  %c0_7 = arith.constant 0.7 : f64
  affine.for %t = 0 to $TMAX {
    affine.for %j = 0 to $NY {
      %0 = affine.load %fict[%t] : memref<$TMAXxf64>
      affine.store %0, %ey[0, %j] : memref<$NXx$NYxf64>
    }
    affine.for %i = 1 to $NX {
      affine.for %j = 0 to $NY {
        %0 = affine.load %hz[%i, %j] : memref<$NXx$NYxf64>
        %1 = affine.load %hz[%i - 1, %j] : memref<$NXx$NYxf64>
        %2 = arith.subf %0, %1 : f64
        %3 = arith.mulf %c0_5, %2 : f64
        %4 = affine.load %ey[%i, %j] : memref<$NXx$NYxf64>
        %5 = arith.subf %4, %3 : f64
        affine.store %5, %ey[%i, %j] : memref<$NXx$NYxf64>
      }
    }
    affine.for %i = 0 to $NX {
      affine.for %j = 1 to $NY {
        %0 = affine.load %hz[%i, %j] : memref<$NXx$NYxf64>
        %1 = affine.load %hz[%i, %j - 1] : memref<$NXx$NYxf64>
        %2 = arith.subf %0, %1 : f64
        %3 = arith.mulf %c0_5, %2 : f64
        %4 = affine.load %ex[%i, %j] : memref<$NXx$NYxf64>
        %5 = arith.subf %4, %3 : f64
        affine.store %5, %ex[%i, %j] : memref<$NXx$NYxf64>
      }
    }
    affine.for %i = 0 to ${NX - 1} {
      affine.for %j = 0 to ${NY - 1} {
        %0 = affine.load %ex[%i, %j + 1] : memref<$NXx$NYxf64>
        %1 = affine.load %ex[%i, %j] : memref<$NXx$NYxf64>
        %2 = arith.subf %0, %1 : f64
        %3 = affine.load %ey[%i + 1, %j] : memref<$NXx$NYxf64>
        %4 = arith.addf %2, %3 : f64
        %5 = affine.load %ey[%i, %j] : memref<$NXx$NYxf64>
        %6 = arith.subf %4, %5 : f64
        %7 = arith.mulf %c0_7, %6 : f64
        %8 = affine.load %hz[%i, %j] : memref<$NXx$NYxf64>
        %9 = arith.subf %8, %7 : f64
        affine.store %9, %hz[%i, %j] : memref<$NXx$NYxf64>
      }
    }
  }
  return
}
