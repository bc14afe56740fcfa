// Heat equation by alternating directions: columns implicitly, then rows.
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0.0 : f64>>

func.func @kernel(%u: memref<$Nx$Nxf64> {layout.transform = #tiles},
                  %v: memref<$Nx$Nxf64> {layout.transform = #tiles},
                  %p: memref<$Nx$Nxf64> {layout.transform = #tiles},
                  %q: memref<$Nx$Nxf64> {layout.transform = #tiles}) {
  %two = arith.constant 2.0 : f64
  %one = arith.constant 1.0 : f64
  %steps = arith.constant $TSTEPS.0 : f64
  %extent = arith.constant $N.0 : f64
  %zero = arith.constant 0.0 : f64
  %0 = arith.divf %one, %steps : f64
  %1 = arith.mulf %two, %0 : f64
  %2 = arith.divf %one, %extent : f64
  %3 = arith.divf %one, %extent : f64
  %4 = arith.mulf %2, %3 : f64
  %5 = arith.divf %1, %4 : f64
  %6 = arith.divf %one, %steps : f64
  %7 = arith.mulf %one, %6 : f64
  %8 = arith.divf %one, %extent : f64
  %9 = arith.divf %one, %extent : f64
  %10 = arith.mulf %8, %9 : f64
  %11 = arith.divf %7, %10 : f64
  %12 = arith.negf %5 : f64
  %13 = arith.divf %12, %two : f64
  %14 = arith.addf %one, %5 : f64
  %15 = arith.negf %11 : f64
  %16 = arith.divf %15, %two : f64
  %17 = arith.addf %one, %11 : f64
  affine.for %t = 0 to $TSTEPS {
    affine.for %i = 1 to ${N - 1} {
      affine.store %one, %v[0, %i] : memref<$Nx$Nxf64>
      affine.store %zero, %p[%i, 0] : memref<$Nx$Nxf64>
      %18 = affine.load %v[0, %i] : memref<$Nx$Nxf64>
      affine.store %18, %q[%i, 0] : memref<$Nx$Nxf64>
      affine.for %j = 1 to ${N - 1} {
        %19 = arith.negf %13 : f64
        %20 = affine.load %p[%i, %j - 1] : memref<$Nx$Nxf64>
        %21 = arith.mulf %13, %20 : f64
        %22 = arith.addf %21, %14 : f64
        %23 = arith.divf %19, %22 : f64
        affine.store %23, %p[%i, %j] : memref<$Nx$Nxf64>
        %24 = arith.negf %16 : f64
        %25 = affine.load %u[%j, %i - 1] : memref<$Nx$Nxf64>
        %26 = arith.mulf %24, %25 : f64
        %27 = arith.mulf %two, %16 : f64
        %28 = arith.addf %one, %27 : f64
        %29 = affine.load %u[%j, %i] : memref<$Nx$Nxf64>
        %30 = arith.mulf %28, %29 : f64
        %31 = arith.addf %26, %30 : f64
        %32 = affine.load %u[%j, %i + 1] : memref<$Nx$Nxf64>
        %33 = arith.mulf %16, %32 : f64
        %34 = arith.subf %31, %33 : f64
        %35 = affine.load %q[%i, %j - 1] : memref<$Nx$Nxf64>
        %36 = arith.mulf %13, %35 : f64
        %37 = arith.subf %34, %36 : f64
        %38 = affine.load %p[%i, %j - 1] : memref<$Nx$Nxf64>
        %39 = arith.mulf %13, %38 : f64
        %40 = arith.addf %39, %14 : f64
        %41 = arith.divf %37, %40 : f64
        affine.store %41, %q[%i, %j] : memref<$Nx$Nxf64>
      }
      affine.store %one, %v[${N - 1}, %i] : memref<$Nx$Nxf64>
      affine.for %j = 0 to ${N - 2} {
        %19 = affine.load %p[%i, -%j + ${N - 2}] : memref<$Nx$Nxf64>
        %20 = affine.load %v[-%j + ${N - 1}, %i] : memref<$Nx$Nxf64>
        %21 = arith.mulf %19, %20 : f64
        %22 = affine.load %q[%i, -%j + ${N - 2}] : memref<$Nx$Nxf64>
        %23 = arith.addf %21, %22 : f64
        affine.store %23, %v[-%j + ${N - 2}, %i] : memref<$Nx$Nxf64>
      }
    }
    affine.for %i = 1 to ${N - 1} {
      affine.store %one, %u[%i, 0] : memref<$Nx$Nxf64>
      affine.store %zero, %p[%i, 0] : memref<$Nx$Nxf64>
      %18 = affine.load %u[%i, 0] : memref<$Nx$Nxf64>
      affine.store %18, %q[%i, 0] : memref<$Nx$Nxf64>
      affine.for %j = 1 to ${N - 1} {
        %19 = arith.negf %16 : f64
        %20 = affine.load %p[%i, %j - 1] : memref<$Nx$Nxf64>
        %21 = arith.mulf %16, %20 : f64
        %22 = arith.addf %21, %17 : f64
        %23 = arith.divf %19, %22 : f64
        affine.store %23, %p[%i, %j] : memref<$Nx$Nxf64>
        %24 = arith.negf %13 : f64
        %25 = affine.load %v[%i - 1, %j] : memref<$Nx$Nxf64>
        %26 = arith.mulf %24, %25 : f64
        %27 = arith.mulf %two, %13 : f64
        %28 = arith.addf %one, %27 : f64
        %29 = affine.load %v[%i, %j] : memref<$Nx$Nxf64>
        %30 = arith.mulf %28, %29 : f64
        %31 = arith.addf %26, %30 : f64
        %32 = affine.load %v[%i + 1, %j] : memref<$Nx$Nxf64>
        %33 = arith.mulf %13, %32 : f64
        %34 = arith.subf %31, %33 : f64
        %35 = affine.load %q[%i, %j - 1] : memref<$Nx$Nxf64>
        %36 = arith.mulf %16, %35 : f64
        %37 = arith.subf %34, %36 : f64
        %38 = affine.load %p[%i, %j - 1] : memref<$Nx$Nxf64>
        %39 = arith.mulf %16, %38 : f64
        %40 = arith.addf %39, %17 : f64
        %41 = arith.divf %37, %40 : f64
        affine.store %41, %q[%i, %j] : memref<$Nx$Nxf64>
      }
      affine.store %one, %u[%i, ${N - 1}] : memref<$Nx$Nxf64>
      affine.for %j = 0 to ${N - 2} {
        %19 = affine.load %p[%i, -%j + ${N - 2}] : memref<$Nx$Nxf64>
        %20 = affine.load %u[%i, -%j + ${N - 1}] : memref<$Nx$Nxf64>
        %21 = arith.mulf %19, %20 : f64
        %22 = affine.load %q[%i, -%j + ${N - 2}] : memref<$Nx$Nxf64>
        %23 = arith.addf %21, %22 : f64
        affine.store %23, %u[%i, -%j + ${N - 2}] : memref<$Nx$Nxf64>
      }
    }
  }
  return
}
