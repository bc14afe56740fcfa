// What is preferred for tensors that have a layout: nothing where it is that one,
// else a conversion from the one to the other.
// RUN: layout-opt %s --layout-choose | FileCheck %s
// RUN: layout-check %s --entry=same,other --pipeline="builtin.module(layout-choose,layout-bufferize,layout-apply,layout-finalize)"

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
#M = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<0.0 : f32>>

// CHECK-LABEL: @same(
// CHECK-NOT:     layout.convert
// CHECK:         linalg.exp {layout.prefer}
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @same(%x: tensor<14xf32, #L>) -> tensor<14xf32, #L> {
  %e = tensor.empty() : tensor<14xf32, #L>
  %0 = linalg.exp {layout.prefer = [#L, #L]} ins(%x : tensor<14xf32, #L>) outs(%e : tensor<14xf32, #L>) -> tensor<14xf32, #L>
  return %0 : tensor<14xf32, #L>
}

// CHECK-LABEL: @other(
// CHECK-SAME:    %[[X:.*]]: tensor<14xf32, #[[L:.*]]>)
// CHECK:         %[[IN:.*]] = layout.convert %[[X]] : tensor<14xf32, #[[L]]> to tensor<14xf32, #[[M:.*]]>
// CHECK:         %[[R:.*]] = linalg.exp {layout.prefer} ins(%[[IN]] : tensor<14xf32, #[[M]]>)
// CHECK:         %[[BACK:.*]] = layout.convert %[[R]] : tensor<14xf32, #[[M]]> to tensor<14xf32, #[[L]]>
// CHECK:         return %[[BACK]]
func.func @other(%x: tensor<14xf32, #L>) -> tensor<14xf32, #L> {
  %e = tensor.empty() : tensor<14xf32, #L>
  %0 = linalg.exp {layout.prefer = [#M, #M]} ins(%x : tensor<14xf32, #L>) outs(%e : tensor<14xf32, #L>) -> tensor<14xf32, #L>
  return %0 : tensor<14xf32, #L>
}
