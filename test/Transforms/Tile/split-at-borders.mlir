// A border of a tile at which an innermost loop is split may depend on loops
// around it: where %k - %i passes a multiple of 8, say.
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-assign,layout-apply,layout-tile-loops,layout-finalize,canonicalize)" --mlir-print-local-scope | FileCheck %s
//
// DEFINE: %{passes} =
// DEFINE: %{check} = grep -o "^func.func @[a-z_0-9]*" %s | cut -d@ -f2 | grep -v any_start | paste -sd, | xargs -I{} layout-check %s --entry={} --pipeline="builtin.module(layout-assign,layout-apply,%{passes},layout-finalize)"
// REDEFINE: %{passes} = layout-tile-loops
// RUN: %{check}
// REDEFINE: %{passes} = layout-optimize
// RUN: %{check}
//
// Every place in a tile, with the first of it and the last.
// DEFINE: %{start} = layout-check %s --entry=any_start --pipeline="builtin.module(layout-assign,layout-apply,layout-tile-loops,layout-finalize)" --arg=2
// RUN: %{start}:0
// RUN: %{start}:1
// RUN: %{start}:7
// RUN: %{start}:8
// RUN: %{start}:9
// RUN: %{start}:15

#runs = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<undef>>

// Down through one buffer, up through the other.
// CHECK-LABEL: @convolve
// CHECK: affine.for {{.*}} iter_args
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to min affine_map<{{.*}}>({{.*}}) iter_args
// CHECK: affine.load %{{.*}}[{{[^,]*}}, -%[[I]] +
// CHECK: affine.yield
// CHECK: affine.for %[[I:.*]] = max affine_map<{{.*}}>({{.*}}) to {{.*}} iter_args
// CHECK: affine.load %{{.*}}[{{[^,]*}}, -%[[I]] +
// CHECK: affine.yield
func.func @convolve(%a: memref<37xi32, #runs>, %b: memref<37xi32, #runs>, %c: memref<37xi32, #runs>) {
  %zero = arith.constant 0 : i32
  affine.for %k = 1 to 37 {
    %0 = affine.for %i = 0 to affine_map<(k) -> (k)>(%k) iter_args(%s = %zero) -> i32 {
      %1 = affine.load %a[%k - %i - 1] : memref<37xi32, #runs>
      %2 = affine.load %b[%i] : memref<37xi32, #runs>
      %3 = arith.muli %s, %1 : i32
      %4 = arith.addi %3, %2 : i32
      affine.yield %4 : i32
    }
    affine.store %0, %c[-%k + 36] : memref<37xi32, #runs>
  }
  return
}

// Up through both, from another place.
// CHECK-LABEL: @correlate
// CHECK-COUNT-3: iter_args
// CHECK: return
func.func @correlate(%a: memref<37xi32, #runs>, %b: memref<37xi32, #runs>, %c: memref<37xi32, #runs>) {
  %one = arith.constant 1 : i32
  affine.for %k = 0 to 37 {
    %0 = affine.for %i = 0 to affine_map<(k) -> (-k + 37)>(%k) iter_args(%s = %one) -> i32 {
      %1 = affine.load %a[%k + %i] : memref<37xi32, #runs>
      %2 = affine.load %b[%i] : memref<37xi32, #runs>
      %3 = arith.muli %s, %1 : i32
      %4 = arith.addi %3, %2 : i32
      affine.yield %4 : i32
    }
    affine.store %0, %c[-%k + 36] : memref<37xi32, #runs>
  }
  return
}

// Neighbours pass the border one after the other: it stays one loop.
// CHECK-LABEL: @two_borders
// CHECK: affine.for %[[I:.*]] = 0 to 7 {
// CHECK: affine.store {{.*}}[(%{{.*}} + %[[I]]) floordiv 8, (%{{.*}} + %[[I]]) mod 8]
func.func @two_borders(%a: memref<37xi32, #runs>, %b: memref<37xi32, #runs>) {
  affine.for %k = 1 to 30 {
    affine.for %i = 0 to 7 {
      %1 = affine.load %a[%k + %i] : memref<37xi32, #runs>
      %2 = affine.load %a[%k + %i - 1] : memref<37xi32, #runs>
      %3 = arith.muli %2, %1 : i32
      affine.store %3, %a[%k + %i] : memref<37xi32, #runs>
    }
    %4 = affine.load %b[%k] : memref<37xi32, #runs>
    affine.store %4, %b[%k - 1] : memref<37xi32, #runs>
  }
  return
}

// CHECK-LABEL: @any_start
// CHECK-COUNT-3: iter_args
// CHECK: return
func.func @any_start(%a: memref<37xi32, #runs>, %b: memref<37xi32, #runs>, %n: index) {
  %one = arith.constant 1 : i32
  %0 = affine.for %i = 0 to 21 iter_args(%s = %one) -> i32 {
    %1 = affine.load %a[%i + symbol(%n)] : memref<37xi32, #runs>
    %2 = affine.load %b[%i] : memref<37xi32, #runs>
    %3 = arith.muli %s, %1 : i32
    %4 = arith.addi %3, %2 : i32
    affine.yield %4 : i32
  }
  affine.store %0, %b[0] : memref<37xi32, #runs>
  return
}

// Digits of 6, 4 and 3 meet: the border of the last one is a remainder of a loop
// around it, which MLIR's canonicalization must not take for its least value.
// CHECK-LABEL: @three_radices
// CHECK: affine.for %{{.*}} = 0 to min affine_map<(d0, d1) -> (2, {{.*}}floordiv 3
// CHECK: affine.for %{{.*}} = max affine_map<(d0) -> (0, {{.*}}floordiv 3
#fours = #layout.buffer<index_map<(d0) -> (d0 mod 4, d0 floordiv 4)>, pad<undef>>
#threes = #layout.buffer<index_map<(d0) -> ((d0 floordiv 3) mod 2, d0 floordiv 6, d0 mod 3)>, pad<undef>>
func.func @three_radices(%a: memref<17xi8, #fours>, %b: memref<17xi8, #threes>) {
  %c = arith.constant -1 : i8
  affine.for %i = 0 to 17 {
    %0 = affine.load %a[%i] : memref<17xi8, #fours>
    %1 = arith.minui %0, %c : i8
    affine.store %1, %b[%i] : memref<17xi8, #threes>
  }
  return
}
