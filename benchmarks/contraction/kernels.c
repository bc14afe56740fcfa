// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of 8 rows with 3 registers of columns, as libraries write them for AArch64
// with NEON and SVE: both factors packed, one of them multiplied by element. Compiled
// by instructions.py, which counts the instructions of the loop.

#include <stdint.h>
#ifdef __ARM_FEATURE_SVE
#include <arm_sve.h>
#define REGISTER(name) __attribute__((arm_sve_vector_bits(__ARM_FEATURE_SVE_BITS)))
#define BITS __ARM_FEATURE_SVE_BITS
#define LOAD(suffix, from) svld1_##suffix(svptrue_b8(), from)
#define LOAD_ELEMENTS(suffix, from) svld1rq_##suffix(svptrue_b8(), from)
#define STORE(suffix, to, value) svst1_##suffix(svptrue_b8(), to, value)
typedef svfloat32_t f32s REGISTER();
typedef svfloat16_t f16s REGISTER();
typedef svbfloat16_t bf16s REGISTER();
typedef svint8_t s8s REGISTER();
typedef svint32_t s32s REGISTER();
#define MULTIPLY_f32 svmla_lane_f32
#define MULTIPLY_f16 svmla_lane_f16
#define MULTIPLY_bf16 svbfdot_lane_f32
#define MULTIPLY_s8 svdot_lane_s32
#else
#include <arm_neon.h>
#define BITS 128
#define LOAD(suffix, from) vld1q_##suffix(from)
#define LOAD_ELEMENTS(suffix, from) vld1q_##suffix(from)
#define STORE(suffix, to, value) vst1q_##suffix(to, value)
typedef float32x4_t f32s;
typedef float16x8_t f16s;
typedef bfloat16x8_t bf16s;
typedef int8x16_t s8s;
typedef int32x4_t s32s;
#define MULTIPLY_f32 vfmaq_laneq_f32
#define MULTIPLY_f16 vfmaq_laneq_f16
#define MULTIPLY_bf16 vbfdotq_laneq_f32
#define MULTIPLY_s8 vdotq_laneq_s32
#endif

enum { ROWS = 8, REGISTERS = 3 };
#define UNROLL _Pragma("unroll")

// `steps` elements of a row lie side by side for one multiplication, those of
// `perRegister` rows in a register of 128 bits.
#define KERNEL(name, element, sum, factor, total, steps)                       \
  void kernel_##name(int64_t groups, const element *restrict a,                \
                     const element *restrict b, sum *restrict c,               \
                     int64_t stride) {                                         \
    enum {                                                                     \
      lanes = BITS / (8 * sizeof(sum)),                                        \
      perRegister = 16 / (steps * (int)sizeof(element))                        \
    };                                                                         \
    total##s sums[ROWS][REGISTERS];                                            \
    UNROLL for (int i = 0; i < ROWS; ++i)                                      \
      UNROLL for (int j = 0; j < REGISTERS; ++j)                               \
        sums[i][j] = LOAD(total, c + i * stride + j * lanes);                  \
    _Pragma("clang loop unroll_count(4)")                                      \
    for (int64_t group = 0; group < groups; ++group) {                         \
      factor##s rows[ROWS / perRegister], columns[REGISTERS];                  \
      UNROLL for (int i = 0; i < ROWS / perRegister; ++i)                      \
        rows[i] = LOAD_ELEMENTS(factor, a + i * perRegister * steps);          \
      UNROLL for (int j = 0; j < REGISTERS; ++j)                               \
        columns[j] = LOAD(factor, b + j * lanes * steps);                      \
      ROW(0, factor) ROW(1, factor) ROW(2, factor) ROW(3, factor)              \
      ROW(4, factor) ROW(5, factor) ROW(6, factor) ROW(7, factor)              \
      a += ROWS * steps;                                                       \
      b += REGISTERS * lanes * steps;                                          \
    }                                                                          \
    UNROLL for (int i = 0; i < ROWS; ++i)                                      \
      UNROLL for (int j = 0; j < REGISTERS; ++j)                               \
        STORE(total, c + i * stride + j * lanes, sums[i][j]);                  \
  }
#define ROW(i, factor)                                                         \
  UNROLL for (int j = 0; j < REGISTERS; ++j) sums[i][j] = MULTIPLY_##factor(   \
      sums[i][j], columns[j], rows[(i) / perRegister], (i) % perRegister);

#if defined(KERNEL_f32)
KERNEL(f32, float, float, f32, f32, 1)
#elif defined(KERNEL_f16)
KERNEL(f16, __fp16, __fp16, f16, f16, 1)
#elif defined(KERNEL_bf16)
KERNEL(bf16, __bf16, float, bf16, f32, 2)
#else
KERNEL(i8, int8_t, int32_t, s8, s32, 4)
#endif
