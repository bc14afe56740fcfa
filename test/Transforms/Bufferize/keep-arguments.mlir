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

// What may be a constant is copied.
// RUN: layout-check %s --entry=constant,constant_part,constant_by_call,new_by_call --pipeline="builtin.module(layout-compile{to-llvm=false keep-arguments})"
// RUN: layout-check %s --entry=constant_or_new,constant_or_argument,loop_from_constant --arg=1:0 --pipeline="builtin.module(layout-compile{to-llvm=false keep-arguments})"
// RUN: layout-check %s --entry=constant_or_new,constant_or_argument,loop_from_constant --arg=1:1 --pipeline="builtin.module(layout-compile{to-llvm=false keep-arguments})"
// CHECK-LABEL: @constant(
// CHECK: %[[OLD:.*]] = memref.get_global
// CHECK: %[[NEW:.*]] = memref.alloc()
// CHECK: memref.copy %[[OLD]], %[[NEW]]
// CHECK: return %[[NEW]]
func.func @constant() -> tensor<4xf32> {
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  return %c : tensor<4xf32>
}
// CHECK-LABEL: @constant_or_new(
// CHECK: %[[EITHER:.*]] = scf.if
// CHECK: }
// CHECK: %[[NEW:.*]] = memref.alloc()
// CHECK: memref.copy %[[EITHER]], %[[NEW]]
// CHECK: return %[[NEW]]
func.func @constant_or_new(%x: tensor<4xf32>, %p: i1) -> tensor<4xf32> {
  %y = linalg.abs ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  %c = arith.constant dense<7.0> : tensor<4xf32>
  %r = scf.if %p -> tensor<4xf32> {
    scf.yield %c : tensor<4xf32>
  } else {
    scf.yield %y : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
// CHECK-LABEL: @constant_or_argument(
// CHECK-COUNT-2: memref.copy
// CHECK: return
func.func @constant_or_argument(%x: tensor<4xf32>, %p: i1) -> (tensor<4xf32>, tensor<4xf32>) {
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %r = arith.select %p, %c, %x : tensor<4xf32>
  return %r, %c : tensor<4xf32>, tensor<4xf32>
}
// CHECK-LABEL: @constant_part(
// CHECK: %[[NEW:.*]] = memref.alloc
// CHECK: memref.copy {{.*}}, %[[NEW]]
func.func @constant_part() -> tensor<2x?xf32> {
  %c = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %s = tensor.extract_slice %c[1, 0] [2, 2] [1, 1] : tensor<3x2xf32> to tensor<2x2xf32>
  %d = tensor.cast %s : tensor<2x2xf32> to tensor<2x?xf32>
  return %d : tensor<2x?xf32>
}
func.func private @first(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
// CHECK-LABEL: @constant_by_call(
// CHECK: memref.copy
// CHECK: return
func.func @constant_by_call(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %r = call @first(%c, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// What the callee does not return is not copied.
// CHECK-LABEL: @new_by_call(
// CHECK-NOT: memref.copy
// CHECK: return
func.func @new_by_call(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %y = linalg.abs ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  %r = call @first(%y, %c) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// A loop that begins with a constant works on a copy of it: no other is needed.
// CHECK-LABEL: @loop_from_constant(
// CHECK-COUNT-1: memref.copy
// CHECK-NOT: memref.copy
// CHECK: return
func.func @loop_from_constant(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c = arith.constant dense<0.0> : tensor<4xf32>
  %r = scf.for %i = %zero to %n step %one iter_args(%sum = %c) -> tensor<4xf32> {
    %next = linalg.add ins(%sum, %x : tensor<4xf32>, tensor<4xf32>) outs(%sum : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %next : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// What a called function returns of a global is new: for callers, one of which writes to it,
// for loops that carry it, and where the global is seen by a view.
// RUN: layout-check %s --entry=global_written --pipeline="builtin.module(layout-bufferize)"
memref.global "private" constant @weights : memref<4xf32> = dense<5.0>
// CHECK-LABEL: func private @global(
// CHECK: memref.copy
// CHECK: return %alloc
func.func private @global() -> tensor<4xf32> {
  %m = memref.get_global @weights : memref<4xf32>
  %t = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
  return %t : tensor<4xf32>
}
func.func @global_by_call() -> tensor<4xf32> {
  %r = call @global() : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @global_by_loop(%n: index, %x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %y = linalg.abs ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  %s = scf.for %i = %zero to %n step %one iter_args(%carried = %y) -> tensor<4xf32> {
    %r = func.call @global() : () -> tensor<4xf32>
    scf.yield %r : tensor<4xf32>
  }
  return %s : tensor<4xf32>
}
// CHECK-LABEL: @global_by_view(
// CHECK: memref.copy
// CHECK: return %alloc
func.func @global_by_view() -> tensor<4xf32> {
  %m = memref.get_global @weights : memref<4xf32>
  %v = memref.cast %m : memref<4xf32> to memref<?xf32>
  %t = bufferization.to_tensor %v restrict : memref<?xf32> to tensor<?xf32>
  %r = tensor.cast %t : tensor<?xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @global_written(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = call @global() : () -> tensor<4xf32>
  %s = linalg.add ins(%r, %x : tensor<4xf32>, tensor<4xf32>) outs(%r : tensor<4xf32>) -> tensor<4xf32>
  return %s : tensor<4xf32>
}
