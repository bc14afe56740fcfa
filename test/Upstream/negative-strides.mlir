// An index times a stride is marked nuw, and so is the address. A negative stride makes poison of
// both: LLVM infers that %v[%i] is not before %a[63], and so that the store to it changes nothing
// at %a[5]. Worked around in layout-legalize (views). Mended if this test fails.
// RUN: %stock_mlir_opt %s --expand-strided-metadata --convert-to-llvm | mlir-translate-22 --mlir-to-llvmir | %llvm_bin/opt -O3 -S | FileCheck %s
// CHECK-LABEL: define float @f(
// CHECK-SAME:  float returned %[[X:.*]], float %{{.*}})
// CHECK-NOT:   load
// CHECK:       ret float %[[X]]
func.func @f(%a: memref<64xf32>, %i: index, %x: f32, %y: f32) -> f32 {
  %c5 = arith.constant 5 : index
  %v = memref.subview %a[63] [64] [-1] : memref<64xf32> to memref<64xf32, strided<[-1], offset: 63>>
  memref.store %x, %a[%c5] : memref<64xf32>
  memref.store %y, %v[%i] : memref<64xf32, strided<[-1], offset: 63>>
  %r = memref.load %a[%c5] : memref<64xf32>
  return %r : f32
}
