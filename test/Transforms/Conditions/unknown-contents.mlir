// Elements beyond the bounds on the work: 2199023255555 is 3 modulo 16, and exceeds
// 2^40. What a load reads is then not known, and no condition on it is decided.
//
// RUN: layout-opt %s > %t.before
// RUN: layout-opt %s --layout-simplify > %t.after
// RUN: diff %t.before %t.after
// RUN: layout-opt %s --layout-simplify --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s
//
// RUN: layout-check %s --entry=arm --arg=1:1 --arg=2:3 --arg=3:7 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=write,iteration --arg=1:1 --arg=2:7 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=read --arg=1:2 --arg=2:7 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=lanes --arg=1:1 --arg=2:7 --arg=3:8 --pipeline="builtin.module(layout-simplify)"

// An arm that may be executed stores something else.
// CHECK: [Analysis] layout-simplify/load-not-known {{.*}}Remark="cannot determine what the load reads: this op writes another or an unknown value to it (this op: {{.*}})"
func.func @arm(%a: memref<16xi32>, %n: index, %m: index, %x: i32) {
  %c0 = arith.constant 0 : i32
  affine.store %c0, %a[0] : memref<16xi32>
  affine.if affine_set<()[n, m] : (n * 2199023255555 - m >= 0)>()[%n, %m] {
    affine.store %x, %a[0] : memref<16xi32>
  }
  %l = affine.load %a[0] : memref<16xi32>
  %c = arith.cmpi eq, %l, %c0 : i32
  scf.if %c {
    affine.store %x, %a[1] : memref<16xi32>
  }
  return
}

// A store that may be to the same element.
// CHECK: [Analysis] layout-simplify/load-not-known {{.*}}Remark="cannot determine what the load reads: this op writes another or an unknown value to it
func.func @write(%a: memref<16xi32>, %n: index, %x: i32) {
  %c0 = arith.constant 0 : i32
  affine.store %c0, %a[3] : memref<16xi32>
  affine.store %x, %a[(symbol(%n) * 2199023255555) mod 16] : memref<16xi32>
  %l = affine.load %a[3] : memref<16xi32>
  %c = arith.cmpi eq, %l, %c0 : i32
  scf.if %c {
    affine.store %x, %a[1] : memref<16xi32>
  }
  return
}

// A load that may be of the same element.
// CHECK: [Missed] layout-simplify/load-not-known {{.*}}Remark="cannot determine what the load reads: it may hold what the caller stored
// CHECK: [Analysis] layout-simplify/load-not-known {{.*}}Remark="cannot determine what the load reads: it may hold what the caller stored
func.func @read(%a: memref<16xi32>, %n: index, %x: i32) {
  %k = affine.load %a[(symbol(%n) * 2199023255555) mod 16] : memref<16xi32>
  %l = affine.load %a[3] : memref<16xi32>
  %c = arith.cmpi eq, %l, %k : i32
  scf.if %c {
    affine.store %x, %a[1] : memref<16xi32>
  }
  return
}

// Another iteration than the one whose element is read may store to it, too.
// CHECK: [Analysis] layout-simplify/load-not-known {{.*}}Remark="cannot determine what the load reads: this op writes another or an unknown value to it (this op: {{.*}})"
func.func @iteration(%a: memref<16xi32>, %n: index, %x: i32) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 1 to 16 {
    affine.store %c0, %a[%i] : memref<16xi32>
    affine.if affine_set<(i)[n] : (i * 2199023255552 - n >= 0)>(%i)[%n] {
      affine.store %x, %a[%i - 1] : memref<16xi32>
    }
  }
  %l = affine.load %a[3] : memref<16xi32>
  %c = arith.cmpi eq, %l, %c0 : i32
  scf.if %c {
    affine.store %x, %a[1] : memref<16xi32>
  }
  return
}

// A lane of a vector may be stored to the element.
// CHECK: [Analysis] layout-simplify/load-not-known {{.*}}Remark="cannot determine what the load reads: this op writes another or an unknown value to it (this op: {{.*}})"
func.func @lanes(%a: memref<16xi32>, %n: index, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    affine.store %c0, %a[%i] : memref<16xi32>
  }
  %v = vector.from_elements %x, %y : vector<2xi32>
  affine.vector_store %v, %a[(symbol(%n) * 2199023255555) mod 15] : memref<16xi32>, vector<2xi32>
  %l = affine.load %a[3] : memref<16xi32>
  %c = arith.cmpi eq, %l, %c0 : i32
  scf.if %c {
    affine.store %x, %a[1] : memref<16xi32>
  }
  return
}
