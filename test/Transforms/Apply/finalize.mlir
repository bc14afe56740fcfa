// RUN: layout-opt %s -layout-finalize -split-input-file | FileCheck %s
// RUN: layout-opt %s -layout-finalize -split-input-file > %t.once
// RUN: layout-opt %s -layout-finalize -layout-finalize -split-input-file > %t.twice
// RUN: diff %t.once %t.twice

// AU-01. An assumption goes, and what only it needed.
// CHECK-LABEL: func.func @au_01(
func.func @au_01(%a: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : i32
  %c10 = arith.constant 10 : i32
  // CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-NEXT: %[[C10:.*]] = arith.constant 10 : i32
  // CHECK-NEXT: memref.store %[[C10]], %{{.*}}[%[[C0]]]
  // CHECK-NEXT: return
  %x = memref.load %a[%c0] : memref<1xi32>
  %is5 = arith.cmpi eq, %x, %c5 : i32
  layout.assume %is5 : i1
  memref.store %c10, %a[%c0] : memref<1xi32>
  return
}

// -----

// AU-02. So does a whole loop of assumptions, but no other.
// CHECK-LABEL: func.func @au_02(
func.func @au_02(%a: memref<16xi32>) {
  // CHECK-NEXT: %[[C10:.*]] = arith.constant 10 : i32
  // CHECK-NEXT: affine.for %[[I:.*]] = 0 to 16 {
  // CHECK-NEXT:   affine.store %[[C10]], %{{.*}}[%[[I]]]
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  %c0_i32 = arith.constant 0 : i32
  %c10 = arith.constant 10 : i32
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xi32>
    %is0 = arith.cmpi eq, %x, %c0_i32 : i32
    layout.assume %is0 : i1
  }
  affine.for %i = 0 to 16 {
    affine.store %c10, %a[%i] : memref<16xi32>
  }
  return
}

// -----

// AU-03. A store of undef goes, in every form.
// CHECK-LABEL: func.func @au_03(
// CHECK-NEXT:    return
func.func @au_03(%a: memref<16xi32>, %i: index) {
  %u = layout.undef : i32
  memref.store %u, %a[%i] : memref<16xi32>
  affine.for %j = 0 to 16 {
    affine.store %u, %a[%j] : memref<16xi32>
  }
  %v = layout.undef : vector<4xi32>
  vector.store %v, %a[%i] : memref<16xi32>, vector<4xi32>
  affine.vector_store %v, %a[0] : memref<16xi32>, vector<4xi32>
  vector.transfer_write %v, %a[%i] : vector<4xi32>, memref<16xi32>
  return
}

// -----

// AU-05. What has no undef in it stays.
// CHECK-LABEL: func.func @au_05(
func.func @au_05(%a: memref<1xi32>, %n: i32) {
  // CHECK: %[[X:.*]] = arith.shli
  // CHECK: memref.store %[[X]]
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %x = arith.shli %n, %one : i32
  memref.store %x, %a[%c0] : memref<1xi32>
  return
}

// -----

// AU-21. A store of a choice between undef and data stores the data.
#padding = affine_set<(i, j) : (i - 3 == 0, j - 2 >= 0)>
// CHECK-LABEL: func.func @au_21(
// CHECK-SAME:    %[[A:.*]]: memref<16xf32>, %[[B:.*]]: memref<4x4xf32>, %[[C:.*]]: i1)
func.func @au_21(%a: memref<16xf32>, %b: memref<4x4xf32>, %c: i1) {
  // CHECK-NEXT: affine.for %[[I:.*]] = 0 to 4 {
  // CHECK-NEXT:   affine.for %[[J:.*]] = 0 to 4 {
  // CHECK-NEXT:     %[[X:.*]] = affine.load %[[A]][%[[I]] * 4 + %[[J]]]
  // CHECK-NEXT:     affine.store %[[X]], %[[B]][%[[I]], %[[J]]]
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  %u = layout.undef : f32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %x = affine.load %a[%i * 4 + %j] : memref<16xf32>
      %y = arith.select %c, %u, %x : f32
      affine.store %y, %b[%i, %j] : memref<4x4xf32>
    }
  }
  // The untaken side of a branch may be out of bounds: it stays conditional.
  // CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0{{.*}} : f32
  // CHECK-NEXT: affine.for %[[I:.*]] = 0 to 4 {
  // CHECK-NEXT:   affine.for %[[J:.*]] = 0 to 4 {
  // CHECK-NEXT:     %[[Y:.*]] = affine.if #{{.*}}(%[[I]], %[[J]]) -> f32 {
  // CHECK-NEXT:       affine.yield %[[ZERO]] : f32
  // CHECK-NEXT:     } else {
  // CHECK-NEXT:       %[[X:.*]] = affine.load %[[A]][%[[I]] * 4 + %[[J]]]
  // CHECK-NEXT:       affine.yield %[[X]] : f32
  // CHECK-NEXT:     }
  // CHECK-NEXT:     affine.store %[[Y]], %[[B]][%[[I]], %[[J]]]
  %w = layout.undef : f32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %y = affine.if #padding(%i, %j) -> f32 {
        affine.yield %w : f32
      } else {
        %x = affine.load %a[%i * 4 + %j] : memref<16xf32>
        affine.yield %x : f32
      }
      affine.store %y, %b[%i, %j] : memref<4x4xf32>
    }
  }
  return
}

// -----

// FI01. Facts about padding go.
// CHECK-LABEL: func.func @padding_facts(
// CHECK-NEXT:    return
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @padding_facts(%a: memref<4x4xi32>) {
  layout.padding %a : memref<4x4xi32> of memref<14xi32, #L>
  layout.assume_padding %a : memref<4x4xi32> of memref<14xi32, #L>
  return
}

// -----

// FI02. A branch that yields undef gives way to the other value if that is
// computed outside.
// CHECK-LABEL: func.func @outer_value(
// CHECK-SAME:    %[[A:.*]]: memref<f32>, %[[X:.*]]: f32, %{{.*}}: i1)
func.func @outer_value(%a: memref<f32>, %x: f32, %c: i1) {
  // CHECK-NEXT: affine.store %[[X]], %[[A]][]
  // CHECK-NEXT: return
  %y = scf.if %c -> f32 {
    scf.yield %x : f32
  } else {
    %u = layout.undef : f32
    scf.yield %u : f32
  }
  affine.store %y, %a[] : memref<f32>
  return
}

// -----

// FI03. Integer +, -, xor, times an odd constant, and a choice between two
// undefined values take every value.
// CHECK-LABEL: func.func @any_value(
// CHECK-NEXT:    return
func.func @any_value(%a: memref<5xi32>, %x: i32, %c: i1) {
  %u0 = layout.undef : i32
  %s0 = arith.addi %u0, %x : i32
  affine.store %s0, %a[0] : memref<5xi32>
  %u1 = layout.undef : i32
  %s1 = arith.subi %x, %u1 : i32
  affine.store %s1, %a[1] : memref<5xi32>
  %u2 = layout.undef : i32
  %s2 = arith.xori %u2, %x : i32
  affine.store %s2, %a[2] : memref<5xi32>
  %c3 = arith.constant 3 : i32
  %u3 = layout.undef : i32
  %s3 = arith.muli %u3, %c3 : i32
  %t3 = arith.addi %s3, %x : i32
  affine.store %t3, %a[3] : memref<5xi32>
  %u4 = layout.undef : i32
  %u5 = layout.undef : i32
  %s4 = arith.select %c, %u4, %u5 : i32
  affine.store %s4, %a[4] : memref<5xi32>
  return
}

// -----

// FI04. Other expressions do not: 2 * u is even, u and 1 is 0 or 1, u - u is 0,
// x + x where x is u + 1 is even, and so is what a loop adds to it twice; a
// float sum cannot be every float. There undef is zero, and the store stays.
// CHECK-LABEL: func.func @unknown_value(
func.func @unknown_value(%a: memref<6xi32>, %f: memref<f32>, %y: f32) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %u0 = layout.undef : i32
  %s0 = arith.muli %u0, %c2 : i32
  // CHECK: affine.store %{{.*}}, %{{.*}}[0]
  affine.store %s0, %a[0] : memref<6xi32>
  %u1 = layout.undef : i32
  %s1 = arith.andi %u1, %c1 : i32
  // CHECK: affine.store %{{.*}}, %{{.*}}[1]
  affine.store %s1, %a[1] : memref<6xi32>
  %u2 = layout.undef : i32
  %s2 = arith.subi %u2, %u2 : i32
  // CHECK: affine.store %{{.*}}, %{{.*}}[2]
  affine.store %s2, %a[2] : memref<6xi32>
  %u3 = layout.undef : i32
  %t3 = arith.addi %u3, %c1 : i32
  %s3 = arith.addi %t3, %t3 : i32
  // CHECK: affine.store %{{.*}}, %{{.*}}[3]
  affine.store %s3, %a[3] : memref<6xi32>
  %u4 = layout.undef : i32
  %s4 = affine.for %i = 0 to 2 iter_args(%x = %c2) -> i32 {
    %n = arith.addi %x, %u4 : i32
    affine.yield %n : i32
  }
  // CHECK: affine.store %{{.*}}, %{{.*}}[4]
  affine.store %s4, %a[4] : memref<6xi32>
  %u5 = layout.undef : f32
  %s5 = arith.addf %u5, %y : f32
  // CHECK: affine.store %{{.*}}, %{{.*}}[] : memref<f32>
  affine.store %s5, %f[] : memref<f32>
  // CHECK-NOT: layout.undef
  return
}

// -----

// FI05. All uses of one undefined value see the same: two choices that share it
// and are compared cannot each drop it. x and y differ; with u they may not.
// CHECK-LABEL: func.func @seen_twice(
func.func @seen_twice(%x: i32, %y: i32, %c: i1) -> i1 {
  // CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK-NEXT: %[[S:.*]] = arith.select %{{.*}}, %[[ZERO]], %{{.*}}
  // CHECK-NEXT: %[[T:.*]] = arith.select %{{.*}}, %[[ZERO]], %{{.*}}
  // CHECK-NEXT: arith.cmpi eq, %[[S]], %[[T]]
  %u = layout.undef : i32
  %s = arith.select %c, %u, %x : i32
  %t = arith.select %c, %u, %y : i32
  %e = arith.cmpi eq, %s, %t : i32
  return %e : i1
}

// -----

// FI06. An undefined index value may be stored: that is no index.
// CHECK-LABEL: func.func @stored_index(
// CHECK-NEXT:    return
func.func @stored_index(%a: memref<4xindex>, %i: index) {
  %u = layout.undef : index
  memref.store %u, %a[%i] : memref<4xindex>
  return
}

// -----

// FI07. Elsewhere undef is zero, of every type that has one; unused, nothing.
// CHECK-LABEL: func.func @zero(
func.func @zero() -> (i1, f32, index, vector<2xi8>, vector<2x3xf16>, vector<[4]xf32>, complex<f32>, complex<i8>) {
  // CHECK-DAG: %[[A:.*]] = arith.constant false
  // CHECK-DAG: %[[B:.*]] = arith.constant 0.0{{.*}} : f32
  // CHECK-DAG: %[[C:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[D:.*]] = arith.constant dense<0> : vector<2xi8>
  // CHECK-DAG: %[[E:.*]] = arith.constant dense<0.0{{.*}}> : vector<2x3xf16>
  // CHECK-DAG: %[[F:.*]] = arith.constant dense<0.0{{.*}}> : vector<[4]xf32>
  // CHECK-DAG: %[[G:.*]] = complex.constant [0.0{{.*}} : f32, 0.0{{.*}} : f32] : complex<f32>
  // CHECK-DAG: %[[H:.*]] = complex.constant [0 : i8, 0 : i8] : complex<i8>
  // CHECK: return %[[A]], %[[B]], %[[C]], %[[D]], %[[E]], %[[F]], %[[G]], %[[H]]
  %a = layout.undef : i1
  %b = layout.undef : f32
  %c = layout.undef : index
  %d = layout.undef : vector<2xi8>
  %e = layout.undef : vector<2x3xf16>
  %f = layout.undef : vector<[4]xf32>
  %g = layout.undef : complex<f32>
  %h = layout.undef : complex<i8>
  %unused = layout.undef : complex<f32>
  return %a, %b, %c, %d, %e, %f, %g, %h : i1, f32, index, vector<2xi8>, vector<2x3xf16>, vector<[4]xf32>, complex<f32>, complex<i8>
}

// -----

// FI08. A loop that does something else stays, and so does what it computes.
// CHECK-LABEL: func.func @keeps_work(
func.func @keeps_work(%a: memref<16xi32>, %c: i1) {
  // CHECK-NEXT: affine.for
  affine.for %i = 0 to 16 {
    // CHECK-NEXT: %[[X:.*]] = affine.load
    // CHECK-NEXT: affine.store %[[X]]
    %x = affine.load %a[%i] : memref<16xi32>
    scf.if %c {
      %is = arith.cmpi eq, %x, %x : i32
      layout.assume %is : i1
    }
    affine.store %x, %a[%i] : memref<16xi32>
  }
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  return
}

// -----

// FI09. A tensor that undef is written to stays as it is.
// CHECK-LABEL: func.func @tensor_write(
// CHECK-SAME:    %[[T:.*]]: tensor<4xf32>,
func.func @tensor_write(%t: tensor<4xf32>, %i: index) -> tensor<4xf32> {
  // CHECK-NEXT: return %[[T]]
  %u = layout.undef : vector<2xf32>
  %r = vector.transfer_write %u, %t[%i] : vector<2xf32>, tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// FI12. Undef may pass through loops and blocks beside what is an index.
// CHECK-LABEL: func.func @beside_index(
func.func @beside_index(%a: memref<16xindex>, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %u = layout.undef : index
  // CHECK: scf.for
  // CHECK: memref.load
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %u, %y = %c0) -> (index, index) {
    %z = memref.load %a[%y] : memref<16xindex>
    scf.yield %x, %z : index, index
  }
  // CHECK: cf.cond_br
  // CHECK-NOT: layout.undef
  cf.cond_br %c, ^bb1(%r#0, %r#1 : index, index), ^bb1(%u, %c1 : index, index)
^bb1(%s: index, %t: index):
  memref.store %s, %a[%t] : memref<16xindex>
  return
}
