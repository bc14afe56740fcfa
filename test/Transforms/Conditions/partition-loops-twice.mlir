// What is decided in a piece may leave conditions for which it is split, or shrunk,
// again: one run goes on until a second one finds nothing to do.
// RUN: layout-opt %s --layout-partition-loops -o %t.once
// RUN: layout-opt %t.once --layout-partition-loops -o %t.twice
// RUN: diff %t.once %t.twice
// RUN: FileCheck %s < %t.once
// RUN: layout-check %s --entry=alternating,in_borders,both_dims --arg=2:5 --arg=3:3 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=alternating,in_borders,both_dims --arg=2:-2 --arg=3:9 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=alternating,in_borders,both_dims --arg=2:14 --arg=3:-9223372036854775808 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=alternating,in_borders,both_dims --arg=2:9223372036854775807 --arg=3:4 --pipeline="builtin.module(layout-partition-loops)"

// Where a condition comes and goes, no piece is better than the whole.
// CHECK-LABEL: @alternating
// CHECK-COUNT-1: scf.for
// CHECK-NOT:   scf.for
func.func @alternating(%a: memref<16xi32>, %b: memref<16xi32>, %n: index, %m: index) {
  %w1 = arith.constant 11 : i32
  %v1 = arith.constant 0 : index
  %v2 = arith.constant 16 : index
  %v3 = arith.constant 1 : index
  scf.for %i0 = %v1 to %v2 step %v3 {
    %v4 = affine.apply affine_map<(d0) -> ((1 * d0 + 5) mod 4 - 1)>(%i0)
    %v6 = arith.constant 1 : index
    %v5 = arith.cmpi sle, %v4, %v6 : index
    scf.if %v5 {
      %v7 = memref.load %a[%i0] : memref<16xi32>
      %v8 = arith.addi %v7, %w1 : i32
      memref.store %v8, %a[%i0] : memref<16xi32>
    }
  }
  return
}

// CHECK-LABEL: @both_dims
// CHECK:       affine.for
func.func @both_dims(%a: memref<30x16xi32>, %b: memref<30x16xi32>, %n: index, %m: index) {
  %w6 = arith.constant 16 : i32
  %w7 = arith.constant 17 : i32
  affine.for %i0 = 0 to 30 step 2 {
    affine.for %i1 = 1 to min affine_map<()[n] -> (16, n)>()[%n] step 2 {
      %v1 = affine.apply affine_map<(d0, d1) -> (-3 * d0 + 1 * d1 + 12)>(%i0, %i1)
      %v3 = arith.constant 15 : index
      %v2 = arith.cmpi ne, %v1, %v3 : index
      scf.if %v2 {
        %v4 = memref.load %b[%i0, %i1] : memref<30x16xi32>
        %v5 = arith.addi %v4, %w7 : i32
        memref.store %v5, %b[%i0, %i1] : memref<30x16xi32>
      } else {
        %v6 = memref.load %a[%i0, %i1] : memref<30x16xi32>
        %v7 = arith.addi %v6, %w6 : i32
        memref.store %v7, %a[%i0, %i1] : memref<30x16xi32>
      }
    }
  }
  return
}

// CHECK-LABEL: @in_borders
// CHECK:       for
func.func @in_borders(%a: memref<30x30xi32>, %b: memref<30x30xi32>, %n: index, %m: index) {
  %w2 = arith.constant 12 : i32
  %w3 = arith.constant 13 : i32
  %w5 = arith.constant 15 : i32
  %w6 = arith.constant 16 : i32
  %w8 = arith.constant 18 : i32
  %v1 = arith.constant 1 : index
  %v2 = arith.constant 30 : index
  %v3 = arith.constant 1 : index
  scf.for %i0 = %v1 to %v2 step %v3 {
    %v4 = arith.constant 1 : index
    %v5 = arith.constant 30 : index
    %v6 = arith.constant 2 : index
    scf.for %i1 = %v4 to %v5 step %v6 {
      %v7 = affine.apply affine_map<(d0, d1) -> (1 * d0 + -4)>(%i0, %i1)
      %v9 = arith.constant 7 : index
      %v8 = arith.cmpi ne, %v7, %v9 : index
      %v10 = arith.select %v8, %w8, %w6 : i32
      %v11 = memref.load %a[%i0, %i1] : memref<30x30xi32>
      %v12 = arith.addi %v11, %v10 : i32
      memref.store %v12, %a[%i0, %i1] : memref<30x30xi32>
      %v13 = affine.apply affine_map<(d0, d1) -> ((1 * d0 + 0) ceildiv 2 - 1)>(%i0, %i1)
      %v15 = arith.constant 10 : index
      %v14 = arith.cmpi slt, %v13, %v15 : index
      %v16 = arith.select %v14, %w2, %w5 : i32
      %v17 = memref.load %b[%i0, %i1] : memref<30x30xi32>
      %v18 = arith.addi %v17, %v16 : i32
      memref.store %v18, %b[%i0, %i1] : memref<30x30xi32>
      %v19 = affine.apply affine_map<(d0, d1) -> (-((1 * d0 + 2 * d1 + 8) ceildiv 4 - 0))>(%i0, %i1)
      %v21 = arith.constant -1 : index
      %v20 = arith.cmpi sge, %v19, %v21 : index
      scf.if %v20 {
        %v22 = memref.load %b[%i0, %i1] : memref<30x30xi32>
        %v23 = arith.addi %v22, %w5 : i32
        memref.store %v23, %b[%i0, %i1] : memref<30x30xi32>
      }
      %v24 = affine.apply affine_map<(d0, d1) -> ((-3 * d0 + 1 * d1 + 11) mod 5 - 1)>(%i0, %i1)
      %v26 = arith.constant -1 : index
      %v25 = arith.cmpi eq, %v24, %v26 : index
      scf.if %v25 {
        %v27 = memref.load %a[%i0, %i1] : memref<30x30xi32>
        %v28 = arith.addi %v27, %w3 : i32
        memref.store %v28, %a[%i0, %i1] : memref<30x30xi32>
      } else {
        %v29 = memref.load %b[%i0, %i1] : memref<30x30xi32>
        %v30 = arith.addi %v29, %w5 : i32
        memref.store %v30, %b[%i0, %i1] : memref<30x30xi32>
      }
    }
  }
  return
}
