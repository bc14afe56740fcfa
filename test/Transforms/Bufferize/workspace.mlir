// RUN: layout-opt %s --split-input-file --allow-unregistered-dialect --layout-plan-memory=workspace=argument | FileCheck %s

// Buffers that are not alive at the same time share bytes, those of loops are parts of what the
// loop needs, and the memory is looked at before anything is computed.

// CHECK-LABEL: func.func @nested(
// CHECK-SAME:    %[[X:.*]]: memref<16xf32>, %[[MEMORY:.*]]: memref<?xi8> {llvm.noalias}) -> i32
// CHECK-DAG:     %[[NEED:.*]] = arith.constant 192 : index
// CHECK:         %[[SIZE:.*]] = memref.dim %[[MEMORY]]
// CHECK:         %[[SMALL:.*]] = arith.cmpi slt, %[[SIZE]], %[[NEED]]
// CHECK:         %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %[[MEMORY]]
// CHECK:         %[[REST:.*]] = arith.andi %[[ADDRESS]], %{{.*}}
// CHECK:         %[[SKEW:.*]] = arith.cmpi ne, %[[REST]]
// CHECK:         %[[STATUS:.*]] = arith.select %[[SMALL]], %c1_i32, %c2_i32
// CHECK:         %[[BAD:.*]] = arith.ori %[[SMALL]], %[[SKEW]]
// CHECK:         cf.cond_br %[[BAD]], ^[[FAIL:.*]], ^[[BODY:.*]]
// CHECK:       ^[[BODY]]:
// CHECK:         memref.view %[[MEMORY]][%c128{{.*}}][] : memref<?xi8> to memref<16xf32>
// CHECK:         scf.for
// CHECK:           memref.view %[[MEMORY]][%c0{{.*}}][] : memref<?xi8> to memref<16xf32>
// CHECK:           scf.if
// CHECK:             memref.view %[[MEMORY]][%c64{{.*}}][] : memref<?xi8> to memref<8xf32>
// CHECK:           } else {
// CHECK:             memref.view %[[MEMORY]][%c64{{.*}}][] : memref<?xi8> to memref<4xf32>
// CHECK:         memref.view %[[MEMORY]][%c0{{.*}}][] : memref<?xi8> to memref<32xf32>
// CHECK-NOT:     memref.dealloc
// CHECK:         %[[DONE:.*]] = arith.constant 0 : i32
// CHECK:         return %[[DONE]] : i32
// CHECK:       ^[[FAIL]]:
// CHECK:         return %[[STATUS]] : i32
// CHECK-LABEL: func.func @nested_workspace_bytes() -> index
// CHECK:         %[[NEED:.*]] = arith.constant 192 : index
// CHECK:         return %[[NEED]]
func.func @nested(%x: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %true = arith.constant true
  %a = memref.alloc() : memref<16xf32>
  "test.use"(%x, %a) : (memref<16xf32>, memref<16xf32>) -> ()
  scf.for %i = %c0 to %c4 step %c1 {
    %b = memref.alloc() : memref<16xf32>
    scf.if %true {
      %c = memref.alloc() : memref<8xf32>
      "test.use"(%b, %c) : (memref<16xf32>, memref<8xf32>) -> ()
      memref.dealloc %c : memref<8xf32>
    } else {
      %c = memref.alloc() : memref<4xf32>
      "test.use"(%b, %c) : (memref<16xf32>, memref<4xf32>) -> ()
      memref.dealloc %c : memref<4xf32>
    }
    memref.dealloc %b : memref<16xf32>
  }
  %d = memref.alloc() : memref<32xf32>
  "test.use"(%a, %d) : (memref<16xf32>, memref<32xf32>) -> ()
  memref.dealloc %a : memref<16xf32>
  memref.dealloc %d : memref<32xf32>
  return
}

// -----

// A callee gets a part. One that is public returns how it went, which its callers in the module know.

// CHECK-LABEL: func.func private @inner(
// CHECK-SAME:    %{{.*}}: memref<16xf32>, %[[MEMORY:.*]]: memref<?xi8> {llvm.noalias}) {
// CHECK-NEXT:    arith.constant 0
// CHECK-NEXT:    memref.view %[[MEMORY]]
func.func private @inner(%x: memref<16xf32>) {
  %a = memref.alloc() : memref<16xf32>
  "test.use"(%x, %a) : (memref<16xf32>, memref<16xf32>) -> ()
  memref.dealloc %a : memref<16xf32>
  return
}

// CHECK-LABEL: func.func @middle(
// CHECK-SAME:    %[[MEMORY:[^ ]*]]: memref<?xi8> {llvm.noalias}) -> (f32, i32)
// CHECK:         %[[PART:.*]] = memref.view %[[MEMORY]][%c64{{.*}}][%c64{{.*}}] : memref<?xi8> to memref<?xi8>
// CHECK:         call @inner(%{{.*}}, %[[PART]]) : (memref<16xf32>, memref<?xi8>) -> ()
// CHECK:         %[[POISON:.*]] = ub.poison : f32
// CHECK:         return %[[POISON]], %{{.*}} : f32, i32
func.func @middle(%x: memref<16xf32>) -> f32 {
  %a = memref.alloc() : memref<16xf32>
  %c0 = arith.constant 0 : index
  func.call @inner(%a) : (memref<16xf32>) -> ()
  %r = memref.load %a[%c0] : memref<16xf32>
  memref.dealloc %a : memref<16xf32>
  return %r : f32
}

// CHECK-LABEL: func.func @outer(
// CHECK:         %[[PART:.*]] = memref.view %{{.*}}[%c0{{.*}}][%c128{{.*}}] : memref<?xi8> to memref<?xi8>
// CHECK:         %[[R:.*]]:2 = call @middle(%{{.*}}, %[[PART]]) {mine} : (memref<16xf32>, memref<?xi8>) -> (f32, i32)
// CHECK:         return %[[R]]#0, %{{.*}} : f32, i32
// CHECK-LABEL: func.func @outer_workspace_bytes
// CHECK:         arith.constant 128 : index
func.func @outer(%x: memref<16xf32>) -> f32 {
  %r = func.call @middle(%x) {mine} : (memref<16xf32>) -> f32
  return %r : f32
}

// Threads do not share it: each call has its own.
// CHECK-LABEL: func.func @threads(
// CHECK:         scf.parallel
// CHECK:           %[[OWN:.*]] = memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?xi8>
// CHECK-NEXT:      call @inner(%{{.*}}, %[[OWN]])
// CHECK-NEXT:      memref.dealloc %[[OWN]]
// CHECK:           memref.alloc() : memref<4xf32>
// CHECK-LABEL: func.func @threads_workspace_bytes
// CHECK:         arith.constant 0 : index
func.func @threads(%x: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    func.call @inner(%x) : (memref<16xf32>) -> ()
    %a = memref.alloc() : memref<4xf32>
    "test.use"(%a) : (memref<4xf32>) -> ()
    memref.dealloc %a : memref<4xf32>
  }
  return
}

// -----

// Sizes that arguments tell. Buffers of the same size that live one after the other are one.

// CHECK-LABEL: func.func @extents(
// CHECK-SAME:    %[[X:[^ ]*]]: memref<?x4xf32>, %[[F:[^ ]*]]: f32, %[[N:[^ ]*]]: index, %[[MEMORY:[^ ]*]]: memref<?xi8>
// CHECK:         %[[ROWS:.*]] = memref.dim %[[X]]
// CHECK:         %[[COUNT:.*]] = arith.maxsi %[[ROWS]], %c0
// CHECK:         %[[PRODUCT:.*]], %[[HIGH:.*]] = arith.mului_extended %c4{{.*}}, %[[COUNT]]
// CHECK:         %[[LARGE:.*]] = arith.cmpi ne, %[[HIGH]], %c0
// CHECK:         %[[LESS:.*]] = arith.minui %[[PRODUCT]], %c4503599627370496
// CHECK:         %[[BYTES:.*]] = arith.select %[[LARGE]], %c4503599627370496{{.*}}, %[[LESS]]
// CHECK:         %[[UP:.*]] = arith.addi %[[BYTES]], %c63
// CHECK:         %[[LINES:.*]] = arith.andi %[[UP]], %c-64
// CHECK:         %[[END:.*]] = arith.addi %c64{{.*}}, %[[LINES]]
// CHECK:         memref.view %[[MEMORY]][%c64{{.*}}][%{{.*}}] : memref<?xi8> to memref<?xf32>
// CHECK:         memref.view %[[MEMORY]][%c64{{.*}}][%{{.*}}] : memref<?xi8> to memref<?xf32>
// CHECK:         memref.view %[[MEMORY]][%[[END]]][%{{.*}}] : memref<?xi8> to memref<?x3xi16>
// CHECK:         memref.alloc(%{{.*}}) : memref<?xf32>
// CHECK-LABEL: func.func @extents_workspace_bytes(
// CHECK-SAME:    %[[ROWS:[^ ]*]]: index, %[[N:[^ ]*]]: index) -> index
// CHECK:         %[[COUNT:.*]] = arith.maxsi %[[ROWS]], %c0
// CHECK:         %[[PRODUCT:.*]], %[[HIGH:.*]] = arith.mului_extended %c4{{.*}}, %[[COUNT]]
// CHECK:         %[[LARGE:.*]] = arith.cmpi ne, %[[HIGH]], %c0
// CHECK:         %[[LESS:.*]] = arith.minui %[[PRODUCT]], %c4503599627370496
// CHECK:         %[[BYTES:.*]] = arith.select %[[LARGE]], %c4503599627370496{{.*}}, %[[LESS]]
// CHECK:         %[[UP:.*]] = arith.addi %[[BYTES]], %c63
// CHECK:         %[[LINES:.*]] = arith.andi %[[UP]], %c-64
// CHECK:         %[[FIRST:.*]] = arith.addi %c64{{.*}}, %[[LINES]]
// CHECK:         %[[HALF:.*]] = arith.shrui %[[N]]
// CHECK:         %[[COUNT:.*]] = arith.maxsi %[[HALF]], %c0
// CHECK:         arith.mului_extended %c6{{.*}}, %[[COUNT]]
// CHECK-LABEL: func.func @calls(
// CHECK:         memref.dim
// CHECK:         %[[BYTES:.*]] = call @extents_workspace_bytes(
// CHECK:         %[[OWN:.*]] = memref.alloc(%[[BYTES]]) {alignment = 64 : i64}
// CHECK:         call @extents(%{{.*}}, %[[OWN]]) : (memref<?x4xf32>, f32, index, memref<?xi8>) -> i32
func.func @extents(%x: memref<?x4xf32>, %f: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = memref.alloc() : memref<4xf32>
  %rows = memref.dim %x, %c0 : memref<?x4xf32>
  %a = memref.alloc(%rows) : memref<?xf32>
  "test.use"(%a, %s) : (memref<?xf32>, memref<4xf32>) -> ()
  memref.dealloc %a : memref<?xf32>
  %b = memref.alloc(%rows) : memref<?xf32>
  %half = arith.shrui %n, %c1 : index
  %c = memref.alloc(%half) : memref<?x3xi16>
  "test.use"(%b, %c) : (memref<?xf32>, memref<?x3xi16>) -> ()
  memref.dealloc %b : memref<?xf32>
  memref.dealloc %c : memref<?x3xi16>
  %unknown = "test.size"() : () -> index
  %d = memref.alloc(%unknown) : memref<?xf32>
  "test.use"(%d) : (memref<?xf32>) -> ()
  memref.dealloc %d : memref<?xf32>
  memref.dealloc %s : memref<4xf32>
  return
}
func.func @calls(%x: memref<?x4xf32>, %f: f32, %n: index) {
  func.call @extents(%x, %f, %n) : (memref<?x4xf32>, f32, index) -> ()
  return
}

// -----

// Only what is allocated in each call has a size that may be asked for before: here it is negative
// for small numbers, and poison for large shifts.
// CHECK-LABEL: func.func @sometimes(
// CHECK:         scf.if
// CHECK:           memref.alloc(
// CHECK-LABEL: func.func @sometimes_workspace_bytes
// CHECK:         %[[NONE:.*]] = arith.constant 0 : index
// CHECK-NEXT:    return %[[NONE]]
func.func @sometimes(%n: index, %c: i1) {
  %c100 = arith.constant 100 : index
  scf.if %c {
    %m = arith.subi %n, %c100 : index
    %a = memref.alloc(%m) : memref<?xf32>
    "test.use"(%a) : (memref<?xf32>) -> ()
    memref.dealloc %a : memref<?xf32>
  }
  return
}

// What an assertion keeps away may not be counted, nor make poison of the bytes.
// CHECK-LABEL: func.func @asserted(
// CHECK:         arith.subi %{{.*}}, %{{.*}} : index
// CHECK:         arith.maxsi
// CHECK:         cf.cond_br
// CHECK:         memref.alloc(
// CHECK-LABEL: func.func @asserted_workspace_bytes(
// CHECK:         arith.subi %{{.*}}, %{{.*}} : index
// CHECK:         arith.maxsi
func.func @asserted(%n: index, %s: index, %c: i1) {
  %c100 = arith.constant 100 : index
  cf.assert %c, "large"
  %m = arith.subi %n, %c100 overflow<nuw> : index
  %a = memref.alloc(%m) : memref<?xf32>
  "test.use"(%a) : (memref<?xf32>) -> ()
  memref.dealloc %a : memref<?xf32>
  %t = arith.shli %n, %s : index
  %b = memref.alloc(%t) : memref<?xf32>
  "test.use"(%b) : (memref<?xf32>) -> ()
  memref.dealloc %b : memref<?xf32>
  return
}

// A division by what an assertion tells apart from 0 is not computed before it.
// CHECK-LABEL: func.func @divided(
// CHECK:         cf.assert
// CHECK-NEXT:    arith.remui
// CHECK-NEXT:    memref.alloc(
// CHECK:         memref.alloc(
// CHECK-LABEL: func.func @divided_workspace_bytes
// CHECK-NEXT:    %[[NONE:.*]] = arith.constant 0 : index
// CHECK-NEXT:    return %[[NONE]]
func.func @divided(%n: index, %m: index, %c: i1) {
  cf.assert %c, "not 0"
  %r = arith.remui %n, %m : index
  %a = memref.alloc(%r) : memref<?xf32>
  "test.use"(%a) : (memref<?xf32>) -> ()
  memref.dealloc %a : memref<?xf32>
  %q = affine.apply affine_map<()[s0, s1] -> (s0 floordiv s1)>()[%n, %m]
  %b = memref.alloc(%q) : memref<?xf32>
  "test.use"(%b) : (memref<?xf32>) -> ()
  memref.dealloc %b : memref<?xf32>
  return
}

// -----

// A callee that needs nothing gets no bytes, and the call keeps what it says.
// CHECK-LABEL: func.func @nothing(
func.func @nothing(%x: memref<4xf32>) {
  return
}
// CHECK-LABEL: func.func private @between(
// CHECK-SAME:    %[[MEMORY:[^ ]*]]: memref<?xi8>
// CHECK:         memref.view %[[MEMORY]]
// CHECK:         call @nothing
func.func private @between(%x: memref<4xf32>) {
  call @nothing(%x) {no_inline} : (memref<4xf32>) -> ()
  return
}
// CHECK-LABEL: func.func @above(
// CHECK-NOT:     memref.alloc
// CHECK:         call @between
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func @above(%x: memref<4xf32>) {
  call @between(%x) : (memref<4xf32>) -> ()
  return
}

// A function of the same name on a device is another one.
// CHECK:       gpu.module
// CHECK:         call @nothing(%{{.*}}) : (memref<4xf32>) -> ()
gpu.module @device {
  func.func @nothing(%x: memref<4xf32>) {
    return
  }
  func.func @calls(%x: memref<4xf32>) {
    call @nothing(%x) : (memref<4xf32>) -> ()
    return
  }
}

// -----

// Ops of no known dialect, in a module in a module.
// CHECK-LABEL: func.func @within_foreign(
// CHECK-SAME:    memref<?xi8> {llvm.noalias}) -> i32
module @nested_module {
  func.func @within_foreign(%x: memref<4xf32>) {
    "foreign.region"() ({
      %a = memref.alloc() : memref<4xf32>
      "foreign.use"(%a) : (memref<4xf32>) -> ()
      memref.dealloc %a : memref<4xf32>
    }) {names = [@nested_module]} : () -> ()
    return
  }
}

// -----

// A private function that calls itself keeps its allocations.
// CHECK-LABEL: func.func private @recursive(
// CHECK-SAME:    %{{[^,]*}}: memref<16xf32>) {
// CHECK:         memref.alloc
func.func private @recursive(%x: memref<16xf32>) {
  %a = memref.alloc() : memref<16xf32>
  func.call @recursive(%a) : (memref<16xf32>) -> ()
  memref.dealloc %a : memref<16xf32>
  return
}
