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
  memref.store %v, %b[%u] : memref<16xf32> // expected-error {{'memref.store' op has an undefined index; undef may be stored, but never say where}}
  memref.store %c5, %a[%u] : memref<16xf32> // expected-error {{'memref.store' op has an undefined index; undef may be stored, but never say where}}
  return
}

// -----

// FI10. Nor through a cast, a sum, a choice, a branch, or an affine map.
func.func @indirect_index(%a: memref<16xf32>, %x: index, %c: i1) {
  // expected-note @below {{the undefined value}}
  %u = layout.undef : i32
  %i = arith.index_cast %u : i32 to index
  // expected-error @below {{'memref.load' op has an undefined index}}
  %0 = memref.load %a[%i] : memref<16xf32>
  %s = arith.addi %i, %x : index
  // expected-error @below {{'memref.load' op has an undefined index}}
  %1 = memref.load %a[%s] : memref<16xf32>
  %t = arith.select %c, %i, %x : index
  // expected-error @below {{'memref.load' op has an undefined index}}
  %2 = memref.load %a[%t] : memref<16xf32>
  %y = scf.if %c -> index {
    scf.yield %i : index
  } else {
    scf.yield %x : index
  }
  // expected-error @below {{'memref.subview' op has an undefined index}}
  %3 = memref.subview %a[%y] [1] [1] : memref<16xf32> to memref<1xf32, strided<[1], offset: ?>>
  %z = affine.apply affine_map<()[s] -> (s + 1)>()[%i]
  // expected-error @below {{'vector.load' op has an undefined index}}
  %4 = vector.load %a[%z] : memref<16xf32>, vector<1xf32>
  return
}

// -----

// FI11. A type without a zero.
func.func @no_zero() -> complex<f32> {
  // expected-error @below {{'layout.undef' op is used, and there is no zero of type 'complex<f32>' to replace it by}}
  %u = layout.undef : complex<f32>
  return %u : complex<f32>
}
