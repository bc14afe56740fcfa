// RFC 0077, a product of matrices in tiles, as a schedule: what the passes make.
//
// RUN: sed 's/{layout.sequential}//;s/{layout.cache.*, layout.sequential}//' %S/../RFC0077/e13-matmul.mlir > %t.mlir
// RUN: %mlir_opt_with_plugin %t.mlir --transform-preload-library=transform-library-paths=%s --transform-interpreter -o %t.schedule
// RUN: layout-opt %S/../RFC0077/e13-matmul.mlir --pass-pipeline='builtin.module(layout-apply,layout-sequential-access{nest-map="(i, j, k) -> (i floordiv 32, j floordiv 32, k floordiv 32, i mod 32, k mod 32, j mod 32)"},layout-overcompute)' \
// RUN:   | sed 's/ {layout.sequential}//;s/, layout.sequential//;s/layout.sequential, //' > %t.passes
// RUN: diff %t.passes %t.schedule
// RUN: %mlir_opt_with_plugin %s --transform-dialect-check-uses -verify-diagnostics -o /dev/null

module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
  %m1 = transform.layout.apply %m : (!transform.any_op) -> !transform.any_op
  %stores = transform.structured.match ops{["affine.store"]} in %m1 : (!transform.any_op) -> !transform.any_op
  %zero, %sum, %pad = transform.split_handle %stores : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %f1 = transform.layout.sequential_access %sum {nest_map =
      "(i, j, k) -> (i floordiv 32, j floordiv 32, k floordiv 32, i mod 32, k mod 32, j mod 32)"} : (!transform.any_op) -> !transform.any_op
  %f2 = transform.layout.overcompute %f1 : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}
