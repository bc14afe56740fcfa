// RUN: %mlir_opt_with_plugin %s -split-input-file -verify-diagnostics

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op) {
    // expected-error @below {{'transform.layout.apply' op has no option "pad_placemnt"; it has optional, pad_placement}}
    %f1 = transform.layout.apply %f {pad_placemnt = "after"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op) {
    // expected-error @below {{'transform.layout.merge_loops' op has no option "optionl"; it has optional}}
    %f1 = transform.layout.merge_loops %f {optionl} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Attributes of others stay.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op) {
    %f1 = transform.layout.merge_loops %f {mine.note} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
