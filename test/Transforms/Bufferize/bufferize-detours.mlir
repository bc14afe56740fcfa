// Ops that know no layouts work on plain tensors, converted before and after.
// RUN: layout-opt %s -layout-bufferize --remarks-filter-missed=layout -o %t 2>%t.remarks
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: layout-check %s --entry=softmax --pipeline="builtin.module(layout-bufferize,layout-apply)"
// RUN: layout-check %s --entry=insertions --pipeline="builtin.module(layout-bufferize,layout-apply)"
// RUN: layout-check %s --entry=reads_shared --pipeline="builtin.module(layout-bufferize,layout-apply)"

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#R = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<0.0 : f32>>

// REMARK: layout-bufferize/detour | {{.*}}'linalg.softmax' has no form on laid-out buffers
// CHECK-LABEL: func @softmax
// CHECK: layout.convert ins(%{{.*}} : memref<5x14xf32, #[[R:.*]]>) outs(%{{.*}} : memref<5x14xf32>)
// CHECK: linalg.generic
// CHECK: layout.convert ins(%{{.*}} : memref<5x14xf32>) outs(%{{.*}} : memref<5x14xf32, #[[R]]>)
func.func @softmax(%a: tensor<5x14xf32, #R>, %o: tensor<5x14xf32, #R>) -> tensor<5x14xf32, #R> {
  %0 = linalg.softmax dimension(1) ins(%a : tensor<5x14xf32, #R>) outs(%o : tensor<5x14xf32, #R>) -> tensor<5x14xf32, #R>
  return %0 : tensor<5x14xf32, #R>
}

// Two tensors that threads share, one of them with a layout, as is a slice.
// REMARK: layout-bufferize/detour | {{.*}}'tensor.parallel_insert_slice' has no form
// REMARK: layout-bufferize/detour | {{.*}}'scf.forall' has no form
// CHECK-LABEL: func @insertions
// CHECK-NOT: layout.convert
// CHECK: layout.convert ins(%{{.*}} : memref<14xi32, #[[L:.*]]>) outs(%[[SHARED:.*]] : memref<14xi32>)
// CHECK: scf.forall
// CHECK-NOT: #[[L]]
// CHECK: memref.subview %[[SHARED]]
// CHECK: layout.convert ins(%[[SHARED]] : memref<14xi32>) outs(%{{.*}} : memref<14xi32, #[[L]]>)
func.func @insertions(%a: tensor<14xi32, #L>, %b: tensor<14xi32>, %s: tensor<2xi32>)
    -> (tensor<14xi32, #L>, tensor<14xi32>) {
  %0:2 = scf.forall (%i) in (7) shared_outs(%o = %a, %p = %b) -> (tensor<14xi32, #L>, tensor<14xi32>) {
    %k = affine.apply affine_map<(i) -> (2 * i)>(%i)
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%k] [2] [1] : tensor<2xi32> into tensor<14xi32, #L>
      tensor.parallel_insert_slice %s into %p[%k] [2] [1] : tensor<2xi32> into tensor<14xi32>
    }
  }
  return %0#0, %0#1 : tensor<14xi32, #L>, tensor<14xi32>
}

// What the threads share is read, too, and the slice has a layout.
// CHECK-LABEL: func @reads_shared
func.func @reads_shared(%a: tensor<14xi32, #L>, %s: tensor<1xi32, #L>) -> tensor<14xi32, #L> {
  %0 = scf.forall (%i) in (14) shared_outs(%o = %a) -> tensor<14xi32, #L> {
    %e = tensor.extract %o[%i] : tensor<14xi32, #L>
    %c0 = arith.constant 0 : index
    %f = tensor.extract %s[%c0] : tensor<1xi32, #L>
    %g = arith.addi %e, %f : i32
    %h = tensor.insert %g into %s[%c0] : tensor<1xi32, #L>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %h into %o[%i] [1] [1] : tensor<1xi32, #L> into tensor<14xi32, #L>
    }
  }
  return %0 : tensor<14xi32, #L>
}
