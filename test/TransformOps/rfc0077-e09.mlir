// RFC 0077, element-wise through local copies, as a schedule: what the passes make.
//
// RUN: sed 's/ {layout.cache = #[a-z]*, layout.sequential}//g' %S/../RFC0077/e09-cached-elementwise.mlir > %t.mlir
// RUN: %mlir_opt_with_plugin %t.mlir --transform-preload-library=transform-library-paths=%s --transform-interpreter -o %t.schedule
// RUN: layout-opt %S/../RFC0077/e09-cached-elementwise.mlir --pass-pipeline='builtin.module(layout-cache,layout-assign,layout-apply)' \
// RUN:   | sed 's/ {layout.sequential}//;s/, layout.sequential//;s/layout.sequential, //' > %t.passes
// RUN: diff %t.passes %t.schedule
// RUN: %mlir_opt_with_plugin %s --transform-dialect-check-uses -verify-diagnostics -o /dev/null

#in = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-1 : i32>>
#out = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-2 : i32>>

module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
  %f = transform.structured.match ops{["func.func"]} attributes{sym_name = "double"} in %m : (!transform.any_op) -> !transform.any_op
  %f1, %copy = transform.layout.cache_read %f {argument = 0} with #in : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %f2 = transform.layout.cache_write %f1 {argument = 1} with #out : (!transform.any_op) -> !transform.any_op
  %m2 = transform.layout.assign %m : (!transform.any_op) -> !transform.any_op
  %m3 = transform.layout.apply %m2 : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}
