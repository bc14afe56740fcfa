// Pieces of a loop over numbers of a fixed width are pieces for a second run, too:
// it does not split them again.
// RUN: layout-opt %s --layout-partition-loops -o %t.once
// RUN: layout-opt %t.once --layout-partition-loops -o %t.twice
// RUN: diff %t.once %t.twice
// RUN: FileCheck %s < %t.once
// RUN: layout-check %s --entry=one_loop --arg=2:5 --arg=3:3 --arg=4:1 --arg=5:8 --pipeline="builtin.module(layout-partition-loops,layout-partition-loops)"
// RUN: layout-check %s --entry=one_loop --arg=2:-14 --arg=3:-2 --arg=4:-9223372036854775808 --arg=5:9223372036854775807 --pipeline="builtin.module(layout-partition-loops,layout-partition-loops)"
// RUN: layout-check %s --entry=two_loops --arg=2:5 --arg=3:3 --arg=4:6 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=two_loops --arg=2:-2 --arg=3:-9223372036854775808 --arg=4:2147483647 --pipeline="builtin.module(layout-partition-loops)"

// CHECK-LABEL: @one_loop
// CHECK:       scf.for
func.func @one_loop(%a: memref<8xi32>, %b: memref<8xi32>, %n: index, %m: index, %lo: i64, %hi: i64) {
  %w0 = arith.constant 10 : i32
  %w1 = arith.constant 11 : i32
  %w2 = arith.constant 12 : i32
  %c1 = arith.constant 1 : i64
  %c8 = arith.constant 8 : i64
  %upper = arith.minsi %hi, %c8 : i64
  %lower = arith.maxsi %lo, %c1 : i64
  scf.for %k = %lower to %upper step %c1 : i64 {
    %i = arith.index_cast %k : i64 to index
    %v6 = affine.apply affine_map<(d0) -> (-3 * d0 - 2)>(%i)
    %v7 = arith.cmpi sge, %v6, %n : index
    scf.if %v7 {
      memref.store %w0, %a[%i] : memref<8xi32>
    }
    %v10 = affine.apply affine_map<(d0) -> (-2 * d0 + 6)>(%i)
    %v11 = arith.cmpi sgt, %v10, %m : index
    %v12 = arith.select %v11, %w1, %w2 : i32
    memref.store %v12, %b[%i] : memref<8xi32>
    %v15 = affine.apply affine_map<(d0) -> (2 * d0 - 3)>(%i)
    %v16 = arith.cmpi sgt, %v15, %m : index
    scf.if %v16 {
      memref.store %w2, %a[%i] : memref<8xi32>
    } else {
      memref.store %w1, %a[%i] : memref<8xi32>
    }
    %v20 = affine.apply affine_map<(d0) -> (-3 * d0 + 1)>(%i)
    %v21 = arith.cmpi sle, %v20, %m : index
    scf.if %v21 {
      memref.store %w0, %b[%i] : memref<8xi32>
    }
  }
  return
}

// CHECK-LABEL: @two_loops
// CHECK:       scf.for
func.func @two_loops(%a: memref<8x8xi32>, %b: memref<8x8xi32>, %n: index, %m: index, %hi: i32) {
  %w0 = arith.constant 10 : i32
  %w1 = arith.constant 11 : i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %upper = arith.minsi %hi, %c8 : i32
  scf.for %k = %c0 to %upper step %c1 : i32 {
    %i = arith.index_cast %k : i32 to index
    scf.for %l = %c0 to %upper step %c1 : i32 {
      %j = arith.index_cast %l : i32 to index
      %is0 = arith.cmpi slt, %i, %n : index
      scf.if %is0 {
        memref.store %w0, %a[%i, %j] : memref<8x8xi32>
      } else {
        memref.store %w1, %b[%i, %j] : memref<8x8xi32>
      }
      %sum = arith.addi %j, %n : index
      %is1 = arith.cmpi sge, %sum, %m : index
      scf.if %is1 {
        memref.store %w1, %a[%j, %i] : memref<8x8xi32>
      }
    }
  }
  return
}
