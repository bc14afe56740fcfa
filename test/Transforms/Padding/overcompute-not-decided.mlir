// What is not decided is said to be, and claims no index.
// RUN: layout-opt %s --allow-unregistered-dialect --layout-overcompute --split-input-file | FileCheck %s
// RUN: layout-opt %s --allow-unregistered-dialect --layout-overcompute --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK: [Analysis] layout-overcompute/condition-unknown {{.*}}Remark="cannot determine whether the condition can fail: a divisor is beyond 2^40"
// CHECK-LABEL: @far_condition
// CHECK:         affine.if
func.func @far_condition(%a: memref<16xi32>, %x: i32, %n: index) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i)[n] : ((n + i) floordiv 4398046511104 >= 0)>(%i)[%n] {
      affine.store %x, %a[%i] : memref<16xi32>
    }
  }
  return
}

// -----

// `%a[14]` is read, and would be stored to by an iteration that the promise
// excludes: this proof does not know it, but may not name that iteration.
// REMARK: [Analysis] layout-overcompute/changes-data {{.*}}Remark="the condition stays: cannot determine whether the store changes an element that is needed: no later read of the element is found, and none can be excluded"
// CHECK-LABEL: @excluded_iteration
// CHECK:         affine.if
func.func @excluded_iteration() -> i32 {
  %one = arith.constant 1 : i32
  %c14 = arith.constant 14 : index
  %a = memref.alloc() : memref<16xi32>
  affine.for %i = 0 to 16 {
    %c = arith.cmpi slt, %i, %c14 : index
    layout.assume %c : i1
    affine.if affine_set<(i) : (9 - i >= 0)>(%i) {
      affine.store %one, %a[%i] : memref<16xi32>
    }
  }
  %r = affine.load %a[14] : memref<16xi32>
  return %r : i32
}

// -----

// `%k = 0` is not out of bounds, whatever the other variables are.
// REMARK: [Missed] layout-overcompute/out-of-bounds {{.*}}Remark="the condition stays: reading %arg0[[[K:1[0-9]]]], which is out of bounds, when %arg2 = {{[^123]|-.*}}, 'affine.for' at {{[0-9]+}}:3 = {{[0-3]}}, 'affine.for' at {{[0-9]+}}:5 = {{[0-3]}}, 'affine.for' at {{[0-9]+}}:7 = [[K]];
// CHECK-LABEL: @many_parts
// CHECK:         affine.if
func.func @many_parts(%a: memref<10xi32> {llvm.noalias}, %b: memref<20xi32> {llvm.noalias}, %n: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %not1 = arith.cmpi ne, %n, %c1 : index
  %not2 = arith.cmpi ne, %n, %c2 : index
  %not3 = arith.cmpi ne, %n, %c3 : index
  %not12 = arith.andi %not1, %not2 : i1
  %c = arith.andi %not12, %not3 : i1
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 20 {
        affine.if affine_set<(k) : (9 - k >= 0)>(%k) {
          affine.if affine_set<(i, j) : (i + j - 3 >= 0)>(%i, %j) {
            scf.if %c {
              %x = affine.load %a[%k] : memref<10xi32>
              affine.store %x, %b[%k] : memref<20xi32>
            }
          }
        }
      }
    }
  }
  return
}

// -----

// Of the added stores, with values of four.
// REMARK: [Analysis] layout-overcompute/changes-data {{.*}}Remark="the condition stays: cannot determine whether the store changes an element that is needed: the condition has too many parts"
// CHECK-LABEL: @many_parts_of_stores
// CHECK:         affine.if
func.func @many_parts_of_stores(%b: memref<20xi32> {llvm.noalias}, %x: i32, %n: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %not1 = arith.cmpi ne, %n, %c1 : index
  %not2 = arith.cmpi ne, %n, %c2 : index
  %not3 = arith.cmpi ne, %n, %c3 : index
  %not12 = arith.andi %not1, %not2 : i1
  %c = arith.andi %not12, %not3 : i1
  affine.for %h = 0 to 4 {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        affine.for %k = 0 to 20 {
          affine.if affine_set<(k) : (9 - k >= 0)>(%k) {
            affine.if affine_set<(i, j) : (i + j - 3 >= 0)>(%i, %j) {
              scf.if %c {
                affine.store %x, %b[%k] : memref<20xi32>
              }
            }
          }
        }
      }
    }
  }
  return
}

// -----

// 17 dimensions, each of which an index may leave on two sides.
// REMARK: [Analysis] layout-overcompute/out-of-bounds {{.*}}Remark="the condition stays: cannot exclude reading an element of %arg0 which is out of bounds for some extents: the buffer has too many dimensions"
// CHECK-LABEL: @many_dimensions
// CHECK:         affine.if
func.func @many_dimensions(%a: memref<?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?xi32> {llvm.noalias}, %b: memref<20xi32> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    affine.if affine_set<(i) : (9 - i >= 0)>(%i) {
      %x = affine.load %a[%i, %i + 1, %i + 2, %i + 3, %i + 4, %i + 5, %i + 6, %i + 7, %i + 8, %i + 9, %i + 10, %i + 11, %i + 12, %i + 13, %i + 14, %i + 15, %i + 16] : memref<?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?xi32>
      affine.store %x, %b[%i] : memref<20xi32>
    }
  }
  return
}

// -----

// Nor can it be told who needs what is stored.
// REMARK: [Analysis] layout-overcompute/changes-data {{.*}}Remark="the condition stays: cannot determine whether the store changes an element that is needed: it is used in 'some.region', which may be executed at any time"
// CHECK-LABEL: @unknown_region
// CHECK:         affine.if
func.func @unknown_region(%x: i32, %i: index) -> i32 {
  %a = memref.alloc() : memref<16xi32>
  affine.for %k = 0 to 16 {
    affine.if affine_set<(k) : (9 - k >= 0)>(%k) {
      affine.store %x, %a[%k] : memref<16xi32>
    }
  }
  "some.region"() ({
    %r = memref.load %a[%i] : memref<16xi32>
    "some.end"(%r) : (i32) -> ()
  }) : () -> ()
  %r = affine.load %a[14] : memref<16xi32>
  return %r : i32
}

// -----

// Of a buffer that is named inside of the loop, no iteration is told.
// REMARK: [Analysis] layout-overcompute/changes-data {{.*}}Remark="the condition stays: cannot determine whether the store changes an element that is needed: the iteration that it is needed in cannot be determined"
// CHECK-LABEL: @named_inside
// CHECK:         affine.if
memref.global "private" @g : memref<16xi32> = uninitialized
func.func @named_inside(%x: i32) {
  affine.for %k = 0 to 16 {
    affine.if affine_set<(k) : (9 - k >= 0)>(%k) {
      %g = memref.get_global @g : memref<16xi32>
      affine.store %x, %g[%k] : memref<16xi32>
    }
  }
  return
}
