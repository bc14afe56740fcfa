// Elements beyond the bounds on the work: 2199023255554 is 2, and 2199023255555 is
// 3 modulo 16. What becomes of them is not known, and every store stays.
//
// RUN: layout-opt %s > %t.before
// RUN: layout-opt %s --layout-remove-noop > %t.after
// RUN: diff %t.before %t.after
// RUN: layout-opt %s --layout-remove-noop --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --implicit-check-not=[Passed]
//
// RUN: layout-check %s --entry=unchanging --arg=1:1 --pipeline="builtin.module(layout-remove-noop)"
// RUN: layout-check %s --entry=moved --pipeline="builtin.module(layout-remove-noop)"
// RUN: layout-check %s --entry=read --arg=1:7 --arg=2:8 --pipeline="builtin.module(layout-remove-noop)"
// RUN: layout-check %s --entry=float --arg=1:3 --arg=2:1 --arg=3:1 --pipeline="builtin.module(layout-remove-noop)"
// RUN: layout-check %s --entry=iterations --arg=1:7 --arg=2:9 --pipeline="builtin.module(layout-remove-noop)"

// Only every other element has been set to 0.
// CHECK: [Analysis] layout-remove-noop/not-known
func.func @unchanging(%a: memref<16xi32>, %c: i1) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 7 {
    affine.store %c0, %a[(%i * 2199023255554) mod 16] : memref<16xi32>
  }
  scf.if %c {
    affine.for %i = 0 to 16 {
      affine.store %c0, %a[%i] : memref<16xi32>
    }
  }
  return
}

// CHECK: [Analysis] layout-remove-noop/not-known {{.*}}Remark="cannot determine whether the store is needed: too many constraints"
func.func @moved(%a: memref<16xi32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xi32>
    affine.store %x, %a[(%i * 2199023255555) mod 16] : memref<16xi32>
  }
  return
}

// What is read, and what overwritten.
// CHECK: [Analysis] layout-remove-noop/not-known
func.func @read(%b: memref<16xi32>, %x: i32, %y: i32) {
  %a = memref.alloc() : memref<16xi32>
  affine.for %i = 0 to 16 {
    affine.store %x, %a[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    %v = affine.load %a[(%i * 2199023255554) mod 16] : memref<16xi32>
    affine.store %v, %b[%i] : memref<16xi32>
  }
  return
}

// Whether a loop has an iteration.
// CHECK: [Analysis] layout-remove-noop/not-known
func.func @iterations(%a: memref<16x16xi32>, %x: i32, %n: index) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i)[n] : (i * 2199023255552 - n >= 0)>(%i)[%n] {
      affine.for %j = 0 to min affine_map<(i)[n] -> (i, n)>(%i)[%n] {
        affine.store %x, %a[%i, %j] : memref<16x16xi32>
      }
    }
  }
  return
}

// Whether the element is the number that it is compared with.
func.func @float(%a: memref<16xf32>, %i: index, %n: index, %m: index) {
  %c5 = arith.constant 5.0 : f32
  %l = memref.load %a[%i] : memref<16xf32>
  %is5 = arith.cmpf oeq, %l, %c5 : f32
  %p = affine.apply affine_map<()[n] -> (n * 2199023255552)>()[%n]
  %hard = arith.cmpi sgt, %p, %m : index
  %either = arith.ori %is5, %hard : i1
  layout.assume %either : i1
  memref.store %c5, %a[%i] : memref<16xf32>
  return
}

// Whether the program has a run that keeps the promise.
// CHECK: [Analysis] layout-remove-noop/not-known {{.*}}Remark="cannot determine whether the store is needed: a coefficient is beyond 2^40"
func.func @promise(%x: i32, %n: index, %m: index) -> i32 {
  %b = memref.alloc() : memref<16xi32>
  %p = affine.apply affine_map<()[n] -> (n * 2199023255552)>()[%n]
  %hard = arith.cmpi sgt, %p, %m : index
  layout.assume %hard : i1
  affine.store %x, %b[symbol(%m)] : memref<16xi32>
  %r = affine.load %b[3] : memref<16xi32>
  return %r : i32
}

// The loop stores to another buffer, too, of which it is not known what is needed.
// CHECK: [Analysis] layout-remove-noop/not-known {{.*}}Remark="cannot determine whether the store is needed: the buffer may be one of several"
func.func @beside(%s: i1, %b: memref<16xi32> {llvm.noalias}, %c: memref<16xi32> {llvm.noalias}, %a: memref<16xi32> {llvm.noalias}, %x: i32, %y: i32) {
  %either = arith.select %s, %b, %c : memref<16xi32>
  affine.for %i = 0 to 16 {
    affine.store %x, %a[%i] : memref<16xi32>
    affine.store %x, %either[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 8 {
    affine.store %y, %a[%i] : memref<16xi32>
  }
  return
}
