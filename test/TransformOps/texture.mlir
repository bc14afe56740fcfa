// The texture example as a schedule: what the passes make.
//
// RUN: %mlir_opt_with_plugin %layout_src/examples/texture.mlir --transform-preload-library=transform-library-paths=%s --transform-interpreter -o %t.schedule
// RUN: layout-opt %layout_src/examples/texture.mlir --pass-pipeline='builtin.module(layout-apply,layout-flatten)' -o %t.passes
// RUN: diff %t.passes %t.schedule
// RUN: %mlir_opt_with_plugin %s --transform-dialect-check-uses -verify-diagnostics -o /dev/null

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
    %m1 = transform.layout.apply %m : (!transform.any_op) -> !transform.any_op
    %m2 = transform.layout.flatten %m1 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
