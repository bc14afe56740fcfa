// A number that stands on both sides of a comparison counts twice in a bound,
// which the program never computes.
// DEFINE: %{number} =
// DEFINE: %{passes} = --pipeline="builtin.module(layout-partition-loops)"
// DEFINE: %{check} = layout-check %s --entry=both_sides --arg=1:%{number} %{passes}
// REDEFINE: %{number} = 6917529027641081856
// RUN: %{check}
// REDEFINE: %{number} = 9223372036854774807
// RUN: %{check}
// REDEFINE: %{number} = 1
// RUN: %{check}
// REDEFINE: %{number} = -6
// RUN: %{check}
// REDEFINE: %{number} = -4611686018427387904
// RUN: %{check}

// A loop that starts far from 0 runs no longer than others.
// RUN: layout-check %s --entry=far_start --arg=1:4611686018427387904 --arg=2:4611686018427387906 %{passes}
// RUN: layout-check %s --entry=far_start --arg=1:9223372036854775800 --arg=2:9223372036854775802 %{passes}
// RUN: layout-check %s --entry=far_start --arg=1:-3 --arg=2:2 %{passes}
// RUN: layout-check %s --entry=far_affine_start --arg=1:4611686018427387904 --arg=2:4611686018427387906 %{passes}
// RUN: layout-check %s --entry=far_affine_start --arg=1:-3 --arg=2:2 %{passes}

func.func @both_sides(%a: memref<16xi32>, %n: index) {
  %c6 = arith.constant 6 : index
  %one = arith.constant 1 : i32
  %minus = arith.constant -5 : i32
  %left = arith.subi %c6, %n : index
  affine.for %i = 0 to 16 {
    %x = arith.subi %left, %i : index
    %condition = arith.cmpi sge, %x, %n : index
    scf.if %condition {
      affine.store %one, %a[%i] : memref<16xi32>
    } else {
      affine.store %minus, %a[%i] : memref<16xi32>
    }
  }
  return
}

func.func @far_start(%a: memref<16xi32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1 : i32
  %low = arith.maxsi %n, %c0 : index
  %high = arith.addi %low, %c4 : index
  scf.for %i = %low to %high step %c1 {
    %condition = arith.cmpi sle, %i, %m : index
    scf.if %condition {
      %k = arith.subi %i, %low : index
      memref.store %one, %a[%k] : memref<16xi32>
    }
  }
  return
}

func.func @far_affine_start(%a: memref<16xi32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %low = arith.maxsi %n, %c0 : index
  affine.for %i = max affine_map<()[n] -> (n, 0)>()[%n] to affine_map<()[n] -> (n + 4)>()[%n] {
    %condition = arith.cmpi sle, %i, %m : index
    scf.if %condition {
      %k = arith.subi %i, %low : index
      memref.store %one, %a[%k] : memref<16xi32>
    }
  }
  return
}
