// A bound that is computed by ops which use each other twice: upstream's check whether a value may be an operand of
// an affine op follows each way through them, 2^60 here. Another run finds the bounds that the first one has written.
// RUN: %python -c "for i in range(60): print('{0}p{2} = arith.minsi {0}p{1}, {0}q{1} : index\n{0}q{2} = arith.minsi {0}q{1}, {0}p{1} : index'.format(chr(37), i, i + 1))" > %t.chain
// RUN: sed -e "/^    .. CHAIN/r %t.chain" %s > %t.mlir
// RUN: layout-opt %t.mlir --layout-partition-loops | FileCheck %s
// RUN: layout-opt %t.mlir --layout-partition-loops -o %t.once.mlir
// RUN: layout-opt %t.once.mlir --layout-partition-loops | FileCheck %s
// RUN: layout-check %t.mlir --entry=f --arg=1:9 --pipeline="builtin.module(layout-partition-loops)"

// CHECK-LABEL: func.func @f
// CHECK:       %[[X:.*]] = arith.maxsi
// CHECK-NOT:   arith.minsi
// CHECK:       %[[END:.*]] = arith.minsi
// CHECK-NOT:   arith.minsi
// CHECK:       scf.for %{{.*}} = %{{.*}} to %[[END]] step
func.func @f(%m: memref<5x4xi32>, %k: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %four = arith.constant 4 : index
  %five = arith.constant 5 : index
  %least = arith.constant -1099511627776 : index
  %by = arith.constant -4 : index
  %minus = arith.constant -1 : index
  scf.for %a = %zero to %two step %one {
    %p0 = arith.minsi %five, %k : index
    %q0 = arith.minsi %k, %five : index
    // CHAIN
    %x = arith.maxsi %p60, %least : index
    scf.for %i = %zero to %five step %one {
      scf.for %j = %zero to %four step %one {
        %0 = arith.muli %i, %by overflow<nsw> : index
        %1 = arith.muli %j, %minus overflow<nsw> : index
        %2 = arith.addi %0, %1 : index
        %3 = arith.addi %2, %x : index
        %4 = arith.addi %3, %minus : index
        %5 = arith.cmpi sge, %4, %zero : index
        scf.if %5 {
          %6 = memref.load %m[%i, %j] : memref<5x4xi32>
          %7 = arith.addi %6, %6 : i32
          memref.store %7, %m[%i, %j] : memref<5x4xi32>
        }
      }
    }
  }
  return
}
