// Conditions on numbers beyond the bounds on the work, 2199023255552 = 2^41: what
// depends on them is not known, and stays.
//
// RUN: layout-opt %s > %t.before
// RUN: layout-opt %s --layout-simplify > %t.after
// RUN: diff %t.before %t.after
// RUN: layout-opt %s --layout-simplify --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --implicit-check-not=[Passed]
//
// RUN: layout-check %s --entry=condition,part --arg=1:7 --arg=2:1 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=minimum --arg=1:7 --arg=2:9 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=branches --arg=1:7 --arg=2:2199023255553 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=loaded --arg=1:7 --arg=2:5 --pipeline="builtin.module(layout-simplify)"

#hard = affine_set<(i)[n] : (i * 2199023255552 - n >= 0)>
#other = affine_set<(i)[n] : (i * 2199023255553 - n >= 0)>

// CHECK-COUNT-2: [Analysis] layout-simplify/condition-not-decided {{.*}}Remark="a coefficient is beyond 2^40"
func.func @condition(%a: memref<16xi32>, %x: i32, %n: index) {
  affine.for %i = 0 to 16 {
    affine.if #hard(%i)[%n] {
      affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
        affine.store %x, %a[%i] : memref<16xi32>
      }
    }
  }
  return
}

// One part of a conjunction.
// CHECK-COUNT-2: [Analysis] layout-simplify/condition-not-decided
func.func @part(%a: memref<16x16xi32>, %x: i32, %n: index) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      affine.if #hard(%i)[%n] {
        affine.if affine_set<(i, j) : (13 - i - j >= 0, 11 - i >= 0)>(%i, %j) {
          affine.store %x, %a[%i, %j] : memref<16x16xi32>
        }
      }
    }
  }
  return
}

// One part of a minimum.
// CHECK: [Analysis] layout-simplify/condition-not-decided
func.func @minimum(%a: memref<16xi32>, %x: i32, %n: index) {
  affine.for %i = 0 to 16 {
    affine.if #hard(%i)[%n] {
      %m = affine.min affine_map<(i)[n] -> (i, n)>(%i)[%n]
      memref.store %x, %a[%m] : memref<16xi32>
    }
  }
  return
}

// A comparison is not known to be one for equality.
// CHECK-COUNT-2: [Analysis] layout-simplify/condition-not-decided
func.func @comparison(%a: memref<16xi32>, %x: i32, %n: index, %m: index) {
  affine.for %i = 0 to 16 {
    affine.if #hard(%i)[%n] {
      %c = arith.cmpi sle, %i, %m : index
      scf.if %c {
        memref.store %x, %a[%i] : memref<16xi32>
      }
    }
  }
  return
}

// Nor a part of a disjunction needless.
// CHECK-COUNT-2: [Analysis] layout-simplify/condition-not-decided
func.func @disjunction(%a: memref<16xi32>, %x: i32, %n: index, %m: index) {
  affine.for %i = 0 to 16 {
    affine.if #hard(%i)[%n] {
      %c = arith.cmpi sle, %i, %m : index
      %d = arith.cmpi sgt, %i, %n : index
      %e = arith.ori %c, %d : i1
      scf.if %e {
        memref.store %x, %a[%i] : memref<16xi32>
      }
    }
  }
  return
}

// Two conditions are not known to be one.
// CHECK-COUNT-2: [Analysis] layout-simplify/condition-not-decided
func.func @branches(%a: memref<16xi32>, %x: i32, %n: index) {
  affine.for %i = 0 to 16 {
    affine.if #hard(%i)[%n] {
      affine.store %x, %a[%i] : memref<16xi32>
    }
    affine.if #other(%i)[%n] {
      affine.store %x, %a[0] : memref<16xi32>
    }
  }
  return
}

// Nor is it known which element of %b holds what: 2199023255555 is 3 modulo 16.
// CHECK: [Analysis] layout-simplify/load-not-known
func.func @loaded(%a: memref<16xi32>, %x: i32, %k: index) {
  %c5 = arith.constant 5 : i32
  %b = memref.alloc() : memref<16xi32>
  affine.for %i = 0 to 16 {
    affine.store %x, %b[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 7 {
    %v = arith.index_cast %i : index to i32
    affine.store %v, %b[(%i * 2199023255555) mod 16] : memref<16xi32>
  }
  %l = memref.load %b[%k] : memref<16xi32>
  %c = arith.cmpi sge, %l, %c5 : i32
  scf.if %c {
    affine.store %x, %a[0] : memref<16xi32>
  }
  return
}

// A promise is not known to be false, nor is it known whether what follows a
// promise is reached.
func.func @promise(%n: index, %m: index, %k: index) {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %product = affine.apply affine_map<()[n] -> (n * 2199023255553)>()[%n]
  %c = arith.cmpi sgt, %product, %m : index
  layout.assume %c : i1
  %d = arith.cmpi sgt, %k, %c5 : index
  layout.assume %d : i1
  %e = arith.cmpi slt, %k, %c3 : index
  layout.assume %e : i1
  return
}
