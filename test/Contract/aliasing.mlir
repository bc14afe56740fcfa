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
  // expected-note@+1 {{accessed here}}
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
  // expected-error@+1 {{passes global 'g' as operand 0 to 'reads_both', which also accesses it by its name, and it is written; a written argument with a layout must not overlap other memory: pass a copy}}
  %r = call @reads_both(%g, %v, %i) : (memref<14xi32, #pad0>, i32, index) -> i32
  return %r : i32
}

// -----

#pad0 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// A2: one root under names by which callees return it.
memref.global @g : memref<14xi32, #pad0> = dense<1>
func.func private @twice(%a: memref<14xi32, #pad0>) -> (memref<14xi32, #pad0>, memref<14xi32, #pad0>) {
  return %a, %a : memref<14xi32, #pad0>, memref<14xi32, #pad0>
}
func.func private @deeper(%a: memref<14xi32, #pad0>) -> memref<14xi32, #pad0> {
  %p:2 = call @twice(%a) : (memref<14xi32, #pad0>) -> (memref<14xi32, #pad0>, memref<14xi32, #pad0>)
  return %p#1 : memref<14xi32, #pad0>
}
func.func private @other_half(%n: i32, %a: memref<14xi32, #pad0>, %b: memref<14xi32, #pad0>) -> memref<14xi32, #pad0> {
  %c0 = arith.constant 0 : i32
  %stop = arith.cmpi eq, %n, %c0 : i32
  cf.cond_br %stop, ^done(%a : memref<14xi32, #pad0>), ^again
^again:
  %r = call @other_half(%c0, %b, %a) : (i32, memref<14xi32, #pad0>, memref<14xi32, #pad0>) -> memref<14xi32, #pad0>
  cf.br ^done(%r : memref<14xi32, #pad0>)
^done(%x: memref<14xi32, #pad0>):
  return %x : memref<14xi32, #pad0>
}
func.func private @get() -> memref<14xi32, #pad0> {
  %g = memref.get_global @g : memref<14xi32, #pad0>
  return %g : memref<14xi32, #pad0>
}
func.func private @make() -> memref<14xi32, #pad0> {
  %a = memref.alloc() : memref<14xi32, #pad0>
  return %a : memref<14xi32, #pad0>
}
func.func private @make_two() -> (memref<14xi32, #pad0>, memref<14xi32, #pad0>) {
  %a = call @make() : () -> memref<14xi32, #pad0>
  %b = call @make() : () -> memref<14xi32, #pad0>
  return %a, %b : memref<14xi32, #pad0>, memref<14xi32, #pad0>
}
func.func private @copy(%x: memref<14xi32, #pad0>, %y: memref<14xi32, #pad0>) {
  // expected-note@+1 {{accessed here}}
  %g = memref.get_global @g : memref<14xi32, #pad0>
  %i = arith.constant 0 : index
  %a = memref.load %x[%i] : memref<14xi32, #pad0>
  memref.store %a, %y[%i] : memref<14xi32, #pad0>
  return
}
func.func @a2_returned(%x: memref<14xi32, #pad0>, %n: i32) {
  %p:2 = call @twice(%x) : (memref<14xi32, #pad0>) -> (memref<14xi32, #pad0>, memref<14xi32, #pad0>)
  // expected-error@+1 {{passes one buffer as operands 0 and 1, of which 'copy' writes argument 1}}
  call @copy(%p#0, %p#1) : (memref<14xi32, #pad0>, memref<14xi32, #pad0>) -> ()
  %d = call @deeper(%x) : (memref<14xi32, #pad0>) -> memref<14xi32, #pad0>
  // expected-error@+1 {{passes one buffer as operands 0 and 1, of which 'copy' writes argument 1}}
  call @copy(%d, %x) : (memref<14xi32, #pad0>, memref<14xi32, #pad0>) -> ()
  %m = call @make() : () -> memref<14xi32, #pad0>
  %h = call @other_half(%n, %m, %x) : (i32, memref<14xi32, #pad0>, memref<14xi32, #pad0>) -> memref<14xi32, #pad0>
  // expected-error@+1 {{may pass one buffer as operands 0 and 1, of which 'copy' writes argument 1}}
  call @copy(%h, %x) : (memref<14xi32, #pad0>, memref<14xi32, #pad0>) -> ()
  %g = call @get() : () -> memref<14xi32, #pad0>
  // expected-error@+1 {{passes global 'g' as operand 0 to 'copy', which also accesses it by its name, and it is written; a written argument with a layout must not overlap other memory: pass a copy}}
  call @copy(%g, %x) : (memref<14xi32, #pad0>, memref<14xi32, #pad0>) -> ()
  return
}
// What callees make is no other buffer, each time anew.
func.func @a2_made(%x: memref<14xi32, #pad0>) {
  %a = call @make() : () -> memref<14xi32, #pad0>
  %b = call @make() : () -> memref<14xi32, #pad0>
  call @copy(%a, %b) : (memref<14xi32, #pad0>, memref<14xi32, #pad0>) -> ()
  call @copy(%x, %b) : (memref<14xi32, #pad0>, memref<14xi32, #pad0>) -> ()
  %c:2 = call @make_two() : () -> (memref<14xi32, #pad0>, memref<14xi32, #pad0>)
  call @copy(%c#0, %c#1) : (memref<14xi32, #pad0>, memref<14xi32, #pad0>) -> ()
  return
}

// -----

#pad0 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// A2: of functions that call each other, whichever was asked for before.
memref.global "private" @g : memref<14xi32, #pad0> = uninitialized
memref.global "private" @h : memref<14xi32, #pad0> = uninitialized
func.func private @first(%c: i1) -> memref<14xi32, #pad0> {
  %false = arith.constant false
  %r = scf.if %c -> memref<14xi32, #pad0> {
    %y = func.call @second(%false) : (i1) -> memref<14xi32, #pad0>
    scf.yield %y : memref<14xi32, #pad0>
  } else {
    %x = memref.get_global @h : memref<14xi32, #pad0>
    scf.yield %x : memref<14xi32, #pad0>
  }
  return %r : memref<14xi32, #pad0>
}
func.func private @second(%c: i1) -> memref<14xi32, #pad0> {
  %false = arith.constant false
  %r = scf.if %c -> memref<14xi32, #pad0> {
    %x = memref.get_global @g : memref<14xi32, #pad0>
    scf.yield %x : memref<14xi32, #pad0>
  } else {
    %y = func.call @first(%false) : (i1) -> memref<14xi32, #pad0>
    scf.yield %y : memref<14xi32, #pad0>
  }
  return %r : memref<14xi32, #pad0>
}
func.func private @copy(%x: memref<14xi32, #pad0>, %y: memref<14xi32, #pad0>) {
  %i = arith.constant 0 : index
  %a = memref.load %x[%i] : memref<14xi32, #pad0>
  memref.store %a, %y[%i] : memref<14xi32, #pad0>
  return
}
func.func @a2_cycle(%x: memref<14xi32, #pad0>, %c: i1) {
  %p = call @first(%c) : (i1) -> memref<14xi32, #pad0>
  call @copy(%x, %p) : (memref<14xi32, #pad0>, memref<14xi32, #pad0>) -> ()
  %q = call @second(%c) : (i1) -> memref<14xi32, #pad0>
  %h = memref.get_global @h : memref<14xi32, #pad0>
  // expected-error@+1 {{may pass one buffer as operands 0 and 1, of which 'copy' writes argument 1}}
  call @copy(%h, %q) : (memref<14xi32, #pad0>, memref<14xi32, #pad0>) -> ()
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
