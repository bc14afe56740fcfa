// RUN: layout-opt %s --layout-merge-loops --split-input-file --remarks-filter=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: layout-opt %s --layout-merge-loops --layout-merge-loops --split-input-file | FileCheck %s

// CHECK-LABEL: @elementwise
// CHECK:       affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.store %{{.*}}, %[[A:.*]][%[[I]]]
// CHECK-NEXT:    affine.load %[[A]][%[[I]]]
// CHECK-NEXT:    affine.store
// CHECK-NEXT:  }
// CHECK-NEXT:  return
// REMARK: [Passed] layout-merge-loops/fused {{.*}}"2 loops over equal ranges became one"
func.func @elementwise(%a: memref<4xf32> {llvm.noalias}, %b: memref<4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.store %x, %a[%i] : memref<4xf32>
  }
  affine.for %i = 0 to 4 {
    %y = affine.load %a[%i] : memref<4xf32>
    affine.store %y, %b[%i] : memref<4xf32>
  }
  return
}

// -----

// RFC 0077: legal, as iteration i of the second reads what i - 1 wrote.
// CHECK-LABEL: @recurrence
// CHECK:       affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT:    affine.store
// CHECK-NEXT:    affine.if
// CHECK-NOT:   affine.for
// CHECK:       return
func.func @recurrence(%a: memref<8xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  affine.for %i = 0 to 8 {
    affine.store %c0, %a[%i] : memref<8xi32>
  }
  affine.for %i = 0 to 8 {
    affine.if affine_set<(i) : (i - 1 >= 0)>(%i) {
      %x = affine.load %a[%i - 1] : memref<8xi32>
      %y = arith.addi %x, %c1 : i32
      affine.store %y, %a[%i] : memref<8xi32>
    }
  }
  return
}

// -----

// RFC 0077: not legal, i = j + 1.
// CHECK-LABEL: @stencil
// CHECK-COUNT-2: affine.for
// REMARK: [Missed] layout-merge-loops/dependence {{.*}}"not fused with the loop before it: iteration 'affine.for' at {{[0-9:]+}} = {{[0-9]}} reads %{{.*}}[{{[0-9]}}] that iteration 'affine.for' at {{[0-9:]+}} = {{[0-9]}} wrote"
func.func @stencil(%a: memref<8xi32>) {
  affine.for %i = 1 to 7 {
    %x = arith.index_cast %i : index to i32
    affine.store %x, %a[%i] : memref<8xi32>
  }
  affine.for %j = 1 to 7 {
    %x = affine.load %a[%j - 1] : memref<8xi32>
    %y = affine.load %a[%j] : memref<8xi32>
    %z = affine.load %a[%j + 1] : memref<8xi32>
    %s = arith.addi %x, %y : i32
    %t = arith.addi %s, %z : i32
    affine.store %t, %a[%j] : memref<8xi32>
  }
  return
}

// -----

// Nests become one nest.
// CHECK-LABEL: @nests
// CHECK:       affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.if
// CHECK-NEXT:        affine.store
// CHECK-NEXT:      }
// CHECK-NEXT:      affine.if
// CHECK-NOT:   affine.for
// CHECK:       return
func.func @nests(%a: memref<4x4xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(i, j) : (13 - 4 * i - j >= 0)>(%i, %j) {
        affine.store %x, %a[%i, %j] : memref<4x4xf32>
      }
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(i, j) : (4 * i + j - 14 >= 0)>(%i, %j) {
        affine.store %y, %a[%i, %j] : memref<4x4xf32>
      }
    }
  }
  return
}

// -----

// RFC 0077, implicit default: the initialisation and the pad stage meet, over a
// nest that touches none of the padding.
// CHECK-LABEL: @stepped_over
// CHECK:       affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT:    affine.if
// CHECK:         affine.if
// CHECK:       affine.for %{{.*}} = 0 to 14 {
// CHECK-NOT:   affine.for
// CHECK:       return
func.func @stepped_over(%a: memref<16xi32>) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      affine.store %c0, %a[%i] : memref<16xi32>
    }
  }
  affine.for %k = 0 to 14 {
    %x = affine.load %a[%k] : memref<16xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %a[%k] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (i - 14 >= 0)>(%i) {
      affine.store %c0, %a[%i] : memref<16xi32>
    }
  }
  return
}

// -----

// What the second computes with moves to the front.
// CHECK-LABEL: @moved_up
// CHECK:       %[[P:.*]] = arith.addf
// CHECK-NEXT:  affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.store
// CHECK-NEXT:    affine.store %[[P]]
// CHECK-NOT:   affine.for
// CHECK:       return
func.func @moved_up(%a: memref<4xf32>, %b: memref<4xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.store %x, %a[%i] : memref<4xf32>
  }
  %p = arith.addf %x, %x : f32
  affine.for %i = 0 to 4 {
    affine.store %p, %b[%i] : memref<4xf32>
  }
  return
}

// -----

// What the second takes is read from what the first writes.
// CHECK-LABEL: @between
// CHECK-COUNT-2: affine.for
// REMARK: [Missed] layout-merge-loops/between {{.*}}"not fused with a loop before it: 'affine.load' is between them: 'affine.load' reads %{{.*}}[0] that iteration 'affine.for' at {{[0-9:]+}} = 0 wrote"
func.func @between(%a: memref<4xf32>, %b: memref<4xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.store %x, %a[%i] : memref<4xf32>
  }
  %p = affine.load %a[0] : memref<4xf32>
  affine.for %i = 0 to 4 {
    affine.store %p, %b[%i] : memref<4xf32>
  }
  return
}

// -----

// CHECK-LABEL: @calls
// CHECK-COUNT-2: scf.for
// REMARK: [Analysis] layout-merge-loops/not-decided {{.*}}'func.call' may access any memory"
func.func private @unknown()
func.func @calls(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    func.call @unknown() : () -> ()
  }
  scf.for %i = %c0 to %n step %c1 {
    func.call @unknown() : () -> ()
  }
  return
}

// -----

// Lanes are elements: vectors that overlap are a dependence.
// REMARK: [Missed] layout-merge-loops/dependence {{.*}}"not fused with the loop before it: iteration {{.*}} writes %arg0[{{[0-9]+}}] that iteration {{.*}} read"
// CHECK-LABEL: @vectors_read
// CHECK-COUNT-2: affine.for
func.func @vectors_read(%a: memref<16xi32> {llvm.noalias}, %b: memref<16xi32> {llvm.noalias}, %x: vector<4xi32>) {
  affine.for %i = 0 to 4 {
    %v = vector.load %a[%i] : memref<16xi32>, vector<4xi32>
    vector.store %v, %b[%i] : memref<16xi32>, vector<4xi32>
  }
  affine.for %i = 0 to 4 {
    vector.store %x, %a[%i] : memref<16xi32>, vector<4xi32>
  }
  return
}

// -----

// REMARK: [Missed] layout-merge-loops/dependence {{.*}}"not fused with the loop before it: iteration {{.*}} reads %arg0[{{[0-9]+}}] that iteration {{.*}} wrote"
// CHECK-LABEL: @vectors_written
// CHECK-COUNT-2: affine.for
func.func @vectors_written(%a: memref<16xi32> {llvm.noalias}, %b: memref<16xi32> {llvm.noalias}, %x: vector<4xi32>) {
  affine.for %i = 0 to 4 {
    vector.store %x, %a[%i] : memref<16xi32>, vector<4xi32>
  }
  affine.for %i = 0 to 4 {
    %v = vector.load %a[%i] : memref<16xi32>, vector<4xi32>
    vector.store %v, %b[%i] : memref<16xi32>, vector<4xi32>
  }
  return
}

// -----

// Other ranges, loops that carry values.
// CHECK-LABEL: @others
// CHECK-COUNT-3: affine.for
// REMARK: layout-merge-loops/ranges
// REMARK: layout-merge-loops/kind
// REMARK-NOT: remark
func.func @others(%a: memref<8xf32>, %x: f32) -> f32 {
  affine.for %i = 0 to 4 {
    affine.store %x, %a[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 5 {
    affine.store %x, %a[%i] : memref<8xf32>
  }
  %s = affine.for %i = 0 to 5 iter_args(%t = %x) -> f32 {
    %y = affine.load %a[%i] : memref<8xf32>
    %u = arith.addf %t, %y : f32
    affine.yield %u : f32
  }
  return %s : f32
}
