// What every iteration of an innermost loop adds to stays in a register, where
// nothing else in the loop touches the element.
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-assign,layout-apply,layout-tile-loops,layout-finalize)" --mlir-print-local-scope --remarks-filter=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
//
// DEFINE: %{passes} =
// DEFINE: %{one} = layout-check %s --pipeline="builtin.module(layout-assign,layout-apply,%{passes},layout-finalize)" --entry
// DEFINE: %{check} = grep -o "^func.func @[a-z_0-9]*" %s | cut -d@ -f2 | grep -v "carried\|neighbours\|any_bounds" | paste -sd, | xargs -I{} %{one}={}
// REDEFINE: %{passes} = layout-tile-loops
// RUN: %{check}
// RUN: %{one}=carried --arg=2:1.5 --arg=3:0.5
// RUN: %{one}=neighbours --arg=1:7
// RUN: %{one}=any_bounds --arg=2:1 --arg=3:2 --arg=4:30
// RUN: %{one}=any_bounds --arg=2:99 --arg=3:5 --arg=4:5
// RUN: %{one}=any_bounds --arg=2:99 --arg=3:5 --arg=4:-9223372036854775808
// REDEFINE: %{passes} = layout-optimize
// RUN: %{check}
// RUN: %{one}=carried --arg=2:1.5 --arg=3:0.5
// RUN: %{one}=neighbours --arg=1:7

#runs = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<undef>>
#none = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>>
#squares = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j floordiv 4, i mod 4, j mod 4)>, pad<undef>>
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 8, j floordiv 8, i mod 8, j mod 8)>, pad<0.0 : f64>>

// The loop has no iteration at first: then there is nothing to store.
// REMARK: [Passed] layout-tile-loops/kept
// CHECK-LABEL: @solve
// CHECK: scf.if
// CHECK: %[[FIRST:.*]] = affine.load
// CHECK: %[[SUM:.*]] = affine.for {{.*}} iter_args(%{{.*}} = %[[FIRST]])
// CHECK: %[[INNER:.*]] = affine.for {{.*}} iter_args
// CHECK-NOT: floordiv
// CHECK-NOT: affine.store
// CHECK: arith.subf
// CHECK-NEXT: affine.yield
// CHECK: affine.yield %[[INNER]]
// CHECK: affine.store %[[SUM]]
func.func @solve(%l: memref<21x21xf64, #tiles>, %x: memref<21xf64, #none>) {
  affine.for %i = 0 to 21 {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      %0 = affine.load %l[%i, %j] : memref<21x21xf64, #tiles>
      %1 = affine.load %x[%j] : memref<21xf64, #none>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %x[%i] : memref<21xf64, #none>
      %4 = arith.subf %3, %2 : f64
      affine.store %4, %x[%i] : memref<21xf64, #none>
    }
    %5 = affine.load %x[%i] : memref<21xf64, #none>
    %6 = arith.addf %5, %5 : f64
    affine.store %6, %x[%i] : memref<21xf64, #none>
  }
  return
}

// It always has one: no branch. What is loaded behind the store is what was
// stored.
// CHECK-LABEL: @twice
// CHECK-NOT: scf.if
// CHECK: affine.for {{.*}} iter_args
// CHECK: %[[NEW:.*]] = arith.addi
// CHECK-NEXT: arith.muli %[[NEW]], %[[NEW]]
func.func @twice(%a: memref<21xi32, #runs>, %b: memref<3xi32, #runs>, %c: memref<21xi32, #runs>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 21 {
      %0 = affine.load %a[%j] : memref<21xi32, #runs>
      %1 = affine.load %b[%i] : memref<3xi32, #runs>
      %2 = arith.addi %1, %0 : i32
      affine.store %2, %b[%i] : memref<3xi32, #runs>
      %3 = affine.load %b[%i] : memref<3xi32, #runs>
      %4 = arith.muli %3, %2 : i32
      affine.store %4, %c[%j] : memref<21xi32, #runs>
    }
    %5 = affine.load %c[%i] : memref<21xi32, #runs>
    affine.store %5, %c[%i + 1] : memref<21xi32, #runs>
  }
  return
}

// Values are carried already, one from the end to the start.
// CHECK-LABEL: @carried
// CHECK: affine.for {{.*}} -> (f64, f64, f64)
// CHECK-NEXT: affine.for {{.*}} -> (f64, f64, f64)
// CHECK-NOT: floordiv
// CHECK: return
func.func @carried(%a: memref<21xf64, #runs>, %b: memref<3xf64, #runs>, %x: f64, %y: f64) -> (f64, f64) {
  %0:2 = affine.for %i = 0 to 21 iter_args(%p = %x, %q = %y) -> (f64, f64) {
    %1 = affine.load %a[%i] : memref<21xf64, #runs>
    %2 = arith.mulf %1, %p : f64
    %3 = affine.load %b[1] : memref<3xf64, #runs>
    %4 = arith.addf %3, %2 : f64
    affine.store %4, %b[1] : memref<3xf64, #runs>
    affine.yield %q, %2 : f64, f64
  }
  return %0#0, %0#1 : f64, f64
}

// A loop over neighbours is split where the tile ends; what it carries goes
// through both pieces.
// CHECK-LABEL: @neighbours
// CHECK: %[[OUTER:.*]] = affine.for
// CHECK: %[[ONE:.*]] = affine.for
// CHECK: %[[TWO:.*]] = affine.for {{.*}} iter_args(%{{.*}} = %[[ONE]])
// CHECK: affine.yield %[[TWO]]
func.func @neighbours(%a: memref<21xi32, #runs>, %x: i32) -> i32 {
  %0 = affine.for %i = 0 to 20 iter_args(%p = %x) -> i32 {
    %1 = affine.load %a[%i] : memref<21xi32, #runs>
    %2 = affine.load %a[%i + 1] : memref<21xi32, #runs>
    %3 = arith.muli %p, %1 : i32
    %4 = arith.addi %3, %2 : i32
    affine.yield %4 : i32
  }
  return %0 : i32
}

// The sum is one of the elements that are added: iteration 3 reads it.
// CHECK-LABEL: @own_element
// CHECK-NOT: iter_args
// CHECK: return
func.func @own_element(%a: memref<21xi32, #runs>) {
  affine.for %i = 0 to 21 {
    %0 = affine.load %a[%i] : memref<21xi32, #runs>
    %1 = affine.load %a[3] : memref<21xi32, #runs>
    %2 = arith.addi %1, %0 : i32
    affine.store %2, %a[3] : memref<21xi32, #runs>
  }
  return
}

// The arguments may be one buffer.
// CHECK-LABEL: @perhaps_one_buffer
// CHECK-NOT: iter_args
// CHECK: return
func.func @perhaps_one_buffer(%a: memref<21xi32>, %c: memref<21xi32>, %b: memref<21xi32, #runs>) {
  affine.for %i = 0 to 21 {
    %0 = affine.load %a[%i] : memref<21xi32>
    %1 = affine.load %b[%i] : memref<21xi32, #runs>
    %2 = arith.muli %0, %1 : i32
    %3 = affine.load %c[0] : memref<21xi32>
    %4 = arith.addi %3, %2 : i32
    affine.store %4, %c[0] : memref<21xi32>
  }
  return
}

// Stored under a condition, or in two places of the body.
// CHECK-LABEL: @sometimes
// CHECK-NOT: iter_args
// CHECK: return
func.func @sometimes(%a: memref<21xi32, #runs>, %b: memref<3xi32, #runs>) {
  affine.for %i = 0 to 21 {
    %0 = affine.load %a[%i] : memref<21xi32, #runs>
    %1 = affine.load %b[0] : memref<3xi32, #runs>
    %2 = arith.addi %1, %0 : i32
    affine.if affine_set<(i) : (i - 5 >= 0)>(%i) {
      affine.store %2, %b[0] : memref<3xi32, #runs>
    }
    %3 = affine.load %b[1] : memref<3xi32, #runs>
    affine.store %2, %b[1] : memref<3xi32, #runs>
    %4 = arith.addi %3, %2 : i32
    affine.store %4, %b[1] : memref<3xi32, #runs>
  }
  return
}

// Nothing is loaded before the store: the first iteration need not find a value.
// CHECK-LABEL: @last_value
// CHECK-NOT: iter_args
// CHECK: return
func.func @last_value(%a: memref<21xi32, #runs>, %b: memref<3xi32, #runs>, %c: memref<21xi32, #runs>) {
  affine.for %i = 1 to 21 {
    %0 = affine.load %a[%i] : memref<21xi32, #runs>
    affine.store %0, %b[0] : memref<3xi32, #runs>
    %1 = affine.load %c[%i - 1] : memref<21xi32, #runs>
    %2 = arith.addi %0, %1 : i32
    affine.store %2, %c[%i] : memref<21xi32, #runs>
  }
  return
}

// Any number may be the bound, and its difference from another may be any: the
// bounds are compared as they are.
// CHECK-LABEL: @any_bounds
// CHECK: arith.cmpi slt
// CHECK-NEXT: scf.if
func.func @any_bounds(%a: memref<21xi32, #runs>, %b: memref<3xi32, #runs>, %k: index, %m: index, %n: index) {
  affine.for %i = %m to min affine_map<()[n] -> (n, 21)>()[%n] {
    %0 = affine.load %a[%i mod 16] : memref<21xi32, #runs>
    %1 = affine.load %b[symbol(%k)] : memref<3xi32, #runs>
    %2 = arith.addi %1, %0 : i32
    affine.store %2, %b[symbol(%k)] : memref<3xi32, #runs>
  }
  return
}

// Sums of integers along a column: lanes would gather.
// CHECK-LABEL: @column
// CHECK: affine.load
// CHECK-NOT: iter_args
// CHECK: return
func.func @column(%a: memref<9x9xi32, #squares>, %b: memref<3xi32, #runs>) {
  affine.for %i = 0 to 9 {
    %0 = affine.load %a[%i, 4] : memref<9x9xi32, #squares>
    %1 = affine.load %b[0] : memref<3xi32, #runs>
    %2 = arith.addi %1, %0 : i32
    affine.store %2, %b[0] : memref<3xi32, #runs>
  }
  return
}
