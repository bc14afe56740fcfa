// What an iteration allocates on the stack moves out of the loop if ops of other dialects say
// that they only touch its elements; what does not say so may name it elsewhere.
// RUN: layout-opt %s --load-dialect-plugin=%test_plugin --load-pass-plugin=%test_plugin --layout-parallelize-loops="threads=2 min-work=100" | FileCheck %s

// CHECK-LABEL: func @described(
// CHECK-NEXT: memref.alloca() : memref<4xf32>
// CHECK-NEXT: memref.alloca() : memref<2xf32>
// CHECK-NEXT: arith.constant
// CHECK-NEXT: affine.for
func.func @described(%a: memref<64x16xf32>) {
  %f = arith.constant 2.0 : f32
  affine.for %i = 1 to 64 {
    affine.for %j = 1 to 16 {
      %t = memref.alloca() : memref<2xf32>
      %u = memref.alloca() : memref<4xf32>
      %l = affine.load %a[%i, %j - 1] : memref<64x16xf32>
      %m = affine.load %a[%i - 1, %j] : memref<64x16xf32>
      %0 = arith.addf %l, %m : f32
      affine.store %0, %t[0] : memref<2xf32>
      layout_test.scale %t, %f : memref<2xf32>
      %n = memref.dim %u, %i : memref<4xf32>
      affine.for %k = 0 to 1 {
        %1 = layout_test.load_at %t[%k] : memref<2xf32>
        affine.store %1, %a[%i, %j] : memref<64x16xf32>
      }
    }
  }
  return
}

// CHECK-LABEL: func @not_described(
// CHECK-NEXT: affine.for
func.func @not_described(%a: memref<64x16xf32>) {
  affine.for %i = 1 to 64 {
    affine.for %j = 1 to 16 {
      %t = memref.alloca() : memref<2xf32>
      %l = affine.load %a[%i, %j - 1] : memref<64x16xf32>
      %m = affine.load %a[%i - 1, %j] : memref<64x16xf32>
      %0 = arith.addf %l, %m : f32
      affine.store %0, %t[0] : memref<2xf32>
      layout_test.negate %t : memref<2xf32>
      affine.for %k = 0 to 1 {
        %1 = affine.load %t[%k] : memref<2xf32>
        affine.store %1, %a[%i, %j] : memref<64x16xf32>
      }
    }
  }
  return
}
