// Loads that a decision depends on, of which nothing can be said: each says what
// stands in the way. All stay.
// RUN: layout-opt %s --layout-simplify --split-input-file --allow-unregistered-dialect --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s
// RUN: layout-opt %s --layout-simplify --split-input-file --allow-unregistered-dialect | FileCheck %s --check-prefix=SAME

// SAME-COUNT-10: load
// SAME-NOT:      load

// Which of two buffers is read, is not followed.
// CHECK: simplify-memory-not-known.mlir:[[# @LINE + 5]]:8: remark: [Missed] layout-simplify/load-not-known | Category:layout | Remark="cannot determine what the load reads: its index is not affine, or its view is not supported"
func.func @one_of_two(%c: i1, %a: memref<4xi32>, %b: memref<4xi32>, %i: index, %y: i32) -> i32 {
  %z = arith.constant 0 : i32
  %m = arith.select %c, %a, %b : memref<4xi32>
  memref.store %z, %m[%i] : memref<4xi32>
  %x = memref.load %m[%i] : memref<4xi32>
  %q = arith.trunci %x : i32 to i1
  %o = arith.select %q, %x, %y : i32
  return %o : i32
}

// -----

// CHECK: simplify-memory-not-known.mlir:[[# @LINE + 9]]:8: remark: [Missed] layout-simplify/load-not-known | Category:layout | Remark="cannot determine what the load reads: several blocks may branch to this op; run lift-cf-to-scf for structured control flow"
func.func @several_blocks(%c: i1, %i: index, %y: i32) -> i32 {
  %a = memref.alloca() : memref<4xi32>
  %z = arith.constant 0 : i32
  memref.store %z, %a[%i] : memref<4xi32>
  cf.cond_br %c, ^one, ^two
^one:
  cf.br ^two
^two:
  %x = memref.load %a[%i] : memref<4xi32>
  %q = arith.trunci %x : i32 to i1
  %o = arith.select %q, %x, %y : i32
  return %o : i32
}

// -----

// CHECK: simplify-memory-not-known.mlir:[[# @LINE + 8]]:8: remark: [Missed] layout-simplify/load-not-known | Category:layout | Remark="cannot determine what the load reads: the region that this op is in may be executed at any time (this op: {{.*}})"
func.func @unknown_region(%a: memref<4xi32> {llvm.noalias}, %y: i32) -> i32 {
  %z = arith.constant 0 : i32
  affine.store %z, %a[0] : memref<4xi32>
  "some.region"() ({
    affine.store %y, %a[0] : memref<4xi32>
    "some.end"() : () -> ()
  }) : () -> ()
  %x = affine.load %a[0] : memref<4xi32>
  %q = arith.trunci %x : i32 to i1
  %o = arith.select %q, %x, %y : i32
  return %o : i32
}

// -----

// CHECK: simplify-memory-not-known.mlir:[[# @LINE + 9]]:10: remark: [Missed] layout-simplify/load-not-known | Category:layout | Remark="cannot determine what the load reads: this op may execute its region more than once (this op: {{.*}})"
func.func @while(%a: memref<4xi32> {llvm.noalias}, %i: index, %n: i32, %y: i32) {
  %z = arith.constant 0 : i32
  memref.store %z, %a[%i] : memref<4xi32>
  %r = scf.while (%k = %n) : (i32) -> i32 {
    %c = arith.cmpi slt, %k, %n : i32
    scf.condition(%c) %k : i32
  } do {
  ^bb0(%k: i32):
    %x = memref.load %a[%i] : memref<4xi32>
    %q = arith.trunci %x : i32 to i1
    %o = arith.select %q, %x, %y : i32
    memref.store %o, %a[%i] : memref<4xi32>
    scf.yield %k : i32
  }
  return
}

// -----

// CHECK: simplify-memory-not-known.mlir:[[# @LINE + 4]]:8: remark: [Missed] layout-simplify/load-not-known | Category:layout | Remark="cannot determine what the load reads: the analysis knows nothing of what the element holds; state it by layout.assume after the load (this op: {{.*}})"
func.func private @make() -> memref<4xi32>
func.func @made_elsewhere(%i: index, %y: i32) -> i32 {
  %a = call @make() : () -> memref<4xi32>
  %x = memref.load %a[%i] : memref<4xi32>
  %q = arith.trunci %x : i32 to i1
  %o = arith.select %q, %x, %y : i32
  return %o : i32
}

// -----

// The elements of a constant differ.
// CHECK: simplify-memory-not-known.mlir:[[# @LINE + 4]]:8: remark: [Missed] layout-simplify/load-not-known | Category:layout | Remark="cannot determine what the load reads: the analysis knows nothing of what the element holds; state it by layout.assume after the load (this op: {{.*}})"
memref.global "private" constant @g : memref<4xi32> = dense<[1, 2, 3, 4]>
func.func @constant(%i: index, %y: i32) -> i32 {
  %a = memref.get_global @g : memref<4xi32>
  %x = memref.load %a[%i] : memref<4xi32>
  %q = arith.trunci %x : i32 to i1
  %o = arith.select %q, %x, %y : i32
  return %o : i32
}

// -----

// CHECK: simplify-memory-not-known.mlir:[[# @LINE + 7]]:8: remark: [Missed] layout-simplify/load-not-known | Category:layout | Remark="cannot determine what the load reads: some of it may be uninitialised"
func.func @not_all_stored(%i: index, %y: i32) -> i32 {
  %b = memref.alloca() : memref<4xi32>
  %z = arith.constant 0 : i32
  affine.for %k = 0 to 2 {
    affine.store %z, %b[%k] : memref<4xi32>
  }
  %x = memref.load %b[%i] : memref<4xi32>
  %q = arith.trunci %x : i32 to i1
  %o = arith.select %q, %x, %y : i32
  return %o : i32
}

// -----

// CHECK: simplify-memory-not-known.mlir:[[# @LINE + 9]]:8: remark: [Missed] layout-simplify/load-not-known | Category:layout | Remark="cannot determine what the load reads: it may be written by this op (this op: {{.*}})"
func.func private @writes(memref<4xi32>)
func.func @written_in_loop(%a: memref<4xi32>, %i: index, %n: index, %y: i32) -> i32 {
  %z = arith.constant 0 : i32
  %s = arith.constant 1 : index
  memref.store %z, %a[%i] : memref<4xi32>
  scf.for %k = %i to %n step %s {
    func.call @writes(%a) : (memref<4xi32>) -> ()
  }
  %x = memref.load %a[%i] : memref<4xi32>
  %q = arith.trunci %x : i32 to i1
  %o = arith.select %q, %x, %y : i32
  return %o : i32
}

// -----

// CHECK: simplify-memory-not-known.mlir:[[# @LINE + 6]]:8: remark: [Missed] layout-simplify/load-not-known | Category:layout | Remark="cannot determine what the load reads: it may be written by this op (this op: {{.*}})"
func.func private @writes(memref<4xi32>)
func.func @written_in_a_call(%a: memref<4xi32>, %i: index, %y: i32) -> i32 {
  %z = arith.constant 0 : i32
  memref.store %z, %a[%i] : memref<4xi32>
  func.call @writes(%a) : (memref<4xi32>) -> ()
  %x = memref.load %a[%i] : memref<4xi32>
  %q = arith.trunci %x : i32 to i1
  %o = arith.select %q, %x, %y : i32
  return %o : i32
}

// -----

// CHECK: simplify-memory-not-known.mlir:[[# @LINE + 10]]:8: remark: [Missed] layout-simplify/load-not-known | Category:layout | Remark="cannot determine what the load reads: it may be written by this op (this op: {{.*}})"
func.func private @writes(memref<4xi32>)
func.func @written_in_parallel(%a: memref<4xi32>, %c: i1, %y: i32) -> i32 {
  %z = arith.constant 0 : i32
  affine.store %z, %a[0] : memref<4xi32>
  affine.parallel (%k) = (0) to (4) {
    scf.if %c {
      func.call @writes(%a) : (memref<4xi32>) -> ()
    }
  }
  %x = affine.load %a[0] : memref<4xi32>
  %q = arith.trunci %x : i32 to i1
  %o = arith.select %q, %x, %y : i32
  return %o : i32
}
