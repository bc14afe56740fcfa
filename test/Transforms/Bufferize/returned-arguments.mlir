// An argument with a request that would be returned as a part, or as one of several buffers, stays as it is: the
// function works on a copy, of which the result is another.
// RUN: layout-opt %s --layout-bufferize | FileCheck %s
// RUN: layout-opt %s --layout-compile -o /dev/null
// RUN: layout-opt %s --layout-compile=deallocate -o /dev/null
// RUN: layout-check %s --entry=carried,swapped,part,reshaped --pipeline="builtin.module(layout-compile{to-llvm=false})"
// RUN: layout-check %s --entry=either --arg=1:0 --pipeline="builtin.module(layout-compile{to-llvm=false})"
// RUN: layout-check %s --entry=either --arg=1:1 --pipeline="builtin.module(layout-compile{to-llvm=false})"
// RUN: layout-check %s --entry=one_of_two,two_requests --arg=2:0 --pipeline="builtin.module(layout-compile{to-llvm=false})"
// RUN: layout-check %s --entry=one_of_two,two_requests --arg=2:1 --pipeline="builtin.module(layout-compile{to-llvm=false})"

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>

// CHECK-LABEL: @either
// CHECK-SAME: (%[[X:.*]]: memref<10xf32> {
// CHECK: %[[R:.*]] = scf.if
// CHECK-NOT: outs(%[[X]]
// CHECK: scf.yield %[[X]]
// CHECK: %[[COPY:.*]] = memref.alloc()
// CHECK: memref.copy %[[R]], %[[COPY]] :
// CHECK: return %[[COPY]]
func.func @either(%x: tensor<10xf32> {layout.transform = #L}, %c: i1) -> tensor<10xf32> {
  %r = scf.if %c -> tensor<10xf32> {
    %e = tensor.empty() : tensor<10xf32>
    %y = linalg.abs ins(%x : tensor<10xf32>) outs(%e : tensor<10xf32>) -> tensor<10xf32>
    scf.yield %y : tensor<10xf32>
  } else {
    scf.yield %x : tensor<10xf32>
  }
  return %r : tensor<10xf32>
}

// Only the argument with the request is kept.
// CHECK-LABEL: @one_of_two
// CHECK-SAME: (%[[X:.*]]: memref<10xf32> {layout.transform{{.*}}}, %[[Y:.*]]: memref<10xf32>
// CHECK: %[[R:.*]] = scf.if
// CHECK: linalg.abs ins(%[[X]] : memref<10xf32>) outs(%[[NEW:.*]] : memref<10xf32>)
// CHECK: scf.yield %[[NEW]]
// CHECK: scf.yield %[[Y]]
// CHECK: return %[[R]]
func.func @one_of_two(%x: tensor<10xf32> {layout.transform = #L}, %y: tensor<10xf32>, %c: i1) -> tensor<10xf32> {
  %r = scf.if %c -> tensor<10xf32> {
    %a = linalg.abs ins(%x : tensor<10xf32>) outs(%x : tensor<10xf32>) -> tensor<10xf32>
    scf.yield %a : tensor<10xf32>
  } else {
    scf.yield %y : tensor<10xf32>
  }
  return %r : tensor<10xf32>
}

func.func @carried(%x: tensor<10xf32> {layout.transform = #L}) -> tensor<10xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %x) -> tensor<10xf32> {
    %e = tensor.empty() : tensor<10xf32>
    %y = linalg.exp ins(%t : tensor<10xf32>) outs(%e : tensor<10xf32>) -> tensor<10xf32>
    scf.yield %y : tensor<10xf32>
  }
  return %r : tensor<10xf32>
}

func.func @swapped(%x: tensor<10xf32> {layout.transform = #L}, %y: tensor<10xf32>) -> (tensor<10xf32>, tensor<10xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %x, %s = %y) -> (tensor<10xf32>, tensor<10xf32>) {
    %a = linalg.abs ins(%t : tensor<10xf32>) outs(%t : tensor<10xf32>) -> tensor<10xf32>
    scf.yield %s, %a : tensor<10xf32>, tensor<10xf32>
  }
  return %r#0, %r#1 : tensor<10xf32>, tensor<10xf32>
}

func.func @part(%x: tensor<10xf32> {layout.transform = #L}) -> tensor<4xf32> {
  %y = linalg.abs ins(%x : tensor<10xf32>) outs(%x : tensor<10xf32>) -> tensor<10xf32>
  %r = tensor.extract_slice %y[3] [4] [1] : tensor<10xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @reshaped(%x: tensor<10xf32> {layout.transform = #L}) -> tensor<2x5xf32> {
  %y = linalg.abs ins(%x : tensor<10xf32>) outs(%x : tensor<10xf32>) -> tensor<10xf32>
  %r = tensor.expand_shape %y [[0, 1]] output_shape [2, 5] : tensor<10xf32> into tensor<2x5xf32>
  return %r : tensor<2x5xf32>
}

func.func @two_requests(%x: tensor<10xf32> {layout.transform = #L}, %y: tensor<10xf32> {layout.transform = #L}, %c: i1) -> (tensor<10xf32>, tensor<10xf32>) {
  %a = linalg.abs ins(%x : tensor<10xf32>) outs(%x : tensor<10xf32>) -> tensor<10xf32>
  %r = scf.if %c -> tensor<10xf32> {
    scf.yield %a : tensor<10xf32>
  } else {
    scf.yield %y : tensor<10xf32>
  }
  return %r, %y : tensor<10xf32>, tensor<10xf32>
}

// An argument that is overwritten and returned is a destination: callers see what is written.
// CHECK-LABEL: @destination
// CHECK-SAME: (%[[X:.*]]: memref<10xf32> {layout.transform
// CHECK: linalg.abs ins(%[[X]] : memref<10xf32>) outs(%[[X]] : memref<10xf32>)
// CHECK-NEXT: return %[[X]]
func.func @destination(%x: tensor<10xf32> {layout.transform = #L}) -> tensor<10xf32> {
  %y = linalg.abs ins(%x : tensor<10xf32>) outs(%x : tensor<10xf32>) -> tensor<10xf32>
  return %y : tensor<10xf32>
}
