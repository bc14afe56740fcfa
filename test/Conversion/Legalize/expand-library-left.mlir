// A module in the module, as one of kernels, has a library of its own, and vectors of scalable
// length have no lanes to call one for.
// RUN: layout-opt %s --layout-legalize=only=library | FileCheck %s --implicit-check-not=call

// CHECK-LABEL: module @inner
// CHECK: math.expm1
// CHECK: math.log1p
module @inner {
  func.func @kernel(%x: f32) -> f32 {
    %0 = math.expm1 %x : f32
    %1 = math.log1p %0 : f32
    return %1 : f32
  }
}

// CHECK-LABEL: func.func @scalable
// CHECK: math.expm1
func.func @scalable(%x: vector<[4]xf32>) -> vector<[4]xf32> {
  %0 = math.expm1 %x : vector<[4]xf32>
  return %0 : vector<[4]xf32>
}
