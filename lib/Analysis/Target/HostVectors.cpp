//===- HostVectors.cpp - Vectors of the host of unknown length ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// It needs no library, so that a test can compile it for processors that are
// emulated (test/Check/host-vectors.test).
//
//===----------------------------------------------------------------------===//

#include "HostVectors.h"

#if defined(__linux__) && defined(__aarch64__)
#include <sys/prctl.h>
#elif defined(__linux__) && defined(__riscv)
#include <sys/auxv.h>
#endif

unsigned mlir::layout::getHostVectorBits() {
#if defined(__linux__) && defined(__aarch64__)
  // As linux/prctl.h has them; flags are above the bytes.
  constexpr int getLength = 51, bytesMask = 0xffff; // PR_SVE_GET_VL
  int length = prctl(getLength);
  return length < 0 ? 0 : 8 * (length & bytesMask);
#elif defined(__linux__) && defined(__riscv)
  // Elsewhere, to read the register is an illegal instruction.
  bool hasVectors = getauxval(AT_HWCAP) >> ('V' - 'A') & 1;
  unsigned long bytes = 0;
  if (hasVectors)
    asm volatile("csrr %0, 0xc22" : "=r"(bytes)); // vlenb
  return 8 * bytes;
#else
  return 0;
#endif
}
