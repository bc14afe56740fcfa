// A 3 x 3 convolution of $SIDE x $SIDE pixels, 126 channels in and out. Pixels are
// NCHW4c, the last texel of each with two channels of padding, in rows (channels,
// height) and columns (width). Weights have four outputs in a texel, in rows
// (r, s, inputs by four) and columns (outputs by four, input).
#pixels = #layout.buffer<index_map<"NHWC" -> "NCHW4c">, pad<0.0 : f32>>
#outputs = #layout.buffer<index_map<(r, s, i, o) -> (r, s, i floordiv 4, o floordiv 4, i mod 4, o mod 4)>, pad<0.0 : f32>>

!x = memref<1x$WIDEx$WIDEx126xf32>
!w = memref<3x3x126x126xf32>
!y = memref<1x$SIDEx$SIDEx126xf32>
!xLaidOut = memref<1x$WIDEx$WIDEx126xf32, #pixels>
!wLaidOut = memref<3x3x126x126xf32, #outputs>
!yLaidOut = memref<1x$SIDEx$SIDEx126xf32, #pixels>
!xImage = memref<$XROWSx$WIDExvector<4xf32>, #layout.texture<read>>
!wImage = memref<288x128xvector<4xf32>, #layout.texture<read>>
!yImage = memref<$YROWSx$SIDExvector<4xf32>, #layout.texture<write>>

func.func private @printF64(f64)
func.func private @printNewline()

/// A small integer: sums of products are exact in any order.
func.func private @small(%i: index) -> f32 {
  %k = affine.apply affine_map<(i) -> ((i * 7) mod 11 - 5)>(%i)
  %n = arith.index_cast %k : index to i32
  %x = arith.sitofp %n : i32 to f32
  return %x : f32
}

/// The sum of all results, each times a number of its place.
func.func private @print_sum(%y: !y) {
  %sum = memref.alloca() : memref<f64>
  %zero = arith.constant 0.0 : f64
  affine.store %zero, %sum[] : memref<f64>
  affine.for %i = 0 to $SIDE {
    affine.for %j = 0 to $SIDE {
      affine.for %k = 0 to 126 {
        %v = affine.load %y[0, %i, %j, %k] : !y
        %place = affine.apply affine_map<(i, j, k) -> ((i * 31 + j * 17 + k) mod 13)>(%i, %j, %k)
        %n = arith.index_cast %place : index to i32
        %times = arith.sitofp %n : i32 to f64
        %wide = arith.extf %v : f32 to f64
        %p = arith.mulf %wide, %times : f64
        %s = affine.load %sum[] : memref<f64>
        %t = arith.addf %s, %p : f64
        affine.store %t, %sum[] : memref<f64>
      }
    }
  }
  %s = affine.load %sum[] : memref<f64>
  call @printF64(%s) : (f64) -> ()
  call @printNewline() : () -> ()
  return
}

func.func @main() {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %x = memref.alloc() : !x
  %w = memref.alloc() : !w
  %y = memref.alloc() : !y
  affine.for %i = 0 to $WIDE {
    affine.for %j = 0 to $WIDE {
      affine.for %k = 0 to 126 {
        %n = affine.apply affine_map<(i, j, k) -> (i * 3 + j * 5 + k)>(%i, %j, %k)
        %v = func.call @small(%n) : (index) -> f32
        affine.store %v, %x[0, %i, %j, %k] : !x
      }
    }
  }
  affine.for %r = 0 to 3 {
    affine.for %s = 0 to 3 {
      affine.for %i = 0 to 126 {
        affine.for %o = 0 to 126 {
          %n = affine.apply affine_map<(r, s, i, o) -> (r + s * 2 + i * 3 + o * 4)>(%r, %s, %i, %o)
          %v = func.call @small(%n) : (index) -> f32
          affine.store %v, %w[%r, %s, %i, %o] : !w
        }
      }
    }
  }

  // Packed by their layouts, then looked at as rows and columns of texels.
  %xl = memref.alloc() : !xLaidOut
  %wl = memref.alloc() : !wLaidOut
  %yl = memref.alloc() : !yLaidOut
  layout.convert ins(%x : !x) outs(%xl : !xLaidOut)
  layout.convert ins(%w : !w) outs(%wl : !wLaidOut)
  %xp = layout.as_physical %xl : !xLaidOut to memref<1x32x$WIDEx$WIDEx4xf32>
  %wp = layout.as_physical %wl : !wLaidOut to memref<3x3x32x32x4x4xf32>
  %yp = layout.as_physical %yl : !yLaidOut to memref<1x32x$SIDEx$SIDEx4xf32>
  %x2 = memref.collapse_shape %xp [[0, 1, 2], [3], [4]] : memref<1x32x$WIDEx$WIDEx4xf32> into memref<$XROWSx$WIDEx4xf32>
  %w2 = memref.collapse_shape %wp [[0, 1, 2], [3, 4], [5]] : memref<3x3x32x32x4x4xf32> into memref<288x128x4xf32>
  %y2 = memref.collapse_shape %yp [[0, 1, 2], [3], [4]] : memref<1x32x$SIDEx$SIDEx4xf32> into memref<$YROWSx$SIDEx4xf32>
  %xv = vector.type_cast %x2 : memref<$XROWSx$WIDEx4xf32> to memref<$XROWSx$WIDExvector<4xf32>>
  %wv = vector.type_cast %w2 : memref<288x128x4xf32> to memref<288x128xvector<4xf32>>
  %yv = vector.type_cast %y2 : memref<$YROWSx$SIDEx4xf32> to memref<$YROWSx$SIDExvector<4xf32>>
  %xt = memref.memory_space_cast %xv : memref<$XROWSx$WIDExvector<4xf32>> to !xImage
  %wt = memref.memory_space_cast %wv : memref<288x128xvector<4xf32>> to !wImage
  %yt = memref.memory_space_cast %yv : memref<$YROWSx$SIDExvector<4xf32>> to !yImage

  %groups = arith.constant $GROUPS : index
  affine.for %launch = 0 to $LAUNCHES {
    gpu.launch blocks(%gx, %gy, %co) in (%nx = %groups, %ny = %groups, %nz = %c32)
               threads(%tx, %ty, %tz) in (%bx = %c8, %by = %c8, %bz = %c1) {
      %none = arith.constant dense<0.0> : vector<4xf32>
      %sum = affine.for %r = 0 to 3 iter_args(%s0 = %none) -> vector<4xf32> {
        %s1 = affine.for %s = 0 to 3 iter_args(%s2 = %s0) -> vector<4xf32> {
          %s3 = affine.for %ci = 0 to 32 iter_args(%s4 = %s2) -> vector<4xf32> {
            %xr = affine.apply affine_map<(ci, r)[g, t] -> (ci * $WIDE + g * 8 + t + r)>(%ci, %r)[%gy, %ty]
            %xc = affine.apply affine_map<(s)[g, t] -> (g * 8 + t + s)>(%s)[%gx, %tx]
            %wr = affine.apply affine_map<(r, s, ci) -> (r * 96 + s * 32 + ci)>(%r, %s, %ci)
            %k0 = affine.apply affine_map<()[co] -> (co * 4)>()[%co]
            %k1 = affine.apply affine_map<()[co] -> (co * 4 + 1)>()[%co]
            %k2 = affine.apply affine_map<()[co] -> (co * 4 + 2)>()[%co]
            %k3 = affine.apply affine_map<()[co] -> (co * 4 + 3)>()[%co]
            %a = memref.load %xt[%xr, %xc] : !xImage
            %w0 = memref.load %wt[%wr, %k0] : !wImage
            %w1 = memref.load %wt[%wr, %k1] : !wImage
            %w2t = memref.load %wt[%wr, %k2] : !wImage
            %w3 = memref.load %wt[%wr, %k3] : !wImage
            %a0 = vector.extract %a[0] : f32 from vector<4xf32>
            %a1 = vector.extract %a[1] : f32 from vector<4xf32>
            %a2 = vector.extract %a[2] : f32 from vector<4xf32>
            %a3 = vector.extract %a[3] : f32 from vector<4xf32>
            %v0 = vector.broadcast %a0 : f32 to vector<4xf32>
            %v1 = vector.broadcast %a1 : f32 to vector<4xf32>
            %v2 = vector.broadcast %a2 : f32 to vector<4xf32>
            %v3 = vector.broadcast %a3 : f32 to vector<4xf32>
            %p0 = arith.mulf %v0, %w0 : vector<4xf32>
            %t0 = arith.addf %s4, %p0 : vector<4xf32>
            %p1 = arith.mulf %v1, %w1 : vector<4xf32>
            %t1 = arith.addf %t0, %p1 : vector<4xf32>
            %p2 = arith.mulf %v2, %w2t : vector<4xf32>
            %t2 = arith.addf %t1, %p2 : vector<4xf32>
            %p3 = arith.mulf %v3, %w3 : vector<4xf32>
            %t3 = arith.addf %t2, %p3 : vector<4xf32>
            affine.yield %t3 : vector<4xf32>
          }
          affine.yield %s3 : vector<4xf32>
        }
        affine.yield %s1 : vector<4xf32>
      }
      %yr = affine.apply affine_map<()[co, g, t] -> (co * $SIDE + g * 8 + t)>()[%co, %gy, %ty]
      %yc = affine.apply affine_map<()[g, t] -> (g * 8 + t)>()[%gx, %tx]
      memref.store %sum, %yt[%yr, %yc] : !yImage
      gpu.terminator
    }
  }
  layout.convert ins(%yl : !yLaidOut) outs(%y : !y)
  call @print_sum(%y) : (!y) -> ()
  return
}
