// A tile of unknown extents that lacks rows or lanes: rows are computed several at once,
// in parts of 4, 2 and 1 of 7, and all of them where only lanes lack.
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-vectorize-loops,canonicalize,cse)" --mlir-print-local-scope --remarks-filter=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
//
// DEFINE: %{m} = 0
// DEFINE: %{n} = 0
// DEFINE: %{extents} = --dim=arg0.dim0:%{m} --dim=arg2.dim0:%{m}
// DEFINE: %{both} = %{extents} --dim=arg1.dim1:%{n} --dim=arg2.dim1:%{n}
// DEFINE: %{v4} = layout-check %s --pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-vectorize-loops)"
// DEFINE: %{v2} = layout-check %s --pipeline="builtin.module(layout-set-target{target=x86-64-v2},layout-vectorize-loops)"
//
// RUN: %{v4} --entry=rows,known_lanes %{extents}
// RUN: %{v4} --entry=rows_and_lanes %{both}
// REDEFINE: %{m} = 1
// RUN: %{v4} --entry=rows,known_lanes %{extents}
// RUN: %{v4} --entry=rows_and_lanes %{both}
// REDEFINE: %{n} = 1
// RUN: %{v4} --entry=rows_and_lanes %{both}
// REDEFINE: %{m} = 6
// REDEFINE: %{n} = 16
// RUN: %{v4} --entry=rows,known_lanes %{extents}
// RUN: %{v4} --entry=rows_and_lanes %{both}
// RUN: %{v2} --entry=rows_and_lanes %{both}
// REDEFINE: %{m} = 7
// REDEFINE: %{n} = 17
// RUN: %{v4} --entry=rows,known_lanes %{extents}
// RUN: %{v4} --entry=rows_and_lanes %{both}
// REDEFINE: %{m} = 110
// REDEFINE: %{n} = 75
// RUN: %{v4} --entry=rows,known_lanes %{extents}
// RUN: %{v4} --entry=rows_and_lanes %{both}
// RUN: %{v2} --entry=rows_and_lanes %{both}

// All rows of a full tile; then 4 rows, 2 and 1, the first of each of which is known when
// the program runs only. Nothing is masked.
// CHECK-LABEL: @rows(
// CHECK:         scf.if
// CHECK:           affine.for %{{.*}} = 0 to 9 iter_args
// CHECK-COUNT-7:     arith.addf {{.*}} : vector<32xf32>
// CHECK:         } else {
// CHECK:           %[[END:.*]] = arith.minsi
// CHECK:           %[[FITS:.*]] = arith.cmpi sge, %[[END]], %c4
// CHECK:           scf.if %[[FITS]]
// CHECK:             affine.for %{{.*}} = 0 to 9 iter_args({{([^,]*, ){3}[^,]*}}) ->
// CHECK:           %[[NEXT:.*]] = arith.select %[[FITS]], %c4, %c0
// CHECK:           %[[BEHIND:.*]] = arith.addi %[[NEXT]], %c2
// CHECK:           arith.cmpi sle, %[[BEHIND]], %[[END]]
// CHECK:             affine.for %{{.*}} = 0 to 9 iter_args({{[^,]*, [^,]*}}) ->
// CHECK:             affine.for %{{.*}} = 0 to 9 iter_args({{[^,]*}}) ->
// CHECK-NOT:     affine.for
// CHECK-NOT:     vector.mask
// CHECK:         return
// REMARK: row-parts.mlir:[[#@LINE+5]]:5: remark: {{.*}}"vectorized: 7 x 32 iterations at a time, sums in registers, fewer rows in partial tiles"
func.func @rows(%a: memref<?x9xf32> {llvm.noalias}, %b: memref<9x32xf32> {llvm.noalias}, %c: memref<?x32xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %m = memref.dim %a, %c0 : memref<?x9xf32>
  affine.for %io = 0 to affine_map<()[m] -> (m ceildiv 7)>()[%m] {
    affine.for %k = 0 to 9 {
      affine.for %ii = 0 to min affine_map<(io)[m] -> (7, io * -7 + m)>(%io)[%m] {
        affine.for %j = 0 to 32 {
          %x = affine.load %a[%io * 7 + %ii, %k] : memref<?x9xf32>
          %y = affine.load %b[%k, %j] : memref<9x32xf32>
          %z = affine.load %c[%io * 7 + %ii, %j] : memref<?x32xf32>
          %p = arith.mulf %x, %y : f32
          %s = arith.addf %z, %p : f32
          affine.store %s, %c[%io * 7 + %ii, %j] : memref<?x32xf32>
        }
      }
    }
  }
  return
}

// Lanes of no more than one register, and of more: in both, blocks of all rows first.
// CHECK-LABEL: @rows_and_lanes(
// CHECK:         arith.cmpi sle, %{{.*}}, %c16
// CHECK:         vector.maskedload {{.*}} vector<16xf32>
// CHECK:         vector.maskedload {{.*}} vector<32xf32>
// REMARK: row-parts.mlir:[[#@LINE+8]]:7: remark: {{.*}}"vectorized: 7 x 32 iterations at a time, sums in registers, fewer rows in partial tiles"
func.func @rows_and_lanes(%a: memref<?x9xf32> {llvm.noalias}, %b: memref<9x?xf32> {llvm.noalias}, %c: memref<?x?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x9xf32>
  %n = memref.dim %b, %c1 : memref<9x?xf32>
  affine.for %io = 0 to affine_map<()[m] -> (m ceildiv 7)>()[%m] {
    affine.for %jo = 0 to affine_map<()[n] -> (n ceildiv 32)>()[%n] {
      affine.for %k = 0 to 9 {
        affine.for %ii = 0 to min affine_map<(io)[m] -> (7, io * -7 + m)>(%io)[%m] {
          affine.for %j = 0 to min affine_map<(jo)[n] -> (32, jo * -32 + n)>(%jo)[%n] {
            %x = affine.load %a[%io * 7 + %ii, %k] : memref<?x9xf32>
            %y = affine.load %b[%k, %jo * 32 + %j] : memref<9x?xf32>
            %z = affine.load %c[%io * 7 + %ii, %jo * 32 + %j] : memref<?x?xf32>
            %p = arith.mulf %x, %y : f32
            %s = arith.addf %z, %p : f32
            affine.store %s, %c[%io * 7 + %ii, %jo * 32 + %j] : memref<?x?xf32>
          }
        }
      }
    }
  }
  return
}

// Of 36 lanes the second tile has 4, whatever the number of rows: nothing is masked. All
// 7 rows of that tile first; then parts of rows of either tile.
// CHECK-LABEL: @known_lanes(
// CHECK-NOT:     mask
// CHECK:         affine.for {{.*}} -> ({{(vector<32xf32>, ){6}vector<32xf32>}})
// CHECK:         arith.cmpi sle, %{{.*}}, %c4
// CHECK:         affine.for {{.*}} -> ({{(vector<4xf32>, ){6}vector<4xf32>}})
// CHECK:         affine.for {{.*}} -> ({{(vector<4xf32>, ){3}vector<4xf32>}})
// CHECK:         affine.for {{.*}} -> (vector<4xf32>, vector<4xf32>)
// CHECK:         affine.for {{.*}} -> (vector<4xf32>)
// CHECK-NOT:     -> ({{(vector<32xf32>, ){6}vector<32xf32>}})
// CHECK:         affine.for {{.*}} -> ({{(vector<32xf32>, ){3}vector<32xf32>}})
// CHECK:         affine.for {{.*}} -> (vector<32xf32>, vector<32xf32>)
// CHECK:         affine.for {{.*}} -> (vector<32xf32>)
// CHECK-NOT:     mask
// CHECK:         return
func.func @known_lanes(%a: memref<?x9xf32> {llvm.noalias}, %b: memref<9x36xf32> {llvm.noalias}, %c: memref<?x36xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %m = memref.dim %a, %c0 : memref<?x9xf32>
  affine.for %io = 0 to affine_map<()[m] -> (m ceildiv 7)>()[%m] {
    affine.for %jo = 0 to 2 {
      affine.for %k = 0 to 9 {
        affine.for %ii = 0 to min affine_map<(io)[m] -> (7, io * -7 + m)>(%io)[%m] {
          affine.for %j = 0 to min affine_map<(jo) -> (32, jo * -32 + 36)>(%jo) {
            %x = affine.load %a[%io * 7 + %ii, %k] : memref<?x9xf32>
            %y = affine.load %b[%k, %jo * 32 + %j] : memref<9x36xf32>
            %z = affine.load %c[%io * 7 + %ii, %jo * 32 + %j] : memref<?x36xf32>
            %p = arith.mulf %x, %y : f32
            %s = arith.addf %z, %p : f32
            affine.store %s, %c[%io * 7 + %ii, %jo * 32 + %j] : memref<?x36xf32>
          }
        }
      }
    }
  }
  return
}
