// A second run changes nothing.
// RUN: layout-opt %s --layout-reflow -o %t
// RUN: layout-opt %t --layout-reflow | diff %t -
// RUN: FileCheck %s < %t
// DEFINE: %{pipeline} = layout-reflow,layout-bufferize,layout-apply,layout-finalize
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(%{pipeline})"

#O = #layout.buffer<index_map<(a, c) -> ((a + 2) mod 4, c floordiv 4, c mod 4)>, pad<undef>>
#B = #layout.buffer<index_map<(r, c) -> (r floordiv 4, c, r mod 4)>, pad<undef>>
#Z = #layout.buffer<index_map<(r, c) -> (r floordiv 4, c, r mod 4)>, pad<0.0 : f32>>

// The only index lies at 2 of three places: without the dimension, too.
// RUN: %{check} --entry=offset
// CHECK-DAG:   #[[O:.*]] = #layout.buffer<index_map<(d0) -> (2, d0 floordiv 4, d0 mod 4)>, pad<undef>>
// CHECK-LABEL: func.func @offset(
// CHECK-NOT:     layout.convert
// CHECK:         tensor.collapse_shape {{.*}} into tensor<8xf32, #[[O]]>
// CHECK-NOT:     layout.convert
// CHECK:       }
func.func @offset(%x: tensor<1x8xf32, #O>) -> tensor<1x8xf32, #O> {
  %p = layout.convert %x : tensor<1x8xf32, #O> to tensor<1x8xf32>
  %c = tensor.collapse_shape %p [[0, 1]] : tensor<1x8xf32> into tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %y = linalg.exp ins(%c : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %s = tensor.expand_shape %y [[0, 1]] output_shape [1, 8] : tensor<8xf32> into tensor<1x8xf32>
  %z = layout.convert %s : tensor<1x8xf32> to tensor<1x8xf32, #O>
  return %z : tensor<1x8xf32, #O>
}

// What only a conversion inside of the loop takes, which nobody takes.
// RUN: %{check} --entry=unused --arg=1:2
// CHECK-LABEL: func.func @unused(
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @unused(%x: tensor<5x6xf32, #B>, %n: index) -> tensor<5x6xf32, #B> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = layout.convert %x : tensor<5x6xf32, #B> to tensor<5x6xf32>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<5x6xf32, #B> {
    %q = layout.convert %p : tensor<5x6xf32> to tensor<5x6xf32, #B>
    scf.yield %a : tensor<5x6xf32, #B>
  }
  return %y : tensor<5x6xf32, #B>
}

// Nor is it a reason to convert something else.
// RUN: %{check} --entry=no_reason
// CHECK-LABEL: func.func @no_reason(
// CHECK:         linalg.exp ins(%{{.*}} : tensor<5x6xf32, #
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @no_reason(%x: tensor<5x6xf32, #B>) -> tensor<5x6xf32, #B> {
  %p = layout.convert %x : tensor<5x6xf32, #B> to tensor<5x6xf32>
  %e = tensor.empty() : tensor<5x6xf32>
  %y = linalg.exp ins(%p : tensor<5x6xf32>) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
  %z = layout.convert %y : tensor<5x6xf32> to tensor<5x6xf32, #B>
  %true = arith.constant true
  scf.if %true {
    %w = layout.convert %y : tensor<5x6xf32> to tensor<5x6xf32, #Z>
  }
  return %z : tensor<5x6xf32, #B>
}

// At first the concatenation reads its operands where they lie, with their pads;
// then it has their layout, and any pad will do.
// RUN: %{check} --entry=any_pad
// CHECK-LABEL: func.func @any_pad(
// CHECK:         tensor.concat dim(1) %[[X:.*]], %[[X]] :
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @any_pad(%x: tensor<5x6xf32, #B>) -> tensor<5x12xf32, #B> {
  %w = layout.convert %x : tensor<5x6xf32, #B> to tensor<5x6xf32, #Z>
  %c = tensor.concat dim(1) %x, %w : (tensor<5x6xf32, #B>, tensor<5x6xf32, #Z>) -> tensor<5x12xf32>
  %z = layout.convert %c : tensor<5x12xf32> to tensor<5x12xf32, #B>
  return %z : tensor<5x12xf32, #B>
}
