// RUN: layout-opt %s --layout-simplify | FileCheck %s

// An integer of no bits is 0, and has no sign.

// CHECK-LABEL: @no_bits
// CHECK: arith.constant 0 : i0
func.func @no_bits(%x: i16) -> i16 {
  %c0 = arith.constant 0 : i0
  %0 = arith.extsi %c0 : i0 to i16
  %1 = arith.maxsi %0, %x : i16
  return %1 : i16
}
