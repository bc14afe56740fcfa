// Buffer deallocation returns copies of buffers that a function does not own. Callers cannot tell where nothing is
// written to one of the two and then read from the other.
// RUN: layout-opt %s --layout-bufferize=returns-copies -o /dev/null
// RUN: layout-check %s --entry=constant,read,passed_on,chosen,none_left,read_by_callee --arg=2:1 --rtol=1e-5 --pipeline="builtin.module(layout-compile{to-llvm=false deallocate})"
// RUN: layout-check %s --entry=in_loop --arg=1:3 --rtol=1e-5 --pipeline="builtin.module(layout-compile{to-llvm=false deallocate})"
!b = memref<8xf32>
memref.global "private" constant @weights : !b = dense<2.0>
memref.global "private" @state : !b = dense<3.0>

// To callers outside of the module.
func.func @same(%b: !b) -> !b {
  return %b : !b
}
func.func @get_state() -> memref<4xf32> {
  %w = memref.get_global @state : !b
  %v = memref.subview %w[0] [4] [1] : !b to memref<4xf32>
  return %v : memref<4xf32>
}
func.func private @get_weights() -> !b {
  %w = memref.get_global @weights : !b
  return %w : !b
}
func.func private @exp(%b: !b) -> !b {
  linalg.exp ins(%b : !b) outs(%b : !b)
  return %b : !b
}
func.func private @make() -> !b {
  %one = arith.constant 1.0 : f32
  %a = memref.alloc() : !b
  linalg.fill ins(%one : f32) outs(%a : !b)
  return %a : !b
}

// A constant is never written, whatever %out is.
func.func @constant(%s: !b, %out: !b, %c: i1) {
  %r = call @get_weights() : () -> !b
  linalg.add ins(%r, %s : !b, !b) outs(%out : !b)
  return
}

// As bufferization says of what were tensors, %s is not written as %out.
func.func @read(%s: !b {llvm.noalias}, %out: !b, %c: i1) -> f32 {
  %c1 = arith.constant 1 : index
  %r = call @same(%s) : (!b) -> !b
  linalg.exp ins(%r : !b) outs(%out : !b)
  %x = memref.load %r[%c1] : !b
  return %x : f32
}

// The original is not used any more, or dies with its result; what a function allocates is not copied.
func.func @none_left(%s: !b, %out: !b, %c: i1) -> !b {
  %a = memref.alloc() : !b
  linalg.copy ins(%s : !b) outs(%a : !b)
  %r = call @exp(%a) : (!b) -> !b
  %t = call @exp(%r) : (!b) -> !b
  %m = call @make() : () -> !b
  linalg.add ins(%m, %t : !b, !b) outs(%m : !b)
  linalg.add ins(%m, %t : !b, !b) outs(%t : !b)
  return %t : !b
}

// A buffer is written before the call of each iteration.
func.func @in_loop(%s: !b, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : !b
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%old = %zero) -> f32 {
    linalg.exp ins(%s : !b) outs(%a : !b)
    %r = func.call @same(%a) : (!b) -> !b
    %x = memref.load %r[%i] : !b
    %new = arith.addf %old, %x : f32
    scf.yield %new : f32
  }
  return %sum : f32
}

// By two calls, a branch and a cast.
func.func private @passed(%b: !b, %c: i1) -> memref<?xf32> {
  %r = scf.if %c -> !b {
    %same = func.call @same(%b) : (!b) -> !b
    scf.yield %same : !b
  } else {
    scf.yield %b : !b
  }
  %d = memref.cast %r : !b to memref<?xf32>
  return %d : memref<?xf32>
}
func.func @passed_on(%s: !b, %out: !b, %c: i1) -> f32 {
  %c1 = arith.constant 1 : index
  %r = call @passed(%s, %c) : (!b, i1) -> memref<?xf32>
  %x = memref.load %r[%c1] : memref<?xf32>
  return %x : f32
}

// By a select.
func.func @chosen(%s: !b, %out: !b, %c: i1) -> f32 {
  %c1 = arith.constant 1 : index
  %r = call @same(%s) : (!b) -> !b
  %t = arith.select %c, %r, %s : !b
  %x = memref.load %t[%c1] : !b
  return %x : f32
}

// A callee reads the copy, and what is written to the original is read there.
func.func private @get(%b: !b) -> f32 {
  %c1 = arith.constant 1 : index
  %v = memref.load %b[%c1] : !b
  return %v : f32
}
func.func @read_by_callee(%s: !b {llvm.noalias}, %out: !b, %c: i1) -> f32 {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  %r = call @same(%s) : (!b) -> !b
  %v = call @get(%r) : (!b) -> f32
  memref.store %k, %s[%c1] : !b
  %w = call @get(%s) : (!b) -> f32
  %x = arith.addf %v, %w : f32
  return %x : f32
}
