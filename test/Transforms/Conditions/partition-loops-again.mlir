// A second run finds nothing to do.
// RUN: layout-opt %s --layout-partition-loops -o %t.once
// RUN: layout-opt %t.once --layout-partition-loops -o %t.twice
// RUN: diff %t.once %t.twice
// RUN: layout-check %s --entry=f --arg=1:5 --arg=2:11 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=f --arg=1:-5 --arg=2:9 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=f --arg=1:12 --arg=2:3 --pipeline="builtin.module(layout-partition-loops)"

func.func @f(%a: memref<16xi32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 3 : i32
  %y = arith.constant 4 : i32
  scf.for %i = %c0 to %c16 step %c1 {
    %c = arith.cmpi slt, %i, %n : index
    scf.if %c {
      memref.store %x, %a[%i] : memref<16xi32>
    } else {
      %d = arith.cmpi eq, %i, %m : index
      scf.if %d {
        memref.store %y, %a[%i] : memref<16xi32>
      }
    }
  }
  return
}
