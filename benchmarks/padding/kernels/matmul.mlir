// C += A * B of N x N matrices in 32 x 32 tiles. The sum over k runs into the padding
// of A and B, which holds 0; rows and columns run into the padding of C, where
// anything may be left. 0 * 0 is 0; that adding it changes nothing needs nsz. What nnan
// and ninf promise of data is not relied on, and goes with the guard.
#zero = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f32>>
#any = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<undef>>

func.func @kernel(%a: memref<$Nx$Nxf32> {layout.transform = #zero},
                  %b: memref<$Nx$Nxf32> {layout.transform = #zero},
                  %c: memref<$Nx$Nxf32> {layout.transform = #any}) {
  affine.for %i = 0 to $N {
    affine.for %k = 0 to $N {
      affine.for %j = 0 to $N {
        %x = affine.load %a[%i, %k] : memref<$Nx$Nxf32>
        %y = affine.load %b[%k, %j] : memref<$Nx$Nxf32>
        %z = affine.load %c[%i, %j] : memref<$Nx$Nxf32>
        %p = arith.mulf %x, %y fastmath<nnan, ninf, nsz, contract> : f32
        %s = arith.addf %z, %p fastmath<nsz, contract> : f32
        affine.store %s, %c[%i, %j] {layout.sequential} : memref<$Nx$Nxf32>
      }
    }
  }
  return
}
