// One step of attention over keys and values in buffers, of which as many rows count as are known
// at run time: a row is written, and the rest is read where it is.
// RUN: layout-opt %s --layout-compile="target=x86-64-v4 contract reassociate approximate deallocate to-llvm=false" | FileCheck %s
// DEFINE: %{length} =
// DEFINE: %{check} = layout-check %s --entry=step --arg=5:%{length} --pipeline="builtin.module(layout-compile{target=native to-llvm=false deallocate})"
// REDEFINE: %{length} = 0
// RUN: %{check}
// REDEFINE: %{length} = 12
// RUN: %{check}
// REDEFINE: %{length} = 18
// RUN: %{check}

// CHECK-LABEL: func.func @step(
// CHECK-NOT:     memref.alloc
// CHECK:         memref.alloc(%{{.*}}) {{.*}} : memref<3x?xf32>
// CHECK-NOT:     memref.alloc
// CHECK:         memref.alloc() {{.*}} : memref<3xf32>
// CHECK-NOT:     memref.alloc
// CHECK:         %[[RESULT:.*]] = memref.alloc() {{.*}} : memref<3x17xf32>
// CHECK-NOT:     memref.alloc
// CHECK:         return %[[RESULT]]

#row = affine_map<(h, t) -> (h, t)>
#weight = affine_map<(h, t, d) -> (h, t)>
#value = affine_map<(h, t, d) -> (h, t, d)>
#sum = affine_map<(h, t, d) -> (h, d)>
!cache = memref<3x19x17xf32>
!new = memref<3x1x17xf32>
!at = memref<3x1x17xf32, strided<[323, 17, 1], offset: ?>>
!part = memref<3x?x17xf32, strided<[323, 17, 1]>>
func.func @step(%k: !cache, %v: !cache, %kn: !new, %vn: !new, %q: tensor<3x17xf32>, %length: index) -> tensor<3x17xf32> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = arith.addi %length, %c1 : index
  %ka = memref.subview %k[0, %length, 0] [3, 1, 17] [1, 1, 1] : !cache to !at
  memref.copy %kn, %ka : !new to !at
  %va = memref.subview %v[0, %length, 0] [3, 1, 17] [1, 1, 1] : !cache to !at
  memref.copy %vn, %va : !new to !at
  %kp = memref.subview %k[0, 0, 0] [3, %n, 17] [1, 1, 1] : !cache to !part
  %vp = memref.subview %v[0, 0, 0] [3, %n, 17] [1, 1, 1] : !cache to !part
  %kt = bufferization.to_tensor %kp restrict : !part to tensor<3x?x17xf32>
  %vt = bufferization.to_tensor %vp restrict : !part to tensor<3x?x17xf32>
  %e = tensor.empty(%n) : tensor<3x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x?xf32>) -> tensor<3x?xf32>
  %s = linalg.batch_matvec ins(%kt, %q : tensor<3x?x17xf32>, tensor<3x17xf32>) outs(%f : tensor<3x?xf32>) -> tensor<3x?xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<3x?xf32>) outs(%e : tensor<3x?xf32>) -> tensor<3x?xf32>
  %oe = tensor.empty() : tensor<3x17xf32>
  %of = linalg.fill ins(%zero : f32) outs(%oe : tensor<3x17xf32>) -> tensor<3x17xf32>
  %o = linalg.generic {indexing_maps = [#weight, #value, #sum], iterator_types = ["parallel", "reduction", "parallel"]} ins(%p, %vt : tensor<3x?xf32>, tensor<3x?x17xf32>) outs(%of : tensor<3x17xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %x = arith.addf %c, %m : f32
    linalg.yield %x : f32
  } -> tensor<3x17xf32>
  return %o : tensor<3x17xf32>
}
