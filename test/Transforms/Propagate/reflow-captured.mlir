// What a block takes from around it takes part: conversions move and cancel
// across the ends of branches and loops.
// RUN: layout-opt %s --layout-reflow -o %t
// RUN: FileCheck %s < %t
// A second run changes nothing.
// RUN: layout-opt %t --layout-reflow | diff %t -
// DEFINE: %{pipeline} = layout-reflow,layout-bufferize,layout-apply,layout-optimize{padding=true},layout-finalize
// DEFINE: %{check} = layout-check %s --rtol=1e-5 --pipeline="builtin.module(%{pipeline})"

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>
!x = tensor<14xf32, #L>
!plain = tensor<14xf32>

// A round trip is none, wherever its halves stand.
// RUN: %{check} --entry=round_trip --arg=1:0
// RUN: %{check} --entry=round_trip --arg=1:1
// CHECK-LABEL: func.func @round_trip(
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @round_trip(%x: !x, %b: i1) -> !x {
  %0 = layout.convert %x : !x to !plain
  %r = scf.if %b -> !x {
    %1 = layout.convert %0 : !plain to !x
    scf.yield %1 : !x
  } else {
    scf.yield %x : !x
  }
  return %r : !x
}

// RUN: %{check} --entry=arms --arg=1:0
// RUN: %{check} --entry=arms --arg=1:1
// CHECK-LABEL: func.func @arms(
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @arms(%x: !x, %b: i1) -> !x {
  %0 = layout.convert %x : !x to !plain
  %1 = scf.if %b -> !plain {
    %e = tensor.empty() : !plain
    %k = linalg.negf ins(%0 : !plain) outs(%e : !plain) -> !plain
    scf.yield %k : !plain
  } else {
    scf.yield %0 : !plain
  }
  %2 = layout.convert %1 : !plain to !x
  return %2 : !x
}

// RUN: %{check} --entry=loop --arg=2:0
// RUN: %{check} --entry=loop --arg=2:3
// CHECK-LABEL: func.func @loop(
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @loop(%x: !x, %y: !x, %n: index) -> !x {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = layout.convert %x : !x to !plain
  %1 = layout.convert %y : !x to !plain
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %0) -> !plain {
    %e = tensor.empty() : !plain
    %k = linalg.add ins(%s, %1 : !plain, !plain) outs(%e : !plain) -> !plain
    scf.yield %k : !plain
  }
  %2 = layout.convert %r : !plain to !x
  return %2 : !x
}

// RUN: %{check} --entry=while --arg=2:3
// CHECK-LABEL: func.func @while(
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @while(%x: !x, %y: !x, %n: index) -> !x {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = layout.convert %x : !x to !plain
  %1 = layout.convert %y : !x to !plain
  %r:2 = scf.while (%s = %0, %i = %c0) : (!plain, index) -> (!plain, index) {
    %c = arith.cmpi slt, %i, %n : index
    scf.condition(%c) %s, %i : !plain, index
  } do {
  ^bb0(%s: !plain, %i: index):
    %e = tensor.empty() : !plain
    %k = linalg.add ins(%s, %1 : !plain, !plain) outs(%e : !plain) -> !plain
    %j = arith.addi %i, %c1 : index
    scf.yield %k, %j : !plain, index
  }
  %2 = layout.convert %r#0 : !plain to !x
  return %2 : !x
}

// What a loop converts in each iteration is made as it is needed in front of
// it, if there is an iteration.
// RUN: %{check} --entry=invariant --arg=1:3
// CHECK-LABEL: func.func @invariant(
// CHECK-NOT:     layout.convert
// CHECK:         linalg.fill {{.*}} -> tensor<14xf32, #
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @invariant(%x: !x, %f: f32) -> !x {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %e = tensor.empty() : !plain
  %fill = linalg.fill ins(%f : f32) outs(%e : !plain) -> !plain
  %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%s = %x) -> !x {
    %0 = layout.convert %fill : !plain to !x
    %d = tensor.empty() : !x
    %k = linalg.add ins(%s, %0 : !x, !x) outs(%d : !x) -> !x
    scf.yield %k : !x
  }
  return %r : !x
}

// If there may be none, it stays in the loop.
// CHECK-LABEL: func.func @perhaps_never(
// CHECK:         scf.for
// CHECK:           layout.convert
func.func @perhaps_never(%x: !x, %y: !plain, %n: index) -> !x {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> !x {
    %0 = layout.convert %y : !plain to !x
    %d = tensor.empty() : !x
    %k = linalg.add ins(%s, %0 : !x, !x) outs(%d : !x) -> !x
    scf.yield %k : !x
  }
  return %r : !x
}

// An arm converts for itself what it takes: around the branch, all would.
// CHECK-LABEL: func.func @one_arm(
// CHECK-NOT:     layout.convert
// CHECK:         scf.if
// CHECK:           layout.convert
// CHECK:         } else {
// CHECK-NOT:       layout.convert
// CHECK:         return
func.func private @fixed(!x) -> !x
func.func @one_arm(%x: !x, %y: !plain, %b: i1) -> !x {
  %r = scf.if %b -> !x {
    %0 = layout.convert %y : !plain to !x
    %1 = func.call @fixed(%0) : (!x) -> !x
    scf.yield %1 : !x
  } else {
    scf.yield %x : !x
  }
  return %r : !x
}
