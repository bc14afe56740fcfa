// RFC 0077, several paddings on one buffer, as a schedule: what the passes make.
//
// RUN: cp %S/../RFC0077/e07-several-paddings.mlir %t.mlir
// RUN: %mlir_opt_with_plugin %t.mlir --transform-preload-library=transform-library-paths=%s --transform-interpreter -o %t.schedule
// RUN: layout-opt %S/../RFC0077/e07-several-paddings.mlir --pass-pipeline='builtin.module(layout-apply,layout-sequential-access,layout-overcompute)' -o %t.passes
// RUN: diff %t.passes %t.schedule
// RUN: %mlir_opt_with_plugin %s --transform-dialect-check-uses -verify-diagnostics -o /dev/null

module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
  %m1 = transform.layout.apply %m : (!transform.any_op) -> !transform.any_op
  %f = transform.structured.match ops{["func.func"]} in %m1 : (!transform.any_op) -> !transform.any_op
  %f1 = transform.layout.sequential_access %f : (!transform.any_op) -> !transform.any_op
  %f2 = transform.layout.overcompute %f1 : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}
