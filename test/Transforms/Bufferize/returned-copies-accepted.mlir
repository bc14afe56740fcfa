// Copies that no caller can tell from what is returned.
// RUN: layout-opt %s --layout-bufferize=returns-copies -o /dev/null
!b = memref<8xf32>
func.func private @same(%b: !b) -> !b {
  return %b : !b
}
func.func private @make() -> !b {
  %a = memref.alloc() : !b
  return %a : !b
}
func.func private @declared() -> !b
// A call by an address reaches functions whose address is taken and whose type it has; of those that are only declared
// nothing is known, also not that they copy.
func.func @indirect(%s: !b, %c: i1) -> f32 {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  %f = func.constant @make : () -> !b
  %g = func.constant @declared : () -> !b
  %h = arith.select %c, %f, %g : () -> !b
  %r = call_indirect %h() : () -> !b
  memref.store %k, %r[%c1] : !b
  %v = memref.load %r[%c1] : !b
  return %v : f32
}

// A loop carries the copy.
func.func @carried(%s: !b {llvm.noalias}, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  %r = call @same(%s) : (!b) -> !b
  %q, %sum = scf.for %i = %c0 to %n step %c1 iter_args(%x = %r, %old = %k) -> (!b, f32) {
    %v = memref.load %x[%c1] : !b
    %new = arith.addf %old, %v : f32
    scf.yield %x, %new : !b, f32
  }
  memref.store %k, %s[%c1] : !b
  return %sum : f32
}
// What is allocated here, and stored nowhere, is not what memory holds.
func.func private @load(%box: memref<!b>) -> !b {
  %r = memref.load %box[] : memref<!b>
  return %r : !b
}
func.func @beside_loaded(%box: memref<!b>) -> f32 {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  %a = memref.alloc() : !b
  %r = call @load(%box) : (memref<!b>) -> !b
  memref.store %k, %a[%c1] : !b
  %v = memref.load %r[%c1] : !b
  %w = memref.load %a[%c1] : !b
  %x = arith.addf %v, %w : f32
  return %x : f32
}
// One global is not another.
memref.global "private" @state : !b = dense<3.0>
memref.global "private" @other : !b = dense<3.0>
func.func private @get_state() -> !b {
  %w = memref.get_global @state : !b
  return %w : !b
}
func.func @beside_global() -> f32 {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  %r = call @get_state() : () -> !b
  %o = memref.get_global @other : !b
  memref.store %k, %o[%c1] : !b
  %v = memref.load %r[%c1] : !b
  return %v : f32
}
