// The scope of `transform.alternatives` is a module: the first alternative fails, and
// the second is tried on what was there before the first. Of a function, upstream makes a
// copy in no module, where both fail.
// RUN: layout-opt %s --transform-interpreter='entry-point=of_module' | FileCheck %s
// RUN: not layout-opt %s --transform-interpreter='entry-point=of_function' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FUNCTION

// CHECK-LABEL: func.func private @sum(
// CHECK: affine.for %[[I:.*]] = 0 to 4 {
// CHECK:   affine.for %[[J:.*]] = 0 to 4 {
// CHECK:     affine.if
// CHECK:       affine.load %{{.*}}[%[[I]], %[[J]]] : memref<4x4xi32>

// FUNCTION: error: all alternatives failed

#rows = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
module attributes {transform.with_named_sequence} {
  module {
    func.func private @sum(%a: memref<14xi32>, %b: memref<1xi32>) {
      affine.for %i = 0 to 14 {
        %s = affine.load %b[0] : memref<1xi32>
        %x = affine.load %a[%i] : memref<14xi32>
        %t = arith.addi %s, %x : i32
        affine.store %t, %b[0] : memref<1xi32>
      }
      return
    }
    func.func @main(%a: memref<14xi32>, %b: memref<1xi32>) {
      call @sum(%a, %b) : (memref<14xi32>, memref<1xi32>) -> ()
      return
    }
  }

  transform.named_sequence @of_module(%root: !transform.any_op) {
    %found = transform.structured.match ops{["func.func"]} attributes{sym_name = "main"} in %root
        : (!transform.any_op) -> !transform.any_op
    %inner = transform.get_parent_op %found {op_name = "builtin.module"}
        : (!transform.any_op) -> !transform.any_op
    transform.alternatives %inner : !transform.any_op {
    ^bb0(%scope: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} attributes{sym_name = "sum"} in %scope
          : (!transform.any_op) -> !transform.any_op
      %f1 = transform.layout.transform_layout %f {argument = 0} with #rows
          : (!transform.any_op) -> !transform.any_op
      %f2 = transform.layout.apply %f1 : (!transform.any_op) -> !transform.any_op
      %f3 = transform.layout.overcompute %f2 : (!transform.any_op) -> !transform.any_op
    }, {
    ^bb0(%scope: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} attributes{sym_name = "sum"} in %scope
          : (!transform.any_op) -> !transform.any_op
      %f1 = transform.layout.transform_layout %f {argument = 0} with #rows
          : (!transform.any_op) -> !transform.any_op
      %f2 = transform.layout.apply %f1 : (!transform.any_op) -> !transform.any_op
      %f3 = transform.layout.sequential_access %f2 {argument = 0}
          : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }

  transform.named_sequence @of_function(%root: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} attributes{sym_name = "sum"} in %root
        : (!transform.any_op) -> !transform.any_op
    %f1 = transform.layout.transform_layout %f {argument = 0} with #rows
        : (!transform.any_op) -> !transform.any_op
    %f2 = transform.layout.apply %f1 : (!transform.any_op) -> !transform.any_op
    transform.alternatives %f2 : !transform.any_op {
    ^bb0(%scope: !transform.any_op):
      %f3 = transform.layout.sequential_access %scope {argument = 0}
          : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}
