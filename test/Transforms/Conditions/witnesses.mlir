// A counterexample is an iteration that bounds and conditions around allow. Where a
// condition comes from what the program loads or computes, or from a loop whose
// iterations are not known, it is a possible one only: what these would have to be
// stands behind an "if".
//
// RUN: layout-opt %s --layout-simplify --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=SIMPLIFY
// RUN: layout-opt %s --layout-overcompute --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=OVER
// RUN: layout-opt %s --layout-merge-loops --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=MERGE
// RUN: layout-opt %s --layout-sequential-access --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=WALK
// RUN: layout-opt %s --layout-remove-noop --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=NOOP

// 299 as an i8 is 43.
// SIMPLIFY: [Analysis] layout-simplify/condition-not-decided{{.*}}the condition may not hold when %{{.*}} = 100"
// OVER:     [Analysis] layout-overcompute/changes-data{{.*}}possible: {{.*}}, if %{{.*}} = 100"
func.func @truncated(%a: memref<300xi32>) {
  %x = arith.constant 7 : i32
  %k = arith.constant 100 : i8
  affine.for %i = 0 to 300 {
    %t = arith.index_cast %i : index to i8
    %c = arith.cmpi slt, %t, %k : i8
    scf.if %c {
      memref.store %x, %a[%i] : memref<300xi32>
    }
  }
  return
}

// -----

// -3 as an unsigned number is no small one.
// SIMPLIFY: [Missed] layout-simplify/condition-not-decided{{.*}}the condition does not hold when 'affine.for' at {{[0-9:]+}} = {{0|1|2|8|9|10|11|12|13|14|15}}"
func.func @unsigned(%a: memref<16xi32>) {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %x = arith.constant 7 : i32
  affine.for %i = 0 to 16 {
    %d = arith.subi %i, %c3 : index
    %c = arith.cmpi ult, %d, %c5 : index
    scf.if %c {
      memref.store %x, %a[%i] : memref<16xi32>
    }
  }
  return
}

// -----

// 0 is no iteration.
// SIMPLIFY: [Analysis] layout-simplify/condition-not-decided{{.*}}the condition may not hold when 'scf.for' at {{[0-9:]+}} = 0"
// OVER:     [Analysis] layout-overcompute/changes-data{{.*}}possible: {{.*}}, if 'scf.for' at {{[0-9:]+}} = 
func.func @iterations(%a: memref<256xi32>) {
  %lb = arith.constant 3 : i8
  %ub = arith.constant 250 : i8
  %s = arith.constant 5 : i8
  %z = arith.constant 0 : i8
  %x = arith.constant 3 : i32
  scf.for unsigned %i = %lb to %ub step %s : i8 {
    %c = arith.cmpi slt, %i, %z : i8
    %u = arith.index_castui %i : i8 to index
    scf.if %c {
      memref.store %x, %a[%u] : memref<256xi32>
    }
  }
  return
}

// -----

// An argument may be anything. What is loaded is assumed: where the second store is
// executed, it overwrites what the first one leaves.
// SIMPLIFY: [Missed] layout-simplify/condition-not-decided{{.*}}the condition does not hold when %{{.*}} = 0
// SIMPLIFY: [Analysis] layout-simplify/condition-not-decided{{.*}}the condition may not hold when %{{.*}} = 5
// OVER:     [Analysis] layout-overcompute/changes-data{{.*}}, if %{{.*}} = 5"
// OVER:     [Analysis] layout-overcompute/changes-data{{.*}}, if %{{.*}} = 5"
func.func @inputs(%b: i1, %m: memref<i32>, %a: memref<1xi32>) {
  %x = arith.constant 3 : i32
  %c5 = arith.constant 5 : i32
  %l = memref.load %m[] : memref<i32>
  %c = arith.cmpi slt, %l, %c5 : i32
  affine.for %i = 0 to 1 {
    scf.if %b {
      affine.store %x, %a[%i] : memref<1xi32>
    }
    scf.if %c {
      affine.store %c5, %a[%i] : memref<1xi32>
    }
  }
  return
}

// -----

// 256 as an unsigned i8 is 0: no iteration reads what a later one writes, and what
// the facts alone leave, that iteration 0 reads element 1, is no counterexample.
// MERGE: [Analysis] layout-merge-loops/not-decided{{.*}}: possible: iteration 'affine.for' at {{[0-9:]+}} = {{[0-9]+}} (if %{{.*}} = [[E:[0-9]+]]) reads %arg0[[[E]]] that
func.func @fused(%a: memref<300xi32> {llvm.noalias}, %b: memref<300xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 0 to 300 {
    affine.store %x, %a[%i] : memref<300xi32>
  }
  affine.for %i = 0 to 300 {
    %t = arith.index_cast %i : index to i8
    %u = arith.index_castui %t : i8 to index
    %l = memref.load %a[%u] : memref<300xi32>
    affine.store %l, %b[%i] : memref<300xi32>
  }
  return
}

// -----

// As long as no number is too large for its type, what is found is so.
// MERGE: [Missed] layout-merge-loops/dependence{{.*}}iteration 'affine.for' at {{[0-9:]+}} = {{[0-9]+}} reads %{{.*}}[{{[0-9]+}}] that iteration 'affine.for' at {{[0-9:]+}} = {{[0-9]+}} wrote"
func.func @followed(%a: memref<100xi32> {llvm.noalias}, %b: memref<100xi32> {llvm.noalias}, %x: i32) {
  %one = arith.constant 1 : i8
  affine.for %i = 0 to 99 {
    affine.store %x, %a[%i] : memref<100xi32>
  }
  affine.for %i = 0 to 99 {
    %t = arith.index_cast %i : index to i8
    %n = arith.addi %t, %one : i8
    %u = arith.index_cast %n : i8 to index
    %l = memref.load %a[%u] : memref<100xi32>
    affine.store %l, %b[%i] : memref<100xi32>
  }
  return
}

// -----

// A caller may pass one buffer as both, so this one is so.
// MERGE: [Missed] layout-merge-loops/dependence{{.*}}iteration 'affine.for' at {{[0-9:]+}} = {{[0-9]+}} reads %{{.*}}[{{[0-9]+}}] that iteration 'affine.for' at {{[0-9:]+}} = {{[0-9]+}} wrote as %{{.*}}[{{[0-9]+}}], if these are one memory: state llvm.noalias if they are not"
func.func @one_buffer_twice(%a: memref<100xi32>, %b: memref<100xi32>, %c: memref<100xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 0 to 99 {
    affine.store %x, %a[%i] : memref<100xi32>
  }
  affine.for %i = 0 to 99 {
    %l = affine.load %b[%i + 1] : memref<100xi32>
    affine.store %l, %c[%i] : memref<100xi32>
  }
  return
}

// -----

// Two windows into one buffer meet in its elements.
// MERGE: [Missed] layout-merge-loops/dependence{{.*}}iteration {{.*}} = 0 reads %{{.*}}[[[AT:[0-9]+]]] that iteration {{.*}} = [[AT]] wrote"
func.func @windows(%a: memref<100xi32> {llvm.noalias}, %c: memref<100xi32> {llvm.noalias}, %n: index, %x: i32) {
  %v = memref.subview %a[0] [50] [1] : memref<100xi32> to memref<50xi32, strided<[1]>>
  %w = memref.subview %a[%n] [50] [1] : memref<100xi32> to memref<50xi32, strided<[1], offset: ?>>
  affine.for %i = 0 to 50 {
    affine.store %x, %v[%i] : memref<50xi32, strided<[1]>>
  }
  affine.for %i = 0 to 50 {
    %l = affine.load %w[%i] : memref<50xi32, strided<[1], offset: ?>>
    affine.store %l, %c[%i] : memref<100xi32>
  }
  return
}

// -----

// Of a reinterpreted buffer it is not followed where they meet.
// MERGE: [Analysis] layout-merge-loops/not-decided{{.*}}%{{.*}} and %{{.*}} may be the same memory; state llvm.noalias if they are not"
func.func @reinterpreted(%a: memref<100xi32> {llvm.noalias}, %c: memref<100xi32> {llvm.noalias}, %n: index, %x: i32) {
  %v = memref.subview %a[0] [50] [1] : memref<100xi32> to memref<50xi32, strided<[1]>>
  %w = memref.reinterpret_cast %a to offset: [%n], sizes: [50], strides: [1] : memref<100xi32> to memref<50xi32, strided<[1], offset: ?>>
  affine.for %i = 0 to 50 {
    affine.store %x, %v[%i] : memref<50xi32, strided<[1]>>
  }
  affine.for %i = 0 to 50 {
    %l = affine.load %w[%i] : memref<50xi32, strided<[1], offset: ?>>
    affine.store %l, %c[%i] : memref<100xi32>
  }
  return
}

// -----

// What is outside of a buffer is read by nobody: %n is 1, or the program is wrong.
// MERGE: [Missed] layout-merge-loops/dependence{{.*}}iteration 'affine.for' at {{[0-9:]+}} = 0 reads %{{.*}}[1] that iteration 'affine.for' at {{[0-9:]+}} = 1 wrote"
func.func @inside(%a: memref<2xi32> {llvm.noalias}, %b: memref<2xi32> {llvm.noalias}, %n: index, %x: i32) {
  affine.for %i = 0 to 2 {
    affine.store %x, %a[%i * 1] : memref<2xi32>
  }
  affine.for %i = 0 to 2 {
    %l = affine.load %a[symbol(%n)] : memref<2xi32>
    affine.store %l, %b[%i] : memref<2xi32>
  }
  return
}

// -----

// Nor by a loop behind a branch that nothing is known of.
// MERGE: [Analysis] layout-merge-loops/not-decided{{.*}}: possible: {{.*}}, if 'cf.cond_br' executes it then"
func.func @behind_branch(%a: memref<9xi32> {llvm.noalias}, %b: memref<9xi32> {llvm.noalias}, %n: i32, %x: i32) {
  %c0 = arith.constant 0 : i32
  %positive = arith.cmpi sgt, %n, %c0 : i32
  cf.cond_br %positive, ^first, ^last
^first:
  affine.for %i = 0 to 8 {
    affine.store %x, %a[%i] : memref<9xi32>
  }
  affine.for %i = 0 to 8 {
    %l = affine.load %a[%i + 1] : memref<9xi32>
    affine.store %l, %b[%i] : memref<9xi32>
  }
  cf.br ^last
^last:
  return
}

// -----

// Of an outer loop that has an iteration only if %n is 3 or more, that much is so.
// MERGE: [Missed] layout-merge-loops/dependence{{.*}}reads %{{.*}}[3] that
func.func @around(%a: memref<9xi32> {llvm.noalias}, %b: memref<9xi32> {llvm.noalias}, %n: index, %x: i32) {
  affine.for %o = 2 to %n {
    affine.for %i = 0 to 4 {
      affine.store %x, %a[%i] : memref<9xi32>
    }
    affine.for %i = 0 to 4 {
      affine.if affine_set<(d0)[s0] : (3 - s0 >= 0)>(%i)[%n] {
        %l = affine.load %a[symbol(%n)] : memref<9xi32>
        affine.store %l, %b[%i] : memref<9xi32>
      }
    }
  }
  return
}

// -----

// Nothing changes places but writes that are far apart: 256 iterations.
// WALK: [Analysis] layout-sequential-access/not-decided{{.*}}: possible: {{.*}} (if %{{.*}} = {{[0-9]+}})
func.func @walked(%a: memref<100x3xi32> {layout.sequential, llvm.noalias}, %c: memref<300xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 100 {
      %k = affine.apply affine_map<(d0, d1) -> (100 * d0 + d1)>(%i, %j)
      %t = arith.index_cast %k : index to i8
      %u = arith.index_castui %t : i8 to index
      %l = memref.load %c[%u] : memref<300xi32>
      affine.store %l, %a[%j, %i] : memref<100x3xi32>
      affine.store %x, %c[%k] : memref<300xi32>
    }
  }
  return
}

// -----

// No remainder by 5 is 5.
// NOOP: [Analysis] layout-remove-noop/not-known{{.*}}"cannot determine whether the store is needed: no later read of the element is found, and none can be excluded"
func.func @remainder(%b: memref<2xi32> {llvm.noalias}, %n: index, %x: i32) {
  %c5 = arith.constant 5 : index
  %a = memref.alloc() : memref<16xi32>
  %m = arith.remsi %n, %c5 : index
  memref.store %x, %a[%m] : memref<16xi32>
  affine.for %j = 0 to 2 {
    %l = affine.load %a[%j + 5] : memref<16xi32>
    affine.store %l, %b[%j] : memref<2xi32>
  }
  return
}

// -----

// No i8 is 128 or more: what is left is overwritten.
// NOOP: [Analysis] layout-remove-noop/not-known{{.*}}"cannot determine whether the store is needed: no later read of the element is found, and none can be excluded"
func.func @left(%a: memref<300xi32> {llvm.noalias}, %i: i8, %x: i32) {
  %n = arith.index_cast %i : i8 to index
  memref.store %x, %a[%n] : memref<300xi32>
  affine.for %j = 0 to 128 {
    affine.store %x, %a[%j] : memref<300xi32>
  }
  return
}

// -----

// A write whose condition is not read may have come first.
// NOOP: [Analysis] layout-remove-noop/not-known{{.*}}is needed at the return when 'affine.for' at {{[0-9:]+}} = {{[0-9]+}}, if 'affine.store' does not overwrite it first"
// NOOP: [Analysis] layout-remove-noop/not-known{{.*}}possible: {{.*}}, if %{{.*}} = 1"
func.func @perhaps_overwritten(%a: memref<4xi32> {llvm.noalias}, %f: f32, %g: f32, %x: i32, %y: i32) {
  affine.for %i = 0 to 4 {
    affine.store %x, %a[%i] : memref<4xi32>
  }
  affine.for %i = 0 to 4 {
    %c = arith.cmpf olt, %f, %g : f32
    scf.if %c {
      affine.store %y, %a[%i] : memref<4xi32>
    }
  }
  return
}

// -----

// What nobody writes is loaded twice: where the store is, nothing is read.
// NOOP: [Analysis] layout-remove-noop/not-known{{.*}}possible: {{.*}}, if %{{.*}} = 0, %{{.*}} = {{-?[1-9]}}
func.func @loaded_twice(%c: memref<8xi32> {llvm.noalias}, %b: memref<8xi32> {llvm.noalias}, %x: i32) {
  %z = arith.constant 0 : i32
  %a = memref.alloc() : memref<8xi32>
  affine.for %i = 0 to 8 {
    %l = affine.load %c[%i] : memref<8xi32>
    %p = arith.cmpi eq, %l, %z : i32
    scf.if %p { affine.store %x, %a[%i] : memref<8xi32> }
  }
  affine.for %i = 0 to 8 {
    %l = affine.load %c[%i] : memref<8xi32>
    %p = arith.cmpi ne, %l, %z : i32
    scf.if %p { %q = affine.load %a[%i] : memref<8xi32>
      affine.store %q, %b[%i] : memref<8xi32> }
  }
  memref.dealloc %a : memref<8xi32>
  return
}

// -----

// The same of two loops.
// MERGE: [Analysis] layout-merge-loops/not-decided{{.*}}: possible: {{.*}} (if %{{.*}} = {{-?[1-9][0-9]*}}) reads {{.*}} (if %{{.*}} = 0) wrote
func.func @loaded_in_two_loops(%c: memref<1xi32> {llvm.noalias}, %a: memref<9xi32> {llvm.noalias}, %b: memref<8xi32> {llvm.noalias}, %x: i32) {
  %z = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 8 {
    %l = affine.load %c[0] : memref<1xi32>
    %p = arith.cmpi eq, %l, %z : i32
    scf.if %p { affine.store %x, %a[%i] : memref<9xi32> }
  }
  affine.for %i = 0 to 8 {
    %l = affine.load %c[0] : memref<1xi32>
    %p = arith.cmpi ne, %l, %z : i32
    scf.if %p { %q = affine.load %a[%i + 1] : memref<9xi32>
      affine.store %q, %b[%i] : memref<8xi32> }
  }
  return
}

// -----

// And of two iterations of one.
// WALK: [Analysis] layout-sequential-access/not-decided{{.*}}: possible: {{.*}} (if %{{.*}} = {{-?[1-9][0-9]*}}) reads {{.*}} (if %{{.*}} = 0) wrote
func.func @loaded_in_two_iterations(%c: memref<1xi32> {llvm.noalias}, %a: memref<8x8xi32> {layout.sequential, llvm.noalias}, %b: memref<8x8xi32> {llvm.noalias}, %x: i32) {
  %z = arith.constant 0 : i32
  affine.for %j = 1 to 8 {
   affine.for %i = 0 to 7 {
    %l = affine.load %c[0] : memref<1xi32>
    %p = arith.cmpi eq, %l, %z : i32
    scf.if %p { affine.store %x, %a[%i, %j] : memref<8x8xi32> }
    %r = arith.cmpi ne, %l, %z : i32
    scf.if %r { %q = affine.load %a[%i + 1, %j - 1] : memref<8x8xi32>
      affine.store %q, %b[%i, %j] : memref<8x8xi32> }
   }
  }
  return
}

// -----

// Of two loops, one starts where the other ends.
// NOOP: [Analysis] layout-remove-noop/not-known{{.*}}possible: {{.*}}, if %{{.*}} = [[#BEYOND:]], %{{.*}} = {{[0-9]+}}"
func.func @loaded_bounds(%c: memref<1xindex> {llvm.noalias}, %b: memref<16xi32> {llvm.noalias}, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<16xi32>
  %n = memref.load %c[%c0] : memref<1xindex>
  scf.for %i = %c0 to %n step %c1 { memref.store %x, %a[%i] : memref<16xi32> }
  %m = memref.load %c[%c0] : memref<1xindex>
  %c16 = arith.constant 16 : index
  scf.for %i = %m to %c16 step %c1 { %q = memref.load %a[%i] : memref<16xi32>
      memref.store %q, %b[%i] : memref<16xi32> }
  memref.dealloc %a : memref<16xi32>
  return
}

// -----

// A run that ends at the assertion reads nothing.
// SIMPLIFY: [Missed] layout-simplify/condition-not-decided{{.*}}the condition does not hold when %arg3 = {{9|[1-9][0-9]+}}, 'affine.for' at
// MERGE: [Analysis] layout-merge-loops/not-decided{{.*}}out of bounds or never executed; remove such accesses"
// NOOP: [Analysis] layout-remove-noop/not-known{{.*}}no later read of the element is found, and none can be excluded"
func.func @asserted(%a: memref<9xi32> {llvm.noalias}, %b: memref<9xi32> {llvm.noalias}, %x: i32, %n: index) {
  %c8 = arith.constant 8 : index
  %p = arith.cmpi sgt, %n, %c8 : index
  cf.assert %p, "n"
  affine.for %i = 0 to 9 { affine.store %x, %a[%i] : memref<9xi32> }
  affine.for %i = 0 to 9 {
    affine.if affine_set<(i)[n] : (i - n >= 0, 7 - i >= 0)>(%i)[%n] {
      %q = affine.load %a[%i + 1] : memref<9xi32>
      affine.store %q, %b[%i] : memref<9xi32> }
  }
  return
}

// -----

// Two loads: each iteration assumes its own.
// MERGE: [Analysis] layout-merge-loops/not-decided{{.*}}possible: iteration 'affine.for' at {{[0-9:]+}} = {{[0-9]+}} (if %{{.*}} = [[E:[0-9]+]]) reads %{{.*}}[[[E]]] that iteration 'affine.for' at {{[0-9:]+}} = {{[0-9]+}} (if %{{.*}} = [[E]]) wrote"
func.func @loaded_indices(%c: memref<8xindex> {llvm.noalias}, %a: memref<9xi32> {llvm.noalias}, %b: memref<8xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 0 to 8 {
    %l = affine.load %c[%i] : memref<8xindex>
    memref.store %x, %a[%l] : memref<9xi32>
  }
  affine.for %i = 0 to 8 {
    %l = affine.load %c[%i] : memref<8xindex>
    %q = memref.load %a[%l] : memref<9xi32>
    affine.store %q, %b[%i] : memref<8xi32>
  }
  return
}
