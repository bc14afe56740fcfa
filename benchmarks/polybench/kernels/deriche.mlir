// Deriche's recursive edge detection: forth and back along rows, then along columns.
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f64>>

func.func @kernel(%alpha: f64,
                  %image: memref<$Wx$Hxf64> {layout.transform = #tiles},
                  %out: memref<$Wx$Hxf64> {layout.transform = #tiles},
                  %y1: memref<$Wx$Hxf64> {layout.transform = #tiles},
                  %y2: memref<$Wx$Hxf64> {layout.transform = #tiles}) {
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %minus_two = arith.constant -2.0 : f64
  %zero = arith.constant 0.0 : f64
  %0 = arith.negf %alpha : f64
  %1 = math.exp %0 : f64
  %2 = arith.subf %one, %1 : f64
  %3 = arith.negf %alpha : f64
  %4 = math.exp %3 : f64
  %5 = arith.subf %one, %4 : f64
  %6 = arith.mulf %2, %5 : f64
  %7 = arith.mulf %two, %alpha : f64
  %8 = arith.negf %alpha : f64
  %9 = math.exp %8 : f64
  %10 = arith.mulf %7, %9 : f64
  %11 = arith.addf %one, %10 : f64
  %12 = arith.mulf %two, %alpha : f64
  %13 = math.exp %12 : f64
  %14 = arith.subf %11, %13 : f64
  %15 = arith.divf %6, %14 : f64
  %16 = arith.negf %alpha : f64
  %17 = math.exp %16 : f64
  %18 = arith.mulf %15, %17 : f64
  %19 = arith.subf %alpha, %one : f64
  %20 = arith.mulf %18, %19 : f64
  %21 = arith.negf %alpha : f64
  %22 = math.exp %21 : f64
  %23 = arith.mulf %15, %22 : f64
  %24 = arith.addf %alpha, %one : f64
  %25 = arith.mulf %23, %24 : f64
  %26 = arith.negf %15 : f64
  %27 = arith.mulf %minus_two, %alpha : f64
  %28 = math.exp %27 : f64
  %29 = arith.mulf %26, %28 : f64
  %30 = arith.negf %alpha : f64
  %31 = math.powf %two, %30 : f64
  %32 = arith.mulf %minus_two, %alpha : f64
  %33 = math.exp %32 : f64
  %34 = arith.negf %33 : f64
  affine.for %i = 0 to $W {
    %35:3 = affine.for %j = 0 to $H iter_args(%ym1 = %zero, %ym2 = %zero, %xm1 = %zero) -> (f64, f64, f64) {
      %36 = affine.load %image[%i, %j] : memref<$Wx$Hxf64>
      %37 = arith.mulf %15, %36 : f64
      %38 = arith.mulf %20, %xm1 : f64
      %39 = arith.addf %37, %38 : f64
      %40 = arith.mulf %31, %ym1 : f64
      %41 = arith.addf %39, %40 : f64
      %42 = arith.mulf %34, %ym2 : f64
      %43 = arith.addf %41, %42 : f64
      affine.store %43, %y1[%i, %j] : memref<$Wx$Hxf64>
      affine.yield %43, %ym1, %36 : f64, f64, f64
    }
  }
  affine.for %i = 0 to $W {
    %35:4 = affine.for %j = 0 to $H iter_args(%yp1 = %zero, %yp2 = %zero, %xp1 = %zero, %xp2 = %zero) -> (f64, f64, f64, f64) {
      %36 = arith.mulf %25, %xp1 : f64
      %37 = arith.mulf %29, %xp2 : f64
      %38 = arith.addf %36, %37 : f64
      %39 = arith.mulf %31, %yp1 : f64
      %40 = arith.addf %38, %39 : f64
      %41 = arith.mulf %34, %yp2 : f64
      %42 = arith.addf %40, %41 : f64
      affine.store %42, %y2[%i, -%j + ${H - 1}] : memref<$Wx$Hxf64>
      %43 = affine.load %image[%i, -%j + ${H - 1}] : memref<$Wx$Hxf64>
      affine.yield %42, %yp1, %43, %xp1 : f64, f64, f64, f64
    }
  }
  affine.for %i = 0 to $W {
    affine.for %j = 0 to $H {
      %35 = affine.load %y1[%i, %j] : memref<$Wx$Hxf64>
      %36 = affine.load %y2[%i, %j] : memref<$Wx$Hxf64>
      %37 = arith.addf %35, %36 : f64
      affine.store %37, %out[%i, %j] : memref<$Wx$Hxf64>
    }
  }
  affine.for %j = 0 to $H {
    %35:3 = affine.for %i = 0 to $W iter_args(%tm1 = %zero, %ym1 = %zero, %ym2 = %zero) -> (f64, f64, f64) {
      %36 = affine.load %out[%i, %j] : memref<$Wx$Hxf64>
      %37 = arith.mulf %15, %36 : f64
      %38 = arith.mulf %20, %tm1 : f64
      %39 = arith.addf %37, %38 : f64
      %40 = arith.mulf %31, %ym1 : f64
      %41 = arith.addf %39, %40 : f64
      %42 = arith.mulf %34, %ym2 : f64
      %43 = arith.addf %41, %42 : f64
      affine.store %43, %y1[%i, %j] : memref<$Wx$Hxf64>
      affine.yield %36, %43, %ym1 : f64, f64, f64
    }
  }
  affine.for %j = 0 to $H {
    %35:4 = affine.for %i = 0 to $W iter_args(%tp1 = %zero, %tp2 = %zero, %yp1 = %zero, %yp2 = %zero) -> (f64, f64, f64, f64) {
      %36 = arith.mulf %25, %tp1 : f64
      %37 = arith.mulf %29, %tp2 : f64
      %38 = arith.addf %36, %37 : f64
      %39 = arith.mulf %31, %yp1 : f64
      %40 = arith.addf %38, %39 : f64
      %41 = arith.mulf %34, %yp2 : f64
      %42 = arith.addf %40, %41 : f64
      affine.store %42, %y2[-%i + ${W - 1}, %j] : memref<$Wx$Hxf64>
      %43 = affine.load %out[-%i + ${W - 1}, %j] : memref<$Wx$Hxf64>
      affine.yield %43, %tp1, %42, %yp1 : f64, f64, f64, f64
    }
  }
  affine.for %i = 0 to $W {
    affine.for %j = 0 to $H {
      %35 = affine.load %y1[%i, %j] : memref<$Wx$Hxf64>
      %36 = affine.load %y2[%i, %j] : memref<$Wx$Hxf64>
      %37 = arith.addf %35, %36 : f64
      affine.store %37, %out[%i, %j] : memref<$Wx$Hxf64>
    }
  }
  return
}
