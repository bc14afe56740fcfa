// Positions in the expanded signature: a memref of rank r is 3 + 2 r arguments.
// RUN: layout-opt %s --layout-record-noalias --convert-func-to-llvm --layout-restore-noalias | FileCheck %s

// CHECK: llvm.func @f
// CHECK-NOT: layout.noalias
// CHECK-SAME: %arg0: i64, %arg1: !llvm.ptr, %arg2: !llvm.ptr {llvm.noalias}, %arg3: i64
// CHECK-SAME: %arg8: !llvm.ptr, %arg9: !llvm.ptr, %arg10: i64
// CHECK-SAME: %arg14: !llvm.ptr, %arg15: !llvm.ptr {llvm.noalias}
func.func @f(%n: index, %a: memref<4x4xi32> {llvm.noalias}, %u: memref<f32>, %s: i64,
             %v: vector<4xf32>, %x: i1, %b: memref<8xf32> {llvm.noalias}) {
  return
}

// The C interface has its own arguments: a pointer to each descriptor.
// CHECK-LABEL: llvm.func @extent(
// CHECK-SAME:    %arg0: !llvm.ptr, %arg1: !llvm.ptr {llvm.noalias},
// CHECK-LABEL: llvm.func @_mlir_ciface_extent(
// CHECK-NOT:     layout.access
// CHECK-SAME:    %arg1: i64)
func.func @extent(%a: memref<?x4xf32> {llvm.noalias, layout.access = "read"}, %n: index) attributes {llvm.emit_c_interface} {
  return
}
