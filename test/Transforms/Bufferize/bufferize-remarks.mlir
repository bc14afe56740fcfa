// What layout-bufferize says that it did.
// RUN: layout-opt %s -layout-bufferize --remarks-filter=layout 2>&1 >/dev/null | FileCheck %s
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK-DAG: remark: [Passed] layout-bufferize/bufferized
func.func @slice(%a: tensor<14xi32, #L>) -> tensor<4xi32> {
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:8: remark: [Missed] layout-bufferize/detour | Category:layout | Remark="'tensor.extract_slice' has no form on laid-out buffers, so elements are copied to plain ones and back"
  %0 = tensor.extract_slice %a[0] [4] [1] : tensor<14xi32, #L> to tensor<4xi32>
  return %0 : tensor<4xi32>
}
