// RUN: layout-opt %s --layout-remove-noop --split-input-file --verify-diagnostics

// AU-07
func.func @undef_index(%a: memref<16xi32>) {
  %c5 = arith.constant 5 : i32
  // expected-note @+1 {{the undefined value}}
  %v = layout.undef : index
  // expected-error @+1 {{depends on an undefined value for an index; expects layout.undef only in values that are stored}}
  memref.store %c5, %a[%v] : memref<16xi32>
  return
}
