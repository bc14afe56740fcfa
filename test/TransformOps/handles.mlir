// What becomes of handles. The interpreter's expensive checks are on.
//
// RUN: %mlir_opt_with_plugin %s -split-input-file --transform-interpreter -verify-diagnostics -o /dev/null

// A handle that was handed over is not used again.
module attributes {transform.with_named_sequence} {
  // expected-note @below {{ancestor payload op}}
  func.func @f(%a: memref<16xi32>) {
    %x = arith.constant 42 : i32
    // expected-note @below {{nested payload op}}
    affine.for %i = 0 to 16 {
      affine.if affine_set<(i) : (15 - i >= 0)>(%i) {
        affine.store %x, %a[%i] : memref<16xi32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{handle to invalidated ops}}
    %loop = transform.structured.match ops{["affine.for"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{invalidated by this transform op that consumes its operand #0}}
    %f1 = transform.layout.simplify %f : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{op uses a handle invalidated by a previously executed transform op}}
    transform.debug.emit_remark_at %loop, "gone" : !transform.any_op
    transform.yield
  }
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// A handle into a function that changes along with the target.
module attributes {transform.with_named_sequence} {
  func.func private @callee(%a: memref<14xi32>) {
    return
  }
  func.func @caller() {
    // expected-note @below {{this is what the handle points to}}
    %a = memref.alloc() : memref<14xi32>
    call @callee(%a) : (memref<14xi32>) -> ()
    memref.dealloc %a : memref<14xi32>
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} attributes{sym_name = "callee"} in %m : (!transform.any_op) -> !transform.any_op
    %a = transform.structured.match ops{["memref.alloc"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'transform.layout.transform_layout' op changes what a handle that is used later points into: take that handle after this}}
    %f1 = transform.layout.transform_layout %f {argument = 0} with #tiles : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %a, "gone" : !transform.any_op
    transform.yield
  }
}

// -----

// Handles into functions that stay, and to functions and modules, stay good.
module attributes {transform.with_named_sequence} {
  // expected-remark @below {{changed}}
  func.func @f(%a: memref<16xi32>) {
    %x = arith.constant 42 : i32
    affine.for %i = 0 to 16 {
      affine.if affine_set<(i) : (15 - i >= 0)>(%i) {
        affine.store %x, %a[%i] : memref<16xi32>
      }
    }
    return
  }
  func.func @g(%a: memref<16xi32>) {
    %x = arith.constant 42 : i32
    // expected-remark @below {{stays}}
    affine.for %i = 0 to 16 {
      affine.if affine_set<(i) : (15 - i >= 0)>(%i) {
        affine.store %x, %a[%i] : memref<16xi32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} attributes{sym_name = "f"} in %m : (!transform.any_op) -> !transform.any_op
    %g = transform.structured.match ops{["func.func"]} attributes{sym_name = "g"} in %m : (!transform.any_op) -> !transform.any_op
    %loop = transform.structured.match ops{["affine.for"]} in %g : (!transform.any_op) -> !transform.any_op
    %f1 = transform.layout.simplify %f : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %f1, "changed" : !transform.any_op
    transform.debug.emit_remark_at %loop, "stays" : !transform.any_op
    transform.yield
  }
}
