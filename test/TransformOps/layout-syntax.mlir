// A layout may be written out or have an alias, and both are read back.
// RUN: layout-opt %s --split-input-file --verify-diagnostics | FileCheck %s
// RUN: sed -n '1,/^.. -----/p' %s | layout-opt --mlir-print-local-scope | FileCheck %s --check-prefix=LOCAL
// RUN: sed -n '1,/^.. -----/p' %s | layout-opt --mlir-print-local-scope | layout-opt | FileCheck %s

#rows = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
!function = !transform.op<"func.func">

// CHECK-DAG: #[[ROWS:.*]] = #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, pad<0 : i32>>
// CHECK-DAG: #[[BLOCKS:.*]] = #layout.buffer<index_map<(d0, d1, d2, d3) -> (d0, d3 floordiv 4, d1, d2, d3 mod 4)>, pad<undef>>
module attributes {transform.with_named_sequence} {
// CHECK-LABEL: @written
transform.named_sequence @written(%f: !transform.any_op, %loop: !transform.op<"affine.for">) {
  // CHECK: transform_layout %{{.*}} {argument = 0 : i64} with #[[ROWS]] : (!transform.any_op) -> !transform.any_op
  // LOCAL: with #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, pad<0 : i32>> : (!transform.any_op) -> !transform.any_op
  %f1 = transform.layout.transform_layout %f {argument = 0} with #rows : (!transform.any_op) -> !transform.any_op
  // CHECK: with #[[ROWS]] : (!transform.any_op) -> !transform.op<"func.func">
  %f2 = transform.layout.transform_layout %f1
      with #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
      : (!transform.any_op) -> !transform.op<"func.func"> // and a comment
  // CHECK: with #[[BLOCKS]] : (!transform.op<"func.func">) -> (!transform.op<"func.func">, !transform.any_op)
  %f3, %made = transform.layout.transform_layout %f2 {name = "g"}
      with #layout.buffer<index_map<"NHWC" -> "NCHW4c">, pad<undef>> : (!transform.op<"func.func">) -> (!transform.op<"func.func">, !transform.any_op)
  // CHECK: cache_read %{{.*}} around %{{.*}} {argument = 0 : i64} with #[[BLOCKS]]
  // CHECK-SAME: : (!transform.op<"func.func">, !transform.op<"affine.for">) -> !transform.any_op
  %f4 = transform.layout.cache_read %f3 around %loop {argument = 0} with #layout.buffer<index_map<"NHWC" -> "NCHW4c">, pad<undef>>
      : (!transform.op<"func.func">, !transform.op<"affine.for">) -> !transform.any_op
  // CHECK: cache_write %{{.*}} {argument = 1 : i64} with #[[ROWS]] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %f5, %copies = transform.layout.cache_write %f4 {argument = 1} with #rows : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

!any = !transform.any_op
transform.named_sequence @alias(%f: !any) {
  %f1 = transform.layout.transform_layout %f {argument = 0} with #layout.buffer<index_map<(i) -> (i)>> : (!any) -> !any
  // expected-error @+1 {{expected ':' and the types of a function; where these have aliases, the layout must have one, too}}
  transform.yield
}

// -----

transform.named_sequence @none(%f: !transform.any_op) {
  %f1 = transform.layout.transform_layout %f {argument = 0} with #layout.buffer<index_map<(i) -> (i)>>
  // expected-error @+1 {{expected ':' and the types of a function}}
  transform.yield
}

// -----

transform.named_sequence @many(%f: !transform.any_op) {
  // expected-error @+1 {{expected 1 type, found 2}}
  %f1 = transform.layout.transform_layout %f {argument = 0} with #layout.buffer<index_map<(i) -> (i)>> : (!transform.any_op, !transform.any_op) -> !transform.any_op
  transform.yield
}
