// RFC 0077, facts across functions, as a schedule: what the passes make.
//
// RUN: cp %S/../RFC0077/e12-two-functions.mlir %t.mlir
// RUN: %mlir_opt_with_plugin %t.mlir --transform-preload-library=transform-library-paths=%s --transform-interpreter -o %t.schedule
// RUN: layout-opt %S/../RFC0077/e12-two-functions.mlir --pass-pipeline='builtin.module(layout-apply,layout-sequential-access,layout-merge-loops,layout-simplify,layout-overcompute)' -o %t.passes
// RUN: diff %t.passes %t.schedule
// RUN: %mlir_opt_with_plugin %s --transform-dialect-check-uses -verify-diagnostics -o /dev/null

module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
  %m1 = transform.layout.apply %m : (!transform.any_op) -> !transform.any_op
  %m11 = transform.layout.sequential_access %m1 : (!transform.any_op) -> !transform.any_op
  %m12 = transform.layout.merge_loops %m11 : (!transform.any_op) -> !transform.any_op
  %m13 = transform.layout.simplify %m12 : (!transform.any_op) -> !transform.any_op
  %m14 = transform.layout.overcompute %m13 : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}
