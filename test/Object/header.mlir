// Headers name what C can call, with what it can pass; and are C, and C++.
// RUN: rm -rf %t && mkdir %t
// RUN: layout-cc %s -o %t/some-functions.o --header=%t/some-functions.h
// RUN: FileCheck %s --input-file=%t/some-functions.h
// RUN: echo '#include "some-functions.h"' > %t/main.c
// RUN: echo '#include "some-functions.h"' >> %t/main.c
// RUN: echo '#include <stdio.h>' >> %t/main.c
// RUN: echo 'int main(void) { float x[6] = {1, 2, 3, 4, 5, 6}, y[6];' >> %t/main.c
// RUN: echo 'transposed(x, 2, y, 2); pair_results p = pair(-3, 2.5f);' >> %t/main.c
// RUN: echo 'printf("%%g %%g %%d %%d %%g %%g %%d ", y[0], y[1], narrow(-100), is_less(1, 2), (double)p.result1, rank0(x), (int)p.result0);' >> %t/main.c
// RUN: echo 'float place; layout_f32_0 d = {&place, &place, 0}; _mlir_ciface_put(&d); printf("%%g\n", place); return 0; }' >> %t/main.c
// RUN: %llvm_bin/clang -std=c99 -pedantic -Wall -Wextra -Wno-unused-function -Werror %t/main.c %t/some-functions.o -o %t/c
// RUN: %t/c | FileCheck %s --check-prefix=PRINTED
// RUN: %cxx -x c++ -Wall -Wextra -Wno-unused-function -Werror -c %t/main.c -o %t/cxx.o
// RUN: %cxx %t/cxx.o %t/some-functions.o -o %t/cxx
// RUN: %t/cxx | FileCheck %s --check-prefix=PRINTED
// PRINTED: {{^}}1 4 -100 1 2.5 1 -3 8{{$}}

// RUN: %llvm_bin/llvm-nm %t/some-functions.o | FileCheck %s --check-prefix=NAMES
// Only public functions are seen outside.
// NAMES-NOT: T helper

// CHECK: #ifndef LAYOUT_CC_SOME_FUNCTIONS_H
// CHECK-NOT: layout_i64_3
// CHECK: typedef struct {
// CHECK-NEXT: float *allocated;
// CHECK: } layout_f32_2;
// Of a function that is not declared, no types are.
// CHECK-NOT: layout_i64_3

// CHECK: static inline void transposed(float *arg0, int64_t arg0_extent0, float *arg1, int64_t arg1_extent1) {
// CHECK-NEXT: layout_f32_2 buffer0 = {arg0, arg0, 0, {arg0_extent0, 3}, {3, 1}};
// CHECK-NEXT: layout_f32_2 buffer1 = {arg1, arg1, 0, {3, arg1_extent1}, {arg1_extent1, 1}};
// CHECK-NEXT: _mlir_ciface_transposed(&buffer0, &buffer1);
func.func @transposed(%a: memref<?x3xf32>, %b: memref<3x?xf32>) {
  %zero = arith.constant 0 : index
  %n = memref.dim %a, %zero : memref<?x3xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 3 {
      %x = affine.load %a[%i, %j] : memref<?x3xf32>
      affine.store %x, %b[%j, %i] : memref<3x?xf32>
    }
  }
  return
}

// CHECK: int8_t _mlir_ciface_narrow(int64_t arg0);
func.func @narrow(%a: i64) -> i8 {
  %c = func.call @helper(%a) : (i64) -> i64
  %b = arith.trunci %c : i64 to i8
  return %b : i8
}
func.func private @helper(%a: i64) -> i64 attributes {no_inline} {
  return %a : i64
}

// CHECK: bool _mlir_ciface_is_less(int64_t arg0, int64_t arg1);
func.func @is_less(%a: index, %b: index) -> i1 {
  %c = arith.cmpi slt, %a, %b : index
  return %c : i1
}

// CHECK: typedef struct {
// CHECK-NEXT: int64_t result0;
// CHECK-NEXT: float result1;
// CHECK-NEXT: } pair_results;
// CHECK-NEXT: void _mlir_ciface_pair(pair_results *result, int64_t arg0, float arg1);
func.func @pair(%a: i64, %b: f32) -> (i64, f32) {
  return %a, %b : i64, f32
}

// CHECK: static inline float rank0(float *arg0) {
// CHECK-NEXT: layout_f32_0 buffer0 = {arg0, arg0, 0};
func.func @rank0(%a: memref<f32>) -> f32 {
  %x = memref.load %a[] : memref<f32>
  return %x : f32
}

func.func @put(%a: memref<f32>) {
  %x = arith.constant 8.0 : f32
  memref.store %x, %a[] : memref<f32>
  return
}

// Rows apart: with a descriptor alone.
// CHECK: void _mlir_ciface_strided(layout_f32_2 *arg0);
// CHECK-NOT: static inline void strided
func.func @strided(%a: memref<2x3xf32, strided<[8, 1]>>) {
  return
}

// A word of C is no name of a function.
// CHECK: void _mlir_ciface_double(void);
// CHECK-NOT: static inline void double
func.func @double() {
  return
}

// CHECK: @half : (bf16) -> bf16
// CHECK-NEXT: not declared: C has no type for bf16
func.func @half(%a: bf16) -> bf16 {
  return %a : bf16
}

// CHECK: @half_and_buffer : (bf16, memref<2x2x2xi64>)
// CHECK-NEXT: not declared: C has no type for bf16
func.func @half_and_buffer(%a: bf16, %b: memref<2x2x2xi64>) {
  return
}

// CHECK: not declared: its name is none of C
func.func @"odd name"() {
  return
}
