// What a pass refuses is a silenceable failure, with what it says as notes; and
// the payload is what it was.
//
// RUN: %mlir_opt_with_plugin %s -split-input-file --transform-interpreter -verify-diagnostics -o /dev/null
// RUN: sed 's/expected-//' %s > %t.plain.mlir
// RUN: %mlir_opt_with_plugin %t.plain.mlir -split-input-file --transform-dialect-check-uses -verify-diagnostics -o /dev/null
//
// The same, silenced: what comes out is what went in.
// RUN: sed 's/failures(propagate)/failures(suppress)/;s/expected-//' %s > %t.mlir
// RUN: %mlir_opt_with_plugin %t.mlir -split-input-file -o %t.before
// RUN: %mlir_opt_with_plugin %t.mlir -split-input-file --transform-interpreter -o %t.after
// RUN: diff %t.before %t.after

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<4x4xi32>) {
    layout.padding %a : memref<4x4xi32> of memref<14xi32, #tiles>
    %x = arith.constant 42 : i32
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        affine.if affine_set<(i, j) : (13 - 4 * i - j >= 0)>(%i, %j) {
          // expected-note @below {{layout-overcompute/writes-none-padding: the condition stays: writing %arg0[3, }}
          affine.store %x, %a[%i, %j] : memref<4x4xi32>
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.overcompute' op changes nothing}}
      %f1 = transform.layout.overcompute %f : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// Two elements in one place: a wrong layout has its witness.
#wrong = #layout.buffer<index_map<(i) -> (i floordiv 2)>>
module attributes {transform.with_named_sequence} {
  // expected-note @below {{'layout.transform': the index map must be one-to-one, but (0) and (1) both map to (0)}}
  func.func @f(%a: memref<14xi32>, %b: memref<14xi32>) {
    affine.for %i = 0 to 14 {
      %x = affine.load %a[%i] : memref<14xi32>
      affine.store %x, %b[%i] : memref<14xi32>
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.transform_layout' op cannot be done for this buffer}}
      %f1 = transform.layout.transform_layout %f {argument = 0} with #wrong : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// A tensor gets its layout otherwise.
#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<14xi32>) -> tensor<14xi32> {
    return %a : tensor<14xi32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.transform_layout' op argument 0 is a tensor, which gets its layout from the ops that use it (layout.prefer and choose) or by layout.convert; expects a ranked memref}}
      %f1 = transform.layout.transform_layout %f {argument = 0} with #tiles : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// No such argument.
#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<14xi32>, %b: memref<14xi32>) {
    affine.for %i = 0 to 14 {
      %x = affine.load %a[%i] : memref<14xi32>
      affine.store %x, %b[%i] : memref<14xi32>
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.transform_layout' op has no argument 7: @f has 2, counted from 0}}
      %f1 = transform.layout.transform_layout %f {argument = 7} with #tiles : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// No buffer is named.
#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<14xi32>, %b: memref<14xi32>) {
    affine.for %i = 0 to 14 {
      %x = affine.load %a[%i] : memref<14xi32>
      affine.store %x, %b[%i] : memref<14xi32>
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.transform_layout' op expects a buffer: 'argument', 'result', 'name', or a target that is an allocation or a global}}
      %f1 = transform.layout.transform_layout %f with #tiles : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// Two buffers are.
#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<14xi32>, %b: memref<14xi32>) {
    affine.for %i = 0 to 14 {
      %x = affine.load %a[%i] : memref<14xi32>
      affine.store %x, %b[%i] : memref<14xi32>
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.transform_layout' op expects one of 'argument', 'result' and 'name'}}
      %f1 = transform.layout.transform_layout %f {argument = 0, name = "g"} with #tiles : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// A buffer with a use that cannot be rewritten for a laid-out one.
#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
module attributes {transform.with_named_sequence} {
  // expected-note @below {{the layout is requested here}}
  func.func @f(%a: memref<14xi32>) -> memref<*xi32> {
    %u = memref.cast %a : memref<14xi32> to memref<*xi32>
    // expected-note @below {{copy it to a plain buffer and return that}}
    return %u : memref<*xi32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.transform_layout' op fails, as layout-assign does}}
      %f1 = transform.layout.transform_layout %f {argument = 0, change_interface = true} with #tiles : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// Separators behind the last axis.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<14xi32>, %b: memref<14xi32>) {
    affine.for %i = 0 to 14 {
      %x = affine.load %a[%i] : memref<14xi32>
      affine.store %x, %b[%i] : memref<14xi32>
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-note @+2 {{separator 3 is not inside the physical rank 1}}
      // expected-error @below {{'transform.layout.set_axis_separators' op cannot be done for this buffer}}
      %f1 = transform.layout.set_axis_separators %f at [3] {argument = 0} : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// A read cache of what is written.
#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<14xi32>, %b: memref<14xi32>) {
    affine.for %i = 0 to 14 {
      %x = affine.load %a[%i] : memref<14xi32>
      affine.store %x, %b[%i] : memref<14xi32>
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.cache_read' op expects a buffer that is only read there, and it is written: take 'transform.layout.cache_write'}}
      %f1 = transform.layout.cache_read %f {argument = 1} with #tiles : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// A write cache of what is only read.
#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<14xi32>, %b: memref<14xi32>) {
    affine.for %i = 0 to 14 {
      %x = affine.load %a[%i] : memref<14xi32>
      affine.store %x, %b[%i] : memref<14xi32>
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.cache_write' op expects a buffer that is written there, and it is only read: take 'transform.layout.cache_read'}}
      %f1 = transform.layout.cache_write %f {argument = 0} with #tiles : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// Another order would change results.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<4x4xi32>) {
    affine.for %j = 0 to 3 {
      affine.for %i = 1 to 4 {
        // expected-note @below {{layout-sequential-access/order}}
        %x = affine.load %a[%i - 1, %j + 1] : memref<4x4xi32>
        affine.store %x, %a[%i, %j] : memref<4x4xi32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.sequential_access' op changes nothing}}
      %f1 = transform.layout.sequential_access %f {argument = 0} : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// A condition is left.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<16xi32>, %n: index) {
    %x = arith.constant 42 : i32
    affine.for %i = 0 to 16 {
      %c = arith.muli %i, %i : index
      %d = arith.cmpi slt, %c, %n : index
      // expected-note @below {{cannot remove this condition on a loop variable by splitting loops, as always=true demands}}
      scf.if %d {
        affine.store %x, %a[%i] : memref<16xi32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.partition_loops' op fails, as layout-partition-loops does}}
      %f1 = transform.layout.partition_loops %f {always = true} : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// Nothing to do is said, too.
module attributes {transform.with_named_sequence} {
  func.func @f() {
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.simplify' op changes nothing: found no condition that is always or never true, and no branches to merge; state 'optional' if that is fine}}
      %f1 = transform.layout.simplify %f : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f() {
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.tile_loops' op changes nothing: found no affine.for to tile; run raise_loops first for other loops; state 'optional' if that is fine}}
      %f1 = transform.layout.tile_loops %f : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f() {
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.vectorize_loops' op changes nothing: found no affine.for to vectorize; run raise_loops first for other loops; state 'optional' if that is fine}}
      %f1 = transform.layout.vectorize_loops %f : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f() {
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.merge_loops' op changes nothing: found no two loops of one dialect with equal ranges beside each other; state 'optional' if that is fine}}
      %f1 = transform.layout.merge_loops %f : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f() {
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.hoist_conditions' op changes nothing: no condition is in a loop; state 'optional' if that is fine}}
      %f1 = transform.layout.hoist_conditions %f : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f() {
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.partition_loops' op changes nothing: no condition is in a loop; state 'optional' if that is fine}}
      %f1 = transform.layout.partition_loops %f : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f() {
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.avoid_overcompute' op changes nothing: found no loop that computes padding; expects layout.padding before it, which layout-apply writes; state 'optional' if that is fine}}
      %f1 = transform.layout.avoid_overcompute %f : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f() {
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.remove_noop' op changes nothing: found no store, loop or buffer that nothing needs; state 'optional' if that is fine}}
      %f1 = transform.layout.remove_noop %f : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f() {
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.apply' op changes nothing: no type has a #layout.buffer; state 'optional' if that is fine}}
      %f1 = transform.layout.apply %f : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f() {
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.flatten' op changes nothing: no buffer has axis separators; state 'optional' if that is fine}}
      %f1 = transform.layout.flatten %f : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f() {
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.assign' op changes nothing: no buffer has 'layout.transform'; state 'optional' if that is fine}}
      %f1 = transform.layout.assign %f : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// Loops in order, of which the second reads what the first has yet to write.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<17xi32>, %b: memref<16xi32>) {
    %x = arith.constant 42 : i32
    affine.for %i = 0 to 16 {
      affine.store %x, %a[%i] : memref<17xi32>
    }
    // expected-note @below {{layout-merge-loops/dependence: not fused with the loop before it}}
    affine.for %i = 0 to 16 {
      %y = affine.load %a[%i + 1] : memref<17xi32>
      affine.store %y, %b[%i] : memref<16xi32>
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.merge_loops' op changes nothing}}
      %f1 = transform.layout.merge_loops %f : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// A condition that does change.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<16xi32>, %n: index) {
    %x = arith.constant 42 : i32
    affine.for %i = 0 to 16 {
      // expected-note @below {{layout-hoist-conditions/changes: the condition is not loop-invariant; layout-partition-loops splits affine.for and scf.for at conditions on their variables}}
      affine.if affine_set<(i)[n] : (n - i >= 0)>(%i)[%n] {
        affine.store %x, %a[%i] : memref<16xi32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.hoist_conditions' op changes nothing}}
      %f1 = transform.layout.hoist_conditions %f : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// A request that is not met yet.
#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
module attributes {transform.with_named_sequence} {
  // expected-note @below {{still requests a layout by 'layout.transform'; run layout-assign before layout-apply}}
  func.func @f(%a: memref<14xi32> {layout.transform = #tiles}) {
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.apply' op fails, as layout-apply does}}
      %f1 = transform.layout.apply %f : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// The wrong kind of op.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<16xi32>) {
    %x = arith.constant 42 : i32
    // expected-note @below {{found 'affine.for'}}
    affine.for %i = 0 to 16 {
      affine.store %x, %a[%i] : memref<16xi32>
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      %l = transform.structured.match ops{["affine.for"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.merge_loops' op expects functions or modules}}
      %f1 = transform.layout.merge_loops %l : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// An option that the pass does not take.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<14xi32>, %b: memref<14xi32>) {
    affine.for %i = 0 to 14 {
      %x = affine.load %a[%i] : memref<14xi32>
      affine.store %x, %b[%i] : memref<14xi32>
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.apply' op has options that layout-apply does not take: pad-placement="nowhere"; pad-placement expects "after" or "before"}}
      %f1 = transform.layout.apply %f {pad_placement = "nowhere"} : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// A module and one in it.
module attributes {transform.with_named_sequence} {
  module @inner {
    func.func @f() {
      return
    }
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %inner = transform.structured.match ops{["builtin.module"]} attributes{sym_name = "inner"} in %root : (!transform.any_op) -> !transform.any_op
      %both = transform.merge_handles %root, %inner : !transform.any_op
      // expected-error @below {{'transform.layout.simplify' op expects targets whose modules are not nested in each other; run the step for one module after the other}}
      %f1 = transform.layout.simplify %both : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

// Separators of a buffer that waits for its layout to be applied.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<14xi32, #tiles>) {
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-note @+2 {{expects a ranked memref without a layout}}
      // expected-error @below {{'transform.layout.set_axis_separators' op cannot be done for this buffer}}
      %f1 = transform.layout.set_axis_separators %f at [1] {argument = 0} : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// A declaration has no buffers.
module attributes {transform.with_named_sequence} {
  func.func private @f(%a: memref<14xi32>)
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.sequential_access' op 'argument' expects a function with a body as target, found a declaration, 'func.func'; match func.func}}
      %f1 = transform.layout.sequential_access %f {argument = 0} : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----


// A condition that holds here and not there.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<4x4xi32>, %n: index) {
    %x = arith.constant 42 : i32
    affine.for %i = 0 to 4 {
      // expected-note @below {{layout-simplify/condition-not-decided: the condition does not hold when}}
      affine.if affine_set<(i)[n] : (n - i >= 0)>(%i)[%n] {
        affine.store %x, %a[%i, 0] : memref<4x4xi32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.simplify' op changes nothing}}
      %f1 = transform.layout.simplify %f : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// Each iteration reads what the one before wrote.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<64xf32>) {
    // expected-note @below {{layout-vectorize-loops/lanes: not vectorized}}
    affine.for %i = 1 to 64 {
      %x = affine.load %a[%i - 1] : memref<64xf32>
      %y = math.exp %x : f32
      affine.store %y, %a[%i] : memref<64xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.vectorize_loops' op changes nothing}}
      %f1 = transform.layout.vectorize_loops %f : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// The same, in tiles.
// expected-note @below {{layout-tile-loops/default-target: no target is stated}}
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<64xf32>) {
    affine.for %i = 1 to 64 {
      %x = affine.load %a[%i - 1] : memref<64xf32>
      %y = math.exp %x : f32
      affine.store %y, %a[%i] : memref<64xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.tile_loops' op changes nothing}}
      %f1 = transform.layout.tile_loops %f : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// A store that is needed.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<4x4xi32>, %s: memref<1xi32>) {
    layout.padding %a : memref<4x4xi32> of memref<14xi32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>>
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        // expected-note @below {{layout-avoid-overcompute/needed: padded iterations are not skipped: %arg1[0] is needed at the return when}}
        %x = affine.load %a[%i, %j] : memref<4x4xi32>
        affine.store %x, %s[0] : memref<1xi32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.avoid_overcompute' op changes nothing}}
      %f1 = transform.layout.avoid_overcompute %f : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// Stores that are all needed.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<4x4xi32>, %n: index) {
    %x = arith.constant 42 : i32
    affine.for %i = 0 to 4 {
      affine.if affine_set<(i)[n] : (n - i >= 0)>(%i)[%n] {
        affine.store %x, %a[%i, 0] : memref<4x4xi32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.remove_noop' op changes nothing}}
      %f1 = transform.layout.remove_noop %f : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// More axes than the target can address.
module attributes {transform.with_named_sequence} {
  func.func @f() {
    // expected-note @below {{of rank 2 when flattened, which fewer axis separators would lower; the target has rank 1 at most}}
    %a = memref.alloc() : memref<4x4x4xi32, #layout.buffer<index_map<(i, j, k) -> (i, j, k)>, axis_separator<[1]>>>
    memref.dealloc %a : memref<4x4x4xi32, #layout.buffer<index_map<(i, j, k) -> (i, j, k)>, axis_separator<[1]>>>
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.flatten' op fails, as layout-flatten does}}
      %f1 = transform.layout.flatten %f {max_rank = 1} : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// A name that is misspelled finds nothing.
module attributes {transform.with_named_sequence} {
  func.func @f() {
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} attributes {sym_name = "g"} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.simplify' op expects a target, but the handle points to nothing}}
      %f1 = transform.layout.simplify %f : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// What may be missing is optional.
module attributes {transform.with_named_sequence} {
  func.func @f() {
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %f = transform.structured.match ops{["func.func"]} attributes {sym_name = "g"} in %root : (!transform.any_op) -> !transform.any_op
      %f1 = transform.layout.simplify %f {optional} : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// A loop is no buffer, and has no arguments of a function.
#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<14xi32>, %x: i32) {
    affine.for %i = 0 to 14 {
      affine.store %x, %a[%i] : memref<14xi32>
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %l = transform.structured.match ops{["affine.for"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.cache_write' op expects a function with 'argument' or 'result', an allocation or a global as target, found 'affine.for'; give loops by 'around'}}
      %f1 = transform.layout.cache_write %l with #tiles : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// A loop is no buffer, and has no arguments of a function.
#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<14xi32>, %x: i32) {
    affine.for %i = 0 to 14 {
      affine.store %x, %a[%i] : memref<14xi32>
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.sequence %m : !transform.any_op failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %l = transform.structured.match ops{["affine.for"]} in %root : (!transform.any_op) -> !transform.any_op
      // expected-error @below {{'transform.layout.transform_layout' op 'argument' expects a function with a body as target, found 'affine.for'; match func.func}}
      %f1 = transform.layout.transform_layout %l {argument = 0} with #tiles : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}
