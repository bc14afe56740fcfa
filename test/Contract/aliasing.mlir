// A layout on an argument promises that its elements are reached through it alone.
// RUN: layout-opt %s --split-input-file --layout-apply --verify-diagnostics | FileCheck %s
// RUN: layout-opt %S/Inputs/noalias.mlir --pass-pipeline='builtin.module(layout-apply,layout-to-llvm)' | FileCheck %s --check-prefix=LLVM
// RUN: layout-opt %S/Inputs/noalias.mlir --pass-pipeline='builtin.module(layout-apply,layout-to-llvm)' | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVMIR

#pad0 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// A2: one root twice, where the callee writes either.
func.func @add(%x: memref<14xi32, #pad0>, %y: memref<14xi32, #pad0>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %x[%i] : memref<14xi32, #pad0>
    affine.store %a, %y[%i] : memref<14xi32, #pad0>
  }
  return
}
func.func @a2(%x: memref<14xi32, #pad0>) {
  // expected-error@+1 {{passes one buffer as operands 0 and 1, of which 'add' writes argument 1}}
  call @add(%x, %x) : (memref<14xi32, #pad0>, memref<14xi32, #pad0>) -> ()
  return
}

// -----

#pad0 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// A2: reading one buffer through two arguments harms nobody.
func.func @sum(%x: memref<14xi32, #pad0>, %y: memref<14xi32, #pad0>, %i: index) -> i32 {
  %a = memref.load %x[%i] : memref<14xi32, #pad0>
  %b = memref.load %y[%i] : memref<14xi32, #pad0>
  %c = arith.addi %a, %b : i32
  return %c : i32
}
// CHECK-LABEL: func.func @a2_reads(
// CHECK:         call @sum(%[[X:.*]], %[[X]],
func.func @a2_reads(%x: memref<14xi32, #pad0>, %i: index) -> i32 {
  %c = call @sum(%x, %x, %i) : (memref<14xi32, #pad0>, memref<14xi32, #pad0>, index) -> i32
  return %c : i32
}

// A4, A5: the promise reaches the aligned pointer, in the LLVM dialect and in
// LLVM IR.
// LLVM-LABEL: llvm.func @a5(
// LLVM-SAME:    %{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: !llvm.ptr {llvm.noalias}
// LLVM-SAME:    %{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: !llvm.ptr {llvm.noalias}
// LLVMIR-LABEL: define void @a5(
// LLVMIR-SAME:    ptr %0, ptr noalias %1,
// LLVMIR-SAME:    ptr %7, ptr noalias %8,
