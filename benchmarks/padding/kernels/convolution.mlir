// Y[h, w, k] += X[h + r, w + s, c] * W[r, s, c, k], 3 x 3, C channels in and out, in
// blocks of 32 channels. The sum over c runs into padding that holds 0; k runs into
// the padding of Y, where anything may be left.
#image = #layout.buffer<index_map<(h, w, c) -> (c floordiv 32, h, w, c mod 32)>, pad<0.0 : f32>>
#weights = #layout.buffer<index_map<(r, s, c, k) -> (k floordiv 32, r, s, c floordiv 32, c mod 32, k mod 32)>, pad<0.0 : f32>>
#any = #layout.buffer<index_map<(h, w, k) -> (k floordiv 32, h, w, k mod 32)>, pad<undef>>

func.func @kernel(%x: memref<58x58x$Cxf32> {layout.transform = #image},
                  %w: memref<3x3x$Cx$Cxf32> {layout.transform = #weights},
                  %y: memref<56x56x$Cxf32> {layout.transform = #any}) {
  affine.for %i = 0 to 56 {
    affine.for %j = 0 to 56 {
      affine.for %r = 0 to 3 {
        affine.for %s = 0 to 3 {
          affine.for %c = 0 to $C {
            affine.for %k = 0 to $C {
              %0 = affine.load %x[%i + %r, %j + %s, %c] : memref<58x58x$Cxf32>
              %1 = affine.load %w[%r, %s, %c, %k] : memref<3x3x$Cx$Cxf32>
              %2 = affine.load %y[%i, %j, %k] : memref<56x56x$Cxf32>
              %3 = arith.mulf %0, %1 fastmath<nnan, ninf, nsz, contract> : f32
              %4 = arith.addf %2, %3 fastmath<nsz, contract> : f32
              affine.store %4, %y[%i, %j, %k] {layout.sequential} : memref<56x56x$Cxf32>
            }
          }
        }
      }
    }
  }
  return
}
