/*===- EmulatedHalf.c - Conversions that processors may lack ------*- C -*-===*\
 *
 * Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===---------------------------------------------------------------------===*
 *
 * What LLVM calls to convert f16 and bf16 on RISC-V without instructions for
 * it, and libgcc may lack. Floats of 16 bits are passed in the lower half of a
 * float. All round to nearest, ties to even, once.
 *
\*===----------------------------------------------------------------------===*/

#ifdef __riscv

#include <math.h>
#include <stdint.h>
#include <string.h>

static uint32_t getBits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static float getFloat(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* Processors with registers of 32 bits expect all ones above. */
static float passHalf(uint32_t bits) { return getFloat(0xFFFF0000u | bits); }

/*===----------------------------------------------------------------------===*\
|* f16
\*===----------------------------------------------------------------------===*/

__attribute__((weak)) float __extendhfsf2(float half) {
  uint32_t bits = getBits(half), sign = (bits & 0x8000) << 16;
  uint32_t exponent = bits >> 10 & 0x1F, fraction = bits & 0x3FF;
  if (exponent == 0x1F) /* A signaling NaN becomes quiet. */
    return getFloat(sign | 0x7F800000 | fraction << 13 |
                    (fraction ? 0x400000 : 0));
  if (exponent == 0)
    return copysignf(fraction * 0x1p-24f, getFloat(sign));
  return getFloat(sign | (exponent + 112) << 23 | fraction << 13);
}

__attribute__((weak)) double __extendhfdf2(float half) {
  return __extendhfsf2(half);
}

/* Of a magnitude that is a number. A fraction that is rounded up to the next
   power of two carries into the exponent, as it should. */
static uint32_t roundToHalf(double magnitude) {
  if (magnitude >= 65520)
    return 0x7C00;
  if (magnitude < 0x1p-14)
    return (uint32_t)rint(magnitude * 0x1p24);
  int exponent = ilogb(magnitude);
  uint32_t fraction = (uint32_t)rint(ldexp(magnitude, 10 - exponent)) - 1024;
  return ((uint32_t)(exponent + 15) << 10) + fraction;
}

__attribute__((weak)) float __truncsfhf2(float value) {
  uint32_t bits = getBits(value), sign = bits >> 16 & 0x8000;
  if (isnan(value))
    return passHalf(sign | 0x7E00 | (bits >> 13 & 0x3FF));
  return passHalf(sign | roundToHalf(fabs(value)));
}

__attribute__((weak)) float __truncdfhf2(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  uint32_t sign = bits >> 48 & 0x8000;
  if (isnan(value))
    return passHalf(sign | 0x7E00 | (bits >> 42 & 0x3FF));
  return passHalf(sign | roundToHalf(fabs(value)));
}

/*===----------------------------------------------------------------------===*\
|* bf16, as in Builtins.cpp
\*===----------------------------------------------------------------------===*/

__attribute__((weak)) float __truncsfbf2(float value) {
  uint32_t bits = getBits(value);
  if (isnan(value)) /* The sum below could carry into the exponent. */
    return passHalf((bits >> 16) | 0x40);
  return passHalf((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

/* An f32 that is not exact is made odd, so that the second rounding decides as
   the value itself would. */
__attribute__((weak)) float __truncdfbf2(double value) {
  float single = (float)value;
  if (isnan(value) || single == value || isinf(single))
    return __truncsfbf2(single);
  uint32_t bits = getBits(single);
  if (fabs((double)single) > fabs(value))
    --bits;
  return __truncsfbf2(getFloat(bits | 1));
}

#endif

/* Not empty elsewhere, as C asks for. */
typedef int layout_check_half;
