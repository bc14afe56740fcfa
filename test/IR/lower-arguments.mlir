// What is said of an argument does not hinder its lowering: under the convention
// of bare pointers, upstream keeps it on the pointer.
// RUN: layout-opt %s --convert-func-to-llvm="use-bare-ptr-memref-call-conv=1" | FileCheck %s
// RUN: layout-opt %s --convert-func-to-llvm | FileCheck %s --check-prefix=DESCRIPTOR

// CHECK-LABEL: llvm.func @access(
// CHECK-SAME: !llvm.ptr {layout.access = "read", layout.sequential}
// DESCRIPTOR-LABEL: llvm.func @access(
func.func @access(%a: memref<4x4xi32> {layout.access = "read", layout.sequential}) {
  return
}
