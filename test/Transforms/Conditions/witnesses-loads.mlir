// A number that is loaded, or that a call returns, is assumed: a counterexample with
// it is a possible one, and says what it would have to be. Where its contents are
// known, no number is named. Each loop reads `%b` where the guard does not hold, at
// an index of which nothing is proven.
//
// RUN: layout-opt %s --layout-overcompute --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=OVER
// RUN: layout-opt %s --layout-simplify --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=SIMPLIFY
// RUN: layout-opt %s --layout-merge-loops --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=MERGE
// RUN: layout-opt %s --layout-sequential-access --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=WALK

// It is 5.
// OVER: witnesses-loads.mlir:[[#@LINE+9]]:12: remark: [Analysis] layout-overcompute/out-of-bounds{{.*}}"the condition stays: the proof does not use what is known of the result of 'memref.load'"
func.func @stored(%a: memref<16xf32> {llvm.noalias}, %b: memref<14xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %t = memref.alloc() : memref<4xindex>
  memref.store %c5, %t[%c0] : memref<4xindex>
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      %k = memref.load %t[%c0] : memref<4xindex>
      %x = memref.load %b[%k] : memref<14xf32>
      affine.store %x, %a[%i] : memref<16xf32>
    }
  }
  memref.dealloc %t : memref<4xindex>
  return
}

// -----

// OVER: [Analysis] layout-overcompute/out-of-bounds{{.*}}"the condition stays: possible: reading %arg1[[[K:-?[0-9]+]]], which is out of bounds, when 'affine.for' at {{[0-9:]+}} = {{1[45]}}, if %{{.*}} = [[K]];
memref.global "private" constant @table : memref<4xindex> = dense<[1, 2, 3, 4]>
func.func @constant_global(%a: memref<16xf32> {llvm.noalias}, %b: memref<14xf32> {llvm.noalias}) {
  %c1 = arith.constant 1 : index
  %t = memref.get_global @table : memref<4xindex>
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      %k = memref.load %t[%c1] : memref<4xindex>
      %x = memref.load %b[%k] : memref<14xf32>
      affine.store %x, %a[%i] : memref<16xf32>
    }
  }
  return
}

// -----

// Nobody else writes it.
// OVER: [Analysis] layout-overcompute/out-of-bounds{{.*}}"the condition stays: possible: reading %arg1[[[K:-?[0-9]+]]], which is out of bounds, when 'affine.for' at {{[0-9:]+}} = {{1[45]}}, if %{{.*}} = [[K]];
memref.global "private" @table : memref<4xindex> = dense<[1, 2, 3, 4]>
func.func @private_global(%a: memref<16xf32> {llvm.noalias}, %b: memref<14xf32> {llvm.noalias}) {
  %c1 = arith.constant 1 : index
  %t = memref.get_global @table : memref<4xindex>
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      %k = memref.load %t[%c1] : memref<4xindex>
      %x = memref.load %b[%k] : memref<14xf32>
      affine.store %x, %a[%i] : memref<16xf32>
    }
  }
  return
}

// -----

// Padding holds 0.
// OVER: [Analysis] layout-overcompute/out-of-bounds{{.*}}"the condition stays: possible: reading %arg1[[[K:-?[0-9]+]]], which is out of bounds, when 'affine.for' at {{[0-9:]+}} = {{1[45]}}, if %{{.*}} = [[K]];
#padded = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : index>>
func.func @padding(%a: memref<16xf32> {llvm.noalias}, %b: memref<14xf32> {llvm.noalias}, %t: memref<4x4xindex> {llvm.noalias}) {
  layout.assume_padding %t : memref<4x4xindex> of memref<14xindex, #padded>
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      %k = affine.load %t[3, %i mod 4] : memref<4x4xindex>
      %x = memref.load %b[%k] : memref<14xf32>
      affine.store %x, %a[%i] : memref<16xf32>
    }
  }
  return
}

// -----

// By a store of a vector to what was given, in an earlier iteration.
// OVER: [Analysis] layout-overcompute/out-of-bounds{{.*}}"the condition stays: possible: reading %arg1[[[K:-?[0-9]+]]], which is out of bounds, when 'affine.for' at {{[0-9:]+}} = {{[0-9]+}}, 'affine.for' at {{[0-9:]+}} = {{1[45]}}, if %{{.*}} = [[K]];
func.func @vector_store(%a: memref<16xf32> {llvm.noalias}, %b: memref<14xf32> {llvm.noalias}, %t: memref<4xindex> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %v = arith.constant dense<5> : vector<4xindex>
  affine.for %j = 0 to 2 {
    affine.for %i = 0 to 16 {
      affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
        %k = memref.load %t[%c0] : memref<4xindex>
        %x = memref.load %b[%k] : memref<14xf32>
        affine.store %x, %a[%i] : memref<16xf32>
      }
    }
    vector.store %v, %t[%c0] : memref<4xindex>, vector<4xindex>
  }
  return
}

// -----

// OVER: [Analysis] layout-overcompute/out-of-bounds{{.*}}"the condition stays: possible: reading %arg1[[[K:-?[0-9]+]]], which is out of bounds, when 'affine.for' at {{[0-9:]+}} = {{1[45]}}, if %{{.*}} = [[K]];
func.func private @five() -> index {
  %c5 = arith.constant 5 : index
  return %c5 : index
}
func.func @called(%a: memref<16xf32> {llvm.noalias}, %b: memref<14xf32> {llvm.noalias}) {
  %k = func.call @five() : () -> index
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      %x = memref.load %b[%k] : memref<14xf32>
      affine.store %x, %a[%i] : memref<16xf32>
    }
  }
  return
}

// -----

// No element 20 is loaded, as there is none.
// OVER: [Analysis] layout-overcompute/out-of-bounds{{.*}}"the condition stays: the proof does not use what is known of the result of 'memref.load'"
func.func @no_element(%a: memref<16xf32> {llvm.noalias}, %b: memref<14xf32> {llvm.noalias}, %t: memref<4xindex> {llvm.noalias}) {
  %c20 = arith.constant 20 : index
  %k = memref.load %t[%c20] : memref<4xindex>
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      %x = memref.load %b[%k] : memref<14xf32>
      affine.store %x, %a[%i] : memref<16xf32>
    }
  }
  return
}

// -----

// It is what the machine has.
// SIMPLIFY: [Analysis] layout-simplify/condition-not-decided{{.*}}"the condition may not hold when %vscale of 'vector.vscale' at [[# @LINE+4]]:8 = {{[0-9]+}}"
func.func @machine(%a: memref<4xindex> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %k = vector.vscale
  %c = arith.cmpi slt, %k, %c4 : index
  scf.if %c {
    memref.store %k, %a[%c0] : memref<4xindex>
  }
  return
}

// -----

// What is given may be anything.
// OVER: [Analysis] layout-overcompute/out-of-bounds{{.*}}"the condition stays: possible: reading %arg1[[[K:-?[0-9]+]]], which is out of bounds, when 'affine.for' at {{[0-9:]+}} = {{1[45]}}, if %{{.*}} = [[K]];
func.func @given(%a: memref<16xf32> {llvm.noalias}, %b: memref<14xf32> {llvm.noalias}, %t: memref<4xindex> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %k = memref.load %t[%c0] : memref<4xindex>
  memref.store %c0, %t[%c0] : memref<4xindex>
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      %x = memref.load %b[%k] : memref<14xf32>
      affine.store %x, %a[%i] : memref<16xf32>
    }
  }
  return
}

// -----

// SIMPLIFY: [Analysis] layout-simplify/condition-not-decided{{.*}}"the condition may not hold when %{{.*}} = 5"
// SIMPLIFY: [Analysis] layout-simplify/condition-not-decided{{.*}}"the condition may not hold when %{{.*}} = 5"
func.func @conditions(%a: memref<4xi32>, %p: index, %t: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %three = arith.constant 3 : i32
  %five = arith.constant 5 : i32
  %l = memref.alloc() : memref<4xi32>
  memref.store %three, %l[%c0] : memref<4xi32>
  memref.store %five, %l[%c1] : memref<4xi32>
  %x = memref.load %l[%p] : memref<4xi32>
  %c = arith.cmpi slt, %x, %five : i32
  scf.if %c {
    memref.store %five, %a[%c0] : memref<4xi32>
  }
  %y = memref.load %t[%p] : memref<4xi32>
  %d = arith.cmpi slt, %y, %five : i32
  scf.if %d {
    memref.store %three, %a[%c1] : memref<4xi32>
  }
  memref.dealloc %l : memref<4xi32>
  return
}

// -----

// The element that is read is the one that the same iteration wrote.
// MERGE: [Analysis] layout-merge-loops/not-decided{{.*}}: possible: iteration 'affine.for' at {{[0-9:]+}} = {{[0-9]+}} (if %{{.*}} = [[E:[0-9]+]]) reads %{{.*}}[[[E]]] that iteration 'affine.for' at {{[0-9:]+}} = [[E]] wrote"
func.func @merged(%a: memref<16xi32> {llvm.noalias}, %b: memref<16xi32> {llvm.noalias}, %x: i32) {
  %t = memref.alloc() : memref<16xindex>
  affine.for %i = 0 to 16 {
    affine.store %i, %t[%i] : memref<16xindex>
  }
  affine.for %i = 0 to 16 {
    affine.store %x, %a[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    %k = affine.load %t[%i] : memref<16xindex>
    %y = memref.load %a[%k] : memref<16xi32>
    affine.store %y, %b[%i] : memref<16xi32>
  }
  return
}

// -----

// In each iteration the element that is read is the one that it writes.
// WALK: [Analysis] layout-sequential-access/{{.*}}: possible: {{.*}} (if %{{.*}} = {{[0-9]+}}, %{{.*}} = {{[0-9]+}}) reads
func.func @walked(%a: memref<8x8xf32> {llvm.noalias, layout.sequential}, %b: memref<8x8xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<8xindex>
  affine.for %i = 0 to 8 {
    affine.store %i, %t[%i] : memref<8xindex>
  }
  affine.for %j = 0 to 8 {
    affine.for %i = 0 to 8 {
      %x = affine.load %a[%i, %j] : memref<8x8xf32>
      affine.store %x, %b[%i, %j] : memref<8x8xf32>
      %k = affine.load %t[%i] : memref<8xindex>
      %l = affine.load %t[%j] : memref<8xindex>
      %y = memref.load %b[%k, %l] : memref<8x8xf32>
      affine.store %y, %a[%i, %j] : memref<8x8xf32>
    }
  }
  memref.dealloc %t : memref<8xindex>
  return
}

// -----

// SIMPLIFY: [Missed] layout-simplify/condition-not-decided{{.*}}"the condition does not hold when dim(%arg0, 1) = {{[0-9]+}}, dim(%arg0, 0) = {{[0-9]+}}"
func.func @extents(%a: memref<?x?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?x?xi32>
  %m = memref.dim %a, %c1 : memref<?x?xi32>
  %c = arith.cmpi slt, %n, %m : index
  scf.if %c {
    memref.store %x, %a[%c0, %c1] : memref<?x?xi32>
  }
  return
}

// -----

// Loops that come from one op.
// SIMPLIFY: [Missed] layout-simplify/condition-not-decided{{.*}}"the condition does not hold when level 1 of 'affine.for' at 7:3 = {{[0-9]+}}, level 2 of 'affine.for' at 7:3 = {{[0-9]+}}"
func.func @product(%a: memref<8xi32>, %x: i32) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.if affine_set<(i, j) : (5 - i - j >= 0)>(%i, %j) {
        affine.store %x, %a[%i] : memref<8xi32>
      }
    } loc("product.mlir":7:3)
  } loc("product.mlir":7:3)
  return
}

// -----

// What a resource holds is not read.
// OVER: [Analysis] layout-overcompute/out-of-bounds{{.*}}"the condition stays: possible: reading %arg1[[[K:-?[0-9]+]]], which is out of bounds, when 'affine.for' at {{[0-9:]+}} = {{1[45]}}, if %{{.*}} = [[K]];
memref.global "private" constant @table : memref<1xindex> = dense_resource<numbers>
func.func @resource(%a: memref<16xf32> {llvm.noalias}, %b: memref<14xf32> {llvm.noalias}) {
  %c1 = arith.constant 0 : index
  %t = memref.get_global @table : memref<1xindex>
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      %k = memref.load %t[%c1] : memref<1xindex>
      %x = memref.load %b[%k] : memref<14xf32>
      affine.store %x, %a[%i] : memref<16xf32>
    }
  }
  return
}
{-# dialect_resources: { builtin: { numbers: "0x080000000100000000000000" } } #-}
