// RFC 0077, a convolution with an implicit default, as a schedule: what the passes make.
//
// RUN: cp %S/../RFC0077/e05-implicit-default.mlir %t.mlir
// RUN: %mlir_opt_with_plugin %t.mlir --transform-preload-library=transform-library-paths=%s --transform-interpreter -o %t.schedule
// RUN: layout-opt %S/../RFC0077/e05-implicit-default.mlir --pass-pipeline='builtin.module(layout-apply,layout-sequential-access,layout-merge-loops,layout-simplify,layout-overcompute{wrap-indices=true},layout-remove-noop)' -o %t.passes
// RUN: diff %t.passes %t.schedule
// RUN: %mlir_opt_with_plugin %s --transform-dialect-check-uses -verify-diagnostics -o /dev/null

module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
  %m1 = transform.layout.apply %m : (!transform.any_op) -> !transform.any_op
  %f = transform.structured.match ops{["func.func"]} in %m1 : (!transform.any_op) -> !transform.any_op
  %f1 = transform.layout.sequential_access %f : (!transform.any_op) -> !transform.any_op
  %f2 = transform.layout.merge_loops %f1 : (!transform.any_op) -> !transform.any_op
  %f3 = transform.layout.simplify %f2 : (!transform.any_op) -> !transform.any_op
  %f4 = transform.layout.overcompute %f3 {wrap_indices = true} : (!transform.any_op) -> !transform.any_op
  %f5 = transform.layout.remove_noop %f4 {optional} : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}
