// What becomes of each conversion, and what padding must hold.
// RUN: layout-opt %s --layout-reflow --remarks-filter=layout 2>&1 >/dev/null | FileCheck %s
// RUN: layout-opt %s --layout-reflow | FileCheck %s --check-prefix=IR

#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>
#one = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<1.0 : f32>>
#undef = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>

// CHECK-DAG: :[[@LINE+5]]:8: remark: [Missed] layout-reflow/kept {{.*}} Remark="'func.return' reads padding (3, 2), which must be 1.000000e+00 : f32, and is 0.000000e+00 : f32 in what argument 0 of 'func.func' yields; state one pad for both"
// CHECK-DAG: :[[@LINE+5]]:8: remark: [Missed] layout-reflow/kept {{.*}} Remark="'func.return' needs {{.*}}, and argument 0 of 'func.func' has {{.*}}; state one layout for both, or leave the conversion"
// CHECK-DAG: :[[@LINE+5]]:8: remark: [Passed] layout-reflow/removed
// IR-LABEL: func.func @fixed(
func.func @fixed(%x: tensor<14xf32, #zero>) -> (tensor<14xf32, #one>, tensor<14xf32>, tensor<14xf32, #zero>) {
  %0 = layout.convert %x : tensor<14xf32, #zero> to tensor<14xf32, #one>
  %1 = layout.convert %x : tensor<14xf32, #zero> to tensor<14xf32>
  %2 = layout.convert %1 : tensor<14xf32> to tensor<14xf32, #zero>
  return %0, %1, %2 : tensor<14xf32, #one>, tensor<14xf32>, tensor<14xf32, #zero>
}

// Users that need different pads: the first gets the tensor, the other a
// conversion. What is between states what is computed.
// CHECK-DAG: :[[@LINE+9]]:8: remark: [Passed] layout-reflow/reordered {{.*}} Remark="'linalg.exp' takes and yields tensors of another layout now"
// CHECK-DAG: :[[@LINE+9]]:8: remark: [Passed] layout-reflow/padding-written {{.*}} Remark="padding (3, 2) must be 0.000000e+00 : f32, and what 'linalg.negf' computes there is -1.000000e+00 : f32: layout-apply writes the padding after it"
// CHECK-DAG: :[[@LINE+9]]:8: remark: [Missed] layout-reflow/kept {{.*}} Remark="'func.return' reads padding (3, 2), which must be 1.000000e+00 : f32, and is 0.000000e+00 : f32 in what 'linalg.negf' yields; state one pad for both"
// IR-LABEL: func.func @two_needs(
// IR:         linalg.exp {{.*}} -> tensor<14xf32, #[[ONE:.*]]>
// IR:         %[[Y:.*]] = linalg.negf {{.*}} -> tensor<14xf32, #[[ZERO:.*]]>
func.func @two_needs(%x: tensor<14xf32, #zero>) -> (tensor<14xf32, #zero>, tensor<14xf32, #one>) {
  %p = layout.convert %x : tensor<14xf32, #zero> to tensor<14xf32>
  %e = tensor.empty() : tensor<14xf32>
  %0 = linalg.exp ins(%p : tensor<14xf32>) outs(%e : tensor<14xf32>) -> tensor<14xf32>
  %1 = linalg.negf ins(%0 : tensor<14xf32>) outs(%e : tensor<14xf32>) -> tensor<14xf32>
  %2 = layout.convert %1 : tensor<14xf32> to tensor<14xf32, #one>
  %3 = layout.convert %1 : tensor<14xf32> to tensor<14xf32, #zero>
  return %3, %2 : tensor<14xf32, #zero>, tensor<14xf32, #one>
}

// exp of 0 is 1, which is needed.
// CHECK-DAG: :[[@LINE+5]]:8: remark: [Passed] layout-reflow/padding-computed {{.*}} Remark="padding (3, 2) must be 1.000000e+00 : f32, which 'linalg.exp' computes there from the padding of its operands"
// IR-LABEL: func.func @computed(
func.func @computed(%x: tensor<14xf32, #zero>) -> tensor<14xf32, #one> {
  %p = layout.convert %x : tensor<14xf32, #zero> to tensor<14xf32>
  %e = tensor.empty() : tensor<14xf32>
  %0 = linalg.exp ins(%p : tensor<14xf32>) outs(%e : tensor<14xf32>) -> tensor<14xf32>
  %1 = layout.convert %0 : tensor<14xf32> to tensor<14xf32, #one>
  return %1 : tensor<14xf32, #one>
}

// Where an extent is unknown, there may be padding.
// CHECK-DAG: :[[@LINE+5]]:8: remark: [Passed] layout-reflow/padding-computed {{.*}} Remark="padding must be 1.000000e+00 : f32, which 'linalg.exp' computes there from the padding of its operands"
// IR-LABEL: func.func @unknown_extent(
func.func @unknown_extent(%x: tensor<?xf32, #zero>, %n: index) -> tensor<?xf32, #one> {
  %p = layout.convert %x : tensor<?xf32, #zero> to tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.exp ins(%p : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %1 = layout.convert %0 : tensor<?xf32> to tensor<?xf32, #one>
  return %1 : tensor<?xf32, #one>
}

// A constant is added in the pad that makes what is needed. Nobody needs what exp
// makes: it is undefined.
// CHECK-DAG: :[[@LINE+6]]:8: remark: [Passed] layout-reflow/constant
// CHECK-DAG: :[[@LINE+9]]:8: remark: [Passed] layout-reflow/padding-computed {{.*}} must be 1.000000e+00 : f32
// IR-LABEL: func.func @chosen(
// IR:         arith.constant dense<5.000000e+00> : tensor<14xf32, #[[ONE]]>
// IR:         linalg.exp {{.*}} -> tensor<14xf32, #[[UNDEF:.*]]>
func.func @chosen(%x: tensor<14xf32, #zero>, %y: tensor<14xf32>) -> (tensor<14xf32, #one>, tensor<14xf32>) {
  %c = arith.constant dense<5.0> : tensor<14xf32>
  %p = layout.convert %x : tensor<14xf32, #zero> to tensor<14xf32>
  %e = tensor.empty() : tensor<14xf32>
  %0 = linalg.mul ins(%c, %y : tensor<14xf32>, tensor<14xf32>) outs(%e : tensor<14xf32>) -> tensor<14xf32>
  %1 = linalg.add ins(%p, %c : tensor<14xf32>, tensor<14xf32>) outs(%e : tensor<14xf32>) -> tensor<14xf32>
  %2 = layout.convert %1 : tensor<14xf32> to tensor<14xf32, #one>
  %q = layout.convert %x : tensor<14xf32, #zero> to tensor<14xf32>
  %3 = linalg.exp ins(%q : tensor<14xf32>) outs(%e : tensor<14xf32>) -> tensor<14xf32>
  %4 = layout.convert %3 : tensor<14xf32> to tensor<14xf32, #undef>
  %5 = linalg.exp ins(%4 : tensor<14xf32, #undef>) outs(%4 : tensor<14xf32, #undef>) -> tensor<14xf32, #undef>
  %6 = layout.convert %5 : tensor<14xf32, #undef> to tensor<14xf32>
  return %2, %6 : tensor<14xf32, #one>, tensor<14xf32>
}

// An operand is converted in the pad that makes what is needed, too: 0 - 0 is 0.
// CHECK-DAG: :[[@LINE+7]]:8: remark: [Passed] layout-reflow/moved
// CHECK-DAG: :[[@LINE+6]]:8: remark: [Missed] layout-reflow/kept {{.*}} Remark="'linalg.sub' needs {{.*}}, and argument 1 of 'func.func' has {{.*}}; state one layout for both, or leave the conversion"
// CHECK-DAG: :[[@LINE+5]]:8: remark: [Passed] layout-reflow/padding-computed {{.*}} must be 0.000000e+00 : f32
// IR-LABEL: func.func @operand(
// IR:         layout.convert %{{.*}} : tensor<14xf32> to tensor<14xf32, #[[ZERO]]>
func.func @operand(%x: tensor<14xf32, #zero>, %y: tensor<14xf32>, %o: tensor<14xf32>) -> tensor<14xf32, #zero> {
  %p = layout.convert %x : tensor<14xf32, #zero> to tensor<14xf32>
  %0 = linalg.sub ins(%p, %y : tensor<14xf32>, tensor<14xf32>) outs(%o : tensor<14xf32>) -> tensor<14xf32>
  %1 = layout.convert %0 : tensor<14xf32> to tensor<14xf32, #zero>
  return %1 : tensor<14xf32, #zero>
}
