// What front ends write besides linalg ops: ops of arith and math on tensors, and softmax.
// Layouts pass through them as through any other.
// RUN: layout-opt %s --layout-compile | FileCheck %s
// CHECK-NOT: linalg.
// RUN: layout-check %s --entry=elementwise --rtol=1e-5 --pipeline="builtin.module(convert-elementwise-to-linalg,layout-choose,layout-reflow,layout-bufferize,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=softmax --rtol=1e-4 --pipeline="builtin.module(convert-elementwise-to-linalg,layout-choose,layout-reflow,layout-bufferize,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=softmax --rtol=1e-4 --pipeline="builtin.module(convert-elementwise-to-linalg,layout-bufferize,layout-apply,layout-finalize)"
// RUN: layout-opt %s --convert-elementwise-to-linalg --layout-choose --layout-reflow | FileCheck %s --check-prefix=REFLOW
// REFLOW-LABEL: func.func @elementwise(
// REFLOW:         linalg.matmul
// REFLOW-NOT:     layout.convert
// REFLOW:         linalg.matmul
// REFLOW-LABEL: func.func @softmax(
// REFLOW:         linalg.matmul
// REFLOW-NOT:     linalg.softmax
// REFLOW-NOT:     layout.convert
// REFLOW:         linalg.matmul

func.func @elementwise(%x: tensor<3x40xf32>) -> tensor<3x40xf32> {
  %z = arith.constant dense<0.0> : tensor<3x40xf32>
  %w = arith.constant dense<0.01> : tensor<40x40xf32>
  %m = linalg.matmul ins(%x, %w : tensor<3x40xf32>, tensor<40x40xf32>) outs(%z : tensor<3x40xf32>) -> tensor<3x40xf32>
  %c = arith.cmpf ogt, %m, %z : tensor<3x40xf32>
  %t = math.tanh %m : tensor<3x40xf32>
  %r = arith.select %c, %t, %z : tensor<3x40xi1>, tensor<3x40xf32>
  %n = linalg.matmul ins(%r, %w : tensor<3x40xf32>, tensor<40x40xf32>) outs(%z : tensor<3x40xf32>) -> tensor<3x40xf32>
  return %n : tensor<3x40xf32>
}

func.func @softmax(%x: tensor<5x37xf32>, %w: tensor<37x53xf32>) -> tensor<5x37xf32> {
  %z = arith.constant 0.0 : f32
  %v = arith.constant dense<0.02> : tensor<53x37xf32>
  %e = tensor.empty() : tensor<5x53xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<5x53xf32>) -> tensor<5x53xf32>
  %m = linalg.matmul ins(%x, %w : tensor<5x37xf32>, tensor<37x53xf32>) outs(%f : tensor<5x53xf32>) -> tensor<5x53xf32>
  %r = linalg.softmax dimension(1) ins(%m : tensor<5x53xf32>) outs(%e : tensor<5x53xf32>) -> tensor<5x53xf32>
  %e1 = tensor.empty() : tensor<5x37xf32>
  %f1 = linalg.fill ins(%z : f32) outs(%e1 : tensor<5x37xf32>) -> tensor<5x37xf32>
  %n = linalg.matmul ins(%r, %v : tensor<5x53xf32>, tensor<53x37xf32>) outs(%f1 : tensor<5x37xf32>) -> tensor<5x37xf32>
  return %n : tensor<5x37xf32>
}
