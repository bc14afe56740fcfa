/*===- EmulatedJob.h - What an emulated program is told ----------*- C -*-===*\
 *
 * Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===---------------------------------------------------------------------===*
 *
 * C, for it is compiled for the processor that is emulated, too. All of it lies
 * in memory that the two processes share at the same addresses.
 *
\*===----------------------------------------------------------------------===*/

#ifndef LAYOUT_LIB_CHECK_EMULATEDJOB_H
#define LAYOUT_LIB_CHECK_EMULATEDJOB_H

#include <stdint.h>

struct EmulatedPiece {
  char *address;
  int64_t bytes;
};

/* A global with a value of its own leaves it in `before`, others get it from
 * there. */
struct EmulatedGlobal {
  const char *name;
  char *before, *memory;
  int64_t bytes, isInitialized;
};

struct EmulatedResult {
  int64_t *descriptor;
  int64_t rank, elementBytes;
};

/* As `RunReport` has it. */
struct EmulatedReport {
  int64_t failureNumber;
  uint32_t failureRank, unused;
  struct {
    int64_t first, last, extent;
  } ranges[16];
  int32_t poisonSource, poisonUse;
  int64_t overrunAllocation;
  int64_t writtenConstant, writtenByte;
};

struct EmulatedJob {
  struct EmulatedReport *report;
  void **arguments;
  int64_t numPieces, numGlobals, numResults;
  struct EmulatedPiece *pieces;
  struct EmulatedGlobal *globals;
  struct EmulatedResult *results;
  char **copies;     /* of the elements of results; null for scalars */
  char *next, *end;  /* where further memory may be */
  int64_t gap;       /* between two pieces */
  uint64_t undefSeed;
  int32_t onPoison, poisonByte;
};

#endif
