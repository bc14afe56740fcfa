// Passes behind a schedule that is checked are run, with or without a module
// around them.
// RUN: layout-opt %s --split-input-file --transform-interpreter --verify-diagnostics -o /dev/null

module attributes {transform.with_named_sequence} {
  // expected-note @+1 {{'pipeline-that-is-none' does not refer to a registered pass}}
  func.func @f(%a: memref<4xi32>) {
    return
  }
  transform.named_sequence @nothing(%m: !transform.any_op {transform.readonly}) {
    transform.yield
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.layout.check %f {schedule = @nothing, pipeline = "canonicalize,cse"} : !transform.any_op
    transform.layout.check %f {schedule = @nothing, pipeline = " builtin.module(canonicalize) "} : !transform.any_op
    transform.layout.check %f {schedule = @nothing, pipeline = "builtin.module()"} : !transform.any_op
    transform.layout.check %f {pipeline = "canonicalize"} : !transform.any_op
    // expected-error @+1 {{op there is nothing to compare with}}
    transform.layout.check %f {schedule = @nothing, pipeline = "pipeline-that-is-none"} : !transform.any_op
    transform.yield
  }
}
