// The argument of a block is written in another block and read in a third: that is no conflict
// for one-shot analysis, and what is read is what was written.
// Worked around in layout-bufferize (MissedAliases). Mended if this test fails.
// RUN: %stock_mlir_opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s
// CHECK-NOT: memref.copy
// CHECK: memref.store %{{.*}}, %[[A:.*]][%{{.*}}]
// CHECK: ^bb3:
// CHECK-NEXT: memref.load %[[A]]
func.func @f(%t: tensor<4xf32>, %c: i1, %x: f32) -> f32 {
  %i = arith.constant 0 : index
  cf.br ^bb1(%t : tensor<4xf32>)
^bb1(%a: tensor<4xf32>):
  cf.cond_br %c, ^bb2, ^bb3
^bb2:
  %w = tensor.insert %x into %a[%i] : tensor<4xf32>
  %y = tensor.extract %w[%i] : tensor<4xf32>
  vector.print %y : f32
  cf.br ^bb3
^bb3:
  %r = tensor.extract %a[%i] : tensor<4xf32>
  return %r : f32
}
