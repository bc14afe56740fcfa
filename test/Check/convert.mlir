// A conversion of layouts is a copy of the values.
// RUN: layout-check %s --load-pass-plugin=%test_plugin --entry=convert --pipeline="builtin.module(test-layout-substitute{name=convert by=convert_by_hand})" | FileCheck %s
// CHECK: @convert: 4 runs agree
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @convert(%t: tensor<6xi32>, %a: memref<6xi32>, %b: memref<6xi32>) -> tensor<6xi32> {
  %0 = layout.convert %t : tensor<6xi32> to tensor<6xi32, #L>
  %1 = layout.convert %0 : tensor<6xi32, #L> to tensor<6xi32>
  layout.convert ins(%a : memref<6xi32>) outs(%b : memref<6xi32>)
  return %1 : tensor<6xi32>
}
func.func @convert_by_hand(%t: tensor<6xi32>, %a: memref<6xi32>, %b: memref<6xi32>) -> tensor<6xi32> {
  memref.copy %a, %b : memref<6xi32> to memref<6xi32>
  return %t : tensor<6xi32>
}
