// With keep-arguments, public functions neither write nor return their arguments.
// RUN: layout-opt %s --layout-bufferize | FileCheck %s --check-prefix=WRITES
// RUN: layout-opt %s --layout-bufferize=keep-arguments=true | FileCheck %s --implicit-check-not=bufferization
// RUN: layout-opt %s --layout-compile="keep-arguments deallocate" -o /dev/null

// WRITES-LABEL: @abs
// WRITES: linalg.abs ins(%[[ARG:.*]] : memref<4xf32>) outs(%[[ARG]] : memref<4xf32>)
// WRITES: return %[[ARG]]
// CHECK-LABEL: @abs
// CHECK-SAME: (%[[ARG:.*]]: memref<4xf32>)
// CHECK: %[[NEW:.*]] = memref.alloc()
// CHECK: return %[[NEW]]
func.func @abs(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = linalg.abs ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// CHECK-LABEL: @same
// CHECK: %[[NEW:.*]] = memref.alloc()
// CHECK: memref.copy %arg0, %[[NEW]]
// CHECK: return %[[NEW]]
func.func @same(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// A part of an argument, by a branch and a call.
// CHECK-LABEL: @part
// CHECK: memref.copy
// CHECK: return
func.func private @hand_on(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @part(%x: tensor<4xf32>, %c: i1) -> tensor<2xf32> {
  %0 = tensor.extract_slice %x[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %1 = tensor.extract_slice %x[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %2 = scf.if %c -> tensor<2xf32> {
    scf.yield %0 : tensor<2xf32>
  } else {
    scf.yield %1 : tensor<2xf32>
  }
  %3 = call @hand_on(%2) : (tensor<2xf32>) -> tensor<2xf32>
  return %3 : tensor<2xf32>
}

// Who says so may be written.
// CHECK-LABEL: @writable
// CHECK: linalg.abs ins(%[[ARG:.*]] : memref<4xf32>) outs(%[[ARG]] : memref<4xf32>)
func.func @writable(%x: tensor<4xf32> {bufferization.writable = true}) -> tensor<4xf32> {
  %y = linalg.abs ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
