// Solves A x = b by L U in place, without pivoting.
#vector = #layout.buffer<index_map<(i) -> (i floordiv 32, i mod 32)>, pad<0.0 : f64>>
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f64>>

func.func @kernel(%A: memref<$Nx$Nxf64> {layout.transform = #tiles},
                  %b: memref<$Nxf64> {layout.transform = #vector},
                  %x: memref<$Nxf64> {layout.transform = #vector},
                  %y: memref<$Nxf64> {layout.transform = #vector}) {
  affine.for %i = 0 to $N {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      %0 = affine.load %A[%i, %j] : memref<$Nx$Nxf64>
      %1 = affine.for %k = 0 to affine_map<(j) -> (j)>(%j) iter_args(%w = %0) -> (f64) {
        %2 = affine.load %A[%i, %k] : memref<$Nx$Nxf64>
        %3 = affine.load %A[%k, %j] : memref<$Nx$Nxf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.subf %w, %4 : f64
        affine.yield %5 : f64
      }
      %2 = affine.load %A[%j, %j] : memref<$Nx$Nxf64>
      %3 = arith.divf %1, %2 : f64
      affine.store %3, %A[%i, %j] : memref<$Nx$Nxf64>
    }
    affine.for %j = affine_map<(i) -> (i)>(%i) to $N {
      %0 = affine.load %A[%i, %j] : memref<$Nx$Nxf64>
      %1 = affine.for %k = 0 to affine_map<(i) -> (i)>(%i) iter_args(%w = %0) -> (f64) {
        %2 = affine.load %A[%i, %k] : memref<$Nx$Nxf64>
        %3 = affine.load %A[%k, %j] : memref<$Nx$Nxf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.subf %w, %4 : f64
        affine.yield %5 : f64
      }
      affine.store %1, %A[%i, %j] : memref<$Nx$Nxf64>
    }
  }
  affine.for %i = 0 to $N {
    %0 = affine.load %b[%i] : memref<$Nxf64>
    %1 = affine.for %j = 0 to affine_map<(i) -> (i)>(%i) iter_args(%w = %0) -> (f64) {
      %2 = affine.load %A[%i, %j] : memref<$Nx$Nxf64>
      %3 = affine.load %y[%j] : memref<$Nxf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.subf %w, %4 : f64
      affine.yield %5 : f64
    }
    affine.store %1, %y[%i] : memref<$Nxf64>
  }
  affine.for %i = 0 to $N {
    %0 = affine.load %y[-%i + ${N - 1}] : memref<$Nxf64>
    %1 = affine.for %j = affine_map<(i) -> (-i + $N)>(%i) to $N iter_args(%w = %0) -> (f64) {
      %2 = affine.load %A[-%i + ${N - 1}, %j] : memref<$Nx$Nxf64>
      %3 = affine.load %x[%j] : memref<$Nxf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.subf %w, %4 : f64
      affine.yield %5 : f64
    }
    %2 = affine.load %A[-%i + ${N - 1}, -%i + ${N - 1}] : memref<$Nx$Nxf64>
    %3 = arith.divf %1, %2 : f64
    affine.store %3, %x[-%i + ${N - 1}] : memref<$Nxf64>
  }
  return
}
