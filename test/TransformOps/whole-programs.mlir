// Layouts chosen, and conversions moved, by a schedule.
// RUN: layout-opt %s --transform-interpreter | FileCheck %s
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>

module attributes {transform.with_named_sequence} {
// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[X:.*]]: tensor<14xf32, #[[L:.*]]>)
// CHECK:         linalg.negf {layout.prefer} ins(%[[X]] :
// CHECK-NOT:     layout.convert
// CHECK:       }
func.func @f(%x: tensor<14xf32, #L>) -> tensor<14xf32, #L> {
  %p = layout.convert %x : tensor<14xf32, #L> to tensor<14xf32>
  %e = tensor.empty() : tensor<14xf32>
  %y = linalg.negf {layout.prefer = [#L, #L]} ins(%p : tensor<14xf32>) outs(%e : tensor<14xf32>) -> tensor<14xf32>
  %z = layout.convert %y : tensor<14xf32> to tensor<14xf32, #L>
  return %z : tensor<14xf32, #L>
}

  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    %1 = transform.layout.choose %f : (!transform.any_op) -> !transform.any_op
    %2 = transform.layout.reflow %1 : (!transform.any_op) -> !transform.any_op
    %3 = transform.layout.collapse_dims %2 {optional} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
