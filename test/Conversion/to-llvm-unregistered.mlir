// Loops in a region of an unregistered op that has no terminator cannot become blocks.
// RUN: layout-opt %s --allow-unregistered-dialect --split-input-file --layout-to-llvm --verify-diagnostics | FileCheck %s

func.func @loop(%a: memref<8xi32>, %x: i32) {
  // expected-error@+1 {{'foreign.op' op is not registered and has a region without a terminator, in which loops cannot become blocks; lower it first}}
  "foreign.op"() ({
    affine.for %i = 0 to 8 {
      affine.store %x, %a[%i] : memref<8xi32>
    }
    %c = arith.constant 0 : index
  }) : () -> ()
  return
}

// -----

// Without loops, and with an end, it is left as it is.
// CHECK-LABEL: llvm.func @left
// CHECK:         "foreign.op"
// CHECK:         "foreign.op"
// CHECK:         "foreign.end"
func.func @left(%a: memref<8xi32>, %x: i32) {
  "foreign.op"() ({
    %c = arith.constant 0 : index
    memref.store %x, %a[%c] : memref<8xi32>
  }) : () -> ()
  "foreign.op"() ({
    scf.execute_region {
      %c = arith.constant 0 : index
      memref.store %x, %a[%c] : memref<8xi32>
      scf.yield
    }
    "foreign.end"() : () -> ()
  }) : () -> ()
  return
}
