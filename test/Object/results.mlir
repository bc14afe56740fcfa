// The header says who frees each result, and which arguments may be written.
// RUN: layout-cc %s -o %t.o --header=%t.h
// RUN: FileCheck %s --input-file=%t.h
// RUN: layout-cc %s -o %t.o --header=%t.h -fkeep-arguments
// RUN: FileCheck %s --check-prefix=KEPT --input-file=%t.h
// RUN: layout-cc %s -o %t.o --header=%t.h -fdeallocate
// RUN: FileCheck %s --check-prefix=FREES --input-file=%t.h
// CHECK: float *allocated; /* the block of memory, as malloc gave it */

// CHECK: @made
// CHECK-NEXT: result: to be freed, by free(result.allocated). */
func.func @made() -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  return %a : memref<4xf32>
}

// CHECK: @part
// CHECK-NEXT: result: to be freed, by free(result.allocated). */
func.func @part() -> memref<2xf32, strided<[1], offset: 1>> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.subview %a[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
  return %b : memref<2xf32, strided<[1], offset: 1>>
}

// FREES: @same
// FREES-NEXT: result: to be freed, by free(result.allocated). */
// CHECK: @same
// CHECK-NEXT: result: memory of an argument. */
func.func @same(%a: memref<4xf32>) -> memref<4xf32> {
  return %a : memref<4xf32>
}

// CHECK: @either
// CHECK-NEXT: result: memory of an argument, or else to be freed, as result.allocated tells. */
func.func @either(%a: memref<4xf32>, %c: i1) -> memref<4xf32> {
  %r = scf.if %c -> memref<4xf32> {
    scf.yield %a : memref<4xf32>
  } else {
    %b = memref.alloc() : memref<4xf32>
    scf.yield %b : memref<4xf32>
  }
  return %r : memref<4xf32>
}

// CHECK: @constant
// CHECK-NEXT: result: may be memory of the program or of an argument. */
memref.global "private" constant @numbers : memref<4xf32> = dense<1.0>
func.func @constant() -> memref<4xf32> {
  %a = memref.get_global @numbers : memref<4xf32>
  return %a : memref<4xf32>
}

// CHECK: @twice
// CHECK-NEXT: result0: to be freed, by free(result0.allocated).
// CHECK-NEXT: result2: to be freed; may be that of result0, and is freed once. */
func.func @twice() -> (memref<4xf32>, i32, memref<4xf32>) {
  %n = arith.constant 1 : i32
  %a = memref.alloc() : memref<4xf32>
  return %a, %n, %a : memref<4xf32>, i32, memref<4xf32>
}

// CHECK: @called
// CHECK-NEXT: result0: to be freed, by free(result0.allocated).
// CHECK-NEXT: result1: to be freed; may be that of result0, and is freed once. */
func.func private @two() -> (memref<4xf32>, memref<4xf32>) attributes {no_inline} {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  return %a, %b : memref<4xf32>, memref<4xf32>
}
func.func @called() -> (memref<4xf32>, memref<4xf32>) {
  %r:2 = call @two() : () -> (memref<4xf32>, memref<4xf32>)
  return %r#0, %r#1 : memref<4xf32>, memref<4xf32>
}

// A tensor that is returned is the argument's memory, unless arguments are kept.
// CHECK: @value
// CHECK-NEXT: May write to its arguments; with -fkeep-arguments it does not.
// CHECK-NEXT: result: memory of an argument. */
// KEPT: @value
// KEPT-NEXT: result: to be freed, by free(result.allocated). */
func.func @value(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// Without results that are buffers nothing is said.
// CHECK: /* @none : () -> i32 */
func.func @none() -> i32 {
  %n = arith.constant 1 : i32
  return %n : i32
}

// Deallocation returns the buffer that is allocated, or a copy of the global.
// CHECK: @chosen
// CHECK-NEXT: result0: may be memory of the program or of an argument.
// CHECK-NEXT: result1: to be freed; may be that of result0, and is freed once. */
// FREES: @chosen
// FREES-NEXT: result0: to be freed, by free(result0.allocated).
// FREES-NEXT: result1: to be freed; may be that of result0, and is freed once. */
memref.global "private" @counts : memref<4xf32> = dense<1.0>
func.func @chosen(%c: i1, %x: f32) -> (memref<4xf32>, memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %g = memref.get_global @counts : memref<4xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<4xf32>)
  %r = arith.select %c, %a, %g : memref<4xf32>
  return %r, %a : memref<4xf32>, memref<4xf32>
}
