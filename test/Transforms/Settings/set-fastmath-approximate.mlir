// RUN: layout-opt %s --layout-set-fastmath=approximate | FileCheck %s
// RUN: layout-opt %s --layout-set-fastmath=approximate --layout-set-fastmath=approximate | FileCheck %s
// RUN: layout-opt %s --layout-set-fastmath=approximate --convert-linalg-to-loops | FileCheck %s --check-prefix=LOOPS

// CHECK-LABEL: func.func @functions
// CHECK: math.exp %{{.*}} fastmath<afn> : f32
// CHECK: math.expm1 %{{.*}} fastmath<nnan,afn> : f32
// CHECK: math.erf %{{.*}} fastmath<afn> : vector<2x8xf32>
// CHECK: math.erfc %{{.*}} fastmath<afn> : f32
// CHECK: math.tanh %{{.*}} fastmath<afn> : f32
// CHECK: math.log1p %{{.*}} fastmath<afn> : f32
func.func @functions(%x: f32, %v: vector<2x8xf32>) -> (f32, vector<2x8xf32>) {
  %0 = math.exp %x : f32
  %1 = math.expm1 %0 fastmath<nnan> : f32
  %2 = math.erf %v : vector<2x8xf32>
  %3 = math.erfc %1 : f32
  %4 = math.tanh %3 : f32
  %5 = math.log1p %4 : f32
  return %5, %2 : f32, vector<2x8xf32>
}

// Neither functions whose approximation is far off somewhere, nor other types.
// CHECK-LABEL: func.func @others
// CHECK-NOT: fastmath
// CHECK: return
func.func @others(%x: f32, %d: f64, %h: f16, %s: vector<[4]xf32>)
    -> (f32, f64, f16, vector<[4]xf32>) {
  %0 = math.sin %x : f32
  %1 = math.cos %0 : f32
  %2 = math.log %1 : f32
  %3 = math.log2 %2 : f32
  %4 = math.atan %3 : f32
  %5 = math.sqrt %4 : f32
  %6 = arith.divf %5, %x : f32
  %7 = math.exp %d : f64
  %8 = math.erf %h : f16
  %9 = math.tanh %s : vector<[4]xf32>
  return %6, %7, %8, %9 : f32, f64, f16, vector<[4]xf32>
}

// The body of a named op does not print, and says it all the same.
// LOOPS-LABEL: func.func @named
// LOOPS: math.exp %{{.*}} fastmath<afn> : f32
func.func @named(%a: memref<4xf32>, %b: memref<4xf32>) {
  linalg.exp ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
  return
}
