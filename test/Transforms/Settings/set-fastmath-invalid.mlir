// RUN: not layout-opt %s --layout-set-fastmath 2>&1 | FileCheck %s
// RUN: layout-opt %s --layout-set-fastmath="contract approximate" | FileCheck %s --check-prefix=BOTH
// CHECK: error: layout-set-fastmath permits nothing: state contract, approximate or both

// BOTH: arith.mulf %{{.*}}, %{{.*}} fastmath<contract> : f32
// BOTH: math.exp %{{.*}} fastmath<afn> : f32
func.func @f(%x: f32) -> f32 {
  %0 = arith.mulf %x, %x : f32
  %1 = math.exp %0 : f32
  return %1 : f32
}
