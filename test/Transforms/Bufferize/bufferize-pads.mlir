// A conversion that changes only pads: nothing is copied where its source is there for
// it alone.
// RUN: layout-opt %s --layout-bufferize --remarks-filter-passed=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: layout-check %s --entry=made,summed,filled,converted,used --pipeline="builtin.module(layout-bufferize,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=dynamic --dim=arg0.dim0:7 --dim=arg1.dim0:7 --pipeline="builtin.module(layout-bufferize,layout-apply,layout-finalize)"
#any = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
#one = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<1.0 : f32>>
#more = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, extent<[6, 4]>, pad<1.0 : f32>>
!any = tensor<14xf32, #any>
!one = tensor<14xf32, #one>
!more = tensor<14xf32, #more>

// CHECK-LABEL: func.func @made(
// CHECK-NOT: layout.convert
// CHECK: %[[M:.*]] = memref.alloc() {{.*}} : memref<14xf32, #[[$ONE:.*]]>
// CHECK: linalg.exp ins(%{{.*}}) outs(%[[M]] :
// CHECK-NOT: layout.convert
// CHECK: return %[[M]]
// REMARK-COUNT-6: layout-bufferize/pad-rewrite {{.*}}nothing is copied: the tensor is made with the pads of the result, and only padding is written
func.func @made(%a: !any) -> !one {
  %e = tensor.empty() : !any
  %x = linalg.exp ins(%a : !any) outs(%e : !any) -> !any
  %y = layout.convert %x : !any to !one
  return %y : !one
}

// The destination is read, and filled for this op alone.
// CHECK-LABEL: func.func @summed(
// CHECK-NOT: layout.convert
// CHECK: return
func.func @summed(%a: !any) -> !one {
  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : !any
  %f = linalg.fill ins(%two : f32) outs(%e : !any) -> !any
  %x = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : !any) outs(%f : !any) {
  ^bb0(%v: f32, %o: f32):
    %s = arith.addf %v, %o : f32
    linalg.yield %s : f32
  } -> !any
  %y = layout.convert %x : !any to !one
  return %y : !one
}

// Others have what is filled: this op gets one of its own, as it would have anyway.
// CHECK-LABEL: func.func @filled(
// CHECK-NOT: layout.convert
// CHECK-COUNT-2: linalg.fill
// CHECK: return
func.func @filled(%a: !any) -> (!one, !any) {
  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : !any
  %f = linalg.fill ins(%two : f32) outs(%e : !any) -> !any
  %x = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : !any) outs(%f : !any) {
  ^bb0(%v: f32, %o: f32):
    %s = arith.addf %v, %o : f32
    linalg.yield %s : f32
  } -> !any
  %y = layout.convert %x : !any to !one
  return %y, %f : !one, !any
}

// One conversion in place of two.
// CHECK-LABEL: func.func @converted(
// CHECK-COUNT-1: layout.convert
// CHECK-NOT: layout.convert
// CHECK: return
func.func @converted(%a: tensor<14xf32>) -> !one {
  %x = layout.convert %a : tensor<14xf32> to !any
  %y = layout.convert %x : !any to !one
  return %y : !one
}

// Somebody else reads the other padding; another extent is another storage. Of there and
// back nothing is left.
// CHECK-LABEL: func.func @used(
// CHECK-COUNT-2: layout.convert
// CHECK-NOT: layout.convert
// CHECK: return
func.func @used(%a: !one) -> (!any, !one, !one, !more) {
  %e = tensor.empty() : !any
  %x = linalg.exp ins(%a : !one) outs(%e : !any) -> !any
  %y = layout.convert %x : !any to !one
  %b = layout.convert %a : !one to !any
  %c = layout.convert %b : !any to !one
  %d = linalg.exp ins(%a : !one) outs(%e : !any) -> !any
  %m = layout.convert %d : !any to !more
  return %x, %y, %c, %m : !any, !one, !one, !more
}

// CHECK-LABEL: func.func @dynamic(
// CHECK-NOT: layout.convert
// CHECK: return
func.func @dynamic(%a: tensor<?xf32, #any>, %e: tensor<?xf32, #any>) -> tensor<?xf32, #one> {
  %x = linalg.exp ins(%a : tensor<?xf32, #any>) outs(%e : tensor<?xf32, #any>) -> tensor<?xf32, #any>
  %y = layout.convert %x : tensor<?xf32, #any> to tensor<?xf32, #one>
  return %y : tensor<?xf32, #one>
}
