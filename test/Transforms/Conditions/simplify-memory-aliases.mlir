// Arguments that promise nothing may be the same memory: a store to one ends what
// is known of all others, and of none that is the function's own.
// RUN: layout-opt --layout-simplify %s | FileCheck %s
// RUN: layout-check %s --entry=stores --pipeline="builtin.module(layout-simplify)" --arg=3:5 --arg=4:7
// RUN: layout-check %s --entry=loops --pipeline="builtin.module(layout-simplify)" --arg=2:5

// CHECK-LABEL: func.func @stores
// CHECK-SAME: (%[[A:.*]]: memref<4xi32>, %[[B:.*]]: memref<4xi32>, %[[OUT:.*]]: memref<6xi32> {{.*}}, %[[X:.*]]: i32, %[[Y:.*]]: i32)
func.func @stores(%a: memref<4xi32>, %b: memref<4xi32>,
                  %out: memref<6xi32> {llvm.noalias}, %x: i32, %y: i32) {
  %own = memref.alloc() : memref<4xi32>
  affine.store %x, %own[0] : memref<4xi32>
  affine.store %x, %a[0] : memref<4xi32>
  %0 = affine.load %a[0] : memref<4xi32>
  // CHECK: affine.store %[[X]], %[[OUT]][0]
  affine.store %0, %out[0] : memref<6xi32>
  affine.store %y, %b[0] : memref<4xi32>
  // CHECK: %[[OF_A:.*]] = affine.load %[[A]][0]
  %1 = affine.load %a[0] : memref<4xi32>
  // CHECK: affine.store %[[OF_A]], %[[OUT]][1]
  affine.store %1, %out[1] : memref<6xi32>
  %2 = affine.load %b[0] : memref<4xi32>
  // CHECK: affine.store %[[Y]], %[[OUT]][2]
  affine.store %2, %out[2] : memref<6xi32>
  %3 = affine.load %own[0] : memref<4xi32>
  // CHECK: affine.store %[[X]], %[[OUT]][3]
  affine.store %3, %out[3] : memref<6xi32>
  affine.store %x, %a[1] : memref<4xi32>
  // CHECK: %[[OF_B:.*]] = affine.load %[[B]][0]
  %4 = affine.load %b[0] : memref<4xi32>
  // CHECK: affine.store %[[OF_B]], %[[OUT]][4]
  affine.store %4, %out[4] : memref<6xi32>
  memref.dealloc %own : memref<4xi32>
  return
}

// A loop, and what is in a branch of it.
// CHECK-LABEL: func.func @loops
// CHECK-SAME: (%[[A:.*]]: memref<4xi32>, %[[B:.*]]: memref<4xi32>, %[[X:.*]]: i32)
func.func @loops(%a: memref<4xi32>, %b: memref<4xi32>, %x: i32) -> (i32, i32) {
  affine.for %i = 0 to 4 {
    affine.store %x, %a[%i] : memref<4xi32>
  }
  // CHECK-NOT: affine.load
  %0 = affine.load %a[2] : memref<4xi32>
  // CHECK: affine.if
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) {
      affine.store %0, %b[%i] : memref<4xi32>
    }
  }
  // CHECK: %[[OF_A:.*]] = affine.load %[[A]][2]
  // CHECK: return %[[X]], %[[OF_A]]
  %1 = affine.load %a[2] : memref<4xi32>
  return %0, %1 : i32, i32
}

func.func private @any()

// CHECK-LABEL: func.func @unknown_call
// CHECK-SAME: (%[[A:.*]]: memref<4xi32>, %[[X:.*]]: i32)
func.func @unknown_call(%a: memref<4xi32>, %x: i32) -> (i32, i32) {
  affine.store %x, %a[0] : memref<4xi32>
  %0 = affine.load %a[0] : memref<4xi32>
  call @any() : () -> ()
  // CHECK: %[[OF_A:.*]] = affine.load %[[A]][0]
  %1 = affine.load %a[0] : memref<4xi32>
  // CHECK: return %[[X]], %[[OF_A]]
  return %0, %1 : i32, i32
}

memref.global @g : memref<4xi32>

// A global may be an argument; one of another name is another one.
// CHECK-LABEL: func.func @global
// CHECK-SAME: (%[[A:.*]]: memref<4xi32>, %[[X:.*]]: i32)
func.func @global(%a: memref<4xi32>, %x: i32) -> (i32, i32) {
  // CHECK: %[[G:.*]] = memref.get_global
  %g = memref.get_global @g : memref<4xi32>
  affine.store %x, %g[0] : memref<4xi32>
  %0 = affine.load %g[0] : memref<4xi32>
  affine.store %x, %a[1] : memref<4xi32>
  // CHECK: %[[OF_G:.*]] = affine.load %[[G]][0]
  %1 = affine.load %g[0] : memref<4xi32>
  // CHECK: return %[[X]], %[[OF_G]]
  return %0, %1 : i32, i32
}
