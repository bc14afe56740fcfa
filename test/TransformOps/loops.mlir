// Plans of nests in schedules.
// RUN: layout-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @numbers
// CHECK: linalg.fill {layout.loops = #layout.loops<(d0) -> (lanes d0)>}
// CHECK: } {layout.loops = #layout.loops<(d0, d1) -> (d1, d0), dot = none>}
// CHECK: } {layout.loops = #layout.loops<keep>}
func.func @numbers(%a: memref<8x8xf32>, %b: memref<8xf32>, %x: f32) {
  linalg.fill ins(%x : f32) outs(%b : memref<8xf32>)
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.store %x, %a[%i, %j] : memref<8x8xf32>
    }
  }
  affine.for %i = 0 to 8 {
    affine.store %x, %b[%i] : memref<8xf32>
  }
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    transform.layout.loops %f with <(i) -> (lanes i)> {nest = 0} : !transform.any_op
    transform.layout.loops %f with <(i, j) -> (j, i), dot = none> {nest = 1} : !transform.any_op
    %loops = transform.structured.match ops{["affine.for"]} in %module : (!transform.any_op) -> !transform.any_op
    %three:3 = transform.split_handle %loops : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.layout.loops %three#2 with <(i) -> (i)> : !transform.any_op
    transform.layout.loops %three#2 with <keep> : !transform.any_op
    transform.yield
  }
}

// -----

func.func @no_nest() {
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{there is no nest 0; the function has 0, counted from 0}}
    transform.layout.loops %f with <keep> {nest = 0} : !transform.any_op
    transform.yield
  }
}

// -----

func.func @no_loop() {
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{expects affine.for, scf.for or linalg ops, or functions with 'nest'; found 'func.func'}}
    transform.layout.loops %f with <keep> : !transform.any_op
    transform.yield
  }
}
