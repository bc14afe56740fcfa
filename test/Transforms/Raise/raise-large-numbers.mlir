// A number that may be near the end of 64 bits: what is added to tell a digit of
// its remainder must not wrap. (%n + 3) floordiv 7 would, for %n = 2^63 - 1.
// RUN: layout-opt %s --layout-raise-loops | FileCheck %s
// RUN: layout-check %s --entry=known_low --arg=1:-1 --pipeline="builtin.module(layout-raise-loops)"
// RUN: layout-check %s --entry=known_high --arg=1:2147483647 --pipeline="builtin.module(layout-raise-loops)"
// RUN: layout-check %s --entry=unknown --arg=1:9223372036854775807 --pipeline="builtin.module(layout-raise-loops)"
// RUN: layout-check %s --entry=unknown --arg=1:-9223372036854775808 --pipeline="builtin.module(layout-raise-loops)"
// RUN: layout-check %s --entry=unknown --arg=1:-5 --pipeline="builtin.module(layout-raise-loops)"

#quotient = affine_map<()[s] -> (s floordiv 4)>

// CHECK-LABEL: func @known_low
// CHECK: %[[N:.*]] = arith.index_castui
// CHECK: affine.load %{{.*}}[-(symbol(%[[N]]) floordiv 7) + (symbol(%[[N]]) - 4) floordiv 7 + 1, %{{.*}}]
func.func @known_low(%a: memref<2x4xi32>, %i: i63) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %zero = arith.constant 0 : i32
  %n = arith.index_castui %i : i63 to index
  %r = arith.remui %n, %c7 : index
  %sum = scf.for %j = %c0 to %c4 step %c1 iter_args(%s = %zero) -> i32 {
    %q = affine.apply #quotient()[%r]
    %e = memref.load %a[%q, %j] : memref<2x4xi32>
    %t = arith.addi %s, %e : i32
    scf.yield %t : i32
  }
  return %sum : i32
}

// CHECK-LABEL: func @known_high
// CHECK: affine.load %{{.*}}[-(symbol(%[[N:.*]]) floordiv 7) + (symbol(%[[N]]) + 3) floordiv 7, %{{.*}}]
func.func @known_high(%a: memref<2x4xi32>, %i: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  %n = arith.index_cast %i : i32 to index
  %sum = scf.for %j = %c0 to %c4 step %c1 iter_args(%s = %zero) -> i32 {
    %r = affine.apply affine_map<()[s] -> (s mod 7)>()[%n]
    %q = affine.apply #quotient()[%r]
    %e = memref.load %a[%q, %j] : memref<2x4xi32>
    %t = arith.addi %s, %e : i32
    scf.yield %t : i32
  }
  return %sum : i32
}

// CHECK-LABEL: func @unknown
// CHECK-NOT: symbol(%{{.*}}) + 3) floordiv 7
// CHECK: return
func.func @unknown(%a: memref<2x4xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  %sum = scf.for %j = %c0 to %c4 step %c1 iter_args(%s = %zero) -> i32 {
    %r = affine.apply affine_map<()[s] -> (s mod 7)>()[%n]
    %q = affine.apply #quotient()[%r]
    %e = memref.load %a[%q, %j] : memref<2x4xi32>
    %t = arith.addi %s, %e : i32
    scf.yield %t : i32
  }
  return %sum : i32
}
