// A schedule is checked by running what it makes.
//
// RUN: %mlir_opt_with_plugin %s -split-input-file --transform-interpreter -verify-diagnostics -o /dev/null
// RUN: layout-opt %s -split-input-file --transform-interpreter -verify-diagnostics -o /dev/null

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<?xi32>, %n: index, %b: memref<1xi32>) {
    affine.for %i = 0 to 14 {
      %x = affine.load %a[%i] : memref<?xi32>
      %y = affine.load %b[0] : memref<1xi32>
      %z = arith.addi %x, %y : i32
      affine.store %z, %b[0] : memref<1xi32>
    }
    return
  }
  transform.named_sequence @tiles(%m: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    %f1 = transform.layout.transform_layout %f {argument = 0} with #tiles : (!transform.any_op) -> !transform.any_op
    %f2 = transform.layout.apply %f1 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.layout.check %f {schedule = @tiles, dims = ["arg0.dim0:17"], arguments = ["1:3"]} : !transform.any_op
    transform.layout.check %f {pipeline = "builtin.module(layout-simplify)", dims = ["arg0.dim0:17"], arguments = ["1:3"]} : !transform.any_op
    transform.yield
  }
}

// -----

// A step that is wrong.
module attributes {transform.with_named_sequence} {
  // expected-note @below {{layout-check: @f: }}
  func.func @f(%a: memref<4xi32>) {
    %x = arith.constant 42 : i32
    affine.store %x, %a[0] : memref<4xi32>
    return
  }
  transform.named_sequence @wrong(%m: !transform.any_op) {
    %x = transform.structured.match ops{["arith.constant"]} in %m : (!transform.any_op) -> !transform.any_op
    %other = transform.param.constant 43 : i32 -> !transform.any_param
    transform.annotate %x "value" = %other : !transform.any_op, !transform.any_param
    transform.yield
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'transform.layout.check' op the results differ: result differs at }}
    transform.layout.check %f {schedule = @wrong} : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-note @below {{argument 0 is of type index: give its value by --arg=0:value}}
  func.func @f(%n: index) {
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'transform.layout.check' op there is nothing to compare with: argument 0 is of type index}}
    transform.layout.check %f {pipeline = "builtin.module()"} : !transform.any_op
    transform.yield
  }
}

// -----

// A check of itself has no end.
module attributes {transform.with_named_sequence} {
  // expected-note @below {{the pipeline fails}}
  func.func @f() {
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'transform.layout.check' op nothing could be run: the pipeline fails: 'transform.layout.check' op is nested in another layout.check, which is not supported; remove it}}
    // expected-note @below {{'transform.layout.check' op is nested in another layout.check, which is not supported; remove it}}
    transform.layout.check %f {schedule = @__transform_main} : !transform.any_op
    transform.yield
  }
}

// -----

// A name that is misspelled is no check.
module attributes {transform.with_named_sequence} {
  func.func @f() {
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} attributes {sym_name = "g"} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'transform.layout.check' op expects a target, but the handle points to nothing}}
    transform.layout.check %f {pipeline = "builtin.module()"} : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f() {
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'transform.layout.check' op expects a 'transform.named_sequence' beside its own, found no @steps}}
    transform.layout.check %f {schedule = @steps} : !transform.any_op
    transform.yield
  }
}
