// A function takes the pad that its callers have, though another one is wanted of
// what it makes: their tensors are not converted for it. Callers that have several
// pads get functions of their own by layout-specialize.
// RUN: layout-opt %s --layout-reflow --remarks-filter-missed=layout -o %t 2>%t.remarks
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: layout-opt %t --layout-reflow | diff %t -
// RUN: layout-opt %s --layout-specialize --layout-reflow -o %t.own
// RUN: FileCheck %s --check-prefix=OWN < %t.own
// RUN: layout-opt %t.own --layout-specialize --layout-reflow | diff %t.own -
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-reflow,layout-bufferize,layout-apply)"
// RUN: %{check} --entry=one_pad
// RUN: %{check} --entry=two_pads
// RUN: layout-check %s --entry=two_pads --pipeline="builtin.module(layout-specialize,layout-reflow,layout-bufferize,layout-apply)"

// CHECK-DAG: #[[ZERO:.*]] = #layout.buffer<{{.*}}pad<0.000000e+00 : f32>>
// CHECK-DAG: #[[ONE:.*]] = #layout.buffer<{{.*}}pad<1.000000e+00 : f32>>
// OWN-NOT: layout.convert
#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>
#one = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<1.0 : f32>>

// CHECK-LABEL: func private @product
// CHECK-SAME: %{{.*}}: tensor<14xf32, #[[ZERO]]>, %{{.*}}: tensor<14xf32, #[[ONE]]>) -> tensor<14xf32, #[[ONE]]>
func.func private @product(%a: tensor<14xf32>, %b: tensor<14xf32>) -> tensor<14xf32> {
  %e = tensor.empty() : tensor<14xf32>
  %r = linalg.mul ins(%a, %b : tensor<14xf32>, tensor<14xf32>) outs(%e : tensor<14xf32>) -> tensor<14xf32>
  return %r : tensor<14xf32>
}
// CHECK-LABEL: func @one_pad
// CHECK-NOT: layout.convert
// CHECK: return
func.func @one_pad(%x: tensor<14xf32, #zero>, %y: tensor<14xf32, #one>) -> tensor<14xf32, #one> {
  %0 = layout.convert %x : tensor<14xf32, #zero> to tensor<14xf32>
  %1 = layout.convert %y : tensor<14xf32, #one> to tensor<14xf32>
  %2 = call @product(%0, %1) : (tensor<14xf32>, tensor<14xf32>) -> tensor<14xf32>
  %3 = layout.convert %2 : tensor<14xf32> to tensor<14xf32, #one>
  return %3 : tensor<14xf32, #one>
}

func.func private @exp(%a: tensor<14xf32>) -> tensor<14xf32> {
  %e = tensor.empty() : tensor<14xf32>
  %r = linalg.exp ins(%a : tensor<14xf32>) outs(%e : tensor<14xf32>) -> tensor<14xf32>
  return %r : tensor<14xf32>
}
// REMARK: 'func.call' reads padding (3, 2), {{.*}}; run layout-specialize first, for a function of each caller's own, or state one pad for both
func.func @two_pads(%x: tensor<14xf32, #zero>, %y: tensor<14xf32, #one>) -> (tensor<14xf32, #zero>, tensor<14xf32, #one>) {
  %0 = layout.convert %x : tensor<14xf32, #zero> to tensor<14xf32>
  %1 = layout.convert %y : tensor<14xf32, #one> to tensor<14xf32>
  %2 = call @exp(%0) : (tensor<14xf32>) -> tensor<14xf32>
  %3 = call @exp(%1) : (tensor<14xf32>) -> tensor<14xf32>
  %4 = layout.convert %2 : tensor<14xf32> to tensor<14xf32, #zero>
  %5 = layout.convert %3 : tensor<14xf32> to tensor<14xf32, #one>
  return %4, %5 : tensor<14xf32, #zero>, tensor<14xf32, #one>
}
