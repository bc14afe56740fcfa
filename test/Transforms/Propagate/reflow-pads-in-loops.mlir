// Conversions that only write other padding count, too: none may go into a loop
// that had none, or be made for a result that nobody uses.
// RUN: layout-opt %s --layout-reflow -o %t
// RUN: FileCheck %s < %t
// A second run changes nothing.
// RUN: layout-opt %t --layout-reflow | diff %t -
// RUN: layout-check %s --entry=called,unused,twin,swapped,constant --pipeline="builtin.module(layout-reflow,layout-bufferize,layout-apply,layout-finalize)"

#M = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j floordiv 4, j mod 4, i mod 4)>, pad<1.0 : f32>>
#Z = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j floordiv 4, j mod 4, i mod 4)>, pad<0.0 : f32>>
#L = #layout.buffer<index_map<(i, j) -> (j floordiv 4, i, j mod 4)>, pad<0.0 : f32>>
!t = tensor<6x13xf32>
!M = tensor<6x13xf32, #M>
!Z = tensor<6x13xf32, #Z>
!L = tensor<6x13xf32, #L>

// The function takes and yields the pad that the loop around its call has.
// CHECK-LABEL: func.func private @exp_and_itself(
// CHECK-NOT:     layout.convert
// CHECK-LABEL: func.func @called(
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func private @exp_and_itself(%x: !t) -> (!t, !t) {
  %e = tensor.empty() : !t
  %r = linalg.exp ins(%x : !t) outs(%e : !t) -> !t
  return %r, %x : !t, !t
}
func.func @called(%x: !M) -> !M {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %p = layout.convert %x : !M to !t
  %q = scf.for %i = %c0 to %c100 step %c1 iter_args(%a = %p) -> !t {
    %r:2 = func.call @exp_and_itself(%a) : (!t) -> (!t, !t)
    scf.yield %r#0 : !t
  }
  %z = layout.convert %q : !t to !M
  return %z : !M
}

// CHECK-LABEL: func.func @unused(
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @unused(%x: !M) -> !M {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %p = layout.convert %x : !M to !t
  %e = tensor.empty() : !t
  %q:2 = scf.for %i = %c0 to %c100 step %c1 iter_args(%a = %p, %b = %p) -> (!t, !t) {
    %r = linalg.exp ins(%a : !t) outs(%e : !t) -> !t
    scf.yield %r, %a : !t, !t
  }
  %z = layout.convert %q#0 : !t to !M
  return %z : !M
}

// One conversion, not one in the function and another behind the call.
// CHECK-LABEL: func.func private @hands_back(
// CHECK-NOT:     layout.convert
// CHECK-LABEL: func.func @twin(
// CHECK-COUNT-1: layout.convert
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func private @hands_back(%x: !t) -> (!t, !t) {
  %e = tensor.empty() : !t
  %r = linalg.exp ins(%x : !t) outs(%e : !t) -> !t
  return %r, %x : !t, !t
}
func.func @twin(%x: !M) -> (!M, !L) {
  %p = layout.convert %x : !M to !t
  %r:2 = call @hands_back(%p) : (!t) -> (!t, !t)
  %z = layout.convert %r#0 : !t to !M
  %y = layout.convert %r#1 : !t to !L
  return %z, %y : !M, !L
}

// Two pads that exchange places in each iteration: neither may be written there.
// CHECK-LABEL: func.func @swapped(
// CHECK:         scf.for
// CHECK-NOT:       layout.convert
// CHECK:           scf.yield
// CHECK-COUNT-2: layout.convert
// CHECK:         return
func.func @swapped(%x: !M, %w: !Z) -> (!M, !Z) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %p = layout.convert %x : !M to !t
  %v = layout.convert %w : !Z to !t
  %q:2 = scf.for %i = %c0 to %c100 step %c1 iter_args(%a = %p, %b = %v) -> (!t, !t) {
    scf.yield %b, %a : !t, !t
  }
  %z = layout.convert %q#0 : !t to !M
  %y = layout.convert %q#1 : !t to !Z
  return %z, %y : !M, !Z
}

// A constant that is used as it is, too, is transposed when it is compiled.
// CHECK-LABEL: func.func @constant(
// CHECK-NOT:     linalg.transpose
// CHECK:         return
#T = #layout.buffer<index_map<(i, j) -> (j floordiv 4, i, j mod 4)>, pad<0.0 : f32>>
func.func @constant() -> (tensor<4x2xf32, #T>, tensor<2x4xf32>) {
  %c = arith.constant dense<[[1., 2., 3., 4.], [5., 6., 7., 8.]]> : tensor<2x4xf32>
  %e = tensor.empty() : tensor<4x2xf32>
  %t = linalg.transpose ins(%c : tensor<2x4xf32>) outs(%e : tensor<4x2xf32>) permutation = [1, 0]
  %r = layout.convert %t : tensor<4x2xf32> to tensor<4x2xf32, #T>
  return %r, %c : tensor<4x2xf32, #T>, tensor<2x4xf32>
}
