// After an error the module is what it was, also where upstream has begun.
// RUN: not layout-opt %s -mlir-print-ir-after-failure -layout-bufferize 2>&1 | FileCheck %s
// CHECK:      error: 'bufferization.to_tensor' op to_tensor ops without `restrict` are not supported by One-Shot Analysis
// CHECK:      func.func @f(%{{.*}}: tensor<14xi32, #{{.*}}>, %{{.*}}: tensor<14xi32>, %{{.*}}: memref<14xi32>) -> tensor<14xi32> {
// CHECK-NEXT:   tensor.extract_slice
// CHECK-NEXT:   bufferization.to_tensor
// CHECK-NEXT:   linalg.add
// CHECK-NEXT:   return
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @f(%a: tensor<14xi32, #L>, %b: tensor<14xi32>, %m: memref<14xi32>) -> tensor<14xi32> {
  %0 = tensor.extract_slice %a[0] [14] [1] : tensor<14xi32, #L> to tensor<14xi32>
  %1 = bufferization.to_tensor %m : memref<14xi32> to tensor<14xi32>
  %2 = linalg.add ins(%0, %1 : tensor<14xi32>, tensor<14xi32>) outs(%b : tensor<14xi32>) -> tensor<14xi32>
  return %2 : tensor<14xi32>
}
