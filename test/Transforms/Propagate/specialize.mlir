// RUN: layout-opt %s --layout-specialize --layout-reflow --remarks-filter=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// Once is enough.
// RUN: layout-opt %s --layout-specialize --layout-reflow -o %t.once && layout-opt %t.once --layout-specialize --layout-reflow | diff %t.once -
// RUN: layout-check %s --entry=two_layouts,block,caller,inner::nested --pipeline="builtin.module(layout-specialize,layout-reflow,layout-bufferize,layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=shared --arg=1:2 --pipeline="builtin.module(layout-specialize,layout-reflow,layout-bufferize,layout-assign,layout-apply,layout-finalize)"
#four = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
#three = #layout.buffer<index_map<(i) -> (i floordiv 3, i mod 3)>, pad<undef>>
!t = tensor<14xf32>
!four = tensor<14xf32, #four>
!three = tensor<14xf32, #three>

// A public function that adapts to any layout keeps its body; each layout has a twin.
// CHECK-LABEL: func.func @relu(%{{.*}}: tensor<14xf32>) -> tensor<14xf32>
// CHECK-NOT: layout.convert
// CHECK: func.func private @[[TWIN1:relu_[0-9]+]](%{{.*}}: tensor<14xf32, #[[$A:.*]]>) -> tensor<14xf32, #[[$A]]>
// CHECK-NOT: layout.convert
// CHECK: func.func private @[[TWIN2:relu_[0-9]+]](%{{.*}}: tensor<14xf32, #[[$B:.*]]>) -> tensor<14xf32, #[[$B]]>
// CHECK-NOT: layout.convert
func.func @relu(%a: !t) -> !t {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !t
  %f = linalg.fill ins(%zero : f32) outs(%e : !t) -> !t
  %r = linalg.max ins(%a, %f : !t, !t) outs(%e : !t) -> !t
  return %r : !t
}

// CHECK-LABEL: func.func @two_layouts(
// CHECK-NOT: layout.convert
// CHECK-DAG: call @[[TWIN1]]
// CHECK-DAG: call @[[TWIN2]]
// REMARK-COUNT-3: layout-specialize/twin {{.*}}calls 'relu_{{[0-9]+}}', which is 'relu' for the layouts that tensors have here
func.func @two_layouts(%x: !four, %y: !three) -> (!four, !three, !four) {
  %a = layout.convert %x : !four to !t
  %b = layout.convert %y : !three to !t
  %c = func.call @relu(%a) : (!t) -> !t
  %d = func.call @relu(%b) : (!t) -> !t
  %r = layout.convert %c : !t to !four
  %s = layout.convert %d : !t to !three
  // The same layouts, the same twin.
  %g = layout.convert %x : !four to !t
  %h = func.call @relu(%g) : (!t) -> !t
  %k = layout.convert %h : !t to !four
  return %r, %s, %k : !four, !three, !four
}

// One whose body converts all that the twin takes is a thunk around it.
// CHECK-LABEL: func.func @block(
// CHECK-NEXT: %[[IN:.*]] = layout.convert
// CHECK-NEXT: %[[OUT:.*]] = call @[[BODY:block_[0-9]+]](%[[IN]])
// CHECK-NEXT: %[[RESULT:.*]] = layout.convert %[[OUT]]
// CHECK-NEXT: return %[[RESULT]]
// CHECK: func.func private @[[BODY]](
// CHECK-NOT: layout.convert
// CHECK: linalg.generic
// CHECK-NOT: layout.convert
// CHECK: return
// REMARK: layout-specialize/twin
// REMARK: layout-specialize/thunk {{.*}}converts, and calls 'block_
#id = affine_map<(i) -> (i)>
func.func @block(%a: !t) -> !t {
  %x = layout.convert %a : !t to !four
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%x : !four) {
  ^bb0(%o: f32):
    %s = arith.mulf %o, %o : f32
    linalg.yield %s : f32
  } -> !four
  %y = layout.convert %r : !four to !t
  return %y : !t
}
// CHECK-LABEL: func.func @caller(
// CHECK-NOT: layout.convert
// CHECK: call @[[BODY]]
// CHECK: return
func.func @caller(%x: !four) -> !four {
  %a = layout.convert %x : !four to !t
  %b = func.call @block(%a) : (!t) -> !t
  %r = layout.convert %b : !t to !four
  return %r : !four
}

// A conversion that others use, or that is executed less often than the call, stays
// where it is.
// CHECK-LABEL: func.func @shared(
// CHECK: layout.convert
// CHECK: scf.for
// CHECK: func.call @opaque(
func.func private @opaque(%a: !t) -> !t {
  %i = arith.constant 0 : index
  %v = tensor.extract %a[%i] : !t
  %r = tensor.insert %v into %a[%i] : !t
  return %r : !t
}
func.func @shared(%x: !four, %n: index) -> !t {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = layout.convert %x : !four to !t
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> !t {
    %u = func.call @opaque(%a) : (!t) -> !t
    scf.yield %u : !t
  }
  return %r : !t
}

// A name of a nested module is another function, which has twins of its own.
// CHECK-LABEL: module @inner
// CHECK: func.func private @[[INNER:relu_[0-9]+]](%{{.*}}: tensor<14xf32, #{{.*}}>)
// CHECK: func.func @nested(
// CHECK-NEXT: call @[[INNER]](
module @inner {
  func.func private @relu(%a: !t) -> !t {
    %r = linalg.abs ins(%a : !t) outs(%a : !t) -> !t
    return %r : !t
  }
  func.func @nested(%x: !four) -> !four {
    %a = layout.convert %x : !four to !t
    %b = func.call @relu(%a) : (!t) -> !t
    %r = layout.convert %b : !t to !four
    return %r : !four
  }
}
