// Writing a tensor into new memory is a copy.
// RUN: layout-opt %s --layout-bufferize | FileCheck %s
// RUN: layout-check %s --entry=either --arg=0:1 --pipeline="builtin.module(layout-compile{to-llvm=false})"
// RUN: layout-check %s --entry=carried --arg=0:1 --arg=1:5 --pipeline="builtin.module(layout-compile{to-llvm=false})"
// RUN: layout-check %s --entry=carried --arg=0:0 --arg=1:5 --pipeline="builtin.module(layout-compile{keep-arguments to-llvm=false})"

// CHECK-LABEL: @either(
// CHECK-SAME:    %{{.*}}: i1, %[[T:.*]]: memref<4xi32>
// CHECK:         %[[COPY:.*]] = memref.alloc()
// CHECK:         memref.copy %[[T]], %[[COPY]]
// CHECK:         scf.yield %[[COPY]]
func.func @either(%c: i1, %t: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %e = tensor.empty() : tensor<4xi32>
  %u = bufferization.materialize_in_destination %t in %e : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %r = scf.if %c -> tensor<4xi32> {
    scf.yield %u : tensor<4xi32>
  } else {
    scf.yield %t : tensor<4xi32>
  }
  %s = linalg.add ins(%r, %t : tensor<4xi32>, tensor<4xi32>) outs(%r : tensor<4xi32>) -> tensor<4xi32>
  return %s, %u : tensor<4xi32>, tensor<4xi32>
}

// The memory is that of a constant in other iterations.
func.func @carried(%c: i1, %x: i32) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %k = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %kd = tensor.cast %k : tensor<4xi32> to tensor<?xi32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %kd) -> tensor<?xi32> {
    %e = tensor.empty(%c4) : tensor<?xi32>
    %m = bufferization.materialize_in_destination %a in %e : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %s = arith.select %c, %m, %kd : tensor<?xi32>
    %w = tensor.insert %x into %m[%i] : tensor<?xi32>
    %y = arith.select %c, %w, %s : tensor<?xi32>
    scf.yield %y : tensor<?xi32>
  }
  return %r : tensor<?xi32>
}
