#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes functions whose names are words of C or C++, or of common headers, and of this header."""

WORDS = """_Alignas _Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn _Static_assert
_Thread_local __func__ __cplusplus __LINE__ asm alignas alignof and and_eq bitand bitor bool catch
char16_t char32_t char8_t class co_await co_return co_yield compl concept const_cast consteval
constexpr constinit decltype delete dynamic_cast errno explicit export false friend goto inline int
int32_t int64_t int_fast8_t int_least64_t intmax_t intptr_t linux mutable namespace new noexcept not
not_eq nullptr operator or or_eq private protected ptrdiff_t public register reinterpret_cast
requires restrict size_t static_assert static_cast template this thread_local throw true try typeid
typename typeof typeof_unqual uint16_t uint8_t uintptr_t unix using virtual wchar_t xor xor_eq EOF
NULL INT8_MAX INT64_C UINT32_MAX SIZE_MAX WCHAR_MIN PTRDIFF_MAX stdout
layout_f32_1 LAYOUT_F32_1 LAYOUT_CC_NAMES_H pair_results arg0 buffer0 result usual _start_ printf tanh""".split()

for word in WORDS + ["a*/b", "/*", "*\\0A/"]:
    print(f'func.func @"{word}"(%a: memref<4xf32>) -> memref<4xf32> {{ return %a : memref<4xf32> }}')
print("func.func @pair(%a: memref<4xf32>) -> (i32, i32) { %c = arith.constant 7 : i32 return %c, %c : i32, i32 }")
