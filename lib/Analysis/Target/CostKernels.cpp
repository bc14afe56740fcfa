//===- CostKernels.cpp - Kernels that instructions are timed by -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assembly, since a compiler would need the features of each kernel, and could
// write other instructions. Only registers that all processors with vectors of
// 256 bits have are used: 0 to 11 for results, 12 to 14 for operands, 15 for
// masks and what is between two instructions.
//
//===----------------------------------------------------------------------===//

#include "CostKernels.h"

using namespace mlir::layout;

#ifdef __x86_64__

// clang-format off
#define TWELVE(line, w)                                                        \
  line(w, "0") line(w, "1") line(w, "2") line(w, "3") line(w, "4") line(w, "5") \
  line(w, "6") line(w, "7") line(w, "8") line(w, "9") line(w, "10") line(w, "11")
#define SIX(line, w)                                                           \
  line(w, "0") line(w, "1") line(w, "2") line(w, "3") line(w, "4") line(w, "5")
// clang-format on

/// A function that executes `before`, and `body` so many times.
#define KERNEL(name, before, body)                                             \
  static void name(int64_t iterations, char *memory) {                         \
    asm volatile("vzeroall\n" before "1:\n" body "decq %[left]\n"              \
                 "jnz 1b\n"                                                    \
                 "vzeroupper\n"                                                \
                 : [left] "+r"(iterations)                                     \
                 : [memory] "r"(memory)                                        \
                 : "memory", "cc", "rax", "rcx", "xmm0", "xmm1", "xmm2",       \
                   "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",     \
                   "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");      \
  }
/// The same on registers of 256 and of 512 bits.
#define KERNELS(name, body)                                                    \
  KERNEL(name, "", body("y"))                                                  \
  KERNEL(name##Long, "", body("z"))

#define R(w, i) "%%" w "mm" i
#define OF(op, w, i) op " " R(w, "12") ", " R(w, "13") ", " R(w, i) "\n"

// Twelve additions to one register, which take a cycle each. Not of a constant,
// which Golden Cove adds where it renames registers, several in a cycle.
#define ADD(w, i) "addq %%rax, %%rax\n"
#define CYCLE(w) TWELVE(ADD, w)
KERNEL(timeCycle, "", CYCLE(""))

#define FMA(w, i) OF("vfmadd231ps", w, i)
#define MULTIPLY_ADD(w) TWELVE(FMA, w)
KERNELS(timeMultiplyAdd, MULTIPLY_ADD)

// That of AVX-VNNI differs from that of AVX512-VNNI in its encoding.
#define SHORT_DOT(w, i) "%{vex%} " OF("vpdpbusd", w, i)
#define LONG_DOT(w, i) OF("vpdpbusd", w, i)
KERNEL(timeDot, "", TWELVE(SHORT_DOT, "y"))
KERNEL(timeDotLong, "", TWELVE(LONG_DOT, "z"))

// A register of columns, extended for six rows: two products of pairs for each.
#define PAIR(w, i)                                                             \
  "vpmaddwd " R(w, "12") ", " R(w, "14") ", " R(                               \
      w, "15") "\n"                                                            \
               "vpaddd " R(w, "15") ", " R(w, i) ", " R(                       \
                   w, i) "\n"                                                  \
                         "vpmaddwd " R(w, "13") ", " R(w, "14") ", " R(        \
                             w, "15") "\n"                                     \
                                      "vpaddd " R(w, "15") ", " R(             \
                                          w, i) ", " R(w, i) "\n"
#define SHORT_PAIRS                                                            \
  "vpmovsxbw (%[memory]), %%ymm12\nvpmovsxbw 16(%[memory]), %%ymm13\n"
#define LONG_PAIRS                                                             \
  "vpmovsxbw (%[memory]), %%zmm12\nvpmovsxbw 32(%[memory]), %%zmm13\n"
KERNEL(timePairs, "", SHORT_PAIRS SIX(PAIR, "y"))
KERNEL(timePairsLong, "", LONG_PAIRS SIX(PAIR, "z"))

#define SINGLE(w, i)                                                           \
  "vpmulld " R(w, "12") ", " R(w, "13") ", " R(                                \
      w, "15") "\n"                                                            \
               "vpaddd " R(w, "15") ", " R(w, i) ", " R(w, i) "\n"
#define SINGLES(w) TWELVE(SINGLE, w)
KERNELS(timeSingles, SINGLES)

#define BF16(w, i) OF("vdpbf16ps", w, i)
#define BF16S(w) TWELVE(BF16, w)
KERNELS(timeBF16, BF16S)

// A register of columns, extended for six rows: two multiply-adds for each, of
// as many sums as both may have.
#define BOTH(w, i, j)                                                          \
  "vfmadd231ps " R(w, "12") ", " R(w, "14") ", " R(                            \
      w, i) "\n"                                                               \
            "vfmadd231ps " R(w, "13") ", " R(w, "14") ", " R(w, j) "\n"
#define EXTENDED(w)                                                            \
  "vpslld $16, (%[memory]), " R(                                               \
      w, "12") "\n"                                                            \
               "vpandd (%[memory]), " R(w, "14") ", " R(w, "13") "\n" BOTH(    \
                   w, "0", "1") BOTH(w, "2", "3") BOTH(w, "4", "5")            \
                   BOTH(w, "6", "7") BOTH(w, "8", "9") BOTH(w, "10", "11")
KERNELS(timeExtension, EXTENDED)

#define SHUFFLE(w, i) "vpermps " R(w, "12") ", " R(w, "13") ", " R(w, i) "\n"
#define SHUFFLES(w) TWELVE(SHUFFLE, w)
KERNELS(timeShuffle, SHUFFLES)

#define LOAD(w, i) "vmovups 64*" i "(%[memory]), " R(w, i) "\n"
#define LOADS(w) TWELVE(LOAD, w)
KERNELS(timeLoad, LOADS)

// AVX2 has masks in registers of vectors.
#define SHORT_MASK                                                             \
  "vpcmpeqd %%ymm14, %%ymm14, %%ymm14\nvpsrlq $32, %%ymm14, %%ymm15\n"
#define LONG_MASK "movabsq $0x5555555555555555, %%rax\nkmovq %%rax, %%k1\n"
#define SHORT_MASKED(w, i)                                                     \
  "vmaskmovps %%ymm" i ", %%ymm15, 64*" i "(%[memory])\n"
#define MASKED(w, i) "vmovups %%zmm" i ", 64*" i "(%[memory])%{%%k1%}\n"
#define MASKED_BYTES(w, i) "vmovdqu8 %%zmm" i ", 64*" i "(%[memory])%{%%k1%}\n"
KERNEL(timeMasked, SHORT_MASK, TWELVE(SHORT_MASKED, "y"))
KERNEL(timeMaskedLong, LONG_MASK, TWELVE(MASKED, "z"))
KERNEL(timeMaskedBytesLong, LONG_MASK, TWELVE(MASKED_BYTES, "z"))

// Of 12 lanes, all of which are stored.
#define BRANCHED(w, i)                                                         \
  "testl $1<<" i ", %%eax\njz 2f\nmovl %%ecx, 4*" i "(%[memory])\n2:\n"
KERNEL(timeBranches, "movl $-1, %%eax\n", TWELVE(BRANCHED, ""))

static const CostKernelTraits kKernels[] = {
    {CostKernel::cycle, "cycle", "+avx2", "+avx512f", 12, timeCycle, timeCycle},
    {CostKernel::multiplyAdd, "multiply-add", "+avx2,+fma", "+avx512f", 12,
     timeMultiplyAdd, timeMultiplyAddLong},
    {CostKernel::vpdpbusd, "vpdpbusd", "+avxvnni", "+avx512vnni", 12, timeDot,
     timeDotLong},
    {CostKernel::pairs, "vpmaddwd", "+avx2", "+avx512bw", 6, timePairs,
     timePairsLong},
    {CostKernel::singles, "vpmulld", "+avx2", "+avx512f", 12, timeSingles,
     timeSinglesLong},
    {CostKernel::vdpbf16ps, "vdpbf16ps", "+avx512bf16,+avx512vl", "+avx512bf16",
     12, timeBF16, timeBF16Long},
    {CostKernel::extension, "bf16-extension", "+avx512vl,+fma", "+avx512f", 6,
     timeExtension, timeExtensionLong},
    {CostKernel::shuffle, "shuffle", "+avx2", "+avx512f", 12, timeShuffle,
     timeShuffleLong},
    {CostKernel::load, "load", "+avx2", "+avx512f", 12, timeLoad, timeLoadLong},
    {CostKernel::maskedStore32, "masked-store-32", "+avx2",
     "+avx512f,+avx512bw", 12, timeMasked, timeMaskedLong},
    {CostKernel::maskedStore8, "masked-store-8", "", "+avx512bw", 12, nullptr,
     timeMaskedBytesLong},
    {CostKernel::branchedStore, "branched-store", "+avx2", "+avx512f", 12,
     timeBranches, timeBranches},
};

llvm::ArrayRef<CostKernelTraits> mlir::layout::getCostKernels() {
  return kKernels;
}

#else

llvm::ArrayRef<CostKernelTraits> mlir::layout::getCostKernels() { return {}; }

#endif
