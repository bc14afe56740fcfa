// RFC 0077, an internal buffer, as a schedule: what the passes make.
//
// RUN: sed 's/{layout.sequential}//;s/{layout.cache.*, layout.sequential}//' %S/../RFC0077/e03-guard-of-the-sum.mlir > %t.mlir
// RUN: %mlir_opt_with_plugin %t.mlir --transform-preload-library=transform-library-paths=%s --transform-interpreter -o %t.schedule
// RUN: layout-opt %S/../RFC0077/e03-guard-of-the-sum.mlir --pass-pipeline='builtin.module(layout-cache,layout-assign,layout-apply,layout-sequential-access,layout-overcompute)' \
// RUN:   | sed 's/ {layout.sequential}//;s/, layout.sequential//;s/layout.sequential, //' > %t.passes
// RUN: diff %t.passes %t.schedule
// RUN: %mlir_opt_with_plugin %s --transform-dialect-check-uses -verify-diagnostics -o /dev/null

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
  %f = transform.structured.match ops{["func.func"]} attributes{sym_name = "sum"} in %m : (!transform.any_op) -> !transform.any_op
  %f1 = transform.layout.cache_read %f {argument = 0} with #tiles : (!transform.any_op) -> !transform.any_op
  %m2 = transform.layout.assign %m : (!transform.any_op) -> !transform.any_op
  %m3 = transform.layout.apply %m2 : (!transform.any_op) -> !transform.any_op
  %copy = transform.structured.match ops{["memref.alloc"]} in %m3 : (!transform.any_op) -> !transform.any_op
  %f2 = transform.layout.sequential_access %copy : (!transform.any_op) -> !transform.any_op
  %f3 = transform.layout.overcompute %f2 : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}
