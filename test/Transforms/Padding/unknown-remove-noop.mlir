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

// CHECK: [Analysis] layout-remove-noop/not-known {{.*}}Remark="whether it is needed is not known: too many constraints"
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
