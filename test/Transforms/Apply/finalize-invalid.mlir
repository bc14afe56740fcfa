// RUN: layout-opt %s -layout-finalize -split-input-file -verify-diagnostics
// RUN: not layout-opt %s -layout-finalize -split-input-file \
// RUN:   --mlir-print-ir-after-failure 2>&1 | FileCheck %s

// AU-07. Undef may not be an index; and the module is what it was.
// CHECK-LABEL: func.func @au_07(
// CHECK-NEXT:    layout.undef : index
// CHECK:         layout.undef : f32
func.func @au_07(%a: memref<16xf32>, %b: memref<16xf32>) {
  // expected-note @below {{the undefined value}}
  %u = layout.undef : index
  %c5 = arith.constant 5.0 : f32
  %v = layout.undef : f32
  memref.store %v, %b[%u] : memref<16xf32> // expected-error {{'memref.store' op depends on an undefined value for an index; expects layout.undef only in values that are stored}}
  memref.store %c5, %a[%u] : memref<16xf32> // expected-error {{'memref.store' op depends on an undefined value for an index; expects layout.undef only in values that are stored}}
  return
}

// -----

// FI10. Nor through a cast, a sum, a choice, a branch, or an affine map.
func.func @indirect_index(%a: memref<16xf32>, %x: index, %c: i1) {
  // expected-note @below {{the undefined value}}
  %u = layout.undef : i32
  %i = arith.index_cast %u : i32 to index
  // expected-error @below {{'memref.load' op depends on an undefined value for an index; expects layout.undef only in values that are stored}}
  %0 = memref.load %a[%i] : memref<16xf32>
  %s = arith.addi %i, %x : index
  // expected-error @below {{'memref.load' op depends on an undefined value for an index; expects layout.undef only in values that are stored}}
  %1 = memref.load %a[%s] : memref<16xf32>
  %t = arith.select %c, %i, %x : index
  // expected-error @below {{'memref.load' op depends on an undefined value for an index; expects layout.undef only in values that are stored}}
  %2 = memref.load %a[%t] : memref<16xf32>
  %y = scf.if %c -> index {
    scf.yield %i : index
  } else {
    scf.yield %x : index
  }
  // expected-error @below {{'memref.subview' op depends on an undefined value for an index; expects layout.undef only in values that are stored}}
  %3 = memref.subview %a[%y] [1] [1] : memref<16xf32> to memref<1xf32, strided<[1], offset: ?>>
  %z = affine.apply affine_map<()[s] -> (s + 1)>()[%i]
  // expected-error @below {{'vector.load' op depends on an undefined value for an index; expects layout.undef only in values that are stored}}
  %4 = vector.load %a[%z] : memref<16xf32>, vector<1xf32>
  return
}

// -----

// FI13. Nor through blocks, loops and regions of any kind.
func.func @index_through_blocks(%a: memref<16xf32>, %x: index, %c: i1) -> f32 {
  %u = layout.undef : index // expected-note {{the undefined value}}
  cf.cond_br %c, ^bb1(%u : index), ^bb1(%x : index)
^bb1(%i: index):
  // expected-error @below {{'memref.load' op depends on an undefined value for an index; expects layout.undef only in values that are stored}}
  %0 = memref.load %a[%i] : memref<16xf32>
  cf.br ^bb2(%0, %i : f32, index)
^bb2(%1: f32, %j: index):
  memref.store %1, %a[%j] : memref<16xf32> // expected-error {{'memref.store' op depends on an undefined value for an index; expects layout.undef only in values that are stored}}
  cf.cond_br %c, ^bb2(%1, %x : f32, index), ^bb3
^bb3:
  return %1 : f32
}

// -----

func.func @index_through_for(%a: memref<16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 0.0 : f32
  %u = layout.undef : index // expected-note {{the undefined value}}
  // In the first iteration only, and behind the loop if there is none.
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %u) -> index {
    memref.store %f, %a[%x] : memref<16xf32> // expected-error {{'memref.store' op depends on an undefined value for an index; expects layout.undef only in values that are stored}}
    scf.yield %i : index
  }
  memref.store %f, %a[%r] : memref<16xf32> // expected-error {{'memref.store' op depends on an undefined value for an index; expects layout.undef only in values that are stored}}
  return
}

// -----

func.func @index_through_yield(%a: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %f = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 iter_args(%x = %c0) -> index {
    memref.store %f, %a[%x] : memref<16xf32> // expected-error {{'memref.store' op depends on an undefined value for an index; expects layout.undef only in values that are stored}}
    %u = layout.undef : index // expected-note {{the undefined value}}
    affine.yield %u : index
  }
  return
}

// -----

func.func @index_through_while(%a: memref<16xf32>, %c: i1) {
  %f = arith.constant 0.0 : f32
  %u = layout.undef : index // expected-note {{the undefined value}}
  %r = scf.while (%x = %u) : (index) -> index {
    memref.store %f, %a[%x] : memref<16xf32> // expected-error {{'memref.store' op depends on an undefined value for an index; expects layout.undef only in values that are stored}}
    scf.condition(%c) %x : index
  } do {
  ^bb0(%y: index):
    memref.store %f, %a[%y] : memref<16xf32> // expected-error {{'memref.store' op depends on an undefined value for an index; expects layout.undef only in values that are stored}}
    scf.yield %y : index
  }
  memref.store %f, %a[%r] : memref<16xf32> // expected-error {{'memref.store' op depends on an undefined value for an index; expects layout.undef only in values that are stored}}
  return
}

// -----

func.func @index_through_switch(%a: memref<16xf32>, %x: index) {
  %f = arith.constant 0.0 : f32
  %u = layout.undef : index // expected-note {{the undefined value}}
  %r = scf.index_switch %x -> index
  case 0 {
    scf.yield %u : index
  }
  default {
    scf.yield %x : index
  }
  memref.store %f, %a[%r] : memref<16xf32> // expected-error {{'memref.store' op depends on an undefined value for an index; expects layout.undef only in values that are stored}}
  return
}

// -----

// FI11. A type without a zero.
func.func @no_zero() -> vector<2x!llvm.ptr> {
  // expected-error @below {{'layout.undef' op is used, and cannot be lowered: there is no zero of type 'vector<2x!llvm.ptr>' to take its place; use a defined value}}
  %u = layout.undef : vector<2x!llvm.ptr>
  return %u : vector<2x!llvm.ptr>
}

// -----

// An element is none: what is inserted, and what is read outside of the memref.
func.func @elements(%t: tensor<4xindex>, %a: memref<4xindex>, %i: index) -> (tensor<4xindex>, vector<4xindex>) {
  %u = layout.undef : index
  %r = tensor.insert %u into %t[%i] : tensor<4xindex>
  %v = vector.transfer_read %a[%i], %u : memref<4xindex>, vector<4xindex>
  return %r, %v : tensor<4xindex>, vector<4xindex>
}
