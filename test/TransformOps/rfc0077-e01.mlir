// RFC 0077, never write to padding, as a schedule: what the passes make.
//
// RUN: sed 's/{layout.sequential}//;s/{layout.cache.*, layout.sequential}//' %S/../RFC0077/e01-never-write-padding.mlir > %t.mlir
// RUN: %mlir_opt_with_plugin %t.mlir --transform-preload-library=transform-library-paths=%s --transform-interpreter -o %t.schedule
// RUN: layout-opt %S/../RFC0077/e01-never-write-padding.mlir --pass-pipeline='builtin.module(layout-apply,layout-sequential-access)' \
// RUN:   | sed 's/ {layout.sequential}//;s/, layout.sequential//;s/layout.sequential, //' > %t.passes
// RUN: diff %t.passes %t.schedule
// RUN: %mlir_opt_with_plugin %s --transform-dialect-check-uses -verify-diagnostics -o /dev/null

module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
  %m1 = transform.layout.apply %m : (!transform.any_op) -> !transform.any_op
  %f = transform.structured.match ops{["func.func"]} attributes{sym_name = "f"} in %m1 : (!transform.any_op) -> !transform.any_op
  %f1 = transform.layout.sequential_access %f {argument = 0} : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}
