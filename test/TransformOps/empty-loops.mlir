// A handle to no loops is none to copy a buffer around.
// RUN: layout-opt %s --transform-interpreter --verify-diagnostics -o /dev/null

module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<14xi32>) {
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    %loops = transform.structured.match ops{["affine.for"]} in %f : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{op expects loops to copy the buffer around, and its handle to them is empty}}
    %f1 = transform.layout.cache_read %f around %loops {argument = 0} with #layout.buffer<index_map<(i) -> (i)>>
        : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}
