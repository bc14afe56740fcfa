// RUN: layout-opt %s --layout-legalize=only=library | FileCheck %s
// All of them become calls: also what functions of complex numbers are made of.
// RUN: layout-opt %s --layout-to-llvm | FileCheck %s --check-prefix=LLVM 
// LLVM-DAG: llvm.func @expm1f(f32) -> f32
// LLVM-DAG: llvm.func @expm1(f64) -> f64
// LLVM-DAG: llvm.func @log1pf(f32) -> f32

// CHECK-LABEL: func.func @scalars
// CHECK: call @expm1f(%{{.*}}) : (f32) -> f32
// CHECK: call @expm1(%{{.*}}) : (f64) -> f64
// CHECK: %[[WIDE:.*]] = arith.extf %{{.*}} : f16 to f32
// CHECK: %[[LOG:.*]] = {{.*}}call @log1pf(%[[WIDE]]) : (f32) -> f32
// CHECK: arith.truncf %[[LOG]] : f32 to f16
func.func @scalars(%x: f32, %y: f64, %z: f16) -> (f32, f64, f16) {
  %0 = math.expm1 %x : f32
  %1 = math.expm1 %y : f64
  %2 = math.log1p %z : f16
  return %0, %1, %2 : f32, f64, f16
}

// CHECK-LABEL: func.func @vectors
// CHECK-COUNT-4: call @log1pf(
// CHECK-NOT: call
func.func @vectors(%x: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = math.log1p %x : vector<2x2xf32>
  return %0 : vector<2x2xf32>
}

// CHECK-LABEL: func.func @complex
// CHECK: complex.expm1
func.func @complex(%x: complex<f32>) -> complex<f32> {
  %0 = complex.expm1 %x : complex<f32>
  return %0 : complex<f32>
}

// Other functions stay; upstream's conversion has what is right for them.
// CHECK-LABEL: func.func @others
// CHECK-NEXT: math.tanh
// CHECK-NEXT: math.log
// CHECK-NEXT: return
func.func @others(%x: f32) -> f32 {
  %0 = math.tanh %x : f32
  %1 = math.log %0 : f32
  return %1 : f32
}
