// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of rows with columns, as libraries write them for RISC-V with V: both factors
// packed, one of them a scalar. Compiled by instructions.py, which counts the instructions
// of the loop.

#include <riscv_vector.h>
#include <stdint.h>

// Vectors of one register, or of several.
#define FIXED(type, registers)                                                 \
  type __attribute__((riscv_rvv_vector_bits((registers) * __riscv_v_fixed_vlen)))
#define LANES(bits) (__riscv_v_fixed_vlen / (bits))
#define UNROLL _Pragma("unroll")

#if defined(KERNEL_f32)
typedef FIXED(vfloat32m1_t, 1) sums;
typedef float a_type, b_type, c_type;
enum { ROWS = 8, PARTS = 3, STEPS = 1, lanes = LANES(32) };
#define LOAD_SUMS(from) __riscv_vle32_v_f32m1(from, lanes)
#define STORE_SUMS(to, value) __riscv_vse32_v_f32m1(to, value, lanes)
#define LOAD(from) __riscv_vle32_v_f32m1(from, lanes)
#define MULTIPLY(sum, a, b) __riscv_vfmacc_vf_f32m1(sum, *(a), b, lanes)
typedef FIXED(vfloat32m1_t, 1) columns;
#elif defined(KERNEL_f16)
typedef FIXED(vfloat16m1_t, 1) sums;
typedef _Float16 a_type, b_type, c_type;
enum { ROWS = 8, PARTS = 3, STEPS = 1, lanes = LANES(16) };
#define LOAD_SUMS(from) __riscv_vle16_v_f16m1(from, lanes)
#define STORE_SUMS(to, value) __riscv_vse16_v_f16m1(to, value, lanes)
#define LOAD(from) __riscv_vle16_v_f16m1(from, lanes)
#define MULTIPLY(sum, a, b) __riscv_vfmacc_vf_f16m1(sum, *(a), b, lanes)
typedef FIXED(vfloat16m1_t, 1) columns;
#elif defined(KERNEL_bf16)
typedef FIXED(vfloat32m2_t, 2) sums;
typedef __bf16 a_type, b_type;
typedef float c_type;
enum { ROWS = 12, PARTS = 1, STEPS = 1, lanes = LANES(16) };
#define LOAD_SUMS(from) __riscv_vle32_v_f32m2(from, lanes)
#define STORE_SUMS(to, value) __riscv_vse32_v_f32m2(to, value, lanes)
#define LOAD(from) __riscv_vle16_v_bf16m1(from, lanes)
#define MULTIPLY(sum, a, b) __riscv_vfwmaccbf16_vf_f32m2(sum, *(a), b, lanes)
typedef FIXED(vbfloat16m1_t, 1) columns;
#elif defined(__riscv_zvqdotq)
typedef FIXED(vint32m1_t, 1) sums;
typedef int8_t a_type, b_type;
typedef int32_t c_type;
enum { ROWS = 8, PARTS = 3, STEPS = 4, lanes = LANES(32) };
#define LOAD_SUMS(from) __riscv_vle32_v_i32m1(from, lanes)
#define STORE_SUMS(to, value) __riscv_vse32_v_i32m1(to, value, lanes)
#define LOAD(from) __riscv_vle8_v_i8m1(from, 4 * lanes)
#define MULTIPLY(sum, a, b) __riscv_vqdot_vx_i32m1(sum, b, *(const int32_t *)(a), lanes)
typedef FIXED(vint8m1_t, 1) columns;
#else
typedef FIXED(vint32m2_t, 2) sums;
typedef int8_t a_type, b_type;
typedef int32_t c_type;
enum { ROWS = 12, PARTS = 1, STEPS = 1, lanes = LANES(16) };
#define LOAD_SUMS(from) __riscv_vle32_v_i32m2(from, lanes)
#define STORE_SUMS(to, value) __riscv_vse32_v_i32m2(to, value, lanes)
#define LOAD(from) __riscv_vsext_vf2_i16m1(__riscv_vle8_v_i8mf2(from, lanes), lanes)
#define MULTIPLY(sum, a, b) __riscv_vwmacc_vx_i32m2(sum, *(a), b, lanes)
typedef FIXED(vint16m1_t, 1) columns;
#endif

void kernel(int64_t groups, const a_type *restrict a, const b_type *restrict b,
            c_type *restrict c, int64_t stride) {
  sums all[ROWS][PARTS];
  UNROLL for (int i = 0; i < ROWS; ++i)
    UNROLL for (int j = 0; j < PARTS; ++j)
      all[i][j] = LOAD_SUMS(c + i * stride + j * lanes);
  _Pragma("clang loop unroll_count(4)")
  for (int64_t group = 0; group < groups; ++group) {
    columns parts[PARTS];
    UNROLL for (int j = 0; j < PARTS; ++j)
      parts[j] = LOAD(b + j * lanes * STEPS);
    UNROLL for (int i = 0; i < ROWS; ++i)
      UNROLL for (int j = 0; j < PARTS; ++j)
        all[i][j] = MULTIPLY(all[i][j], a + i * STEPS, parts[j]);
    a += ROWS * STEPS;
    b += PARTS * lanes * STEPS;
  }
  UNROLL for (int i = 0; i < ROWS; ++i)
    UNROLL for (int j = 0; j < PARTS; ++j)
      STORE_SUMS(c + i * stride + j * lanes, all[i][j]);
}
