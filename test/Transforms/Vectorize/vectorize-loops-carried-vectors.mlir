// RUN: layout-opt %s --layout-vectorize-loops | FileCheck %s

// Vectors have no lanes of their own.
// CHECK-LABEL: func.func @vectors
// CHECK: affine.for {{.*}} iter_args({{.*}}) -> (vector<2xf32>)
func.func @vectors(%a: memref<8x2xf32>, %first: vector<2xf32>) -> vector<2xf32> {
  %c0 = arith.constant 0 : index
  %0 = affine.for %i = 0 to 8 iter_args(%most = %first) -> (vector<2xf32>) {
    %1 = vector.load %a[%i, %c0] : memref<8x2xf32>, vector<2xf32>
    %2 = arith.maximumf %most, %1 : vector<2xf32>
    affine.yield %2 : vector<2xf32>
  }
  return %0 : vector<2xf32>
}

// CHECK-LABEL: func.func @values
// CHECK: affine.for {{.*}} iter_args({{.*}}) -> (vector<2xf32>)
func.func @values(%first: vector<2xf32>, %value: vector<2xf32>) -> vector<2xf32> {
  %0 = affine.for %i = 0 to 8 iter_args(%most = %first) -> (vector<2xf32>) {
    %2 = arith.maximumf %most, %value : vector<2xf32>
    affine.yield %2 : vector<2xf32>
  }
  return %0 : vector<2xf32>
}
