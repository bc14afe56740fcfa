// An op of any dialect says which of its operands are indices.
//
// RUN: layout-opt %s --load-dialect-plugin=%test_plugin --load-pass-plugin=%test_plugin --layout-finalize --verify-diagnostics

func.func @index(%a: memref<16xf32>) -> f32 {
  %u = layout.undef : index // expected-note {{the undefined value}}
  // expected-error @below {{'layout_test.load_at' op depends on an undefined value for an index; expects layout.undef only in values that are stored}}
  %x = layout_test.load_at %a[%u] : memref<16xf32>
  return %x : f32
}
