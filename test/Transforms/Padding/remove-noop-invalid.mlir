// RUN: layout-opt %s --layout-remove-noop --split-input-file --verify-diagnostics

// AU-07
func.func @undef_index(%a: memref<16xi32>) {
  %c5 = arith.constant 5 : i32
  // expected-note @+1 {{the undefined value}}
  %v = layout.undef : index
  // expected-error @+1 {{has an undefined index; undef may be stored, but never say where}}
  memref.store %c5, %a[%v] : memref<16xi32>
  return
}
