// Arguments that bufferization overwrites do not overlap others, as tensors are
// values: loops that read one and write the other may be reordered.
// RUN: layout-opt %s --layout-bufferize | FileCheck %s
// RUN: layout-opt %s --layout-bufferize=keep-arguments | FileCheck %s --check-prefix=KEPT
// RUN: layout-opt %s --layout-compile="target=x86-64-v4 to-llvm=false" | FileCheck %s --check-prefix=FAST

// KEPT-NOT: llvm.noalias

// CHECK-LABEL: func.func @product(
// CHECK-SAME:    %{{.*}}: memref<16x64xf32>, %{{.*}}: memref<64x64xf32>, %{{.*}}: memref<16x64xf32> {llvm.noalias}
// FAST-LABEL:  func.func @product(
// FAST:          vector.load {{.*}} vector<64xf32>
func.func @product(%a: tensor<16x64xf32>, %b: tensor<64x64xf32>, %c: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<16x64xf32>, tensor<64x64xf32>) outs(%c : tensor<16x64xf32>) -> tensor<16x64xf32>
  return %r : tensor<16x64xf32>
}

// Buffers of memref arguments are what the caller says.
// CHECK-LABEL: func.func @buffers(
// CHECK-NOT:     llvm.noalias
// CHECK-LABEL: func.func private @callee(
// CHECK-NOT:     llvm.noalias
// CHECK:         return
func.func @buffers(%a: memref<9xf32>, %b: memref<9xf32>) {
  %t = bufferization.to_tensor %a restrict : memref<9xf32> to tensor<9xf32>
  %r = linalg.abs ins(%t : tensor<9xf32>) outs(%t : tensor<9xf32>) -> tensor<9xf32>
  bufferization.materialize_in_destination %r in restrict writable %b : (tensor<9xf32>, memref<9xf32>) -> ()
  return
}

// One that the module calls has what bufferization gives it.
func.func private @callee(%a: tensor<9xf32>, %c: tensor<9xf32>) -> tensor<9xf32> {
  %r = linalg.add ins(%a, %c : tensor<9xf32>, tensor<9xf32>) outs(%c : tensor<9xf32>) -> tensor<9xf32>
  return %r : tensor<9xf32>
}
func.func @caller(%a: tensor<9xf32>) -> tensor<9xf32> {
  %r = call @callee(%a, %a) : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xf32>
  return %r : tensor<9xf32>
}
