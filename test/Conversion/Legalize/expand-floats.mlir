// RUN: layout-opt %s --layout-legalize=only=floats | FileCheck %s
// RUN: layout-opt %s --layout-to-llvm -o /dev/null

// Nothing is converted that is only moved.
// CHECK-LABEL: @move
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.load
// CHECK-NEXT: arith.select
// CHECK-NEXT: memref.store
func.func @move(%m: memref<4xf8E5M2>, %i: index, %c: i1) {
  %x = memref.load %m[%i] : memref<4xf8E5M2>
  %y = memref.load %m[%i] : memref<4xf8E5M2>
  %z = arith.select %c, %x, %y : f8E5M2
  memref.store %z, %m[%i] : memref<4xf8E5M2>
  return
}

// CHECK-LABEL: @extend
// CHECK-NOT: arith.extf
// CHECK: return %{{.*}} : f32
func.func @extend(%x: f8E4M3FN) -> f32 {
  %r = arith.extf %x : f8E4M3FN to f32
  return %r : f32
}

// From f64 in one step: a second rounding would be one too many.
// CHECK-LABEL: @truncate
// CHECK: arith.bitcast %arg0 : f64 to i64
// CHECK-NOT: arith.truncf
// CHECK: return %{{.*}} : f8E4M3FN
func.func @truncate(%x: f64) -> f8E4M3FN {
  %r = arith.truncf %x : f64 to f8E4M3FN
  return %r : f8E4M3FN
}

// CHECK-LABEL: @add
// CHECK: arith.addf %{{.*}}, %{{.*}} : vector<4xf32>
// CHECK: arith.cmpf olt, %{{.*}}, %{{.*}} : vector<4xf32>
func.func @add(%x: vector<4xf8E4M3FNUZ>, %y: vector<4xf8E4M3FNUZ>) -> (vector<4xf8E4M3FNUZ>, vector<4xi1>) {
  %r = arith.addf %x, %y : vector<4xf8E4M3FNUZ>
  %c = arith.cmpf olt, %x, %y : vector<4xf8E4M3FNUZ>
  return %r, %c : vector<4xf8E4M3FNUZ>, vector<4xi1>
}

// CHECK-LABEL: @constant
// CHECK: arith.constant dense<56> : vector<4xi8>
// CHECK: arith.bitcast %{{.*}} : vector<4xi8> to vector<4xf8E4M3FN>
func.func @constant() -> vector<4xf8E4M3FN> {
  %r = arith.constant dense<1.0> : vector<4xf8E4M3FN>
  return %r : vector<4xf8E4M3FN>
}

// A scale has a form of its own.
// CHECK-LABEL: @scale
// CHECK-NOT: arith.extf
// CHECK: return
func.func @scale(%x: f8E8M0FNU) -> f32 {
  %r = arith.extf %x : f8E8M0FNU to f32
  return %r : f32
}
