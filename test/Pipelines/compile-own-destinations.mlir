// The softmax of rows, each op with a destination of its own, as front ends write it: what the
// ops write between the argument and the result is in one allocation.
// RUN: layout-opt %s --layout-compile="target=x86-64-v3 contract reassociate approximate deallocate to-llvm=false" | FileCheck %s
// RUN: layout-check %s --entry=softmax --rtol=1e-4 --pipeline="builtin.module(layout-compile{target=native contract=true reassociate=true approximate=true deallocate=true to-llvm=false})"

// CHECK-LABEL: func.func @softmax(
// CHECK-NOT:     memref.alloc
// CHECK:         %[[BETWEEN:.*]] = memref.alloc() {{.*}} : memref<{{[0-9]+}}xi8>
// CHECK-NOT:     memref.alloc
// CHECK:         %[[RESULT:.*]] = memref.alloc() {{.*}} : memref<3x301xf32>
// CHECK-NOT:     memref.alloc
// CHECK:         memref.dealloc %[[BETWEEN]]
// CHECK:         return %[[RESULT]]
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i, 0)>
!x = tensor<3x301xf32>
!sum = tensor<3x1xf32>
func.func @softmax(%x: !x) -> !x {
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : !sum
  %f0 = linalg.fill ins(%least : f32) outs(%e0 : !sum) -> !sum
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : !x) outs(%f0 : !sum) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.maximumf %a, %o : f32
    linalg.yield %r : f32
  } -> !sum
  %e1 = tensor.empty() : !x
  %exp = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %max : !x, !sum) outs(%e1 : !x) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %r = math.exp %d : f32
    linalg.yield %r : f32
  } -> !x
  %e2 = tensor.empty() : !sum
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : !sum) -> !sum
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%exp : !x) outs(%f2 : !sum) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.addf %a, %o : f32
    linalg.yield %r : f32
  } -> !sum
  %e3 = tensor.empty() : !x
  %result = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%exp, %sum : !x, !sum) outs(%e3 : !x) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.divf %a, %b : f32
    linalg.yield %r : f32
  } -> !x
  return %result : !x
}
