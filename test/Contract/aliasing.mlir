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

// A2: one root as an argument and by its name, also in a function further down.
memref.global @g : memref<14xi32, #pad0> = dense<1>
func.func private @writes_global(%v: i32, %i: index) {
  // expected-note@+1 {{reached here}}
  %g = memref.get_global @g : memref<14xi32, #pad0>
  memref.store %v, %g[%i] : memref<14xi32, #pad0>
  return
}
func.func @reads_both(%x: memref<14xi32, #pad0>, %v: i32, %i: index) -> i32 {
  func.call @writes_global(%v, %i) : (i32, index) -> ()
  %a = memref.load %x[%i] : memref<14xi32, #pad0>
  return %a : i32
}
func.func @a2_global(%v: i32, %i: index) -> i32 {
  %g = memref.get_global @g : memref<14xi32, #pad0>
  // expected-error@+1 {{passes global 'g' as operand 0 to 'reads_both', which also reaches it by its name, and it is written}}
  %r = call @reads_both(%g, %v, %i) : (memref<14xi32, #pad0>, i32, index) -> i32
  return %r : i32
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
