// RUN: layout-opt %s --layout-set-fastmath=contract | FileCheck %s
// RUN: layout-opt %s --layout-set-fastmath=contract --layout-set-fastmath=contract | FileCheck %s
// RUN: layout-opt %s --layout-set-fastmath=contract --convert-linalg-to-loops | FileCheck %s --check-prefix=LOOPS

// CHECK-LABEL: func.func @scalars
// CHECK: arith.mulf %{{.*}}, %{{.*}} fastmath<contract> : f32
// CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<nsz,contract> : f32
// CHECK: arith.subf %{{.*}}, %{{.*}} fastmath<contract> : f32
// CHECK: arith.divf %{{.*}}, %{{.*}} : f32
// CHECK: arith.negf %{{.*}} : f32
func.func @scalars(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b : f32
  %1 = arith.addf %0, %c fastmath<nsz> : f32
  %2 = arith.subf %1, %0 : f32
  %3 = arith.divf %2, %c : f32
  %4 = arith.negf %3 : f32
  return %4 : f32
}

// All flags there are stay what they are.
// CHECK-LABEL: func.func @others
// CHECK: arith.mulf %{{.*}}, %{{.*}} fastmath<fast> : vector<4xf64>
// CHECK: complex.mul %{{.*}}, %{{.*}} fastmath<contract> : complex<f32>
// CHECK: complex.add %{{.*}}, %{{.*}} fastmath<contract> : complex<f32>
// CHECK: arith.muli %{{.*}}, %{{.*}} : i32
func.func @others(%a: vector<4xf64>, %b: complex<f32>, %c: i32) -> (vector<4xf64>, complex<f32>, i32) {
  %0 = arith.mulf %a, %a fastmath<fast> : vector<4xf64>
  %1 = complex.mul %b, %b : complex<f32>
  %2 = complex.add %1, %b : complex<f32>
  %3 = arith.muli %c, %c : i32
  return %0, %2, %3 : vector<4xf64>, complex<f32>, i32
}

// The body of a named op does not print, and says it all the same.
// LOOPS-LABEL: func.func @named
// LOOPS: arith.mulf %{{.*}}, %{{.*}} fastmath<contract> : f32
// LOOPS: arith.addf %{{.*}}, %{{.*}} fastmath<contract> : f32
func.func @named(%a: memref<4x4xf32>, %b: memref<4x4xf32>, %c: memref<4x4xf32>) {
  linalg.matmul ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}
