// RUN: layout-opt %s --layout-tile-loops --mlir-print-local-scope | FileCheck %s
// RUN: layout-check %s --entry=greatest --pipeline="builtin.module(layout-tile-loops)"
// RUN: layout-check %s --entry=dynamic --arg=2:99 --pipeline="builtin.module(layout-tile-loops)"
// RUN: layout-check %s --entry=dynamic --arg=2:100 --pipeline="builtin.module(layout-tile-loops)"
// RUN: layout-check %s --entry=dynamic --arg=2:4 --pipeline="builtin.module(layout-tile-loops)"
// RUN: layout-check %s --entry=dynamic --arg=2:0 --pipeline="builtin.module(layout-tile-loops)"
// RUN: layout-check %s --entry=dynamic --arg=2:-7 --pipeline="builtin.module(layout-tile-loops)"
// RUN: layout-check %s --entry=window --pipeline="builtin.module(layout-tile-loops)"

// Only the last of 20 tiles is partial, and values go from one loop to the
// other.
// CHECK-LABEL: @greatest(
// CHECK: %[[FULL:.*]] = affine.for %{{.*}} = 0 to 19 iter_args(%{{.*}} = %{{.*}}) -> (i32) {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 5 iter_args
// CHECK: %[[ALL:.*]] = affine.for %{{.*}} = 19 to 20 iter_args(%{{.*}} = %[[FULL]]) -> (i32) {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 1 iter_args
// CHECK: affine.store %[[ALL]]
func.func @greatest(%a: memref<7x20x5xi32>, %b: memref<7xi32>) {
  %least = arith.constant -2147483648 : i32
  affine.for %i = 0 to 7 {
    %max = affine.for %k = 0 to 96 iter_args(%t = %least) -> (i32) {
      %0 = affine.load %a[%i, %k floordiv 5, %k mod 5] : memref<7x20x5xi32>
      %1 = arith.maxsi %t, %0 : i32
      affine.yield %1 : i32
    }
    affine.store %max, %b[%i] : memref<7xi32>
  }
  return
}

// What the loop around cannot tell, a value from around it does.
// CHECK-LABEL: @dynamic(
// CHECK-SAME: %[[N:[^ ]*]]: index
// CHECK: affine.for %{{.*}} = 0 to min {{.*}}, s0 floordiv 5)>()[%[[N]]]
// CHECK-NEXT: affine.for %{{.*}} = 0 to 5 {
// CHECK: affine.for %{{.*}} = max affine_map<()[s0] -> (0, s0 floordiv 5)>()[%[[N]]]
// CHECK-NEXT: affine.for %{{.*}} = 0 to min
func.func @dynamic(%a: memref<20x5xi32>, %b: memref<100xi32>, %n: index) {
  affine.for %k = 0 to min affine_map<()[n] -> (n, 100)>()[%n] {
    %0 = affine.load %a[%k floordiv 5, %k mod 5] : memref<20x5xi32>
    affine.store %0, %b[-%k + 99] : memref<100xi32>
  }
  return
}

// Full tiles only, or long ones: there is nothing to peel, or nothing to gain.
// CHECK-LABEL: @whole(
// CHECK: affine.for %{{.*}} = 0 to 20
// CHECK-NEXT: affine.for %{{.*}} = 0 to 5 {
// CHECK: affine.for %{{.*}} = 0 to 4
// CHECK-NEXT: affine.for %{{.*}} = 0 to min
// CHECK-NOT: affine.for
// CHECK: return
func.func @whole(%a: memref<20x5xi32>, %b: memref<100xi32>, %c: memref<4x32xi32>) {
  affine.for %k = 0 to 100 {
    %0 = affine.load %a[%k floordiv 5, %k mod 5] : memref<20x5xi32>
    affine.store %0, %b[-%k + 99] : memref<100xi32>
  }
  affine.for %k = 0 to 97 {
    %0 = affine.load %c[%k floordiv 32, %k mod 32] : memref<4x32xi32>
    affine.store %0, %b[-%k + 99] : memref<100xi32>
  }
  return
}

// A loop with others inside is not repeated.
// CHECK-LABEL: @outer(
// CHECK: affine.for %{{.*}} = 0 to 4
// CHECK-NEXT: affine.for %{{.*}} = 0 to min
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.for
// CHECK-COUNT-1: affine.store
// CHECK-NOT: affine.for
// CHECK: return
func.func @outer(%a: memref<4x5x8xi32>, %b: memref<18xi32>) {
  affine.for %i = 0 to 18 {
    affine.for %j = 0 to 16 {
      %0 = affine.load %a[%i floordiv 5, %i mod 5, %j mod 8] : memref<4x5x8xi32>
      affine.store %0, %b[-%i + 17] : memref<18xi32>
    }
  }
  return
}

// A bound that rises with the tile is none of a partial tile.
func.func @window(%a: memref<20x5xi32>, %b: memref<100xi32>) {
  affine.for %i = 0 to 9 {
    affine.for %k = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 * 7 + 3)>(%i) {
      %0 = affine.load %a[%k floordiv 5, %k mod 5] : memref<20x5xi32>
      affine.store %0, %b[-%k + 99] : memref<100xi32>
    }
  }
  return
}
