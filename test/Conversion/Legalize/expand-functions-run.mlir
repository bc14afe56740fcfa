// Results are near to those of the library of C, also of infinities and NaNs; nothing
// poisonous is computed on the way, and lanes are computed as single numbers are.
// RUN: layout-check %s --entry=near --rtol=1e-6 --poison --seed=1 --pipeline="builtin.module(layout-set-fastmath{approximate},layout-apply,layout-legalize{only=functions})" | FileCheck %s
// RUN: layout-check %s --entry=near --rtol=1e-6 --seed=2 --pipeline="builtin.module(layout-set-fastmath{approximate},layout-apply,layout-optimize,layout-legalize{only=functions})" | FileCheck %s
// RUN: layout-check %s --entry=alike --seed=3 --lowering="builtin.module(layout-legalize{only=functions})" --pipeline="builtin.module(layout-apply,layout-optimize)" | FileCheck %s
// The tolerance is needed: the numbers are others.
// RUN: not layout-check %s --entry=near --seed=1 --pipeline="builtin.module(layout-set-fastmath{approximate},layout-apply,layout-legalize{only=functions})" 2>&1 | FileCheck %s --check-prefix=OTHERS
// CHECK: 6 runs agree
// OTHERS: result differs

#runs = #layout.buffer<index_map<(i) -> (i floordiv 16, i mod 16)>, pad<undef>>

// Arguments from -8 to 8, but for those near to 0: no result is subnormal.
func.func @near(%a: memref<509xf32, #runs>, %e: memref<509xf32>, %m: memref<509xf32>,
                %f: memref<509xf32>, %c: memref<509xf32>, %t: memref<509xf32>,
                %l: memref<509xf32>) {
  %most = arith.constant 8.0 : f32
  %least = arith.constant -8.0 : f32
  %near = arith.constant 1.0e-20 : f32
  affine.for %i = 0 to 509 {
    %any = affine.load %a[%i] : memref<509xf32, #runs>
    %low = arith.maximumf %any, %least : f32
    %high = arith.minimumf %low, %most : f32
    %size = math.absf %any : f32
    %isNear = arith.cmpf olt, %size, %near : f32
    %x = arith.select %isNear, %most, %high : f32
    %y = math.absf %x : f32
    %0 = math.exp %x : f32
    %1 = math.expm1 %x : f32
    %2 = math.erf %x : f32
    %3 = math.erfc %x : f32
    %4 = math.tanh %x : f32
    %5 = math.log1p %y : f32
    affine.store %0, %e[%i] : memref<509xf32>
    affine.store %1, %m[%i] : memref<509xf32>
    affine.store %2, %f[%i] : memref<509xf32>
    affine.store %3, %c[%i] : memref<509xf32>
    affine.store %4, %t[%i] : memref<509xf32>
    affine.store %5, %l[%i] : memref<509xf32>
  }
  return
}

func.func @alike(%a: memref<509xf32, #runs>, %b: memref<509xf32>) {
  affine.for %i = 0 to 509 {
    %x = affine.load %a[%i] : memref<509xf32, #runs>
    %0 = math.exp %x fastmath<afn> : f32
    %1 = math.erf %x fastmath<afn> : f32
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %b[%i] : memref<509xf32>
  }
  return
}
