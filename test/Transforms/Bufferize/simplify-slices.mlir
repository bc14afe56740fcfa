// Slices without elements, which upstream's verifier looks for outside of their buffer.
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-compile{to-llvm=false})"
// DEFINE: %{dealloc} = layout-check %s --pipeline="builtin.module(layout-compile{to-llvm=false deallocate})"
// RUN: layout-opt %s --layout-compile -o /dev/null
// RUN: layout-opt %s --layout-bufferize | FileCheck %s

// Nothing is put together with nothing.
// CHECK-LABEL: func.func @concat(
// CHECK-NOT:     memref.subview
// CHECK:         return
// RUN: %{check} --entry=concat --dim=arg0.dim0:3
// RUN: %{dealloc} --entry=concat --dim=arg0.dim0:3
func.func @concat(%x: tensor<?x0xf32>) -> tensor<?x0xf32> {
  %v = tensor.concat dim(1) %x, %x : (tensor<?x0xf32>, tensor<?x0xf32>) -> tensor<?x0xf32>
  return %v : tensor<?x0xf32>
}

// All elements are padding.
// RUN: %{check} --entry=pad --dim=arg0.dim1:2 --arg=1:3
// RUN: %{dealloc} --entry=pad --dim=arg0.dim1:2 --arg=1:3
func.func @pad(%x: tensor<0x?xf32>, %n: index) -> tensor<3x?xf32> {
  %p = tensor.pad %x low[1, 1] high[2, %n] {
  ^bb0(%i: index, %j: index):
    %s = arith.addi %i, %j : index
    %t = arith.index_cast %s : index to i32
    %z = arith.sitofp %t : i32 to f32
    tensor.yield %z : f32
  } : tensor<0x?xf32> to tensor<3x?xf32>
  return %p : tensor<3x?xf32>
}

// RUN: %{check} --entry=into --dim=arg0.dim1:2 --dim=arg1.dim0:4 --dim=arg1.dim1:7 --arg=2:2
// RUN: %{dealloc} --entry=into --dim=arg0.dim1:2 --dim=arg1.dim0:4 --dim=arg1.dim1:7 --arg=2:2
func.func @into(%x: tensor<0x?xf32>, %y: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %s = tensor.extract_slice %y[1, 0] [0, %n] [1, 2] : tensor<?x?xf32> to tensor<0x?xf32>
  %m = tensor.dim %s, %c0 : tensor<0x?xf32>
  %t = tensor.insert_slice %s into %y[%m, 1] [0, %n] [1, 1] : tensor<0x?xf32> into tensor<?x?xf32>
  return %t : tensor<?x?xf32>
}
