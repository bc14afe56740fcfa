// RFC 0077, two convolutions, of which one feeds the other, as a schedule: what the passes make.
//
// RUN: cp %S/../RFC0077/e05-chained.mlir %t.mlir
// RUN: %mlir_opt_with_plugin %t.mlir --transform-preload-library=transform-library-paths=%s --transform-interpreter -o %t.schedule
// RUN: layout-opt %S/../RFC0077/e05-chained.mlir --pass-pipeline='builtin.module(layout-apply,layout-sequential-access,layout-merge-loops,layout-simplify,layout-hoist-conditions,layout-partition-loops)' -o %t.passes
// RUN: diff %t.passes %t.schedule
// RUN: %mlir_opt_with_plugin %s --transform-dialect-check-uses -verify-diagnostics -o /dev/null

module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
  %m1 = transform.layout.apply %m : (!transform.any_op) -> !transform.any_op
  %f = transform.structured.match ops{["func.func"]} in %m1 : (!transform.any_op) -> !transform.any_op
  %f1 = transform.layout.sequential_access %f : (!transform.any_op) -> !transform.any_op
  %f2 = transform.layout.merge_loops %f1 : (!transform.any_op) -> !transform.any_op
  %f3 = transform.layout.simplify %f2 : (!transform.any_op) -> !transform.any_op
  %f4 = transform.layout.hoist_conditions %f3 {optional} : (!transform.any_op) -> !transform.any_op
  %f5 = transform.layout.partition_loops %f4 : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}
