// From a program on laid-out buffers to LLVM, and run by the stock runner.
// RUN: layout-opt %s --pass-pipeline='builtin.module(layout-assign,layout-apply,layout-optimize,layout-to-llvm)' | FileCheck %s
// RUN: layout-opt %s --pass-pipeline='builtin.module(layout-assign,layout-apply,layout-optimize,layout-to-llvm)' | mlir-runner -e main -entry-point-result=i32 --shared-libs=%mlir_lib_dir/libmlir_c_runner_utils.so | FileCheck %s --check-prefix=RESULT

// CHECK-NOT: layout.
// CHECK: llvm.func @main

// Elements 0 to 13 of the buffer hold their squares, the padding 1000.
#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<1000 : i32>>

func.func private @fill(%a: memref<14xi32, #tile>) {
  affine.for %i = 0 to 14 {
    %x = arith.index_cast %i : index to i32
    %y = arith.muli %x, %x : i32
    affine.store %y, %a[%i] : memref<14xi32, #tile>
  }
  return
}

// The sum of the squares is 819, and the two padding elements add 2000: all 16
// places are seen.
// RESULT: 2819
func.func @main() -> i32 {
  %a = memref.alloc() : memref<14xi32, #tile>
  func.call @fill(%a) : (memref<14xi32, #tile>) -> ()
  %p = layout.as_physical %a : memref<14xi32, #tile> to memref<4x4xi32>
  %zero = arith.constant 0 : i32
  %sum = affine.for %i = 0 to 4 iter_args(%s = %zero) -> i32 {
    %row = affine.for %j = 0 to 4 iter_args(%t = %s) -> i32 {
      %x = affine.load %p[%i, %j] : memref<4x4xi32>
      %y = arith.addi %x, %t : i32
      affine.yield %y : i32
    }
    affine.yield %row : i32
  }
  memref.dealloc %a : memref<14xi32, #tile>
  return %sum : i32
}
