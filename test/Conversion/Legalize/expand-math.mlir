// RUN: layout-opt %s --layout-legalize=only=math | FileCheck %s
// RUN: layout-opt %s --layout-compile -o /dev/null
// RUN: layout-opt %s --layout-to-llvm -o /dev/null

// CHECK-LABEL: @isinf
// CHECK: arith.cmpf oeq, %arg0, %{{.*}} : f32
// CHECK: arith.cmpf oeq, %arg0, %{{.*}} : f32
// CHECK: arith.ori
func.func @isinf(%x: f32) -> i1 {
  %r = math.isinf %x : f32
  return %r : i1
}

// Without infinities, no number is one.
// CHECK-LABEL: @isinf_fn
// CHECK: %[[FALSE:.*]] = arith.constant false
// CHECK: return %[[FALSE]]
func.func @isinf_fn(%x: f8E4M3FN) -> i1 {
  %r = math.isinf %x : f8E4M3FN
  return %r : i1
}

// CHECK-LABEL: @isnormal
// CHECK-COUNT-4: arith.cmpf {{.*}} : vector<2x3xf16>
func.func @isnormal(%x: vector<2x3xf16>) -> vector<2x3xi1> {
  %r = math.isnormal %x : vector<2x3xf16>
  return %r : vector<2x3xi1>
}

// CHECK-LABEL: @clamp
// CHECK: %[[LOW:.*]] = arith.maximumf %arg0, %arg1
// CHECK: arith.minimumf %[[LOW]], %arg2
func.func @clamp(%x: f32, %l: f32, %h: f32) -> f32 {
  %r = math.clampf %x to [%l, %h] : f32
  return %r : f32
}

// A library has functions of one number, LLVM those of a vector.
// CHECK-LABEL: @vectors
// CHECK-COUNT-4: math.acosh %{{.*}} : f32
// CHECK-COUNT-2: math.absi %{{.*}} : vector<4xi32>
// CHECK-COUNT-2: math.sincos %{{.*}} : vector<4xf32>
// CHECK: math.exp %arg0 : vector<2x4xf32>
func.func @vectors(%x: vector<2x4xf32>, %v: vector<4xf32>, %i: vector<2x4xi32>) -> (vector<4xf32>, vector<2x4xi32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>) {
  %0 = math.acosh %v : vector<4xf32>
  %1 = math.absi %i : vector<2x4xi32>
  %2, %3 = math.sincos %x : vector<2x4xf32>
  %4 = math.exp %x : vector<2x4xf32>
  return %0, %1, %2, %3, %4 : vector<4xf32>, vector<2x4xi32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>
}

// CHECK-LABEL: @extended
// CHECK-COUNT-2: arith.addui_extended %{{.*}} : vector<3xi5>, vector<3xi1>
// CHECK-COUNT-2: arith.mulsi_extended %{{.*}} : vector<3xi5>
// CHECK-COUNT-2: arith.mului_extended %{{.*}} : vector<3xi5>
func.func @extended(%x: vector<2x3xi5>) -> (vector<2x3xi5>, vector<2x3xi1>, vector<2x3xi5>, vector<2x3xi5>) {
  %0, %1 = arith.addui_extended %x, %x : vector<2x3xi5>, vector<2x3xi1>
  %2, %3 = arith.mulsi_extended %x, %x : vector<2x3xi5>
  %4, %5 = arith.mului_extended %x, %x : vector<2x3xi5>
  return %0, %1, %3, %5 : vector<2x3xi5>, vector<2x3xi1>, vector<2x3xi5>, vector<2x3xi5>
}

// CHECK-LABEL: @powers
// CHECK: arith.extsi %arg1 : i8 to i32
// CHECK: math.fpowi %arg0, %{{.*}} : f32, i32
// CHECK: math.ipowi %{{.*}}, %{{.*}} : i64
// CHECK-COUNT-2: math.fpowi %{{.*}}, %{{.*}} : f64, i32
func.func @powers(%x: f32, %n: i8, %i: index, %v: vector<2xf64>, %w: vector<2xi32>) -> (f32, index, vector<2xf64>) {
  %0 = math.fpowi %x, %n : f32, i8
  %1 = math.ipowi %i, %i : index
  %2 = math.fpowi %v, %w : vector<2xf64>, vector<2xi32>
  return %0, %1, %2 : f32, index, vector<2xf64>
}
