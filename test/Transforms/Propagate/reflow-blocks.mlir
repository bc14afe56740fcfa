// Layouts pass through loops, branches and calls, where no execution converts
// more than it did.
// RUN: layout-opt %s --layout-reflow -o %t
// RUN: FileCheck %s < %t
// A second run changes nothing.
// RUN: layout-opt %t --layout-reflow | diff %t -
// DEFINE: %{pipeline} = layout-reflow,layout-bufferize,layout-apply,layout-optimize{padding=true},layout-finalize
// DEFINE: %{check} = layout-check %s --rtol=1e-5 --pipeline="builtin.module(%{pipeline})"

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>
!x = tensor<14xf32, #L>
!plain = tensor<14xf32>
// CHECK: #[[$L:.*]] = #layout.buffer<{{.*}}pad<0.000000e+00 : f32>>

// RUN: %{check} --entry=loop --arg=1:3
// RUN: %{check} --entry=loop --arg=1:0
// CHECK-LABEL: func.func @loop(
// CHECK-NOT:     layout.convert
// CHECK:         scf.for {{.*}} -> (tensor<14xf32, #[[$L]]>)
// CHECK-NOT:     layout.convert
// CHECK:       }
func.func @loop(%x: !x, %n: index) -> !x {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = layout.convert %x : !x to !plain
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %p) -> !plain {
    %e = tensor.empty() : !plain
    %y = linalg.negf ins(%s : !plain) outs(%e : !plain) -> !plain
    scf.yield %y : !plain
  }
  %z = layout.convert %r : !plain to !x
  return %z : !x
}

// There and back in each iteration, around what fixes its type: in front of the
// loop and behind it, if there is an iteration.
// RUN: %{check} --entry=trips
// CHECK-LABEL: func.func @trips(
// CHECK:         layout.convert
// CHECK:         scf.for {{.*}} -> (tensor<14xf32, #[[$L]]>)
// CHECK-NOT:       layout.convert
// CHECK:           scf.yield
// CHECK:         layout.convert
// CHECK:       }
func.func @fixed(%x: !x) -> !x {
  return %x : !x
}
func.func @trips(%x: !plain) -> !plain {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %x) -> !plain {
    %a = layout.convert %s : !plain to !x
    %y = func.call @fixed(%a) : (!x) -> !x
    %b = layout.convert %y : !x to !plain
    scf.yield %b : !plain
  }
  return %r : !plain
}

// Nobody knows that there is one: it stays.
// RUN: %{check} --entry=no_trips --arg=1:0
// CHECK-LABEL: func.func @no_trips(
// CHECK-NOT:     layout.convert
// CHECK:         scf.for {{.*}} -> (tensor<14xf32>)
// CHECK:           layout.convert
// CHECK:           layout.convert
// CHECK:           scf.yield
// CHECK-NOT:     layout.convert
// CHECK:       }
func.func @no_trips(%x: !plain, %n: index) -> !plain {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> !plain {
    %a = layout.convert %s : !plain to !x
    %y = func.call @fixed(%a) : (!x) -> !x
    %b = layout.convert %y : !x to !plain
    scf.yield %b : !plain
  }
  return %r : !plain
}

// RUN: %{check} --entry=branch --arg=1:0
// RUN: %{check} --entry=branch --arg=1:1
// CHECK-LABEL: func.func @branch(
// CHECK:         scf.if {{.*}} -> (tensor<14xf32, #[[$L]]>)
// CHECK-NOT:     layout.convert
// CHECK:       }
func.func @branch(%x: !x, %c: i1) -> !x {
  %r = scf.if %c -> !plain {
    %p = layout.convert %x : !x to !plain
    %e = tensor.empty() : !plain
    %y = linalg.exp ins(%p : !plain) outs(%e : !plain) -> !plain
    scf.yield %y : !plain
  } else {
    %p = layout.convert %x : !x to !plain
    scf.yield %p : !plain
  }
  %z = layout.convert %r : !plain to !x
  return %z : !x
}

// RUN: %{check} --entry=while_loop --arg=1:3
// CHECK-LABEL: func.func @while_loop(
// CHECK-NOT:     layout.convert
// CHECK:         scf.while
// CHECK-NOT:     layout.convert
// CHECK:       }
func.func @while_loop(%x: !x, %n: index) -> !x {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = layout.convert %x : !x to !plain
  %r:2 = scf.while (%s = %p, %i = %c0) : (!plain, index) -> (!plain, index) {
    %c = arith.cmpi ult, %i, %n : index
    %e = tensor.empty() : !plain
    %y = linalg.negf ins(%s : !plain) outs(%e : !plain) -> !plain
    scf.condition(%c) %y, %i : !plain, index
  } do {
  ^bb0(%t: !plain, %j: index):
    %k = arith.addi %j, %c1 : index
    scf.yield %t, %k : !plain, index
  }
  %z = layout.convert %r#0 : !plain to !x
  return %z : !x
}

// A private function takes what its callers have. One that may be called by
// others does not.
// RUN: %{check} --entry=calls
// CHECK-LABEL: func.func private @callee(
// CHECK-SAME:    %{{.*}}: tensor<14xf32, #[[$L]]>) -> tensor<14xf32, #[[$L]]>
// CHECK-NOT:     layout.convert
// CHECK-LABEL: func.func @calls(
// CHECK-NOT:     layout.convert
// CHECK:       }
func.func private @callee(%x: !plain) -> !plain {
  %e = tensor.empty() : !plain
  %y = linalg.negf ins(%x : !plain) outs(%e : !plain) -> !plain
  return %y : !plain
}
func.func @calls(%x: !x) -> !x {
  %p = layout.convert %x : !x to !plain
  %0 = func.call @callee(%p) : (!plain) -> !plain
  %1 = func.call @callee(%0) : (!plain) -> !plain
  %z = layout.convert %1 : !plain to !x
  return %z : !x
}
// CHECK-LABEL: func.func @public(
// CHECK-SAME:    %{{.*}}: tensor<14xf32>) -> tensor<14xf32>
func.func @public(%x: !plain) -> !plain {
  return %x : !plain
}
// RUN: %{check} --entry=calls_public
// CHECK-LABEL: func.func @calls_public(
// CHECK-COUNT-2: layout.convert
// CHECK:       }
func.func @calls_public(%x: !x) -> !x {
  %p = layout.convert %x : !x to !plain
  %0 = func.call @public(%p) : (!plain) -> !plain
  %z = layout.convert %0 : !plain to !x
  return %z : !x
}

// RUN: %{check} --entry=select --arg=2:1
// CHECK-LABEL: func.func @select(
// CHECK-NOT:     layout.convert
// CHECK:       }
func.func @select(%x: !x, %y: !x, %c: i1) -> !x {
  %p = layout.convert %x : !x to !plain
  %q = layout.convert %y : !x to !plain
  %s = arith.select %c, %p, %q : !plain
  %z = layout.convert %s : !plain to !x
  return %z : !x
}
