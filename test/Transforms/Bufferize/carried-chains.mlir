// A loop that carries a tensor through more ops than share a destination elsewhere: they
// work in its buffer, as another one in each iteration would never be freed.
// RUN: layout-opt %s --convert-elementwise-to-linalg --layout-bufferize | FileCheck %s

// CHECK-LABEL: func @carried
// CHECK: scf.for
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @carried(%t: tensor<8xf32>, %x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%0 = %t) -> (tensor<8xf32>) {
    %1 = arith.addf %0, %x : tensor<8xf32>
    %2 = arith.addf %1, %x : tensor<8xf32>
    %3 = arith.addf %2, %x : tensor<8xf32>
    %4 = arith.addf %3, %x : tensor<8xf32>
    %5 = arith.addf %4, %x : tensor<8xf32>
    %6 = arith.addf %5, %x : tensor<8xf32>
    %7 = arith.addf %6, %x : tensor<8xf32>
    %8 = arith.addf %7, %x : tensor<8xf32>
    %9 = arith.addf %8, %x : tensor<8xf32>
    %10 = arith.addf %9, %x : tensor<8xf32>
    %11 = arith.addf %10, %x : tensor<8xf32>
    %12 = arith.addf %11, %x : tensor<8xf32>
    %13 = arith.addf %12, %x : tensor<8xf32>
    %14 = arith.addf %13, %x : tensor<8xf32>
    %15 = arith.addf %14, %x : tensor<8xf32>
    %16 = arith.addf %15, %x : tensor<8xf32>
    %17 = arith.addf %16, %x : tensor<8xf32>
    scf.yield %17 : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
