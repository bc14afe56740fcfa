// Ops of a dialect that this project does not know: layouts pass through them, and
// they say which layouts they want.
// DEFINE: %{plugin} = --load-dialect-plugin=%test_plugin --load-pass-plugin=%test_plugin
// RUN: layout-opt %s %{plugin} --layout-choose=layouts=always --layout-reflow --remarks-filter=layout -o %t 2>%t.remarks
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// What is lowered then keeps what the types say.
// RUN: layout-opt %t %{plugin} --pass-pipeline="builtin.module(test-layout-lower-ops)" -o %t.lowered
// DEFINE: %{pipeline} = layout-bufferize,layout-apply,layout-optimize,layout-finalize
// DEFINE: %{check} = layout-check %t.lowered --pipeline="builtin.module(%{pipeline})"

#L = #layout.buffer<index_map<(i, j) -> (j floordiv 4, i, j mod 4)>, pad<0.0 : f32>>
#H = #layout.buffer<index_map<(i, j) -> (j floordiv 4, i, j mod 4)>, pad<1.0 : f32>>
// CHECK-DAG: #[[$L:.*]] = #layout.buffer<{{.*}}pad<0.000000e+00 : f32>>
// CHECK-DAG: #[[$H:.*]] = #layout.buffer<{{.*}}pad<1.000000e+00 : f32>>

// Half of 0 is 0, and not 1; backwards in a dimension that is not split.
// RUN: %{check} --entry=passes
// CHECK-LABEL: func.func @passes(
// CHECK-NOT:     layout.convert
// CHECK:         layout_test.reverse {{.*}} to tensor<3x6xf32, #
// CHECK:         layout_test.halve {{.*}} to tensor<3x6xf32, #[[$H]]>
// CHECK-NOT:     layout.convert
// CHECK:       }
// REMARK-DAG: layout-reflow/padding-written {{.*}}must be 1.000000e+00 : f32, and what 'layout_test.halve' computes there is 0.000000e+00 : f32
func.func @passes(%x: tensor<3x6xf32, #L>, %l: tensor<3x6xf32, #L>) -> (tensor<3x6xf32, #L>, tensor<3x6xf32, #H>) {
  %p = layout.convert %x : tensor<3x6xf32, #L> to tensor<3x6xf32>
  %r = layout_test.reverse %p {dim = 0} : tensor<3x6xf32> to tensor<3x6xf32>
  %y = layout.convert %r : tensor<3x6xf32> to tensor<3x6xf32, #L>
  %q = layout.convert %l : tensor<3x6xf32, #L> to tensor<3x6xf32>
  %h = layout_test.halve %q : tensor<3x6xf32> to tensor<3x6xf32>
  %z = layout.convert %h : tensor<3x6xf32> to tensor<3x6xf32, #H>
  return %y, %z : tensor<3x6xf32, #L>, tensor<3x6xf32, #H>
}

// In the dimension that is split, it works on a plain tensor.
// RUN: %{check} --entry=stops
// CHECK-LABEL: func.func @stops(
// CHECK-COUNT-2: layout.convert
// CHECK:       }
func.func @stops(%x: tensor<3x6xf32, #L>) -> tensor<3x6xf32, #L> {
  %p = layout.convert %x : tensor<3x6xf32, #L> to tensor<3x6xf32>
  %r = layout_test.reverse %p {dim = 1} : tensor<3x6xf32> to tensor<3x6xf32>
  %y = layout.convert %r : tensor<3x6xf32> to tensor<3x6xf32, #L>
  return %y : tensor<3x6xf32, #L>
}

// RUN: %{check} --entry=wish
// CHECK-LABEL: func.func @wish(
// CHECK:         layout.convert
// CHECK:         layout_test.halve {{.*}} : tensor<3x6xf32, #[[$L]]> to tensor<3x6xf32, #[[$L]]>
// CHECK:         layout.convert
// CHECK:       }
// REMARK-DAG: layout-choose/left {{.*}}'fast' is no layout
func.func @wish(%x: tensor<3x6xf32>) -> (tensor<3x6xf32>, tensor<3x6xf32>) {
  %y = layout_test.halve %x {fast = #L} : tensor<3x6xf32> to tensor<3x6xf32>
  %z = layout_test.halve %x {fast = 1} : tensor<3x6xf32> to tensor<3x6xf32>
  return %y, %z : tensor<3x6xf32>, tensor<3x6xf32>
}
