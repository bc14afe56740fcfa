// A number that stands on both sides of a comparison counts twice in a bound,
// which the program never computes.
// DEFINE: %{number} =
// DEFINE: %{check} = layout-check %s --entry=both_sides --arg=1:%{number} --pipeline="builtin.module(layout-partition-loops)"
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
