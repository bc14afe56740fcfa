// One element of one buffer is meant; ops of any dialect are asked what they touch, if they
// are well-formed.
// RUN: layout-opt %s --load-dialect-plugin=%test_plugin --load-pass-plugin=%test_plugin --split-input-file --verify-diagnostics

// Of two buffers neither is meant.
func.func @two(%a: memref<6xi32>, %b: memref<6xi32>, %i: index) {
  // expected-error @+1 {{'layout.sequential' is not allowed on 'layout_test.swap'}}
  layout_test.swap %a[%i], %b[%i] {layout.sequential} : memref<6xi32>, memref<6xi32>
  return
}

// -----

func.func @whole(%a: memref<6xf32>, %f: f32) {
  // expected-error @+1 {{'layout.sequential' is not allowed on 'layout_test.scale'}}
  layout_test.scale %a, %f {layout.sequential} : memref<6xf32>
  return
}

// -----

func.func @lanes(%a: memref<6xf32>, %i: index) {
  // expected-error @+1 {{'layout.sequential' is not allowed on 'vector.load'}}
  %x = vector.load %a[%i] {layout.sequential} : memref<6xf32>, vector<4xf32>
  return
}

// -----

// What is wrong with the op is said first.
func.func @wrong(%a: memref<6xf32>) {
  // expected-error @+1 {{'vector.load' op requires 1 indices}}
  %x = "vector.load"(%a) {layout.sequential} : (memref<6xf32>) -> vector<4xf32>
  return
}
