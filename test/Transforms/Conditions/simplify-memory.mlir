// What is known of the contents of memory decides loads and conditions.
// RUN: layout-opt %s --layout-simplify --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-simplify --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK

// AU-11: the promise decides the condition, and stays.
// CHECK-LABEL: @assumed_element
// CHECK:       layout.assume
// CHECK-NOT:   scf.if
// CHECK:       affine.store %c42
func.func @assumed_element(%a: memref<16xi32>) {
  %c0 = arith.constant 0 : i32
  %c42 = arith.constant 42 : i32
  %x = affine.load %a[0] : memref<16xi32>
  %p = arith.cmpi eq, %x, %c0 : i32
  layout.assume %p : i1
  %y = affine.load %a[0] : memref<16xi32>
  %q = arith.cmpi eq, %y, %c0 : i32
  scf.if %q {
    affine.store %c42, %a[0] : memref<16xi32>
  }
  return
}

// -----

// AU-13: the promise speaks of i >= 14 only.
// CHECK-LABEL: @partly_assumed
// CHECK:       layout.assume
// CHECK:       affine.for %[[I:.*]] = 0 to 16
// CHECK:         scf.if
// CHECK-NOT:       scf.if
// CHECK:           affine.store %c42
// CHECK-NEXT:    } else {
// CHECK-NEXT:      affine.load
// CHECK-NEXT:      arith.cmpi eq
// CHECK-NEXT:      scf.if
// CHECK-NEXT:        affine.store %c100
// REMARK-DAG:  [Missed] layout-simplify/load-not-known{{.*}}cannot determine what the load reads
func.func @partly_assumed(%a: memref<16xi32>) {
  %c0 = arith.constant 0 : i32
  %c42 = arith.constant 42 : i32
  %c100 = arith.constant 100 : i32
  %c14 = arith.constant 14 : index
  affine.for %i = 0 to 16 {
    %r = arith.cmpi sge, %i, %c14 : index
    scf.if %r {
      %x = memref.load %a[%i] : memref<16xi32>
      %p = arith.cmpi eq, %x, %c0 : i32
      layout.assume %p : i1
    }
  }
  affine.for %i = 0 to 16 {
    %r = arith.cmpi sge, %i, %c14 : index
    scf.if %r {
      %x = memref.load %a[%i] : memref<16xi32>
      %p = arith.cmpi eq, %x, %c0 : i32
      scf.if %p {
        affine.store %c42, %a[%i] : memref<16xi32>
      }
    } else {
      %x = affine.load %a[%i] : memref<16xi32>
      %p = arith.cmpi eq, %x, %c0 : i32
      scf.if %p {
        affine.store %c100, %a[%i] : memref<16xi32>
      }
    }
  }
  return
}

// -----

// AU-13 with the promise as `not cond or A[i] == 0`.
// CHECK-LABEL: @assumed_under_a_condition
// CHECK:       layout.assume
// CHECK:       affine.for %{{.*}} = 14 to 16
// CHECK-NOT:     scf.if
// CHECK:         affine.store %c42
// CHECK:       affine.for %{{.*}} = 13 to 16
// CHECK-NEXT:    affine.load
// CHECK:         scf.if
func.func @assumed_under_a_condition(%a: memref<16xi32>, %b: memref<16xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %c42 = arith.constant 42 : i32
  %c14 = arith.constant 14 : index
  affine.for %i = 0 to 16 {
    %r = arith.cmpi slt, %i, %c14 : index
    %x = affine.load %a[%i] : memref<16xi32>
    %p = arith.cmpi eq, %x, %c0 : i32
    %either = arith.ori %r, %p : i1
    layout.assume %either : i1
  }
  affine.for %i = 14 to 16 {
    %x = affine.load %a[%i] : memref<16xi32>
    %p = arith.cmpi eq, %x, %c0 : i32
    scf.if %p {
      affine.store %c42, %b[%i] : memref<16xi32>
    }
  }
  affine.for %i = 13 to 16 {
    %x = affine.load %a[%i] : memref<16xi32>
    %p = arith.cmpi eq, %x, %c0 : i32
    scf.if %p {
      affine.store %c42, %b[%i] : memref<16xi32>
    }
  }
  return
}

// -----

// AU-15: the promise speaks of other elements.
// CHECK-LABEL: @assumed_elsewhere
// CHECK:       affine.for %{{.*}} = 0 to 14
// CHECK-NEXT:    affine.load
// CHECK:         scf.if
// REMARK-DAG:  [Missed] layout-simplify/load-not-known{{.*}}it may hold what the caller stored
func.func @assumed_elsewhere(%a: memref<16xi32>) {
  %c0 = arith.constant 0 : i32
  %c42 = arith.constant 42 : i32
  affine.for %i = 14 to 16 {
    %x = affine.load %a[%i] : memref<16xi32>
    %p = arith.cmpi eq, %x, %c0 : i32
    layout.assume %p : i1
  }
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<16xi32>
    %p = arith.cmpi eq, %x, %c0 : i32
    scf.if %p {
      affine.store %c42, %a[%i] : memref<16xi32>
    }
  }
  return
}

// -----

// AU-17, exactly: the first test goes; at the third A[i] is 5 or 17, so it goes
// with its body.
// CHECK-LABEL: @prior_to_overwritten
// CHECK:       affine.for %[[I:.*]] = 0 to 16
// CHECK-NOT:     scf.if
// CHECK:         affine.store %c17
// CHECK:         affine.if
// CHECK-NEXT:      affine.store %c5
// CHECK-NOT:   scf.if
// CHECK:       return
func.func @prior_to_overwritten(%a: memref<16xi32>) {
  %c0 = arith.constant 0 : i32
  %c5 = arith.constant 5 : i32
  %c17 = arith.constant 17 : i32
  %c42 = arith.constant 42 : i32
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xi32>
    %p = arith.cmpi eq, %x, %c0 : i32
    layout.assume %p : i1
  }
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xi32>
    %p = arith.cmpi eq, %x, %c0 : i32
    scf.if %p {
      affine.store %c17, %a[%i] : memref<16xi32>
    }
    affine.if affine_set<(i) : (i == 0)>(%i) {
      affine.store %c5, %a[%i] : memref<16xi32>
    }
    %y = affine.load %a[%i] : memref<16xi32>
    %q = arith.cmpi eq, %y, %c0 : i32
    scf.if %q {
      affine.store %c42, %a[%i] : memref<16xi32>
    }
  }
  return
}

// -----

// AU-18: known through three increments, which stay.
// CHECK-LABEL: @transitive_value
// CHECK:       layout.assume
// CHECK-COUNT-3: affine.store
// CHECK-NOT:   scf.if
// CHECK:       affine.store %c42
func.func @transitive_value(%a: memref<16xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c42 = arith.constant 42 : i32
  %x = affine.load %a[0] : memref<16xi32>
  %p = arith.cmpi eq, %x, %c0 : i32
  layout.assume %p : i1
  %x1 = affine.load %a[0] : memref<16xi32>
  %y1 = arith.addi %x1, %c1 : i32
  affine.store %y1, %a[0] : memref<16xi32>
  %x2 = affine.load %a[0] : memref<16xi32>
  %y2 = arith.addi %x2, %c1 : i32
  affine.store %y2, %a[0] : memref<16xi32>
  %x3 = affine.load %a[0] : memref<16xi32>
  %y3 = arith.addi %x3, %c1 : i32
  affine.store %y3, %a[0] : memref<16xi32>
  %z = affine.load %a[0] : memref<16xi32>
  %q = arith.cmpi eq, %z, %c3 : i32
  scf.if %q {
    affine.store %c42, %a[0] : memref<16xi32>
  }
  return
}

// -----

// AU-19: ranges, and relations between two elements.
// CHECK-LABEL: @ranges_and_relations
// CHECK-COUNT-2: layout.assume
// CHECK-NOT:   scf.if
// CHECK:       affine.store
func.func @ranges_and_relations(%a: memref<16xi32>, %b: memref<16xi32> {llvm.noalias}) {
  %c5 = arith.constant 5 : i32
  %c6 = arith.constant 6 : i32
  %x = affine.load %a[0] : memref<16xi32>
  %y = affine.load %a[1] : memref<16xi32>
  %p = arith.cmpi slt, %x, %c5 : i32
  layout.assume %p : i1
  %q = arith.cmpi sgt, %x, %y : i32
  layout.assume %q : i1
  %z = affine.load %a[1] : memref<16xi32>
  %r = arith.cmpi slt, %z, %c6 : i32
  scf.if %r {
    affine.store %c5, %b[0] : memref<16xi32>
  }
  return
}

// -----

// SM-11, with indices, which do not wrap around: A[0] is n + 1 at the second
// test.
// CHECK-LABEL: @altered_contents
// CHECK:       scf.if
// CHECK:         affine.store
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @altered_contents(%a: memref<1xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = affine.load %a[0] : memref<1xindex>
  %p = arith.cmpi eq, %x, %n : index
  scf.if %p {
    %y = affine.load %a[0] : memref<1xindex>
    %z = arith.addi %y, %c1 : index
    affine.store %z, %a[0] : memref<1xindex>
    %w = affine.load %a[0] : memref<1xindex>
    %q = arith.cmpi eq, %w, %n : index
    scf.if %q {
      affine.store %c0, %a[0] : memref<1xindex>
    }
  }
  return
}

// -----

// SM-55: the else is taken. In a fixed width the sum needs its flag.
// CHECK-LABEL: @altered_else
// CHECK:       scf.if
// CHECK:         affine.store
// CHECK-NOT:     scf.if
// CHECK:         affine.store %c10
// CHECK-NOT:     affine.store
// CHECK:       return
func.func @altered_else(%a: memref<1xi32>, %n: i32) {
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %c10 = arith.constant 10 : i32
  %x = affine.load %a[0] : memref<1xi32>
  %p = arith.cmpi eq, %x, %n : i32
  scf.if %p {
    %y = affine.load %a[0] : memref<1xi32>
    %z = arith.addi %y, %c1 overflow<nsw> : i32
    affine.store %z, %a[0] : memref<1xi32>
    %w = affine.load %a[0] : memref<1xi32>
    %q = arith.cmpi eq, %w, %n : i32
    scf.if %q {
      affine.store %c5, %a[0] : memref<1xi32>
    } else {
      affine.store %c10, %a[0] : memref<1xi32>
    }
  }
  return
}

// -----

// None of the values that the element may hold satisfies the condition; one of
// them satisfies the other.
// CHECK-LABEL: @one_of_several_values
// CHECK:       affine.for %[[I:.*]] = 1 to 16
// CHECK-NOT:     scf.if
// CHECK:         affine.store %c0
// CHECK:       affine.for %[[J:.*]] = 0 to 16
// CHECK:         scf.if
func.func @one_of_several_values(%a: memref<16xi32> {llvm.noalias}, %b: memref<16xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    %v = arith.index_cast %i : index to i32
    affine.store %v, %a[%i] : memref<16xi32>
  }
  affine.for %i = 1 to 16 {
    %x = affine.load %a[%i] : memref<16xi32>
    %p = arith.cmpi sgt, %x, %c0 : i32
    scf.if %p {
      affine.store %c0, %b[%i] : memref<16xi32>
    }
  }
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xi32>
    %p = arith.cmpi sgt, %x, %c0 : i32
    scf.if %p {
      affine.store %c0, %b[%i] : memref<16xi32>
    }
  }
  return
}

// -----

// SM-57
// CHECK-LABEL: @stored_value
// CHECK:       affine.store %c0
// CHECK-NOT:   scf.if
// CHECK:       affine.store %c42
// REMARK-DAG:  [Passed] layout-simplify/load-known{{.*}}what the load reads is known: a constant
func.func @stored_value(%a: memref<1xi32>) {
  %c0 = arith.constant 0 : i32
  %c42 = arith.constant 42 : i32
  affine.store %c0, %a[0] : memref<1xi32>
  %x = affine.load %a[0] : memref<1xi32>
  %p = arith.cmpi eq, %x, %c0 : i32
  scf.if %p {
    affine.store %c42, %a[0] : memref<1xi32>
  }
  return
}

// -----

// SM-60: unknown for i != 0.
// CHECK-LABEL: @scoped_store
// CHECK:       affine.for
// CHECK:         affine.if
// CHECK:         affine.load
// CHECK:         scf.if
// REMARK-DAG:  [Missed] layout-simplify/load-not-known{{.*}}it may hold what the caller stored when %{{.*}} = 
func.func @scoped_store(%a: memref<16xi32>) {
  %c0 = arith.constant 0 : i32
  %c42 = arith.constant 42 : i32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (i == 0)>(%i) {
      affine.store %c0, %a[%i] : memref<16xi32>
    }
    %x = affine.load %a[%i] : memref<16xi32>
    %p = arith.cmpi eq, %x, %c0 : i32
    scf.if %p {
      affine.store %c42, %a[%i] : memref<16xi32>
    }
  }
  return
}

// -----

// SM-61: B[0] changes from one iteration to the next.
// CHECK-LABEL: @loop_dependent
// CHECK:       affine.for
// CHECK:         affine.load
// CHECK:         scf.if
// REMARK-DAG:  [Missed] layout-simplify/load-not-known{{.*}}this op writes another or an unknown value to it
func.func @loop_dependent(%a: memref<16xi32> {llvm.noalias}, %b: memref<1xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %c10 = arith.constant 10 : i32
  affine.store %c0, %b[0] : memref<1xi32>
  affine.for %i = 0 to 16 {
    %x = affine.load %b[0] : memref<1xi32>
    %p = arith.cmpi slt, %x, %c10 : i32
    scf.if %p {
      %y = memref.load %a[%i] : memref<16xi32>
      %z = arith.muli %y, %c2 : i32
      %w = affine.load %b[0] : memref<1xi32>
      %v = arith.addi %z, %w : i32
      affine.store %v, %b[0] : memref<1xi32>
    } else {
      %y = memref.load %a[%i] : memref<16xi32>
      %w = affine.load %b[0] : memref<1xi32>
      %v = arith.addi %y, %w : i32
      affine.store %v, %b[0] : memref<1xi32>
    }
  }
  return
}

// -----

// SM-63 and SM-65
// CHECK-LABEL: @not_a_condition
// CHECK:       affine.store %c0
// CHECK-NOT:   arith.addi
// CHECK:       affine.store %c1_
// CHECK:       affine.store %c5
// CHECK-NOT:   arith.addi
// CHECK:       affine.store %c12
func.func @not_a_condition(%a: memref<1xi32> {llvm.noalias}, %b: memref<1xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %c7 = arith.constant 7 : i32
  affine.store %c0, %a[0] : memref<1xi32>
  %x = affine.load %a[0] : memref<1xi32>
  %y = arith.addi %x, %c1 : i32
  affine.store %y, %a[0] : memref<1xi32>
  affine.store %c5, %b[0] : memref<1xi32>
  %z = affine.load %b[0] : memref<1xi32>
  %w = arith.addi %z, %c7 : i32
  affine.store %w, %b[0] : memref<1xi32>
  return
}

// -----

// SM-66: a vector is stored to a region.
// CHECK-LABEL: @stored_vector
// CHECK:       vector.store
// CHECK-NOT:   scf.if
// CHECK:       affine.store %c42
// CHECK-NOT:   scf.if
// CHECK:       affine.store %c60
// CHECK:       affine.load %{{.*}}[4]
// CHECK:       scf.if
func.func @stored_vector(%a: memref<16xi32>) {
  %c0 = arith.constant 0 : i32
  %c42 = arith.constant 42 : i32
  %c60 = arith.constant 60 : i32
  %first = arith.constant 0 : index
  %zeros = vector.broadcast %c0 : i32 to vector<4xi32>
  vector.store %zeros, %a[%first] : memref<16xi32>, vector<4xi32>
  %x = affine.load %a[0] : memref<16xi32>
  %p = arith.cmpi eq, %x, %c0 : i32
  scf.if %p {
    affine.store %c42, %a[0] : memref<16xi32>
  }
  %y = affine.load %a[1] : memref<16xi32>
  %q = arith.cmpi eq, %y, %c0 : i32
  scf.if %q {
    affine.store %c60, %a[1] : memref<16xi32>
  }
  %z = affine.load %a[4] : memref<16xi32>
  %r = arith.cmpi eq, %z, %c0 : i32
  scf.if %r {
    affine.store %c60, %a[4] : memref<16xi32>
  }
  return
}

// -----

// SM-79: the first body changes the second test, so they do not merge.
// CHECK-LABEL: @memory_in_between
// CHECK-COUNT-2: scf.if
// REMARK-DAG:  [Missed] layout-simplify/load-not-known
func.func @memory_in_between(%a: memref<16xi32>, %i: index) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %x = memref.load %a[%i] : memref<16xi32>
  %p = arith.cmpi slt, %x, %c0 : i32
  scf.if %p {
    %y = arith.addi %x, %c1 : i32
    memref.store %y, %a[%i] : memref<16xi32>
  }
  %z = memref.load %a[%i] : memref<16xi32>
  %q = arith.cmpi slt, %z, %c0 : i32
  scf.if %q {
    memref.store %c0, %a[%i] : memref<16xi32>
  }
  return
}

// -----

// The same element read twice: the branches merge.
// CHECK-LABEL: @same_memory_in_between
// CHECK:       memref.load
// CHECK-NOT:   memref.load
// CHECK:       scf.if
// CHECK-NEXT:    memref.store
// CHECK-NEXT:    memref.store
// CHECK-NOT:   scf.if
func.func @same_memory_in_between(%a: memref<16xi32> {llvm.noalias}, %b: memref<16xi32> {llvm.noalias}, %i: index) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %x = memref.load %a[%i] : memref<16xi32>
  %p = arith.cmpi slt, %x, %c0 : i32
  scf.if %p {
    memref.store %c1, %b[%i] : memref<16xi32>
  }
  %z = memref.load %a[%i] : memref<16xi32>
  %q = arith.cmpi slt, %z, %c0 : i32
  scf.if %q {
    memref.store %c0, %a[%i] : memref<16xi32>
  }
  return
}

// -----

// A write to what may be the same memory ends what is known.
// CHECK-LABEL: @may_alias
// CHECK:       affine.store
// CHECK-NEXT:  affine.store
// CHECK-NEXT:  affine.load
func.func @may_alias(%a: memref<16xi32>, %b: memref<16xi32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  affine.store %c0, %a[0] : memref<16xi32>
  affine.store %c1, %b[0] : memref<16xi32>
  %x = affine.load %a[0] : memref<16xi32>
  return %x : i32
}

// -----

// So does a call, for what it may reach.
// CHECK-LABEL: @call_between
// CHECK:       call @unknown
// CHECK-NEXT:  affine.load %arg0
// CHECK-NOT:   affine.load
// CHECK:       return %{{.*}}, %c1
func.func private @unknown()
func.func @call_between(%a: memref<16xi32>) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %b = memref.alloc() : memref<16xi32>
  affine.store %c0, %a[0] : memref<16xi32>
  affine.store %c1, %b[0] : memref<16xi32>
  call @unknown() : () -> ()
  %x = affine.load %a[0] : memref<16xi32>
  %y = affine.load %b[0] : memref<16xi32>
  memref.dealloc %b : memref<16xi32>
  return %x, %y : i32, i32
}

// -----

// A pad stage, then a read of it: the physical buffer of [14] -> [4, 4].
// CHECK-LABEL: @pad_stage
// CHECK:       affine.store %arg1
// CHECK:       affine.for
// CHECK:       affine.for
// CHECK-NOT:   affine.load
// CHECK:         affine.store %c0
func.func @pad_stage(%b: memref<14xi32> {llvm.noalias}, %v: i32, %c: memref<4x4xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %a = memref.alloc() : memref<4x4xi32>
  affine.for %i = 0 to 14 {
    affine.store %v, %a[%i floordiv 4, %i mod 4] : memref<4x4xi32>
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(i, j) : (i - 3 == 0, j - 2 >= 0)>(%i, %j) {
        affine.store %c0, %a[%i, %j] : memref<4x4xi32>
      }
    }
  }
  affine.for %j = 2 to 4 {
    %x = affine.load %a[3, %j] : memref<4x4xi32>
    affine.store %x, %c[3, %j] : memref<4x4xi32>
  }
  memref.dealloc %a : memref<4x4xi32>
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
#V = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<value (a, b) -> (4 * a + b)>>
#U = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>

// Promised padding: a constant, a number by its place; nothing of undef.
// CHECK-LABEL: @promised_padding
// CHECK:       return %c7{{.*}}, %c14{{.*}}, %[[X:.*]], %[[Y:.*]] :
func.func @promised_padding(%a: memref<4x4xi32> {llvm.noalias}, %b: memref<4x4xi32> {llvm.noalias},
                            %c: memref<4x4xi32> {llvm.noalias}) -> (i32, i32, i32, i32) {
  layout.assume_padding %a : memref<4x4xi32> of memref<14xi32, #L>
  layout.assume_padding %b : memref<4x4xi32> of memref<14xi32, #V>
  layout.assume_padding %c : memref<4x4xi32> of memref<14xi32, #U>
  %w = affine.load %a[3, 3] : memref<4x4xi32>
  %x = affine.load %b[3, 2] : memref<4x4xi32>
  %y = affine.load %a[3, 1] : memref<4x4xi32>
  %z = affine.load %c[3, 2] : memref<4x4xi32>
  return %w, %x, %y, %z : i32, i32, i32, i32
}

// -----

// A store to one of two buffers may be one to either, and is surely one to none.
// CHECK-LABEL: @one_of_two
// CHECK:       affine.store %c7
// CHECK-NEXT:  affine.load
// CHECK-NEXT:  affine.load
func.func @one_of_two(%c: i1, %a: memref<4xi32> {llvm.noalias}, %b: memref<4xi32> {llvm.noalias}) -> (i32, i32) {
  %c5 = arith.constant 5 : i32
  %c7 = arith.constant 7 : i32
  affine.store %c5, %a[2] : memref<4xi32>
  affine.store %c5, %b[2] : memref<4xi32>
  %m = arith.select %c, %a, %b : memref<4xi32>
  affine.store %c7, %m[2] : memref<4xi32>
  %x = affine.load %a[2] : memref<4xi32>
  %y = affine.load %b[2] : memref<4xi32>
  return %x, %y : i32, i32
}

// -----

// It is not known how often a loop is executed, or what lies in a view of unknown
// strides.
// CHECK-LABEL: @written_somehow
// CHECK:       scf.while
// CHECK:       affine.load
// CHECK:       linalg.fill
// CHECK:       affine.load
func.func @written_somehow(%a: memref<16xi32> {llvm.noalias}, %n: i32, %s: index) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %c7 = arith.constant 7 : i32
  affine.store %c5, %a[2] : memref<16xi32>
  %r = scf.while (%k = %n) : (i32) -> i32 {
    %more = arith.cmpi sgt, %k, %c0 : i32
    scf.condition(%more) %k : i32
  } do {
  ^bb0(%k: i32):
    affine.store %c7, %a[2] : memref<16xi32>
    %m = arith.subi %k, %c1 : i32
    scf.yield %m : i32
  }
  %x = affine.load %a[2] : memref<16xi32>
  affine.store %c5, %a[2] : memref<16xi32>
  %v = memref.subview %a[0] [3] [%s] : memref<16xi32> to memref<3xi32, strided<[?]>>
  linalg.fill ins(%c7 : i32) outs(%v : memref<3xi32, strided<[?]>>)
  %y = affine.load %a[2] : memref<16xi32>
  return %x, %y : i32, i32
}

// -----

// A global that may be written by others; a loop that may have written before; and
// iterations in parallel, of which any may be the first.
memref.global "private" @changing : memref<4xi32> = dense<5>
// CHECK-LABEL: @written_by_others
// CHECK:       memref.get_global
// CHECK-NEXT:  affine.load
// CHECK:       scf.while
// CHECK:         affine.load
// CHECK:       affine.parallel
// CHECK-NEXT:    affine.load
func.func @written_by_others(%a: memref<16xi32> {llvm.noalias}, %b: memref<16xi32> {llvm.noalias}, %n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %c7 = arith.constant 7 : i32
  %g = memref.get_global @changing : memref<4xi32>
  %w = affine.load %g[2] : memref<4xi32>
  affine.store %c5, %a[2] : memref<16xi32>
  %r = scf.while (%k = %n) : (i32) -> i32 {
    %more = arith.cmpi sgt, %k, %c0 : i32
    scf.condition(%more) %k : i32
  } do {
  ^bb0(%k: i32):
    %x = affine.load %a[2] : memref<16xi32>
    affine.store %x, %b[2] : memref<16xi32>
    affine.store %c7, %a[2] : memref<16xi32>
    %m = arith.subi %k, %c1 : i32
    scf.yield %m : i32
  }
  affine.for %i = 0 to 16 {
    affine.store %c5, %a[%i] : memref<16xi32>
  }
  affine.parallel (%i) = (1) to (15) {
    %x = affine.load %a[%i] : memref<16xi32>
    affine.store %x, %b[%i] : memref<16xi32>
    affine.store %c7, %a[%i - 1] : memref<16xi32>
  }
  return %w : i32
}
