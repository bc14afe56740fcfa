// A sum of unknown extent may have nothing to add up, and nothing may be read then: its
// elements go to registers behind a branch that asks whether it has.
//
// RUN: layout-opt %s --layout-vectorize-loops --canonicalize --mlir-print-local-scope --remarks-filter=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: layout-opt %s --layout-vectorize-loops > %t.once
// RUN: layout-opt %t.once --layout-vectorize-loops | diff %t.once -
//
// In the last of each, the result has fewer rows than the loops, which do nothing.
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-vectorize-loops)"
// RUN: %{check} --entry=product --dim=arg0.dim0:12 --dim=arg0.dim1:35 --dim=arg1.dim0:35 --dim=arg2.dim0:12 --arg=3:3 --arg=4:35
// RUN: %{check} --entry=product --dim=arg0.dim0:4 --dim=arg0.dim1:16 --dim=arg1.dim0:16 --dim=arg2.dim0:4 --arg=3:1 --arg=4:16
// RUN: %{check} --entry=product --dim=arg0.dim0:4 --dim=arg0.dim1:1 --dim=arg1.dim0:1 --dim=arg2.dim0:0 --arg=3:1 --arg=4:0
// RUN: %{check} --entry=part --dim=arg0.dim0:9 --dim=arg0.dim1:35 --dim=arg1.dim0:35 --dim=arg2.dim0:9 --arg=3:9 --arg=4:35
// RUN: %{check} --entry=part --dim=arg0.dim0:9 --dim=arg0.dim1:1 --dim=arg1.dim0:1 --dim=arg2.dim0:9 --arg=3:9 --arg=4:1
// RUN: %{check} --entry=part --dim=arg0.dim0:9 --dim=arg0.dim1:1 --dim=arg1.dim0:1 --dim=arg2.dim0:0 --arg=3:9 --arg=4:0
// RUN: %{check} --entry=late --dim=arg0.dim0:4 --dim=arg1.dim0:64 --dim=arg2.dim0:4 --arg=3:1 --arg=4:35
// RUN: %{check} --entry=late --dim=arg0.dim0:4 --dim=arg1.dim0:64 --dim=arg2.dim0:0 --arg=3:1 --arg=4:64

// CHECK-LABEL: @product
// CHECK: affine.for
// CHECK-NOT: affine.for
// CHECK: %[[END:.*]] = affine.apply affine_map<()[s0] -> (s0 floordiv 16 + 1)>()[%arg4]
// CHECK: %[[TILE:.*]] = arith.cmpi sgt, %[[END]], %{{.*}}
// CHECK: %[[INNER:.*]] = affine.min affine_map<()[s0] -> (16, s0)>()[%arg4]
// CHECK: %[[ITERATION:.*]] = arith.cmpi sgt, %[[INNER]], %{{.*}}
// CHECK: %[[BOTH:.*]] = arith.andi %[[TILE]], %[[ITERATION]]
// CHECK: scf.if %[[BOTH]] {
// CHECK: vector.load
// CHECK: affine.for {{.*}} iter_args
// REMARK: dynamic-sums.mlir:[[#@LINE+3]]:5: remark: {{.*}}"vectorized: 4 x 16 iterations at a time, sums in registers"
func.func @product(%a: memref<?x?xf32> {llvm.noalias}, %b: memref<?x16xf32> {llvm.noalias}, %c: memref<?x16xf32> {llvm.noalias}, %m: index, %n: index) {
  affine.for %io = 0 to %m {
    affine.for %ko = 0 to affine_map<()[n] -> (n floordiv 16 + 1)>()[%n] {
      affine.for %ki = 0 to min affine_map<(ko)[n] -> (16, ko * -16 + n)>(%ko)[%n] {
        affine.for %ii = 0 to 4 {
          affine.for %j = 0 to 16 {
            %x = affine.load %a[%io * 4 + %ii, %ko * 16 + %ki] : memref<?x?xf32>
            %y = affine.load %b[%ko * 16 + %ki, %j] : memref<?x16xf32>
            %z = affine.load %c[%io * 4 + %ii, %j] : memref<?x16xf32>
            %p = arith.mulf %x, %y : f32
            %s = arith.addf %z, %p : f32
            affine.store %s, %c[%io * 4 + %ii, %j] : memref<?x16xf32>
          }
        }
      }
    }
  }
  return
}

// Rows may lack, too.
// CHECK-LABEL: @part
// CHECK: scf.if
// CHECK: scf.if
// CHECK: vector.load
// CHECK: affine.for {{.*}} iter_args
// CHECK: else
// CHECK: affine.for {{.*}} iter_args
// REMARK: dynamic-sums.mlir:[[#@LINE+3]]:5: remark: {{.*}}"vectorized: 4 x 16 iterations at a time, sums in registers, fewer rows in partial tiles"
func.func @part(%a: memref<?x?xf32> {llvm.noalias}, %b: memref<?x16xf32> {llvm.noalias}, %c: memref<?x16xf32> {llvm.noalias}, %m: index, %n: index) {
  affine.for %io = 0 to affine_map<()[m] -> (m ceildiv 4)>()[%m] {
    affine.for %k = 0 to %n {
      affine.for %ii = 0 to min affine_map<(io)[m] -> (4, io * -4 + m)>(%io)[%m] {
        affine.for %j = 0 to 16 {
          %x = affine.load %a[%io * 4 + %ii, %k] : memref<?x?xf32>
          %y = affine.load %b[%k, %j] : memref<?x16xf32>
          %z = affine.load %c[%io * 4 + %ii, %j] : memref<?x16xf32>
          %p = arith.mulf %x, %y : f32
          %s = arith.addf %z, %p : f32
          affine.store %s, %c[%io * 4 + %ii, %j] : memref<?x16xf32>
        }
      }
    }
  }
  return
}

// The first tile of the sum may be empty, and a later one not: a branch in front of all
// would have to look at each.
// CHECK-LABEL: @late
// CHECK-NOT: iter_args
// CHECK: return
func.func @late(%a: memref<?x64xf32> {llvm.noalias}, %b: memref<?x16xf32> {llvm.noalias}, %c: memref<?x16xf32> {llvm.noalias}, %m: index, %n: index) {
  affine.for %io = 0 to %m {
    affine.for %ko = 0 to 4 {
      affine.for %ki = max affine_map<(ko)[n] -> (0, ko * -16 + n)>(%ko)[%n] to 16 {
        affine.for %ii = 0 to 4 {
          affine.for %j = 0 to 16 {
            %x = affine.load %a[%io * 4 + %ii, %ko * 16 + %ki] : memref<?x64xf32>
            %y = affine.load %b[%ko * 16 + %ki, %j] : memref<?x16xf32>
            %z = affine.load %c[%io * 4 + %ii, %j] : memref<?x16xf32>
            %p = arith.mulf %x, %y : f32
            %s = arith.addf %z, %p : f32
            affine.store %s, %c[%io * 4 + %ii, %j] : memref<?x16xf32>
          }
        }
      }
    }
  }
  return
}
