// A read of another dialect is executed where it was not if the op says that it may be,
// all its elements are in bounds there, and its effects agree.
// RUN: layout-opt %s --load-dialect-plugin=%test_plugin --pass-pipeline="builtin.module(layout-overcompute)" \
// RUN:   --remarks-filter=layout --remark-format=emitRemark 2>&1 | FileCheck %s

#set = affine_set<(i) : (13 - i >= 0)>
#none = #layout.buffer<index_map<(i) -> (i)>, extent<[16]>, pad<none>>

// CHECK: [[#@LINE+4]]:{{.*}}[Passed] layout-overcompute/branch-dropped
func.func @in_bounds(%in: memref<16xi32>, %out: memref<16xi32>) {
  %b = memref.alloc() : memref<16xi32>
  affine.for %i = 0 to 16 {
    affine.if #set(%i) {
      %x = layout_test.load_at %in[%i] : memref<16xi32>
      affine.store %x, %b[%i] : memref<16xi32>
    }
  }
  affine.for %i = 0 to 14 {
    %x = affine.load %b[%i] : memref<16xi32>
    affine.store %x, %out[%i] : memref<16xi32>
  }
  return
}

// CHECK: [[#@LINE+6]]:{{.*}}[Missed] layout-overcompute/out-of-bounds
// CHECK-SAME: "the condition stays: reading %arg0[14], which is out of bounds, when 'affine.for' at [[#@LINE+3]]:3 = 14;
func.func @out_of_bounds(%in: memref<14xi32>, %out: memref<16xi32>) {
  %b = memref.alloc() : memref<16xi32>
  affine.for %i = 0 to 16 {
    affine.if #set(%i) {
      %x = layout_test.load_at %in[%i] : memref<14xi32>
      affine.store %x, %b[%i] : memref<16xi32>
    }
  }
  affine.for %i = 0 to 14 {
    %x = affine.load %b[%i] : memref<16xi32>
    affine.store %x, %out[%i] : memref<16xi32>
  }
  return
}

// CHECK: [[#@LINE+5]]:{{.*}}[Missed] layout-overcompute/reads-none-padding
func.func @none_padding(%in: memref<16xi32>, %out: memref<16xi32>) {
  layout.padding %in : memref<16xi32> of memref<14xi32, #none>
  affine.for %i = 0 to 16 {
    affine.if #set(%i) {
      %x = layout_test.load_at %in[%i] : memref<16xi32>
      affine.store %x, %out[%i] : memref<16xi32>
    }
  }
  return
}

// What it read may be freed by then.
// CHECK: [[#@LINE+6]]:{{.*}}[Missed] layout-overcompute/may-be-freed
func.func @freed(%out: memref<16xi32>, %c: i1) {
  %in = memref.alloc() : memref<16xi32>
  scf.if %c { memref.dealloc %in : memref<16xi32> }
  affine.for %i = 0 to 16 {
    affine.if #set(%i) {
      %x = layout_test.load_at %in[%i] : memref<16xi32>
      affine.store %x, %out[%i] : memref<16xi32>
    }
  }
  return
}

// CHECK: [[#@LINE+5]]:{{.*}}[Missed] layout-overcompute/side-effect
// CHECK-SAME: "the condition stays: 'layout_test.checked_at' is not known to be defined in executions that the condition excludes; expects an op whose LayoutAccessOpInterface states isSpeculatableInBounds"
func.func @not_stated(%in: memref<16xi32>, %out: memref<16xi32>) {
  affine.for %i = 0 to 16 {
    affine.if #set(%i) {
      %x = layout_test.checked_at %in[%i] : memref<16xi32>
      affine.store %x, %out[%i] : memref<16xi32>
    }
  }
  return
}

// Poison among its operands is not for it.
// CHECK: [[#@LINE+4]]:{{.*}}[Missed] layout-overcompute/may-be-poison
func.func @poison(%in: memref<1xi32>, %out: memref<16xi32>, %n: i32) {
  affine.for %i = 0 to 16 {
    affine.if #set(%i) {
      %s = arith.shli %n, %n : i32
      %k = arith.index_cast %s : i32 to index
      %z = arith.muli %k, %k : index
      %x = layout_test.load_at %in[%z] : memref<1xi32>
      affine.store %x, %out[%i] : memref<16xi32>
    }
  }
  return
}

// An arm that is dropped may do nothing that the program would miss.
// CHECK: [[#@LINE+6]]:{{.*}}[Missed] layout-overcompute/other-arm
func.func @other_arm_checks(%in: memref<16xi32>, %out: memref<16xi32>, %x: i32) {
  affine.for %i = 0 to 16 {
    affine.if #set(%i) {
      affine.store %x, %out[%i] : memref<16xi32>
    } else {
      %y = layout_test.checked_at %in[%i] : memref<16xi32>
      affine.store %x, %out[%i] : memref<16xi32>
    }
  }
  return
}
