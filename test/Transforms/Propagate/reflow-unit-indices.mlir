// A dimension of extent 1 may be indexed by 0, or by a loop of one iteration:
// conversions move through either.
// RUN: layout-opt %s --layout-reflow -o %t
// RUN: FileCheck %s < %t
// A second run changes nothing.
// RUN: layout-opt %t --layout-reflow | diff %t -
// DEFINE: %{pipeline} = layout-reflow,layout-bufferize,layout-apply,layout-optimize{padding=true},layout-finalize
// DEFINE: %{check} = layout-check %s --rtol=1e-5 --pipeline="builtin.module(%{pipeline})"
// RUN: %{check} --entry=unit,ends,kept,kept_rows,moved,broadcast,first_only
// RUN: %{check} --entry=unknown --dim=arg0.dim0:1
// RUN: %{check} --entry=unknown --dim=arg0.dim0:3

#L = #layout.buffer<index_map<(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)>, pad<0.0 : f32>>
#N = #layout.buffer<index_map<(n, c) -> (n, c floordiv 4, c mod 4)>, pad<0.0 : f32>>
#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#unit = affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>
#end = affine_map<(d0, d1, d2, d3) -> (0, d1, d2, 0)>
#kept = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, 0)>
#swapped = affine_map<(d0, d1, d2, d3) -> (d1, 0, d2, d3)>
!x = tensor<1x6x4x5xf32, #L>
!plain = tensor<1x6x4x5xf32>
!four = tensor<4x6x4x5xf32, #L>
!fourPlain = tensor<4x6x4x5xf32>

// CHECK: #[[L:layout.*]] = #layout.buffer<index_map<(d0, d1, d2, d3) -> (d0, d1 floordiv 4, d2, d3, d1 mod 4)>, pad<0.000000e+00 : f32>>
// CHECK: #[[SUM:layout.*]] = #layout.buffer<index_map<(d0, d1, d2, d3) -> (d0, d1 floordiv 4, d2, d3, d1 mod 4)>, pad<undef>>

// CHECK-LABEL: func.func @unit(
// CHECK-NOT:     layout.convert
// CHECK:         linalg.generic {{.*}} ins({{.*}} : tensor<1x6x4x5xf32, #[[L]]>)
// CHECK-NOT:     layout.convert
// CHECK:       }
func.func @unit(%x: !x) -> !x {
  %p = layout.convert %x : !x to !plain
  %e = tensor.empty() : !plain
  %y = linalg.generic {indexing_maps = [#unit, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%p : !plain) outs(%e : !plain) {
  ^bb0(%a: f32, %c: f32):
    %r = arith.addf %a, %a : f32
    linalg.yield %r : f32
  } -> !plain
  %z = layout.convert %y : !plain to !x
  return %z : !x
}

// Several dimensions, and two operands that are indexed in different ways.
// CHECK-LABEL: func.func @ends(
// CHECK-NOT:     layout.convert
// CHECK:       }
// CHECK-NOT:     layout.convert
// CHECK:       }
func.func @ends(%x: tensor<1x6x4x1xf32, #L>, %w: tensor<1x6x4x1xf32, #L>) -> tensor<1x6x4x1xf32, #L> {
  %p = layout.convert %x : tensor<1x6x4x1xf32, #L> to tensor<1x6x4x1xf32>
  %q = layout.convert %w : tensor<1x6x4x1xf32, #L> to tensor<1x6x4x1xf32>
  %e = tensor.empty() : tensor<1x6x4x1xf32>
  %y = linalg.generic {indexing_maps = [#end, #unit, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%p, %q : tensor<1x6x4x1xf32>, tensor<1x6x4x1xf32>) outs(%e : tensor<1x6x4x1xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<1x6x4x1xf32>
  %z = layout.convert %y : tensor<1x6x4x1xf32> to tensor<1x6x4x1xf32, #L>
  return %z : tensor<1x6x4x1xf32, #L>
}

// A sum that keeps its dimensions: its axes of extent 1 are where those are that
// it sums up, so that the product takes both as they lie.
// CHECK-LABEL: func.func @kept(
// CHECK-NOT:     layout.convert
// CHECK:         linalg.generic {{.*}} outs({{.*}} : tensor<1x6x1x1xf32, #[[SUM]]>)
// CHECK-NOT:     layout.convert
// CHECK:         linalg.generic {{.*}} ins({{.*}} : tensor<1x6x4x5xf32, #[[L]]>, tensor<1x6x1x1xf32, #[[SUM]]>)
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @kept(%x: !x) -> !x {
  %zero = arith.constant 0.0 : f32
  %p = layout.convert %x : !x to !plain
  %e1 = tensor.empty() : tensor<1x6x1x1xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x6x1x1xf32>) -> tensor<1x6x1x1xf32>
  %s = linalg.generic {indexing_maps = [#unit, #kept], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%p : !plain) outs(%i : tensor<1x6x1x1xf32>) {
  ^bb0(%a: f32, %c: f32):
    %r = arith.addf %a, %c : f32
    linalg.yield %r : f32
  } -> tensor<1x6x1x1xf32>
  %e = tensor.empty() : !plain
  %y = linalg.generic {indexing_maps = [#id, #kept, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%p, %s : !plain, tensor<1x6x1x1xf32>) outs(%e : !plain) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %r = arith.mulf %a, %b : f32
    linalg.yield %r : f32
  } -> !plain
  %z = layout.convert %y : !plain to !x
  return %z : !x
}

// The same of several images, whose sum goes on by itself.
// CHECK-LABEL: func.func @kept_rows(
// CHECK-NOT:     layout.convert
// CHECK:         linalg.generic {{.*}} outs({{.*}} : tensor<4x6x1x1xf32, #[[L]]>)
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @kept_rows(%x: !four, %init: tensor<4x6x1x1xf32, #L>) -> tensor<4x6x1x1xf32, #L> {
  %p = layout.convert %x : !four to !fourPlain
  %i = layout.convert %init : tensor<4x6x1x1xf32, #L> to tensor<4x6x1x1xf32>
  %s = linalg.generic {indexing_maps = [#id, #kept], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%p : !fourPlain) outs(%i : tensor<4x6x1x1xf32>) {
  ^bb0(%a: f32, %c: f32):
    %r = arith.addf %a, %c : f32
    linalg.yield %r : f32
  } -> tensor<4x6x1x1xf32>
  %z = layout.convert %s : tensor<4x6x1x1xf32> to tensor<4x6x1x1xf32, #L>
  return %z : tensor<4x6x1x1xf32, #L>
}

// A transposition: it reads one layout and writes another.
// CHECK-LABEL: func.func @moved(
// CHECK-NOT:     layout.convert
// CHECK:         linalg.generic {{.*}} ins({{.*}} : tensor<6x1x4x5xf32, #{{.*}}>) outs({{.*}} : tensor<1x6x4x5xf32, #[[L]]>)
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @moved(%x: tensor<6x1x4x5xf32, #L>) -> !x {
  %p = layout.convert %x : tensor<6x1x4x5xf32, #L> to tensor<6x1x4x5xf32>
  %e = tensor.empty() : !plain
  %y = linalg.generic {indexing_maps = [#swapped, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%p : tensor<6x1x4x5xf32>) outs(%e : !plain) {
  ^bb0(%a: f32, %c: f32):
    linalg.yield %a : f32
  } -> !plain
  %z = layout.convert %y : !plain to !x
  return %z : !x
}

// One image is added to four: 0 is no loop here.
// CHECK-LABEL: func.func @broadcast(
// CHECK-NOT:     layout.convert
// CHECK:         linalg.generic {{.*}} ins({{.*}} : tensor<4x6x4x5xf32, #[[L]]>, tensor<1x6x4x5xf32, #[[L]]>)
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @broadcast(%x: !four, %b: !x) -> !four {
  %p = layout.convert %x : !four to !fourPlain
  %q = layout.convert %b : !x to !plain
  %e = tensor.empty() : !fourPlain
  %y = linalg.generic {indexing_maps = [#id, #unit, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%p, %q : !fourPlain, !plain) outs(%e : !fourPlain) {
  ^bb0(%a: f32, %c: f32, %d: f32):
    %r = arith.addf %a, %c : f32
    linalg.yield %r : f32
  } -> !fourPlain
  %z = layout.convert %y : !fourPlain to !four
  return %z : !four
}

// The first of four images: the index 0 is one of several.
// CHECK-LABEL: func.func @first_only(
// CHECK:         layout.convert %{{.*}} : tensor<4x6x4x5xf32, #[[L]]> to tensor<4x6x4x5xf32>
// CHECK:         return
func.func @first_only(%x: !four) -> !x {
  %p = layout.convert %x : !four to !fourPlain
  %e = tensor.empty() : !plain
  %y = linalg.generic {indexing_maps = [#unit, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%p : !fourPlain) outs(%e : !plain) {
  ^bb0(%a: f32, %c: f32):
    %r = arith.addf %a, %a : f32
    linalg.yield %r : f32
  } -> !plain
  %z = layout.convert %y : !plain to !x
  return %z : !x
}

// How many images there are is not known: there may be more than one.
// CHECK-LABEL: func.func @unknown(
// CHECK:         linalg.generic
// CHECK:         return
func.func @unknown(%x: tensor<?x6x4x5xf32, #L>, %b: !x) -> tensor<?x6x4x5xf32, #L> {
  %p = layout.convert %x : tensor<?x6x4x5xf32, #L> to tensor<?x6x4x5xf32>
  %q = layout.convert %b : !x to !plain
  %y = linalg.generic {indexing_maps = [#unit, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%q : !plain) outs(%p : tensor<?x6x4x5xf32>) {
  ^bb0(%a: f32, %c: f32):
    %r = arith.addf %a, %c : f32
    linalg.yield %r : f32
  } -> tensor<?x6x4x5xf32>
  %z = layout.convert %y : tensor<?x6x4x5xf32> to tensor<?x6x4x5xf32, #L>
  return %z : tensor<?x6x4x5xf32, #L>
}
