// RUN: layout-opt %s --split-input-file --layout-legalize=only=atomics --verify-diagnostics

func.func @odd(%a: memref<9xi24>, %v: i24, %i: index) {
  // expected-error @below {{updates an element of 'i24' at once, which machines do for 8, 16, 32 and 64 bits; give the buffer elements of such a type}}
  %0 = memref.atomic_rmw addi %v, %a[%i] : (i24, memref<9xi24>) -> i24
  return
}

// -----

func.func @generic(%a: memref<9xi1>, %v: i1, %i: index) {
  // expected-error @below {{updates an element of 'i1' at once}}
  %0 = memref.generic_atomic_rmw %a[%i] : memref<9xi1> {
  ^bb0(%current: i1):
    %next = arith.xori %current, %v : i1
    memref.atomic_yield %next : i1
  }
  return
}

// -----

func.func @whole(%a: memref<9xi16>, %v: i16, %i: index) {
  %0 = memref.atomic_rmw addi %v, %a[%i] : (i16, memref<9xi16>) -> i16
  return
}

// -----

// It is an integer to LLVM.
func.func @small(%a: memref<9xf6E2M3FN>, %v: f6E2M3FN, %i: index) {
  // expected-error @below {{updates an element of 'f6E2M3FN' at once, which machines do for 8, 16, 32 and 64 bits}}
  %0 = memref.atomic_rmw addf %v, %a[%i] : (f6E2M3FN, memref<9xf6E2M3FN>) -> f6E2M3FN
  return
}
