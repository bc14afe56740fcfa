// What layout-bufferize says that it did.
// RUN: layout-opt %s -layout-bufferize --remarks-filter=layout 2>&1 >/dev/null | FileCheck %s
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK-DAG: remark: [Passed] layout-bufferize/bufferized
func.func @reshape(%a: tensor<14xi32, #L>) -> tensor<7x2xi32> {
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:8: remark: [Missed] layout-bufferize/detour | Category:layout | Remark="'tensor.expand_shape' has no form on laid-out buffers, so elements are copied to plain ones and back; use a linalg op, or layout.convert where the copies should be"
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [7, 2] : tensor<14xi32, #L> into tensor<7x2xi32>
  return %0 : tensor<7x2xi32>
}
