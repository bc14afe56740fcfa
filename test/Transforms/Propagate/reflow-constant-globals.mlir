// Weights in private constant globals are constants, and are packed as those are.
// RUN: layout-opt %s --layout-reflow | FileCheck %s
// RUN: layout-opt %s --layout-reflow --remarks-filter=layout -o %t 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: layout-opt %s --layout-reflow --layout-reflow -o %t.twice && layout-opt %s --layout-reflow | diff - %t.twice
// RUN: layout-check %s --pipeline="builtin.module(layout-reflow,layout-bufferize,layout-apply,layout-finalize)" --entry=read,moved,named

#blocks = #layout.buffer<index_map<(i, j) -> (j floordiv 4, i, j mod 4)>, pad<0 : i32>>

// CHECK-NOT:  memref.global {{.*}}@{{weights|transposed}}
// CHECK:      memref.global "private" constant @kept
// CHECK:      memref.global "private" @written
// CHECK:      memref.global constant @public
// CHECK:      memref.global "private" constant @elsewhere
// CHECK:      memref.global "private" constant @untouched
memref.global "private" constant @weights : memref<2x3xi32> = dense<[[1, 2, 3], [4, 5, 6]]>
memref.global "private" constant @transposed : memref<2x3xi32> = dense<[[-1, 2, -3], [4, -5, 6]]>
memref.global "private" constant @kept : memref<2x3xi32> = dense<[[7, 8, 9], [10, 11, 12]]>
memref.global "private" @written : memref<2x3xi32> = dense<[[7, 8, 9], [10, 11, 12]]>
memref.global constant @public : memref<2x3xi32> = dense<[[7, 8, 9], [10, 11, 12]]>
memref.global "private" constant @elsewhere : memref<2x3xi32, 3> = dense<[[7, 8, 9], [10, 11, 12]]>
memref.global "private" constant @untouched : memref<2x3xi32> = dense<[[7, 8, 9], [10, 11, 12]]>

// Twice, and what is read is one constant.
// CHECK-LABEL: @read
// CHECK:         arith.constant dense<{{\[}}[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32, #layout>
// CHECK-NOT:     layout.convert
// CHECK:         return
// REMARK:      [[@LINE+4]]:8: remark: [Passed] layout-reflow/constant-global {{.*}} Remark="read from a private constant memref.global: it is an arith.constant now"
// REMARK:      remark: [Passed] layout-reflow/constant-global
func.func @read() -> (tensor<2x3xi32, #blocks>, tensor<2x3xi32, #blocks>) {
  %g = memref.get_global @weights : memref<2x3xi32>
  %w = bufferization.to_tensor %g restrict : memref<2x3xi32> to tensor<2x3xi32>
  %a = layout.convert %w : tensor<2x3xi32> to tensor<2x3xi32, #blocks>
  %x = bufferization.to_tensor %g restrict : memref<2x3xi32> to tensor<2x3xi32>
  %b = layout.convert %x : tensor<2x3xi32> to tensor<2x3xi32, #blocks>
  return %a, %b : tensor<2x3xi32, #blocks>, tensor<2x3xi32, #blocks>
}

// CHECK-LABEL: @moved
// CHECK:         arith.constant dense<{{\[}}[-1, 4], [2, -5], [-3, 6]]> : tensor<3x2xi32, #layout>
// CHECK-NOT:     linalg.transpose
// CHECK:         return
func.func @moved() -> tensor<3x2xi32, #blocks> {
  %g = memref.get_global @transposed : memref<2x3xi32>
  %w = bufferization.to_tensor %g restrict : memref<2x3xi32> to tensor<2x3xi32>
  %e = tensor.empty() : tensor<3x2xi32>
  %t = linalg.transpose ins(%w : tensor<2x3xi32>) outs(%e : tensor<3x2xi32>) permutation = [1, 0]
  %a = layout.convert %t : tensor<3x2xi32> to tensor<3x2xi32, #blocks>
  return %a : tensor<3x2xi32, #blocks>
}

// Who else names the global still has it.
// CHECK-LABEL: @named
// CHECK:         memref.get_global @kept
// CHECK:         arith.constant dense<{{\[}}[7, 8, 9], [10, 11, 12]]> : tensor<2x3xi32, #layout>
func.func @named() -> (tensor<2x3xi32, #blocks>, i32) {
  %c0 = arith.constant 0 : index
  %g = memref.get_global @kept : memref<2x3xi32>
  %w = bufferization.to_tensor %g restrict : memref<2x3xi32> to tensor<2x3xi32>
  %a = layout.convert %w : tensor<2x3xi32> to tensor<2x3xi32, #blocks>
  %n = memref.load %g[%c0, %c0] : memref<2x3xi32>
  return %a, %n : tensor<2x3xi32, #blocks>, i32
}

// What may be written or defined elsewhere is read when the program runs, and so
// is what lies in another memory.
// CHECK-LABEL: @read_when_run
// CHECK-COUNT-3: bufferization.to_tensor
// CHECK:         return
func.func @read_when_run() -> (tensor<2x3xi32, #blocks>, tensor<2x3xi32, #blocks>, tensor<2x3xi32, #blocks>) {
  %g = memref.get_global @written : memref<2x3xi32>
  %v = bufferization.to_tensor %g restrict : memref<2x3xi32> to tensor<2x3xi32>
  %a = layout.convert %v : tensor<2x3xi32> to tensor<2x3xi32, #blocks>
  %h = memref.get_global @public : memref<2x3xi32>
  %w = bufferization.to_tensor %h restrict : memref<2x3xi32> to tensor<2x3xi32>
  %b = layout.convert %w : tensor<2x3xi32> to tensor<2x3xi32, #blocks>
  %i = memref.get_global @elsewhere : memref<2x3xi32, 3>
  %x = bufferization.to_tensor %i restrict : memref<2x3xi32, 3> to tensor<2x3xi32>
  %c = layout.convert %x : tensor<2x3xi32> to tensor<2x3xi32, #blocks>
  return %a, %b, %c : tensor<2x3xi32, #blocks>, tensor<2x3xi32, #blocks>, tensor<2x3xi32, #blocks>
}

// Without a conversion nothing is changed.
// CHECK-LABEL: @without
// CHECK:         bufferization.to_tensor
func.func @without() -> tensor<2x3xi32> {
  %g = memref.get_global @untouched : memref<2x3xi32>
  %w = bufferization.to_tensor %g restrict : memref<2x3xi32> to tensor<2x3xi32>
  return %w : tensor<2x3xi32>
}
