// Steps on whole programs that find nothing to do fail, and say what is in the way.
// RUN: %mlir_opt_with_plugin %s --transform-interpreter --split-input-file --verify-diagnostics -o /dev/null
// RUN: sed 's/expected-//' %s > %t.plain.mlir
// RUN: %mlir_opt_with_plugin %t.plain.mlir --split-input-file --transform-dialect-check-uses --verify-diagnostics -o /dev/null

// A contraction for which no layouts are known.
module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<34x34xf32>, %w: tensor<3x3xf32>, %e: tensor<32x32xf32>) -> tensor<32x32xf32> {
    // expected-note @below {{layout-choose/left: no layouts are chosen: it has no columns or output channels}}
    %0 = linalg.conv_2d ins(%x, %w : tensor<34x34xf32>, tensor<3x3xf32>) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
    return %0 : tensor<32x32xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    // expected-error @below {{'transform.layout.choose' op changes nothing}}
    %m1 = transform.layout.choose %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// No conversion that could move.
module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
    return %x : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    // expected-error @below {{'transform.layout.reflow' op changes nothing}}
    %m1 = transform.layout.reflow %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// No call of a function with layouts.
module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
    return %x : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    // expected-error @below {{'transform.layout.specialize' op changes nothing}}
    %m1 = transform.layout.specialize %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// A padding value that no layout states.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<14xf32>, %pad: f32, %d: tensor<4x4xf32>) -> tensor<4x4xf32> {
    // expected-note @below {{layout-from-pack/left: not converted: its padding value is not a constant; make it an arith.constant}}
    %p = linalg.pack %a padding_value(%pad : f32) inner_dims_pos = [0] inner_tiles = [4] into %d : tensor<14xf32> -> tensor<4x4xf32>
    return %p : tensor<4x4xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    // expected-error @below {{'transform.layout.from_pack' op changes nothing}}
    %m1 = transform.layout.from_pack %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// No conversion that linalg.pack could do.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<14xf32>) -> tensor<14xf32> {
    return %a : tensor<14xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    // expected-error @below {{'transform.layout.to_pack' op changes nothing}}
    %m1 = transform.layout.to_pack %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Each iteration reads what the one before it has written.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<4000000xf32>) {
    // expected-note @below {{layout-parallelize-loops/dependence: not parallel: data race}}
    affine.for %i = 1 to 4000000 {
      %x = affine.load %a[%i - 1] : memref<4000000xf32>
      affine.store %x, %a[%i] : memref<4000000xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'transform.layout.parallelize_loops' op changes nothing}}
    %f1 = transform.layout.parallelize_loops %f {threads = 2} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// No loop of scf that counts.
module attributes {transform.with_named_sequence} {
  func.func @f(%n0: memref<f32>, %v: f32, %c: i1) {
    // expected-note @below {{layout-raise-loops/kind: 'scf.while' stays; write it as scf.for}}
    scf.while : () -> () {
      scf.condition(%c)
    } do {
      memref.store %v, %n0[] : memref<f32>
      scf.yield
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'transform.layout.raise_loops' op changes nothing}}
    %f1 = transform.layout.raise_loops %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// No vectors of several dimensions.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8xf32>) {
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'transform.layout.collapse_dims' op changes nothing}}
    %f1 = transform.layout.collapse_dims %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
